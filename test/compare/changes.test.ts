import { describe, expect, test } from 'vitest';
import { changeCountsText, changeOf } from '../../reports/compare/changes.ts';
import { compareTwoReports } from '../../reports/compare/comparison.ts';
import { verdictMatrixOf } from '../../reports/compare/comparison.ts';
import { baselineLine, rowsByChange, withBaselineChanges } from '../../reports/compare/since.ts';
import type { Level } from '../../requirements/index.ts';
import type { VerdictChange, Report, Verdict } from '../../reports/model.ts';
import { validateReport } from '../../reports/report-json.ts';
import { report } from '../reports/fixture.ts';

const VERDICTS = ['pass', 'fail', 'warn', 'waived', 'inconclusive', 'not-tested'] as const;

/** By the verdict before, then by the verdict after, in the order above. */
const TABLE: Record<Verdict, readonly VerdictChange[]> = {
  pass: ['same', 'new-failure', 'new-warning', 'newly-waived', 'lost-coverage', 'lost-coverage'],
  fail: ['fixed', 'same', 'new-warning', 'newly-waived', 'lost-coverage', 'lost-coverage'],
  warn: ['warning-gone', 'new-failure', 'same', 'newly-waived', 'lost-coverage', 'lost-coverage'],
  waived: ['fixed', 'new-failure', 'new-warning', 'same', 'lost-coverage', 'lost-coverage'],
  inconclusive: ['newly-decided', 'new-failure', 'new-warning', 'newly-decided', 'same', 'same'],
  'not-tested': ['newly-decided', 'new-failure', 'new-warning', 'newly-decided', 'same', 'same'],
};

test.each(VERDICTS)('from %s to each', (before) => {
  const changes = (strict: boolean) =>
    VERDICTS.map((after) => changeOf({ verdict: before }, { verdict: after }, strict));
  expect(changes(false)).toEqual(TABLE[before]);
  expect(changes(true)).toEqual(
    TABLE[before].map((change) => (change === 'new-warning' ? 'new-failure' : change)),
  );
});

test('what fails for its waiver alone is met', () => {
  const stale = { verdict: 'fail', cause: 'configuration' } as const;
  expect(changeOf({ verdict: 'waived' }, stale, false)).toBe('fixed');
  expect(changeOf({ verdict: 'pass' }, stale, false)).toBe('same');
});

test('changes are counted in the order in which they ask for action', () => {
  expect(changeCountsText(['same', 'fixed', 'new-failure', 'same', 'new-failure', 'lost-coverage'])).toBe(
    '2 new failures, 1 lost coverage, 1 fixed, 2 same',
  );
  expect(changeCountsText([])).toBe('nothing to compare');
});

const without = (whole: Report, id: string): Report => ({
  ...whole,
  requirements: whole.requirements.filter((row) => row.id !== id),
});

const before = report({
  'list.limit.default': { verdict: 'fail' },
  'list.complete': { verdict: 'pass' },
  'create.echo': { verdict: 'inconclusive' },
});
const after = report({
  'list.limit.default': { verdict: 'pass' },
  'list.complete': { verdict: 'not-tested' },
  'get.success': { verdict: 'fail' },
});

describe('two reports', () => {
  const of = (allowed: readonly string[] = []) =>
    compareTwoReports({ name: 'a', report: before }, { name: 'b', report: after }, allowed);

  test('differ in what is told, and the rest is the same', () => {
    const { changes, same } = of();
    expect(changes.map(({ id, change, stops }) => [id, change, stops])).toEqual([
      ['list.limit.default', 'fixed', false],
      ['list.complete', 'lost-coverage', true],
      ['create.echo', 'newly-decided', false],
      ['get.success', 'new-failure', true],
    ]);
    expect(same).toBe(after.requirements.length - 4);
  });

  test.each([
    [['new-failure'], ['list.complete']],
    [['lost-coverage'], ['get.success']],
    [['get.*'], ['list.complete']],
    [['list.complete', 'get.success'], []],
    [['list.limit.*'], ['list.complete', 'get.success']],
  ])('%j is allowed, and a gate stops at %j', (allowed, stops) => {
    const stopping = of(allowed).changes.filter((one) => one.stops);
    expect(stopping.map(({ id }) => id)).toEqual(stops);
  });

  test('are compared by the ids that both have, and say what they have not', () => {
    const rows = without(before, 'get.success').requirements.map((row) =>
      row.id === 'media.json' ? { ...row, statement: 'Something else.' } : row,
    );
    const older = { ...before, requirements: rows };
    const { catalogue, changes } = compareTwoReports(
      { name: 'a', report: older },
      { name: 'b', report: after },
    );
    expect(catalogue).toEqual({ added: ['get.success'], removed: [], reworded: ['media.json'] });
    // New and red, and the other way round gone.
    const row = (list: typeof changes) => list.find(({ id }) => id === 'get.success');
    expect(row(changes)).toMatchObject({ change: 'new-failure', after: 'fail', stops: true });
    expect(row(changes)).not.toHaveProperty('before');
    const back = compareTwoReports({ name: 'b', report: after }, { name: 'a', report: older });
    expect(back.catalogue).toEqual({ added: [], removed: ['get.success'], reworded: ['media.json'] });
    expect(row(back.changes)).toMatchObject({ change: 'lost-coverage', before: 'fail', stops: true });
    expect(row(back.changes)).not.toHaveProperty('after');
    expect(back.same + back.changes.length).toBe(after.requirements.length);
  });

  test('ask for as much where a row that is new holds, and one that is gone was open', () => {
    const changed = (was: Report, is: Report) =>
      compareTwoReports({ name: 'a', report: was }, { name: 'b', report: is }).changes.length;
    const open = report({ 'list.complete': { verdict: 'not-tested' } });
    expect(changed(without(report(), 'list.complete'), report())).toBe(0);
    expect(changed(open, without(open, 'list.complete'))).toBe(0);
  });

  test.each<[was: Level, is: Level, verdict: Verdict, change: VerdictChange, strict?: VerdictChange]>([
    ['stated', 'stated', 'pass', 'same'],
    ['advisory', 'stated', 'pass', 'same'],
    ['stated', 'implied', 'pass', 'lost-coverage'],
    ['stated', 'advisory', 'pass', 'lost-coverage'],
    ['implied', 'advisory', 'warn', 'lost-coverage', 'new-failure'],
  ])('%s before and %s now, with %s: %s', (was, is, verdict, change, strict = change) => {
    const id = 'list.complete';
    const one = report({ [id]: { verdict: 'pass', level: was } });
    for (const isStrict of [false, true]) {
      const scope = { ...one.scope, strict: isStrict };
      const { requirements } = withBaselineChanges(report({ [id]: { verdict, level: is } }, { scope }), one);
      const became = requirements.find((row) => row.id === id)?.baseline;
      expect(became?.change).toBe(isStrict ? strict : change);
      if (change === 'lost-coverage' && !isStrict) expect(became?.note).toBe(`${was} before, ${is} now`);
    }
  });

  test('differ in traffic and scope where they do', () => {
    const lossy = (unanswered: number) => ({ traffic: { ...after.traffic, unanswered } });
    const slow = { ...after, ...lossy(3), durationMs: 60_000, settings: { ...after.settings, runs: 100 } };
    const was = { name: 'a', report: { ...before, ...lossy(0) } };
    const { traffic, scope } = compareTwoReports(was, { name: 'b', report: slow });
    expect(traffic).toEqual([
      { name: 'unanswered', before: '0', after: '3' },
      { name: 'seconds', before: '12.3', after: '60.0' },
    ]);
    expect(scope).toEqual([{ name: '--runs', before: '20', after: '100' }]);
    expect(of().traffic).toEqual([]);
  });
});

describe('a report with a baseline', () => {
  const since = withBaselineChanges(after, before);

  test('obeys the schema, and says of each row the outcome of it', () => {
    expect(validateReport(since)).toEqual([]);
    const row = since.requirements.find(({ id }) => id === 'get.success');
    expect(row?.baseline).toEqual({ change: 'new-failure', verdict: 'pass' });
    expect(rowsByChange(since).map(([kind, rows]) => [kind, rows.length])).toEqual([
      ['new-failure', 1],
      ['lost-coverage', 1],
      ['fixed', 1],
      ['newly-decided', 1],
    ]);
    expect(baselineLine(since)).toMatch(
      /^1 new failure, 1 lost coverage, 1 fixed, 1 newly decided, \d+ same \(since/u,
    );
  });

  test('says nothing of a requirement that was not asked then', () => {
    const older = without(before, 'get.success');
    const row = withBaselineChanges(after, older).requirements.find(({ id }) => id === 'get.success');
    expect(row).not.toHaveProperty('baseline');
    expect(baselineLine(withBaselineChanges(after, older))).toContain(
      '1 added to the catalogue, of these failed: get.success',
    );
    expect(baselineLine(withBaselineChanges(report(), older))).not.toContain('of these');
  });

  test('says what was tested less', () => {
    const lossy = (runs: number, unanswered: number) =>
      report({}, { scope: { ...after.scope, runs }, traffic: { ...after.traffic, unanswered } });
    const less = withBaselineChanges(lossy(5, 2), lossy(20, 0));
    expect(validateReport(less)).toEqual([]);
    expect(baselineLine(less)).toMatch(
      /\); less tested: --runs 20 -> 5, requests without an answer 0 -> 2$/u,
    );
    const more = withBaselineChanges(lossy(20, 0), lossy(5, 2));
    expect(more.baseline).not.toHaveProperty('lost');
    expect(baselineLine(more)).not.toContain('less');
  });

  test('without one nothing is said', () => {
    expect(baselineLine(after)).toBeUndefined();
    expect(rowsByChange(after)).toEqual([]);
  });
});

test('a matrix has a column for each report and a row for each requirement that one of them knows', () => {
  const older = { name: 'old', report: without(before, 'get.success') };
  const matrix = verdictMatrixOf([older, { name: 'new', report: after }]);
  expect(matrix.columns.map(({ name }) => name)).toEqual(['old', 'new']);
  expect(matrix.rows.map(({ id }) => id)).toEqual(after.requirements.map(({ id }) => id));
  expect(matrix.rows.find(({ id }) => id === 'get.success')?.verdicts).toEqual([undefined, 'fail']);
});
