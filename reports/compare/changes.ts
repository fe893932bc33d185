import type { Change, Report, RequirementReport, Verdict } from '../model.ts';

type Row = Pick<RequirementReport, 'verdict' | 'cause'>;

/** What a verdict comes to where two runs are held against each other. */
type Standing = 'met' | 'failed' | 'warned' | 'waived' | 'open';

function standing({ verdict, cause }: Row): Standing {
  switch (verdict) {
    case 'pass':
      return 'met';
    // What fails because of the waiver file alone is met by the target.
    case 'fail':
      return cause === 'configuration' ? 'met' : 'failed';
    case 'warn':
      return cause === 'configuration' ? 'met' : 'warned';
    case 'waived':
      return 'waived';
    case 'inconclusive':
    case 'not-tested':
      return 'open';
  }
}

/**
 * What became of a requirement from one run to a later one.
 * @param strict whether a warning counts as a failure in the later one
 */
export function changeOf(before: Row, after: Row, strict: boolean): Change {
  const from = standing(before);
  const to = standing(after);
  if (from === to) return 'same';
  switch (to) {
    case 'failed':
      return 'new-failure';
    case 'warned':
      return strict ? 'new-failure' : 'new-warning';
    case 'open':
      return 'lost-coverage';
    case 'waived':
      return from === 'open' ? 'newly-decided' : 'newly-waived';
    case 'met':
      if (from === 'open') return 'newly-decided';
      return from === 'warned' ? 'warning-gone' : 'fixed';
  }
}

/** What each change is called, in the order in which changes are told: what asks for action first. */
export const changeWords = {
  'new-failure': 'new failure',
  'lost-coverage': 'lost coverage',
  'new-warning': 'new warning',
  'newly-waived': 'newly waived',
  fixed: 'fixed',
  'newly-decided': 'newly decided',
  'warning-gone': 'warning gone',
  same: 'same',
} as const satisfies Record<Change, string>;

/** Every change, in that order. */
export const changeKinds = Object.keys(changeWords) as readonly Change[];

/** Rows by their id. */
export function rowsById(report: Report): ReadonlyMap<string, RequirementReport> {
  return new Map(report.requirements.map((row) => [row.id, row]));
}

/** `2 new failures, 1 fixed, 61 same`: each change that occurred, with its count. */
export function changeCounts(changes: readonly Change[]): string {
  const counted = changeKinds
    .map((kind) => ({ kind, count: changes.filter((one) => one === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${String(count)} ${count > 1 ? plural(kind) : changeWords[kind]}`);
  return counted.join(', ') || 'nothing to compare';
}

function plural(kind: Change): string {
  return kind === 'new-failure' || kind === 'new-warning' ? `${changeWords[kind]}s` : changeWords[kind];
}

/** What becomes of requirements while a server is being written, what asks for action first: only what was red, or is. */
export const turns = [
  { turn: 'new-red', word: 'New red', like: 'fail' },
  { turn: 'still-red', word: 'Still red', like: 'fail' },
  { turn: 'red', word: 'Red', like: 'fail' },
  { turn: 'pending', word: 'Was red, not judged again yet', like: 'inconclusive' },
  { turn: 'unsure', word: 'Was red, undecided now', like: 'inconclusive' },
  { turn: 'new-green', word: 'New green', like: 'pass' },
] as const satisfies readonly { readonly turn: string; readonly word: string; readonly like: Verdict }[];

export type Turn = (typeof turns)[number]['turn'] | 'none';

/** Whether a verdict asks its reader to do something; a warning does only where it counts. */
export function isRed(verdict: Verdict | undefined, strict: boolean): boolean {
  return verdict === 'fail' || (verdict === 'warn' && strict);
}

/**
 * What became of a requirement from one round to the next.
 * @param before undefined where no round before has a verdict on it: then nothing is new
 * @param now undefined where the round has not come to it
 */
export function turnOf(before: Verdict | undefined, now: Verdict | undefined, strict: boolean): Turn {
  const was = isRed(before, strict);
  if (now === undefined) return was ? 'pending' : 'none';
  if (isRed(now, strict)) return before === undefined ? 'red' : was ? 'still-red' : 'new-red';
  if (!was) return 'none';
  return now === 'inconclusive' || now === 'not-tested' ? 'unsure' : 'new-green';
}
