import type { Report, RequirementReport } from './model.ts';
import { binding } from './rows.ts';

/** What a row comes to for a reader that tells little more than passed from failed. */
export type Outcome =
  | 'passed'
  /** Advisory, and missed: it binds nobody, so it breaks no build, and its words say what was missed. */
  | 'warned'
  | 'failed'
  /** It binds, and could not be decided: a reader must not take it for passed. */
  | 'undecided'
  /** Advisory, and could not be decided: it changes nothing. */
  | 'open'
  | 'waived'
  | 'not-tested'
  /** Its profile is not claimed. */
  | 'not-claimed';

/** The one place where verdicts become what other formats know; docs/formats.md has the table. */
export function outcomeOf(row: RequirementReport, { scope }: Report): Outcome {
  switch (row.verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      return 'failed';
    case 'warn':
      return scope.strict ? 'failed' : 'warned';
    case 'inconclusive':
      return binding(row) ? 'undecided' : 'open';
    case 'waived':
      return 'waived';
    case 'not-tested':
      return scope.profiles.includes(row.profile) ? 'not-tested' : 'not-claimed';
  }
}
