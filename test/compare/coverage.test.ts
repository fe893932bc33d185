import { describe, expect, test } from 'vitest';
import { compareTwoReports } from '../../reports/compare/comparison.ts';
import type { CheckCoverage, Report, Verdict } from '../../reports/model.ts';
import { report } from '../reports/fixture.ts';

const CATALOGUE = { version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` };
const OTHER = { version: '1.0.1', digest: `sha256:${'1'.repeat(64)}` };

const drawn = (check: string, ...classes: readonly string[]): CheckCoverage => {
  return { check, property: 'names', inputs: classes.length, classes, of: 2 };
};
const OTHER_CHECK = drawn('c/d', 'short', 'long');
const BOTH = [drawn('a/b', 'short', 'long'), OTHER_CHECK];
const SHORT = [drawn('a/b', 'short'), OTHER_CHECK];

/** A report in which one check came to a verdict. */
function ended(verdict: Verdict, coverage: readonly CheckCoverage[]): Report {
  const checks = [{ name: 'a/b', verdict, message: 'It was so.', exchanges: ['x1'] }];
  return report({ 'list.complete': { verdict: 'pass', checks } }, { coverage });
}

function lost(before: Report, after: Report, allowed: readonly string[] = []) {
  return compareTwoReports({ name: 'a', report: before }, { name: 'b', report: after }, allowed).lost;
}

const runs = (count: number) => report({}, { scope: { ...report().scope, runs: count } });

describe('what is tested', () => {
  test.each<[what: string, before: Report, after: Report, name: string, was: string, is: string]>([
    ['a smaller --runs', runs(20), runs(5), '--runs', '20', '5'],
    [
      'a class of one of two checks',
      ended('pass', BOTH),
      ended('pass', SHORT),
      'classes met',
      '4',
      '3, without "long" of names',
    ],
    [
      'a check that is left out',
      ended('pass', BOTH),
      ended('not-tested', [drawn('a/b'), OTHER_CHECK]),
      'classes met',
      '4',
      '2, without "short" of names, "long" of names',
    ],
    [
      'another catalogue',
      report({}, { catalogue: CATALOGUE }),
      report({}, { catalogue: OTHER }),
      'catalogue',
      '1.0.0 (sha256:000000000000)',
      '1.0.1 (sha256:111111111111)',
    ],
  ])('less: %s', (_, before, after, name, was, is) => {
    expect(lost(before, after)).toEqual([{ name, before: was, after: is, stops: true }]);
    expect(lost(before, after, ['lost-coverage'])).toMatchObject([{ stops: false }]);
    expect(lost(before, after, ['new-failure', '*.*'])).toMatchObject([{ stops: true }]);
    expect(lost(after, after)).toEqual([]);
    if (name !== 'catalogue') expect(lost(after, before)).toEqual([]);
  });

  test('many classes are counted', () => {
    const many = { ...drawn('a/b', ...Array.from({ length: 7 }, (__, at) => String(at))), of: 7 };
    const [classes] = lost(ended('pass', [many]), ended('pass', [drawn('a/b', '6')]));
    expect(classes?.after).toMatch(/^1, without "0" of names, .*"2" of names and 3 more$/u);
  });

  test.each<[what: string, before: Report, after: Report]>([
    ['a check that stopped at what it found', ended('pass', BOTH), ended('fail', SHORT)],
    ['one whose finding is waived', ended('pass', BOTH), ended('waived', SHORT)],
    ['one that says itself that it is open', ended('pass', BOTH), ended('inconclusive', [OTHER_CHECK])],
    [
      'one that left some out before',
      ended('pass', SHORT.slice(0, 1)),
      ended('pass', [drawn('a/b', 'long')]),
    ],
    ['a run before that drew nothing', report(), ended('pass', BOTH)],
    ['a run after it that drew nothing', ended('pass', BOTH), report()],
  ])('as much: %s', (_, before, after) => {
    expect(lost(before, after)).toEqual([]);
  });
});
