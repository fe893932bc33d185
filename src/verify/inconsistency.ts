import { safeLine } from '../../reports/text.ts';
import { withoutUndefined } from '../base/without-undefined.ts';

/** An inconsistency between two parts of a report's folder. */
export interface ReportInconsistency {
  readonly kind:
    | 'signature'
    | 'digest'
    | 'schema'
    | 'statement'
    | 'catalogue'
    | 'verdict'
    | 'count'
    | 'scope'
    | 'date'
    | 'waiver'
    | 'evidence'
    | 'traffic'
    | 'replay';
  /** The requirement, exchange or member; may contain text from the folder, like `message`. */
  readonly where: string;
  /** What was found and what was expected: a phrase that continues the name in `where`. */
  readonly message: string;
  /** What to do before a new run, in one sentence; absent if a new run alone may help. */
  readonly next?: string;
}

export function inconsistencyLine({ kind, where, message }: ReportInconsistency): string {
  const about = `${safeLine(where, 200)}: ${safeLine(message, 600)}`;
  return kind === where ? about : `${kind}: ${about}`;
}

/** Returns an empty list if `holds` is true, otherwise a list with one inconsistency. */
export function inconsistencyUnless(
  holds: boolean,
  kind: ReportInconsistency['kind'],
  where: string,
  message: string,
  next?: string,
): readonly ReportInconsistency[] {
  return holds ? [] : [withoutUndefined({ kind, where, message, next })];
}

/** What to do about a file that was changed after the run. */
export const NEXT_STEP_SIGN_UNCHANGED =
  'Only the unchanged files of a run can be signed: run again, and change no file.';
