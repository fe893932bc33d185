import type { Verdict } from '../../reports/model.ts';
import { describe, expect, it } from 'vitest';
import { requirement, requirements, type RequirementId } from '../../requirements/index.ts';
import type { CheckOutcome, Finding, Violation } from '../../src/engine/plan/finding.ts';
import { judgeRequirements, judgeRequirement } from '../../src/engine/judge/judgement.ts';
import { leftOut, outcome, undecided, violation, witness } from './findings.ts';

const SUBJECTS = {
  stated: 'list.success',
  implied: 'list.complete',
  advisory: 'list.status.unknown',
} as const satisfies Record<string, RequirementId>;

function judged(id: RequirementId, ...outcomes: readonly CheckOutcome[]) {
  return judgeRequirement(requirement(id), outcomes);
}

/** The outcome of what one check found. */
const found = (id: RequirementId, ...findings: readonly Finding[]) =>
  judged(id, outcome('list/a', ...findings));

/** What may be known about a requirement, and the verdict that each alone brings, the strongest first. */
const KINDS = ['violation', 'crash', 'undecided', 'witness', 'left-out'] as const;
type Kind = (typeof KINDS)[number];
const ALONE: Record<Kind, Verdict> = {
  violation: 'fail',
  crash: 'inconclusive',
  undecided: 'inconclusive',
  witness: 'pass',
  'left-out': 'not-tested',
};
const combinations = Array.from({ length: 2 ** KINDS.length }, (_, bits) => {
  const kinds = KINDS.filter((_kind, at) => (bits & (1 << at)) !== 0);
  return { kinds, name: kinds.join(' + ') || 'nothing' };
});

function outcomesOf(id: RequirementId, kinds: readonly Kind[]): readonly CheckOutcome[] {
  return kinds.map((kind): CheckOutcome => {
    switch (kind) {
      case 'violation':
        return outcome('list/a', violation(id));
      case 'crash':
        return { check: 'list/b', findings: [], crash: 'TypeError: x is not a function' };
      case 'undecided':
        return outcome('list/c', undecided(id));
      case 'witness':
        return outcome('list/d', witness(id));
      case 'left-out':
        return outcome('list/e', leftOut(id));
    }
  });
}

describe.each(Object.entries(SUBJECTS))('a requirement that is %s', (level, id) => {
  it.each(combinations)('with $name', ({ kinds }) => {
    const strongest = KINDS.find((kind) => kinds.includes(kind));
    const alone = strongest === undefined ? 'inconclusive' : ALONE[strongest];
    const expected = alone === 'fail' && level === 'advisory' ? 'warn' : alone;
    const outcomes = outcomesOf(id, kinds);
    for (const order of [outcomes, outcomes.toReversed()]) {
      const judgement = judged(id, ...order);
      expect(judgement.verdict).toBe(expected);
      expect(judgement.limitsVerdict).toBe(kinds.includes('left-out'));
      expect(judgement.reason).not.toBe('');
      expect(judgement.cause === undefined).toBe(expected === 'pass');
      // Nothing helps where what the target holds leaves nothing to decide.
      expect(judgement.next === undefined).toBe(expected === 'pass' || expected === 'not-tested');
    }
  });
});

describe('reasons and causes', () => {
  it('names the first counterexample and how many more there are', () => {
    const judgement = found('list.success', violation('list.success'), violation('list.success'));
    const reason = 'it broke (and 1 more finding)';
    expect(judgement).toMatchObject({ verdict: 'fail', cause: 'server', reason });
  });

  it('names first what no other failure may explain, then what came again, then what takes least to show', () => {
    const reproduced = { times: 1, of: 1 };
    const broken = (message: string, different: Partial<Violation>) =>
      violation('list.success', { message, ...different });
    const { reason, findings } = judged(
      'list.success',
      outcome('list/a', witness('list.success')),
      outcome('list/b', broken('explained', { possibleCauses: ['list.agrees'] })),
      outcome(
        'list/c',
        broken('a walk', { burden: [3], reproduced }),
        broken('by chance', { burden: [0, 1], reproduced, incidental: true }),
        broken('now and then', { burden: [0, 0], reproduced: { times: 1, of: 2 } }),
        broken('two parameters', { burden: [0, 2], reproduced }),
      ),
      outcome(
        'list/d',
        broken('one parameter', { burden: [0, 1], reproduced }),
        broken('once', { burden: [0, 0], reproduced: { times: 0, of: 1 } }),
      ),
    );
    expect(reason).toBe('one parameter (also found by list/c, list/b)');
    expect(
      findings.map(({ check, finding }) => `${check} ${'message' in finding ? finding.message : ''}`),
    ).toEqual([
      'list/d one parameter',
      'list/c by chance',
      'list/c two parameters',
      'list/c a walk',
      'list/c now and then',
      'list/d once',
      'list/b explained',
      'list/a ',
    ]);
  });

  it('says what would bring in what was left out, where anything would', () => {
    const left = { ...leftOut('list.success'), next: 'Widen it.' };
    expect(found('list.success', leftOut('list.success'), left).next).toBe('Widen it.');
  });

  it('hands on the cause and the next step of what is undecided', () => {
    const finding: Finding = { ...undecided('list.success'), cause: 'rate-limit', next: 'Wait.' };
    expect(found('list.success', finding)).toMatchObject({ cause: 'rate-limit', next: 'Wait.' });
    const { cause, next } = found('list.success', undecided('list.success'));
    expect(cause).toBe('test-data');
    expect(next).toContain('--category-ids');
  });

  it('blames a crash on the kit, names the check, and shows nothing of the error', () => {
    const judgement = judged('list.success', { check: 'list/b', findings: [], crash: 'TypeError: secret' });
    expect(judgement).toMatchObject({ verdict: 'inconclusive', cause: 'kit' });
    expect(judgement.reason).toContain('list/b');
    expect(judgement.reason).not.toContain('secret');
  });

  it('says what a pass was put to and what was left out of it, each thing once', () => {
    const note = witness('list.success');
    const judgement = found('list.success', note, note, leftOut('list.success'));
    const reason = 'it held; left out: out of scope';
    expect(judgement).toMatchObject({ verdict: 'pass', reason, limitsVerdict: true });
  });

  it('does not count a part that the document removed as a gap of the run', () => {
    const removed = { ...leftOut('get.success'), limitsVerdict: false };
    expect(found('get.success', removed)).toMatchObject({ verdict: 'not-tested', limitsVerdict: false });
  });

  it('leaves findings about other requirements aside', () => {
    const judgement = found('list.success', violation('list.agrees'), witness('list.success'));
    expect(judgement).toMatchObject({ verdict: 'pass', findings: [{ check: 'list/a' }] });
  });
});

describe('a failure that another one explains', () => {
  const elsewhere = violation('create.echo', { exchanges: ['x9'] });
  const by = (id: RequirementId, ...possibleCauses: readonly RequirementId[]) =>
    violation(id, { possibleCauses: possibleCauses });
  const byEcho = by('list.agrees', 'create.echo');

  it.each([
    ['one that fails', [byEcho, violation('create.echo')], 'inconclusive'],
    ['one that passes', [byEcho, witness('create.echo')], 'fail'],
    ['one that nobody tested', [byEcho], 'fail'],
    ['one that is undecided', [byEcho, undecided('create.echo')], 'fail'],
    [
      'the second of two that could',
      [by('list.agrees', 'create.echo', 'create.success'), violation('create.success')],
      'inconclusive',
    ],
    [
      'one that fails, beside one that stands for itself',
      [byEcho, violation('list.agrees'), violation('create.echo')],
      'fail',
    ],
    [
      'one that another explains in turn',
      [byEcho, by('create.echo', 'create.success'), violation('create.success')],
      'fail',
    ],
  ] as const)('explained by %s', (_, findings, verdict) => {
    expect(found('list.agrees', ...findings).verdict).toBe(verdict);
  });

  it('stands behind one that could be explained, and is not', () => {
    const missing = violation('list.agrees', {
      message: 'explained',
      possibleCauses: ['create.echo'],
      burden: [0],
    });
    const wrong = violation('list.agrees', {
      message: 'open',
      possibleCauses: ['create.success'],
      burden: [1],
    });
    const { reason } = found('list.agrees', missing, wrong, violation('create.echo'));
    expect(reason).toMatch(/^open/u);
  });

  it('says what it waits for, keeps the proof, and is not decided by a witness beside it', () => {
    const judgement = found('list.agrees', byEcho, witness('list.agrees'), violation('create.echo'));
    expect(judgement).toMatchObject({
      verdict: 'inconclusive',
      cause: 'server',
      reason: 'blocked by create.echo: it broke',
      next: 'Fix create.echo, then run again.',
      findings: [{ finding: { kind: 'undecided', exchanges: ['x1'] } }, { finding: { kind: 'witness' } }],
    });
  });

  it.each([
    ['the same exchange', violation('create.echo'), 'inconclusive'],
    ['the same animal', { ...elsewhere, subjects: ['animal 7'] }, 'inconclusive'],
    ['another exchange', elsewhere, 'fail'],
    ['another animal', { ...elsewhere, subjects: ['animal 8'] }, 'fail'],
  ] as const)('is one about %s', (_, other, verdict) => {
    expect(found('list.agrees', { ...byEcho, subjects: ['animal 7'] }, other).verdict).toBe(verdict);
  });

  it('leaves one of two to fail that explain each other', () => {
    const both = [byEcho, by('create.echo', 'list.agrees')];
    const verdicts = (['list.agrees', 'create.echo'] as const).map((id) => found(id, ...both).verdict);
    expect(verdicts.toSorted()).toEqual(['fail', 'inconclusive']);
  });
});

const scope = {
  selected: new Set(requirements.map(({ id }) => id)),
  claimed: ['animals', 'messages'] as const,
};

describe('scope', () => {
  const outcomes = [outcome('list/a', violation('list.success'), violation('messages.success'))];
  const verdictOf = (id: RequirementId, narrow: Partial<Parameters<typeof judgeRequirements>[2]>) =>
    judgeRequirements(requirements, outcomes, { ...scope, ...narrow }).find(
      (one) => one.requirement.id === id,
    );

  it('tells one judgement for each requirement, in the order of the catalogue', () => {
    const ids = judgeRequirements(requirements, outcomes, scope).map((one) => one.requirement.id);
    expect(ids).toEqual(requirements.map(({ id }) => id));
  });

  it('does not judge what --only leaves out, whatever was found about it, and lowers the whole', () => {
    const left = { verdict: 'not-tested', cause: 'scope', limitsVerdict: true, findings: [] };
    expect(verdictOf('list.success', { selected: new Set(['list.agrees']) })).toMatchObject(left);
  });

  it('does not judge a profile that is not claimed, and lowers nothing by that', () => {
    const left = { verdict: 'not-tested', limitsVerdict: false };
    expect(verdictOf('messages.success', { claimed: ['animals'] })).toMatchObject(left);
  });
});
