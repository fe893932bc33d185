import { execFileSync, spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { scratch } from '../later.ts';

/** Where lines are run; nothing they do may leave a file here. */
export const folder = await scratch('shells');

export const KEY = 'sk-live-Öé$`"\'!-key';
export const END = '\u0001END\u0001';

/** The shells that a printed command has to work in; those that are installed. */
const SHELLS = ['bash --norc -s', 'dash -s', 'zsh -f -s']
  .map((words) => words.split(' '))
  .filter(([shell = '']) => spawnSync(shell, ['-c', ':']).status === 0);

/** Runs lines in every shell, and gives what each was given once all of them agree. */
export function pasted(lines: readonly string[], env: Record<string, string> = {}): string[][] {
  const [first, ...others] = SHELLS.map(([shell = '', ...options]) => pastedIn(shell, options, lines, env));
  for (const other of others) expect(other).toEqual(first);
  return first ?? [];
}

/** Runs lines in a shell whose `curl` and `petstore-conformance` print what they were given; one list for each line. */
function pastedIn(
  shell: string,
  options: readonly string[],
  lines: readonly string[],
  env: Record<string, string>,
): string[][] {
  // A line that is given nothing through a pipe gets /dev/null: there is nothing to start another program for.
  const fake = `show() { printf '%s\\0' "$@"; printf 'STDIN:'; if [ -p /dev/stdin ]; then cat; fi; printf '\\0'; printf '${END}'; }
curl() { show "$@"; }
npx() { show "$@"; }
`;
  const out = execFileSync(shell, options, {
    input: fake + lines.map((line) => (line.includes(' | curl') ? line : `${line} </dev/null`)).join('\n'),
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', PETSTORE_API_KEY: KEY, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return out
    .toString()
    .split(END)
    .slice(0, -1)
    .map((call) => call.split('\0').slice(0, -1));
}

/** What stands behind each flag of this name. */
export function after(args: readonly string[] | undefined, flag: string): string[] {
  return (args ?? []).flatMap((arg, index) => (args?.[index - 1] === flag ? [arg] : []));
}

/** A text as UTF-8 can hold it. */
export const wellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8');
