import { given } from '../src/base/given.ts';
import type { Exchange } from './exchange.ts';
import type { CheckReport, RequirementReport } from './model.ts';
import { telling } from './rows.ts';

/** What one check saw. */
export interface Seen {
  readonly check: CheckReport;
  /** The exchange that shows it. */
  readonly proof?: Exchange;
  /** What the proof is compared with. */
  readonly comparison?: Exchange;
  /** The others that the check names: what came before, and more of the kind. */
  readonly setUp: readonly Exchange[];
  /** Ids that the check names and the evidence does not have. */
  readonly missing: readonly string[];
}

/** What a reader needs to see of why a row is not a pass: by the check that tells most, the proof first. */
export interface Story extends Seen {
  /** The other checks that found something. */
  readonly others: readonly CheckReport[];
}

/** The story of a row; undefined where no check has something to say of it. */
export function storyOf(row: RequirementReport, evidence: readonly Exchange[]): Story | undefined {
  const [check, ...others] = telling(row);
  return check && { ...seen(check, evidence), others };
}

export function seen(check: CheckReport, evidence: readonly Exchange[]): Seen {
  const wanted = new Set([...check.exchanges, check.comparison]);
  const byId = new Map(evidence.filter(({ id }) => wanted.has(id)).map((one) => [one.id, one]));
  const proof = byId.get(check.proof ?? check.exchanges.at(-1) ?? '');
  const comparison = byId.get(check.comparison ?? '');
  const setUp = check.exchanges.flatMap((id) => byId.get(id) ?? []);
  return given({
    check,
    proof,
    comparison,
    setUp: setUp.filter((one) => one !== proof && one !== comparison),
    missing: check.exchanges.filter((id) => !byId.has(id)),
  });
}

/** Pointers into the body of the proof's answer at which the failure shows. */
export function bodyPointers({ places = [] }: CheckReport): readonly string[] {
  return places.flatMap((place) => (place.part === 'body' ? [place.pointer] : []));
}
