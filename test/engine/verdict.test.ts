import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Level, Profile } from '../../requirements/index.ts';
import { exitCode } from '../../src/cli/exit-code.ts';
import type { Verdict } from '../../reports/model.ts';
import {
  profileVerdicts,
  combineVerdicts,
  wholeRunVerdict,
  type JudgedRequirement,
} from '../../src/engine/judge/verdict.ts';

/** `fail stated`, `not-tested implied lowered`, `pass advisory messages`: a row in words. */
function row(words: string): JudgedRequirement {
  const [verdict, level, ...more] = words.split(' ');
  return {
    verdict: verdict as Verdict,
    limitsVerdict: more.includes('lowered'),
    requirement: { level: level as Level, profile: more.includes('messages') ? 'messages' : 'animals' },
  };
}

const rows = (...words: readonly string[]): readonly JudgedRequirement[] => words.map(row);

describe('the verdict on the whole, and its exit code', () => {
  it.each([
    [['pass stated', 'pass implied', 'pass advisory'], 'conformant', 0],
    [['pass stated', 'fail stated'], 'non-conformant', 1],
    [['pass stated', 'fail implied'], 'non-conformant', 1],
    [
      ['fail stated', 'inconclusive stated', 'waived stated', 'not-tested stated lowered'],
      'non-conformant',
      1,
    ],
    [['pass stated', 'warn advisory'], 'conformant', 0],
    [['pass stated', 'inconclusive stated'], 'inconclusive', 3],
    [['pass stated', 'inconclusive implied'], 'inconclusive', 3],
    [['pass stated', 'inconclusive implied', 'waived stated'], 'inconclusive', 3],
    [['pass stated', 'inconclusive advisory'], 'conformant', 0],
    [['pass stated', 'inconclusive advisory', 'warn advisory'], 'conformant', 0],
    [['pass stated', 'not-tested stated lowered'], 'partial', 0],
    [['pass stated', 'not-tested advisory lowered'], 'partial', 0],
    [['pass stated lowered'], 'partial', 0],
    [['pass stated', 'not-tested stated'], 'conformant', 0],
    [['pass stated', 'waived stated'], 'partial', 0],
    [['waived stated'], 'partial', 0],
    [[], 'inconclusive', 3],
    [['not-tested stated lowered', 'not-tested implied'], 'inconclusive', 3],
    [['not-tested stated lowered', 'inconclusive advisory'], 'inconclusive', 3],
    [['inconclusive advisory'], 'inconclusive', 3],
    [['warn advisory'], 'conformant', 0],
  ] as const)('%j is %s', (words, verdict, code) => {
    expect(wholeRunVerdict(rows(...words), false)).toBe(verdict);
    expect(exitCode(verdict)).toBe(code);
  });

  it.each([
    [['pass stated', 'warn advisory'], 'non-conformant'],
    [['inconclusive stated', 'warn advisory'], 'non-conformant'],
    [['pass stated', 'waived advisory'], 'partial'],
    [['pass stated', 'inconclusive advisory'], 'conformant'],
    [['pass stated', 'inconclusive stated'], 'inconclusive'],
    [['not-tested stated lowered'], 'inconclusive'],
  ] as const)('%j is %s where warnings count', (words, verdict) => {
    expect(wholeRunVerdict(rows(...words), true)).toBe(verdict);
  });

  const someRow = fc.record<JudgedRequirement>({
    verdict: fc.constantFrom<Verdict>('pass', 'fail', 'warn', 'inconclusive', 'not-tested', 'waived'),
    limitsVerdict: fc.boolean(),
    requirement: fc.record({
      level: fc.constantFrom<Level>('stated', 'implied', 'advisory'),
      profile: fc.constantFrom<Profile>('animals', 'messages'),
    }),
  });

  it('never gets better by a row that failed or is undecided', () => {
    const worse = ['conformant', 'partial', 'inconclusive', 'non-conformant'];
    const bad = fc.constantFrom('fail stated', 'fail implied', 'inconclusive stated', 'inconclusive implied');
    fc.assert(
      fc.property(fc.array(someRow), bad, fc.boolean(), (judged, words, strict) => {
        const without = worse.indexOf(wholeRunVerdict(judged, strict));
        expect(worse.indexOf(wholeRunVerdict([...judged, row(words)], strict))).toBeGreaterThanOrEqual(
          without,
        );
      }),
    );
  });

  it('is green only where something was tested', () => {
    fc.assert(
      fc.property(fc.array(someRow), fc.boolean(), (judged, strict) => {
        fc.pre(exitCode(wholeRunVerdict(judged, strict)) === 0);
        expect(judged.some(({ verdict }) => ['pass', 'warn', 'waived'].includes(verdict))).toBe(true);
      }),
    );
  });

  it('does not depend on the order of the rows', () => {
    fc.assert(
      fc.property(fc.array(someRow), fc.boolean(), (judged, strict) => {
        expect(combineVerdicts(judged.toReversed(), strict)).toBe(combineVerdicts(judged, strict));
      }),
    );
  });
});

describe('the verdict on each profile', () => {
  it('rests on the rows of that profile alone, and is given for claimed ones only', () => {
    const judged = rows('pass stated', 'fail stated messages');
    expect(profileVerdicts(judged, ['animals', 'messages'], false)).toEqual({
      animals: 'conformant',
      messages: 'non-conformant',
    });
    expect(profileVerdicts(judged, ['animals'], false)).toEqual({ animals: 'conformant' });
  });

  it.each([
    [['warn advisory messages'], true, 'non-conformant'],
    [['warn advisory messages'], false, 'conformant'],
    [['inconclusive stated messages'], false, 'inconclusive'],
    [['pass stated messages', 'not-tested stated messages lowered'], false, 'partial'],
  ] as const)('%j (strict: %s) is %s', (words, strict, verdict) => {
    expect(profileVerdicts(rows(...words), ['messages'], strict)).toEqual({ messages: verdict });
  });
});
