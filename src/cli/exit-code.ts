import type { RunVerdict } from '../../reports/model.ts';

/** The exit code of each way to end a command. */
const CODES = {
  done: 0,
  conformant: 0,
  partial: 0,
  'non-conformant': 1,
  objection: 1,
  usage: 2,
  inconclusive: 3,
  interrupted: 3,
  unwritten: 3,
  bug: 4,
} as const satisfies Record<RunVerdict, number> & Readonly<Record<string, number>>;

export type ExitReason = keyof typeof CODES;

export function exitCode(ending: ExitReason): number {
  return CODES[ending];
}
