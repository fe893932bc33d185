import { describe, expect, test } from 'vitest';
import { loadFamilies } from '../../reference/index.ts';
import { requirements } from '../../requirements/index.ts';
import { version } from '../../src/version.ts';
import { checks } from '../../suites/index.ts';
import { changedSince } from '../../tools/trust/behind.ts';
import { renderFleet } from '../../tools/trust/fleet-doc.ts';
import { flaws, SEEDS } from '../../tools/trust/limits.ts';
import { renderTrust } from '../../tools/trust/markdown.ts';
import { curve, fixedPart, fleet, recorded, RENEW, written } from './recorded.ts';

const changed = changedSince(recorded, fleet, checks);
/** Where the kit has gone on since the matrix was measured, TRUST.md says so, and these wait for the next measurement. */
const upToDate = test.skipIf(changed.length > 0);

describe('the matrix that is written down', () => {
  test('is of this version', () => {
    expect(recorded.tool, RENEW).toEqual({ name: 'petstore-conformance', version: version() });
  });

  upToDate('knows every fault and what it breaks', () => {
    const declared = fleet.faults.map(({ id, breaks, mayFall }) => ({ id, breaks, mayFall }));
    const known = recorded.faults.map(({ id, breaks, mayFall }) => ({ id, breaks, mayFall }));
    expect(known, RENEW).toEqual(declared);
  });

  upToDate('knows every lawful variant and what it is warned about', () => {
    const declared = fleet.variants.map(({ id, warns }) => ({ id, warns }));
    expect(
      recorded.variants.map(({ id, warns }) => ({ id, warns })),
      RENEW,
    ).toEqual(declared);
  });

  upToDate('knows every check', () => {
    const known = recorded.checks.map(({ id }) => id);
    expect(known, RENEW).toEqual(checks.map(({ id }) => id));
  });

  test('is over as many seeds as it has to be, and says so', () => {
    expect(recorded.seeds, RENEW).toBe(SEEDS);
    expect(written('TRUST.md')).toContain(`seeds 1 to ${SEEDS}`);
    const judged = `${recorded.faults.length * SEEDS} times`;
    expect(written('TRUST.md'), RENEW).toContain(judged);
  });

  test('is clean: nothing escapes, nothing is blamed wrongly, no variant gets a false alarm, no bound is passed', () => {
    expect(flaws(recorded)).toEqual([]);
  });

  test('is what TRUST.md says', () => {
    expect(written('TRUST.md'), RENEW).toBe(renderTrust(recorded, curve, changed));
  });
});

test('docs/faults.md describes the fleet as it is', async () => {
  expect(written('docs/faults.md'), 'run "npm run trust:docs" and commit docs/faults.md').toBe(
    renderFleet(fleet, await loadFamilies()),
  );
});

test('the part of the fleet that these tests judge has a fault for every requirement', () => {
  const broken = new Set(fixedPart().flatMap(({ breaks }) => breaks));
  expect(requirements.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});
