import type { Fault, Variant } from '../../reference/index.ts';
import { requirement, type RequirementId } from '../../requirements/index.ts';
import type { IdsByVerdict } from './rows.ts';
import type { ServerResult } from './subject.ts';

/** Returns how a run on a fault differs from what the fault declares, a sentence each; empty if the run found it and nothing else. */
export function faultDeviations(
  { breaks, mayFall, leaves = [], needs = [] }: Pick<Fault, 'breaks' | 'mayFall' | 'leaves' | 'needs'>,
  told: ServerResult,
  variants: readonly Variant[],
): readonly string[] {
  const said = [...told.failed, ...told.warned];
  const stands = variants.filter(({ id }) => needs.includes(id)).flatMap(({ warns }) => warns);
  const allowed = new Set([...breaks, ...mayFall, ...stands]);
  return [
    ...breaks.filter((id) => !said.includes(id)).map((id) => `escapes ${id}: ${because(told, id)}`),
    ...leaves
      .filter((id) => !told.undecided.includes(id))
      .map((id) => `is not told of ${id}, which gets no answer: ${because(told, id)}`),
    ...said.filter((id) => !allowed.has(id)).map((id) => `is blamed on ${id}: ${because(told, id)}`),
    ...told.problems.map((problem) => `could not be judged: ${problem}`),
  ];
}

/** Returns how a run on a lawful variant differs from what the variant declares, a sentence each. */
export function variantDeviations(
  { warns, leaves = [], ends }: Pick<Variant, 'warns' | 'leaves' | 'ends'>,
  told: ServerResult,
): readonly string[] {
  return [
    ...leaves
      .filter((id) => !told.undecided.includes(id))
      .map((id) => `is not told of ${id}, which cannot be decided: ${because(told, id)}`),
    ...told.failed.map((id) => `gets a false alarm of ${id}: ${because(told, id)}`),
    ...told.warned
      .filter((id) => !warns.includes(id))
      .map((id) => `is warned about ${id}: ${because(told, id)}`),
    ...(ends === true && told.problems.length === 0 ? ['is not told to have ended the run'] : []),
    ...(ends === true ? [] : told.problems.map((problem) => `could not be judged: ${problem}`)),
  ];
}

/** Returns the stated and implied requirements that a run left undecided. */
export function undecidedMandatoryIds({ undecided }: ServerResult): readonly RequirementId[] {
  return undecided.filter((id) => requirement(id).level !== 'advisory');
}

/** Returns the requirements that did not pass, by verdict. */
export function idsByVerdict({ failed, warned, undecided }: ServerResult): IdsByVerdict {
  const all = { fail: failed, warn: warned, inconclusive: undecided };
  return Object.fromEntries(Object.entries(all).filter(([, ids]) => ids.length > 0));
}

function because({ reasons }: ServerResult, id: RequirementId): string {
  return reasons[id] ?? 'it passed';
}
