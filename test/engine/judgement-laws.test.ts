import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import type { Finding } from '../../src/engine/plan/finding.ts';
import { judgeRequirements } from '../../src/engine/judge/judgement.ts';
import { leftOut, outcome, undecided, violation, witness } from './findings.ts';

const IDS = ['list.success', 'list.agrees', 'create.echo', 'create.success', 'get.success'] as const;
const id = fc.constantFrom(...IDS);
const someFinding: fc.Arbitrary<Finding> = fc.oneof(
  fc
    .tuple(id, fc.subarray([...IDS]))
    .map(([broken, possibleCauses]) => violation(broken, { possibleCauses: possibleCauses })),
  fc.tuple(id, fc.constantFrom(witness, undecided, leftOut)).map(([one, make]) => make(one)),
);
const someFindings = fc.array(someFinding, { maxLength: 12 });

const selected = new Set(requirements.map((one) => one.id));
const judged = (findings: readonly Finding[]) =>
  judgeRequirements(requirements, [outcome('list/a', ...findings)], {
    selected,
    claimed: ['animals', 'messages'],
  });

describe('whatever was found', () => {
  it('passes nothing without a witness, and nothing that has a counterexample', () => {
    fc.assert(
      fc.property(someFindings, (findings) => {
        for (const { requirement: row, verdict } of judged(findings)) {
          const kinds = findings.filter((one) => one.requirement === row.id).map((one) => one.kind);
          if (verdict === 'pass') {
            expect(kinds).toContain('witness');
            expect(kinds).not.toContain('violation');
          }
        }
      }),
    );
  });

  it('lets no counterexample vanish: where there is one, something fails', () => {
    fc.assert(
      fc.property(someFindings, (findings) => {
        fc.pre(findings.some(({ kind }) => kind === 'violation'));
        expect(judged(findings).some(({ verdict }) => verdict === 'fail')).toBe(true);
      }),
    );
  });

  it('explains a failure only by one that fails itself', () => {
    fc.assert(
      fc.property(someFindings, (findings) => {
        const judgements = judged(findings);
        const failed = judgements
          .filter(({ verdict }) => verdict === 'fail')
          .map(({ requirement: row }) => row.id);
        for (const { reason } of judgements) {
          const by = /^blocked by (\S+):/.exec(reason)?.[1];
          if (by !== undefined) expect(failed).toContain(by);
        }
      }),
    );
  });
});
