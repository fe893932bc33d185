import { safeLine } from '../../reports/text.ts';

/** An inconsistency between two parts of a report's folder. */
export interface Discrepancy {
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
  /** What was found and what was expected, as the end of a sentence. */
  readonly message: string;
}

export function discrepancyLine({ kind, where, message }: Discrepancy): string {
  const about = `${safeLine(where, 200)}: ${safeLine(message, 600)}`;
  return kind === where ? about : `${kind}: ${about}`;
}

/** Returns a list with one discrepancy, or an empty list if `holds`. */
export function discrepancyUnless(
  holds: boolean,
  kind: Discrepancy['kind'],
  where: string,
  message: string,
): readonly Discrepancy[] {
  return holds ? [] : [{ kind, where, message }];
}
