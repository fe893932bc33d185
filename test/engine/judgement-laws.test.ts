import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import type { Finding } from '../../src/engine/finding.ts';
import { judgeAll } from '../../src/engine/judgement.ts';
import { leftOut, outcome, undecided, violation, witness } from './findings.ts';

const IDS = ['list.success', 'list.agrees', 'create.echo', 'create.success', 'get.success'] as const;
const someFinding = fc.oneof(
  fc.record({
    kind: fc.constant('violation' as const),
    id: fc.constantFrom(...IDS),
    by: fc.subarray([...IDS]),
  }),
  fc.record({
    kind: fc.constantFrom('witness' as const, 'undecided' as const, 'left-out' as const),
    id: fc.constantFrom(...IDS),
    by: fc.constant<RequirementId[]>([]),
  }),
);

function findingOf({
  kind,
  id,
  by,
}: {
  kind: Finding['kind'];
  id: RequirementId;
  by: readonly RequirementId[];
}): Finding {
  switch (kind) {
    case 'violation':
      return { ...violation(id), explainedBy: by };
    case 'witness':
      return witness(id);
    case 'undecided':
      return undecided(id);
    case 'left-out':
      return leftOut(id);
  }
}

const scope = {
  selected: new Set(requirements.map(({ id }) => id)),
  claimed: ['animals', 'messages'] as const,
};

describe('whatever was found', () => {
  const someOutcomes = fc.array(someFinding, { maxLength: 12 });

  it('passes nothing without a witness, and nothing that has a counterexample', () => {
    fc.assert(
      fc.property(someOutcomes, (drafts) => {
        const findings = drafts.map(findingOf);
        for (const { requirement: row, verdict } of judgeAll(
          requirements,
          [outcome('list/a', ...findings)],
          scope,
        )) {
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
      fc.property(someOutcomes, (drafts) => {
        fc.pre(drafts.some(({ kind }) => kind === 'violation'));
        const verdicts = judgeAll(requirements, [outcome('list/a', ...drafts.map(findingOf))], scope);
        expect(verdicts.some(({ verdict }) => verdict === 'fail')).toBe(true);
      }),
    );
  });

  it('explains a failure only by one that fails itself', () => {
    fc.assert(
      fc.property(someOutcomes, (drafts) => {
        const judgements = judgeAll(requirements, [outcome('list/a', ...drafts.map(findingOf))], scope);
        const failed = judgements
          .filter(({ verdict }) => verdict === 'fail')
          .map((one) => one.requirement.id);
        for (const { reason } of judgements) {
          const by = /^not decided because (\S+) fails/.exec(reason)?.[1];
          if (by !== undefined) expect(failed).toContain(by);
        }
      }),
    );
  });
});
