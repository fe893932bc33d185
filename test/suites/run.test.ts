import { afterEach, describe, expect, it } from 'vitest';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import type { RunVerdict } from '../../reports/model.ts';
import { checks } from '../../suites/index.ts';
import { targetOf, type Target, type Told } from './in-process.ts';
import type { ReferenceOptions } from '../../reference/index.ts';

const open: Target[] = [];

async function target(options: ReferenceOptions = {}): Promise<Target> {
  const one = await targetOf(options);
  open.push(one);
  return one;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** Nothing failed, was warned about or stayed open, the kit did not break, and this is the verdict. */
function expectClean(told: Told, whole: RunVerdict): void {
  expect(told.crashes).toEqual([]);
  expect(told.rows('fail')).toEqual([]);
  expect(told.rows('warn')).toEqual([]);
  expect(told.rows('inconclusive')).toEqual([]);
  expect(told.whole).toBe(whole);
}

describe('the conformant server', () => {
  it('passes every row, each pass rests on exchanges, and what it is added is counted', async () => {
    const told = await (await target()).run();
    expectClean(told, 'conformant');
    expect(told.rows('pass')).toHaveLength(requirements.length);
    expect(told.spent).toBe(told.created);
    const known = new Set(told.exchanges.map(({ id }) => id));
    for (const { requirement, findings } of told.judged) {
      const witnesses = findings.flatMap(({ finding }) =>
        finding.kind === 'witness' ? finding.exchanges : [],
      );
      expect(witnesses, requirement.id).not.toEqual([]);
      expect(witnesses.filter((id) => !known.has(id))).toEqual([]);
    }
  });

  it('is found to meet by each check what that decides, and nothing that it only may break', async () => {
    const told = await (await target({ seedAnimals: 3 })).run();
    const met = told.judged.flatMap(({ requirement, findings }) =>
      findings.flatMap(({ check, finding }) =>
        finding.kind === 'witness' ? [`${check} ${requirement.id}`] : [],
      ),
    );
    const decided = checks.flatMap(({ id, decides }) => decides.map((requirement) => `${id} ${requirement}`));
    expect([...new Set(met)].toSorted()).toEqual(decided.toSorted());
  });

  it('gets the same verdicts whatever the seed', async () => {
    for (const seed of [2, 3, 4]) {
      expectClean(await (await target()).run({ seed }), 'conformant');
    }
  });

  it('gets the same verdicts where one request goes at a time', async () => {
    expectClean(await (await target()).run({ concurrency: 1 }), 'conformant');
  });

  it('is judged without the messages profile where that is not claimed', async () => {
    const without = await (await target()).run({ messages: null });
    expectClean(without, 'conformant');
    expect(without.exchanges.filter(({ operation }) => operation === 'message')).toEqual([]);
    expect(without.rows('not-tested').every((row) => row.startsWith('messages.'))).toBe(true);
  });

  it('loses nothing by what the document removed, but that another day than the run’s own is no certificate', async () => {
    const later = await (await target({ asOf: '2030-12-07' })).run({ asOf: '2030-12-07' });
    expectClean(later, 'partial');
    expect(later.verdict('get.removed')).toBe('pass');
    expect(later.verdict('get.success')).toBe('not-tested');
  });
});

describe('a read-only run', () => {
  it.each([0, 3, 130])(
    'sends nothing but GET, and claims no more than a part (%i animals)',
    async (seedAnimals) => {
      const told = await (await target({ seedAnimals })).run({ readOnly: true });
      expectClean(told, 'partial');
      expect(new Set(told.exchanges.map(({ request }) => request.method))).toEqual(new Set(['GET']));
      for (const id of ['create.success', 'create.malformed-json', 'messages.success'] as const) {
        expect(told.verdict(id)).toBe('not-tested');
      }
      for (const id of ['list.success', 'auth.missing', 'version.prefix'] as const) {
        expect(told.verdict(id)).toBe('pass');
      }
      expect(told.verdict('get.success')).toBe(seedAnimals === 0 ? 'not-tested' : 'pass');
    },
  );

  it('says which operations a requirement was not judged on', async () => {
    const told = await (await target({ seedAnimals: 3 })).run({ readOnly: true });
    const missing = told.judged.find(({ requirement }) => requirement.id === 'auth.missing');
    expect(missing).toMatchObject({ verdict: 'pass', limitsVerdict: true });
    expect(missing?.reason).toContain('read-only');
  });
});

describe('a run that may create few animals', () => {
  it.each([0, 1, 30, 110])(
    'never creates more than %i, fails nobody and claims what it saw',
    async (maxCreated) => {
      const told = await (await target()).run({ maxCreated });
      expectClean(told, maxCreated < 110 ? 'partial' : 'conformant');
      expect(told.created).toBeLessThanOrEqual(maxCreated);
      expect(told.spent).toBe(told.created);
      if (maxCreated === 0) {
        expect(told.exchanges.filter(({ operation }) => operation === 'create')).toEqual([]);
        expect(told.verdict('create.success')).toBe('not-tested');
        expect(told.verdict('messages.success')).toBe('pass');
      } else expect(told.verdict('create.success')).toBe('pass');
    },
  );
});

describe('--only', () => {
  it.each<[only: readonly string[], ids: readonly RequirementId[]]>([
    [
      ['messages.created-at', 'get.success'],
      ['get.success', 'messages.created-at'],
    ],
    [['error.*'], ['error.object', 'error.status']],
    ...requirements.map(({ id }): [[string], [RequirementId]] => [[id], [id]]),
  ])('%j judges those rows and no other', async (only, ids) => {
    const told = await (await target({ seedAnimals: 25 })).run({ only });
    expectClean(told, 'partial');
    expect(told.rows('pass').map((row) => row.split(':')[0])).toEqual(ids);
    expect(told.rows('not-tested')).toHaveLength(requirements.length - ids.length);
  });
});
