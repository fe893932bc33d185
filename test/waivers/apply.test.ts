import { describe, expect, test } from 'vitest';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import type { CheckOutcome, Violation } from '../../src/engine/plan/finding.ts';
import { judgeRequirements, type Judgement } from '../../src/engine/judge/judgement.ts';
import { combineVerdicts } from '../../src/engine/judge/verdict.ts';
import { applyWaivers } from '../../src/waivers/apply.ts';
import type { Operation } from '../../reports/exchange.ts';
import type { Verdict, Waiver, WaiverUse } from '../../reports/model.ts';
import { waiverLine } from '../../reports/words.ts';
import { leftOut, outcome, undecided, violation, witness } from '../engine/findings.ts';

const BROKEN: RequirementId = 'list.limit.default';
const HELD: RequirementId = 'list.success';
const ADVISORY: RequirementId = 'list.status.unknown';
const TODAY = '2026-11-21';

/** Every requirement that is not named is met. */
function judged(...outcomes: readonly CheckOutcome[]): readonly Judgement[] {
  const named = new Set(outcomes.flatMap(({ findings }) => findings.map(({ requirement }) => requirement)));
  const ids = requirements.map(({ id }) => id);
  const rest = ids.filter((id) => !named.has(id)).map((id) => outcome('list/rest', witness(id)));
  const scope = { selected: new Set(ids), claimed: ['animals', 'messages'] } as const;
  return judgeRequirements(requirements, [...outcomes, ...rest], scope);
}

function waive(judgements: readonly Judgement[], waivers: readonly Waiver[], strict = false) {
  const rows = applyWaivers(judgements, waivers, { today: TODAY, strict });
  const row = (id: RequirementId) => rows.find(({ requirement }) => requirement.id === id);
  return { rows, row, whole: combineVerdicts(rows, strict) };
}

const entry = (change: Partial<Waiver> = {}): Waiver => ({ requirement: BROKEN, reason: 'PET-7', ...change });
const UNNEEDED = {
  verdict: 'fail',
  reason: expect.stringContaining(': remove it') as unknown,
  waivers: [{ state: 'unneeded' }],
};
const broken = outcome('list/limit-default', violation(BROKEN));

describe('a failure', () => {
  test('that a waiver names is waived, with its reason, and the whole is partial', () => {
    const told = waive(judged(broken), [entry({ owner: 'Ann', expires: TODAY })]);
    expect(told.row(BROKEN)).toMatchObject({
      verdict: 'waived',
      reason: `waived by Ann until ${TODAY}: PET-7; missed: it broke`,
      cause: 'server',
      waivers: [{ state: 'applied', reason: 'PET-7' }],
    });
    expect(told.row(BROKEN)?.findings[0]?.finding).toMatchObject({ kind: 'violation', waived: true });
    expect(told.whole).toBe('partial');
  });

  test('stays one the day after, and says so', () => {
    const told = waive(judged(broken), [entry({ expires: '2026-11-20' })]);
    const reason = 'it broke; waiver expired on 2026-11-20';
    expect(told.row(BROKEN)).toMatchObject({ verdict: 'fail', reason, waivers: [{ state: 'expired' }] });
    expect(told.whole).toBe('non-conformant');
  });

  test('that another check found too is left of a waiver for one check', () => {
    const both = judged(broken, outcome('list/limits', violation(BROKEN)));
    const one = waive(both, [entry({ check: 'list/limits' })]);
    expect(one.row(BROKEN)).toMatchObject({ verdict: 'fail', reason: 'it broke' });
    expect(one.row(BROKEN)?.findings.map(({ finding }) => 'waived' in finding)).toEqual([false, true]);
    const all = waive(both, [entry({ check: 'list/limits' }), entry({ check: 'list/limit-default' })]);
    expect(all.row(BROKEN)).toMatchObject({ verdict: 'waived' });
  });

  test.each<[what: string, change: Partial<Violation>, verdict: Verdict]>([
    ['at the same operation', { incidental: true, operation: 'list' }, 'waived'],
    ['at another operation', { incidental: true, operation: 'get' }, 'fail'],
    ['in another order of requests', { operation: 'list' }, 'fail'],
  ])('that a walk meets too, %s: %s', (_, change, verdict) => {
    const both = judged(
      outcome('list/limit-default', violation(BROKEN, { operation: 'list' })),
      outcome('walk/any-order', violation(BROKEN, change)),
    );
    const told = waive(both, [entry({ check: 'list/limit-default' })]);
    expect(told.row(BROKEN)).toMatchObject({ verdict, waivers: [{ state: 'applied' }] });
  });

  test('of another check tells that a waiver for one check is no longer needed', () => {
    const both = judged(broken, outcome('list/limits', witness(BROKEN)));
    expect(waive(both, [entry({ check: 'list/limits' })]).row(BROKEN)).toMatchObject(UNNEEDED);
  });

  test.each<[names: readonly Operation[] | undefined, shows: readonly Operation[], verdict: Verdict]>([
    [undefined, ['get', 'list'], 'waived'],
    [['get', 'list'], ['get'], 'waived'],
    [['get'], ['get', 'list'], 'fail'],
    [['get'], ['list'], 'fail'],
    // What sends requests of its own is of one operation.
    [['get'], [], 'waived'],
  ])('accepted at %j that shows at %j: %s', (operations, shows, verdict) => {
    const spread = shows.map((operation) => ({ operation, status: 200, count: 1 }));
    const found = judged(outcome('media/json', violation(BROKEN, shows.length === 0 ? {} : { spread })));
    const waiver = entry({ check: 'media/json', ...(operations === undefined ? {} : { operations }) });
    const reason = 'it broke; its waiver accepts it only for get';
    expect(waive(found, [waiver]).row(BROKEN)).toMatchObject(
      verdict === 'waived'
        ? { verdict, waivers: [{ state: 'applied' }] }
        : { verdict, reason, waivers: [{ state: 'outgrown' }] },
    );
    const expired = waive(found, [{ ...waiver, expires: '2026-11-20' }]).row(BROKEN);
    expect(expired).toMatchObject({ verdict: 'fail', waivers: [{ state: 'expired' }] });
  });

  test('that no waiver names stays as it is', () => {
    const told = waive(judged(broken, outcome('list/x', violation(HELD))), [entry()]);
    expect(told.row(HELD)).toMatchObject({ verdict: 'fail', reason: 'it broke' });
    expect(told.whole).toBe('non-conformant');
  });
});

describe('what is met', () => {
  test('fails until its waiver is removed, with the exchanges that show it met', () => {
    const told = waive(judged(), [entry()]);
    expect(told.row(BROKEN)).toMatchObject({ ...UNNEEDED, cause: 'configuration' });
    expect(told.row(BROKEN)?.findings.at(-1)).toMatchObject({
      check: 'waivers/needed',
      finding: { kind: 'violation', exchanges: ['x2'] },
    });
    expect(told.whole).toBe('non-conformant');
    expect(told.rows.filter(({ verdict }) => verdict !== 'pass')).toHaveLength(1);
  });

  test('only in part says nothing about its waiver', () => {
    const partly = judged(outcome('list/a', witness(BROKEN)), outcome('list/b', leftOut(BROKEN)));
    expect(waive(partly, [entry()]).row(BROKEN)).toMatchObject({ verdict: 'pass' });
  });

  test.each([
    ['undecided', undecided(BROKEN), 'inconclusive'],
    ['left out', leftOut(BROKEN), 'not-tested'],
  ])('what is %s says nothing about its waiver', (_, finding, verdict) => {
    const told = waive(judged(outcome('list/a', finding)), [entry()]);
    expect(told.row(BROKEN)).toMatchObject({ verdict });
    expect(told.row(BROKEN)).not.toHaveProperty('waivers');
  });
});

describe('a warning', () => {
  const warned = judged(outcome('list/a', violation(ADVISORY)));

  test('is waived where it counts', () => {
    const told = waive(warned, [entry({ requirement: ADVISORY })], true);
    expect(told.row(ADVISORY)).toMatchObject({ verdict: 'waived' });
    expect(told.whole).toBe('partial');
  });

  test('stays one where it does not', () => {
    const told = waive(warned, [entry({ requirement: ADVISORY })]);
    expect(told.row(ADVISORY)).toMatchObject({ verdict: 'warn' });
    expect(told.whole).toBe('conformant');
  });

  test('tells of a waiver that is no longer needed', () => {
    const told = waive(judged(), [entry({ requirement: ADVISORY })]);
    expect(told.row(ADVISORY)).toMatchObject({ verdict: 'warn', cause: 'configuration' });
    expect(told.whole).toBe('conformant');
  });
});

describe('what another failure leaves undecided', () => {
  const explained = outcome('list/complete', violation('list.complete', { possibleCauses: [BROKEN] }));

  test('is accepted with that failure', () => {
    const told = waive(judged(broken, explained), [entry()]);
    const row = told.row('list.complete');
    expect(row?.verdict).toBe('waived');
    expect(row?.reason).toMatch(/^with list\.limit\.default, which is waived: blocked by/u);
    expect(told.whole).toBe('partial');
  });

  test('stays undecided where the failure is not waived, or it is not the only reason', () => {
    const expired = waive(judged(broken, explained), [entry({ expires: '2020-01-01' })]);
    expect(expired.row('list.complete')?.verdict).toBe('inconclusive');
    const twice = judged(broken, explained, outcome('list/other', undecided('list.complete')));
    expect(waive(twice, [entry()]).row('list.complete')?.verdict).toBe('inconclusive');
  });
});

test.each<[line: string, use: Partial<WaiverUse>]>([
  ['applied; PET-7', {}],
  ['applied; for a/b alone; PET-7; owner Ann', { check: 'a/b', owner: 'Ann' }],
  [
    'too narrow: the failure also occurs at other operations; for a/b alone when listing or getting; PET-7',
    { state: 'outgrown', check: 'a/b', operations: ['list', 'get'] },
  ],
])('%s', (line, use) => {
  expect(waiverLine({ ...entry(), state: 'applied', ...use })).toBe(line);
});

test('without waivers nothing changes', () => {
  const judgements = judged(broken);
  expect(applyWaivers(judgements, [], { today: TODAY, strict: true })).toBe(judgements);
});
