import { isatty } from 'node:tty';
import { wrapIndented } from '../../reports/render/terminal/layout.ts';
import { isCi, isTruthy } from '../base/truthy.ts';

/** The streams of a command, and facts about its terminal. */
export interface Io {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly env: NodeJS.ProcessEnv;
  readonly isTTY: boolean;
  /** Width of the terminal, in characters; 80 without a terminal. */
  readonly columns: number;
  readonly colour: boolean;
  /** True in a CI system or with `TERM=dumb`: plain lines, no live progress. */
  readonly ci: boolean;
}

type Env = NodeJS.ProcessEnv;

/** True for colour: --color and --no-color win over NO_COLOR (no-color.org), that over FORCE_COLOR, that over the terminal. */
export function usesColour(env: Env, isTTY: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return isTruthy(env.FORCE_COLOR);
  return isTTY && env.TERM !== 'dumb';
}

/** True if output has to be plain lines: in a CI system, or with `TERM=dumb`. */
export function needsPlainOutput(env: Env): boolean {
  return env.TERM === 'dumb' || isCi(env);
}

/**
 * Makes a standard stream ignore write errors, such as a closed pipe or a full disk. If a write to a file throws, `done()` must
 * be called, because the stream would otherwise wait for the end of the write for ever.
 */
export function ignoreWriteErrors(stream: NodeJS.WriteStream): void {
  stream.on('error', () => undefined);
  const write = stream._write.bind(stream);
  stream._write = (chunk, encoding, done) => {
    try {
      write(chunk, encoding, done);
    } catch {
      done();
    }
  };
}

/** Writes a line, wrapped on a terminal. */
export function printLine({ stdout, isTTY, columns }: Io, line: string): void {
  stdout.write(`${isTTY ? wrapIndented(line, columns, 2, 0) : line}\n`);
}

export function processIo(): Io {
  const { stdout, stderr, env } = process;
  const isTTY = isatty(1);
  return {
    stdout,
    stderr,
    env,
    isTTY,
    columns: isTTY && stdout.columns > 0 ? stdout.columns : 80,
    colour: usesColour(env, isTTY),
    ci: needsPlainOutput(env),
  };
}
