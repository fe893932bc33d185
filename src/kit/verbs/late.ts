import type { RequirementId } from '../../../requirements/index.ts';
import { defineCheck, type Check } from '../check.ts';
import { groupBy } from '../../group-by.ts';
import { counterexample } from './counterexample.ts';

/** A last look at what came while the rules on the whole run looked at flaws again, each at its own: it sends nothing. */
export function late(id: string, title: string, decides: readonly RequirementId[]): Check {
  return defineCheck({
    id,
    title,
    decides,
    stage: 'late',
    probe: (lab) => {
      const found = lab.looks
        .flatMap(({ flaws }) => flaws(lab.api.log))
        .filter(({ requirement }) => decides.includes(requirement));
      const kinds = groupBy(found, ({ requirement, flaw }) => `${requirement} ${flaw.kind ?? ''}`);
      for (const [first] of kinds.values()) {
        if (first === undefined) continue;
        const { requirement, reply, flaw } = first;
        lab.broken(requirement, counterexample(reply, flaw));
      }
    },
  });
}
