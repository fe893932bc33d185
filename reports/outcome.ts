import type { Report, RequirementReport, Verdict } from './model.ts';
import { binding } from './rows.ts';

/** The outcome of a row for a reader that tells little more than passed from failed. */
export type Outcome =
  | 'passed'
  /** Advisory and failed: it breaks no build, and its text says what failed. */
  | 'warned'
  | 'failed'
  /** Mandatory and undecided: a reader must not take it for passed. */
  | 'undecided'
  /** Advisory and undecided: it changes nothing. */
  | 'open'
  | 'waived'
  | 'not-tested'
  /** Its profile is not claimed. */
  | 'not-claimed';

/** The one place where verdicts become what other formats know; docs/formats.md has the table. */
export function outcomeOf(row: RequirementReport, { scope }: Report): Outcome {
  const outcomes = {
    pass: 'passed',
    fail: 'failed',
    warn: scope.strict ? 'failed' : 'warned',
    inconclusive: binding(row) ? 'undecided' : 'open',
    waived: 'waived',
    'not-tested': scope.profiles.includes(row.profile) ? 'not-tested' : 'not-claimed',
  } as const satisfies Record<Verdict, Outcome>;
  return outcomes[row.verdict];
}

/**
 * Each outcome in the formats that others defined.
 * - JUnit: readers show a skipped case as green or grey, so what binds and could not be decided is an `error`: the same as a
 *   test that could not run, which GitLab, Jenkins and GitHub's readers count as not passed.
 * - CTRF has `other` for what is neither passed nor failed; its `rawStatus` always names our own verdict.
 * - EARL 1.0: what a waiver accepts has failed all the same; a profile that is not claimed does not apply.
 */
export const inFormats = {
  passed: { junit: 'passed', ctrf: 'passed', earl: 'earl:passed' },
  warned: { junit: 'passed', ctrf: 'passed', earl: 'earl:passed' },
  failed: { junit: 'failure', ctrf: 'failed', earl: 'earl:failed' },
  undecided: { junit: 'error', ctrf: 'other', earl: 'earl:cantTell' },
  open: { junit: 'skipped', ctrf: 'skipped', earl: 'earl:cantTell' },
  waived: { junit: 'skipped', ctrf: 'skipped', earl: 'earl:failed' },
  'not-tested': { junit: 'skipped', ctrf: 'skipped', earl: 'earl:untested' },
  'not-claimed': { junit: 'skipped', ctrf: 'skipped', earl: 'earl:inapplicable' },
} as const satisfies Record<Outcome, object>;
