import { requirements } from '../../requirements/index.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { fits } from '../glob.ts';
import { nearest } from './nearest.ts';
import type { Parsed } from './parsers.ts';
import { problem } from './problem.ts';
import { UsageError } from './usage-error.ts';

const ids: readonly RequirementId[] = requirements.map(({ id }) => id);

/** The ids that a pattern means; `*` stands for any characters, dots included. */
function idsOf(text: string): readonly RequirementId[] {
  return ids.filter((id) => fits(text, id));
}

/** A pattern of requirement ids; one that matches nothing is refused with the nearest id. */
export function pattern(text: string): Parsed<string> {
  if (idsOf(text).length > 0) return { ok: true, value: text };
  const near = nearest(text, ids);
  const hint =
    near === undefined ? 'petstore-conformance requirements lists the ids' : `did you mean ${near}?`;
  return { ok: false, must: 'must match a requirement', shown: text, hint };
}

/**
 * The requirements that these patterns of ids name together, in the order of the catalogue; no pattern means all.
 * Throws a UsageError with a sentence for each pattern that matches nothing.
 */
export function selectRequirements(patterns: readonly string[]): readonly RequirementId[] {
  if (patterns.length === 0) return ids;
  const problems = patterns
    .map(pattern)
    .flatMap((parsed) => (parsed.ok ? [] : problem('A pattern', parsed, [])));
  if (problems.length > 0) throw new UsageError(problems);
  const chosen = new Set(patterns.flatMap(idsOf));
  return ids.filter((id) => chosen.has(id));
}
