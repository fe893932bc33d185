import { describe, expect, it } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import { reportableRequirements, CHECK_STAGES } from '../../src/engine/plan/check-metadata.ts';
import { matchesGlob } from '../../src/base/glob.ts';
import { checksBefore, selectChecks } from '../../src/engine/plan/select.ts';
import { checksByArea, checks } from '../../suites/index.ts';

describe.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
  it('is called area/what-it-tries, in lower case, and no other is', () => {
    expect(id).toMatch(/^[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(checks.filter((other) => other.id === id)).toHaveLength(1);
  });

  it('says in one line what it tries', () => {
    expect(check.title).toMatch(/^(?:[a-z]|Authorization |Error ).{9,110}[^.\n]$/);
    expect(checks.filter((other) => other.title === check.title)).toHaveLength(1);
  });

  it('says something of requirements of one profile, each named once', () => {
    const all = reportableRequirements(check);
    expect(all.length).toBeGreaterThan(0);
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(all.map((one) => one.startsWith('messages.'))).size).toBe(1);
  });

  it('pulls earlier checks that send what it looks at, and none without an answer', () => {
    const earlier = checksBefore(check, checks);
    for (const glob of check.dependsOn) {
      expect(
        earlier.filter((other) => matchesGlob(glob, other.id)),
        `${glob} fits no earlier check`,
      ).not.toEqual([]);
    }
    expect(new Set(check.dependsOn).size).toBe(check.dependsOn.length);
    // Nothing comes before a scenario.
    if (check.stage === CHECK_STAGES[0]) expect(check.dependsOn).toEqual([]);
  });

  it('needs each thing once, the profile first', () => {
    expect(new Set(check.needs).size).toBe(check.needs.length);
    if (check.needs.includes('message')) expect(check.needs[0]).toBe('messages');
  });

  it('does not change while a run goes on', () => {
    expect(Object.isFrozen(check)).toBe(true);
  });
});

describe.each(requirements)('$id', ({ id, profile }) => {
  it('is decided by a check of its own profile', () => {
    const deciding = checks.filter((check) => check.decides.includes(id));
    expect(deciding).not.toEqual([]);
    expect(
      checks
        .filter((check) => reportableRequirements(check).includes(id))
        .every((check) => check.id.startsWith('messages/') === (profile === 'messages')),
    ).toBe(true);
  });

  it('runs without the other profile when it is asked for alone', () => {
    if (profile === 'animals' && id !== 'robust.no-5xx' && !id.startsWith('error.') && id !== 'media.json') {
      const chosen = selectChecks(checks, new Set([id]));
      expect(chosen.filter((check) => check.id.startsWith('messages/'))).toEqual([]);
    }
  });
});

it('areas hold every check once', () => {
  expect(checksByArea.flatMap((area) => area.checks)).toEqual(checks);
  expect(new Set(checksByArea.map(({ title }) => title)).size).toBe(checksByArea.length);
});
