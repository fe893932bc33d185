import { beforeAll, describe, expect, it } from 'vitest';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { RunVerdict } from '../../reports/model.ts';
import { checks } from '../../suites/index.ts';
import { runOn } from '../e2e/runs.ts';

type Told = Awaited<ReturnType<typeof runOn>>;

/** Nothing failed, was warned about or stayed open, the kit did not break, and this is the verdict. */
function expectClean({ report, rows }: Told, verdict: RunVerdict): void {
  expect([...rows('fail'), ...rows('warn'), ...rows('inconclusive')]).toEqual([]);
  expect(report.verdict).toBe(verdict);
}

/** Requests to add an animal that were not refused with a 4xx: as many as the run itself counts. */
function createdBy({ report, evidence }: Told): number {
  const isCreated = ({ operation, response }: Exchange) =>
    operation === 'create' && (response === null || response.status < 400 || response.status > 499);
  const { length } = evidence.filter(isCreated);
  expect(report.traffic.created).toBe(length);
  return length;
}

describe('the conformant server', () => {
  let whole: Told;
  beforeAll(async () => {
    whole = await runOn({ seedAnimals: 3 });
  });

  it('passes every row, each pass rests on exchanges, and what it is added is counted', async () => {
    expectClean(whole, 'conformant');
    expect(whole.rows('pass')).toHaveLength(requirements.length);
    createdBy(whole);
    const known = new Set(whole.evidence.map(({ id }) => id));
    for (const { requirement, findings } of whole.judgements) {
      const witnesses = findings.flatMap(({ finding }) =>
        finding.kind === 'witness' ? finding.exchanges : [],
      );
      expect(witnesses, requirement.id).not.toEqual([]);
      expect(witnesses.filter((id) => !known.has(id))).toEqual([]);
    }
  });

  it('is found to meet by each check what that decides, and nothing that it only may break', () => {
    const met = whole.judgements.flatMap(({ requirement, findings }) =>
      findings.flatMap(({ check, finding }) =>
        finding.kind === 'witness' ? [`${check} ${requirement.id}`] : [],
      ),
    );
    const decided = checks.flatMap(({ id, decides }) => decides.map((requirement) => `${id} ${requirement}`));
    expect([...new Set(met)].toSorted()).toEqual(decided.toSorted());
  });

  it('gets the same verdicts whatever the seed', async () => {
    for (const seed of [2, 3, 4]) {
      expectClean(await runOn({}, { seed }), 'conformant');
    }
  });

  it('gets the same verdicts where one request goes at a time', async () => {
    expectClean(await runOn({}, { concurrency: 1 }), 'conformant');
  });

  it('is judged without the messages profile where that is not claimed', async () => {
    const without = await runOn({}, { messages: null });
    expectClean(without, 'conformant');
    expect(without.evidence.filter(({ operation }) => operation === 'message')).toEqual([]);
    expect(without.rows('not-tested').every(({ profile }) => profile === 'messages')).toBe(true);
  });

  it('loses nothing by what the document removed, but that another day than the run’s own is no certificate', async () => {
    const later = await runOn({ asOf: '2030-12-07' }, { asOf: '2030-12-07' });
    expectClean(later, 'partial');
    expect(later.row('get.removed')?.verdict).toBe('pass');
    expect(later.row('get.success')?.verdict).toBe('not-tested');
  });
});

describe('a read-only run', () => {
  it.each([0, 3, 130])(
    'sends nothing but GET, and claims no more than a part (%i animals)',
    async (seedAnimals) => {
      const told = await runOn({ seedAnimals }, { readOnly: true });
      expectClean(told, 'partial');
      expect(new Set(told.evidence.map(({ request }) => request.method))).toEqual(new Set(['GET']));
      for (const id of ['create.success', 'create.malformed-json', 'messages.success'] as const) {
        expect(told.row(id)?.verdict).toBe('not-tested');
      }
      for (const id of ['list.success', 'auth.missing', 'version.prefix'] as const) {
        expect(told.row(id)?.verdict).toBe('pass');
      }
      expect(told.row('get.success')?.verdict).toBe(seedAnimals === 0 ? 'not-tested' : 'pass');
    },
  );

  it('says which operations a requirement was not judged on', async () => {
    const told = await runOn({ seedAnimals: 3 }, { readOnly: true });
    const missing = told.judgements.find(({ requirement }) => requirement.id === 'auth.missing');
    expect(missing).toMatchObject({ verdict: 'pass', limitsVerdict: true });
    expect(missing?.reason).toContain('read-only');
  });
});

describe('a run that may create few animals', () => {
  it.each([0, 1, 30, 110])(
    'never creates more than %i, fails nobody and claims what it saw',
    async (maxCreated) => {
      const told = await runOn({}, { maxCreated });
      expectClean(told, maxCreated < 110 ? 'partial' : 'conformant');
      expect(createdBy(told)).toBeLessThanOrEqual(maxCreated);
      if (maxCreated === 0) {
        expect(told.evidence.filter(({ operation }) => operation === 'create')).toEqual([]);
        expect(told.row('create.success')?.verdict).toBe('not-tested');
        expect(told.row('messages.success')?.verdict).toBe('pass');
      } else expect(told.row('create.success')?.verdict).toBe('pass');
    },
  );
});

/** What the form of every answer is judged by, whatever was asked: each takes a run of everything. */
const EVERYWHERE: readonly RequirementId[] = [
  'media.json',
  'error.object',
  'error.status',
  'robust.no-5xx',
  'messages.media',
];

describe('--only', () => {
  it.each<[only: readonly string[], ids: readonly RequirementId[]]>([
    [
      ['messages.created-at', 'get.success'],
      ['get.success', 'messages.created-at'],
    ],
    [['media.*', 'error.*', 'robust.no-5xx', 'messages.media'], EVERYWHERE],
    ...requirements.flatMap(({ id }): readonly [[string], [RequirementId]][] =>
      EVERYWHERE.includes(id) ? [] : [[[id], [id]]],
    ),
  ])('%j judges those rows and no other', async (only, ids) => {
    const told = await runOn({ seedAnimals: 25 }, { only });
    expectClean(told, 'partial');
    expect(told.rows('pass').map(({ id }) => id)).toEqual(ids);
    expect(told.rows('not-tested')).toHaveLength(requirements.length - ids.length);
  });
});
