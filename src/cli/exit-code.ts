import type { RunVerdict } from '../../reports/model.ts';

/**
 * How a command can end: a verdict, an objection of one that looks at reports, no verdict for a reason outside the kit,
 * wrong usage, or a bug of the kit. `starved`: the machine
 * did not give what a run takes.
 */
export type Ending =
  | RunVerdict
  | 'done'
  | 'objection'
  | 'unreachable'
  | 'interrupted'
  | 'unwritten'
  | 'starved'
  | 'usage'
  | 'bug';

const CODES = {
  done: 0,
  conformant: 0,
  partial: 0,
  'non-conformant': 1,
  objection: 1,
  usage: 2,
  inconclusive: 3,
  unreachable: 3,
  interrupted: 3,
  unwritten: 3,
  starved: 3,
  bug: 4,
} as const satisfies Record<Ending, number>;

export type ExitCode = (typeof CODES)[Ending];

/** The exit code that scripts rely on. */
export function exitCode(ending: Ending): ExitCode {
  return CODES[ending];
}
