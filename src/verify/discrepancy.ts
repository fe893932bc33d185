import { inertLine } from '../../reports/text.ts';

/** An inconsistency: a folder says one thing in one place, and another elsewhere. */
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
  /** The requirement, exchange or member that it is about; may hold text of the file's, as the message may. */
  readonly where: string;
  /** The found and the expected value. */
  readonly message: string;
}

export function discrepancyLine({ kind, where, message }: Discrepancy): string {
  const about = `${inertLine(where, 200)}: ${inertLine(message, 600)}`;
  return kind === where ? about : `${kind}: ${about}`;
}

/** A discrepancy in a list, unless something holds. */
export function ensure(
  holds: boolean,
  kind: Discrepancy['kind'],
  where: string,
  message: string,
): readonly Discrepancy[] {
  return holds ? [] : [{ kind, where, message }];
}
