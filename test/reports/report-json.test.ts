import { describe, expect, test } from 'vitest';
import { renderReportJson, validateReport } from '../../reports/report-json.ts';
import { report } from './fixture.ts';
import { hostileRun, mixedRun } from './sample.ts';

/** A deep copy with one member changed, given by its path. */
function changed(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return to;
  const copy: unknown = structuredClone(value);
  const holder = copy as Record<string | number, unknown>;
  const inner = changed(holder[head], rest, to);
  if (inner === undefined) delete holder[head];
  else holder[head] = inner;
  return copy;
}

const failing = () => mixedRun().report.requirements.findIndex((row) => row.verdict === 'fail');

describe('report.json', () => {
  test('is the report, and obeys its schema', () => {
    for (const one of [mixedRun().report, hostileRun().report, report()]) {
      expect(validateReport(one)).toEqual([]);
      expect(JSON.parse(renderReportJson(one))).toEqual(JSON.parse(JSON.stringify(one)));
    }
  });

  test('shows integers beyond 2^53 in a counterexample as strings', () => {
    const base = mixedRun().report;
    const rows = base.requirements.map((row) => ({
      ...row,
      checks: row.checks.map((check) => ({ ...check, counterexample: { id: 2n ** 63n - 1n } })),
    }));
    expect(renderReportJson({ ...base, requirements: rows })).toContain('"id": "9223372036854775807"');
  });

  test.each<[string, readonly (string | number)[], unknown, RegExp]>([
    ['an unknown member', ['extra'], 1, /additional.*\(extra\)/u],
    ['an unknown member of a row', ['requirements', 0, 'extra'], 1, /requirements\/0.*\(extra\)/u],
    ['an unknown verdict', ['verdict'], 'green', /verdict/u],
    ['a missing seed', ['seed'], undefined, /seed/u],
    ['an exchange id of another form', ['requirements', 0, 'checks', 0, 'exchanges'], ['17'], /exchanges/u],
    ['a verdict other than pass without a cause', ['requirements', failing(), 'cause'], undefined, /cause/u],
    [
      'a fail that names no exchange',
      ['requirements', failing(), 'checks', 0, 'exchanges'],
      [],
      /exchanges/u,
    ],
    ['a fail whose checks passed', ['requirements', failing(), 'checks', 0, 'verdict'], 'pass', /checks/u],
    ['a pass without a check', ['requirements', 0, 'checks'], [], /checks/u],
    ['totals that are not the counts', ['totals', 'pass'], 1, /totals\/pass is 1/u],
    ['a key among the settings', ['settings'], { apiKey: 'k' }, /settings\/apiKey/u],
    ['a key of messages', ['settings'], { messagesApiKey: 'k' }, /settings\/messagesApiKey/u],
    [
      'a variable that is not of the kit',
      ['settings'],
      { header: ['X-Gate: ${HOME}'] },
      /settings\/header\/0/u,
    ],
    ['a day that does not exist', ['scope', 'asOf'], 'today', /asOf/u],
  ])('refuses %s', (_what, path, to, problem) => {
    const problems = validateReport(changed(mixedRun().report, path, to));
    expect(problems.join('\n')).toMatch(problem);
  });

  test('refuses an id that stands twice', () => {
    const base = report();
    const [first, second, ...rest] = base.requirements;
    if (first === undefined || second === undefined) throw new Error('the catalogue is empty');
    expect(validateReport({ ...base, requirements: [first, { ...second, id: first.id }, ...rest] })).toEqual([
      `/requirements has ${first.id} twice`,
    ]);
  });

  test('lets version.prefix fail without an exchange, and nothing else', () => {
    const checks = [{ name: 'version/prefix', verdict: 'fail', message: 'No v1.', exchanges: [] }] as const;
    expect(validateReport(report({ 'version.prefix': { verdict: 'fail', checks } }))).toEqual([]);
    expect(validateReport(report({ 'media.json': { verdict: 'fail', checks } }))).not.toEqual([]);
  });
});
