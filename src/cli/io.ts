import { isatty } from 'node:tty';
import { isCi, isTruthy } from '../base/truthy.ts';

/** The streams of a command, and facts about its terminal. */
export interface Io {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly env: NodeJS.ProcessEnv;
  readonly isTTY: boolean;
  /** Width of the terminal, in characters; 80 where there is none. */
  readonly columns: number;
  readonly colour: boolean;
  /** Whether a CI system runs this, or the terminal knows no escapes: plain lines, no live view. */
  readonly ci: boolean;
}

type Env = NodeJS.ProcessEnv;

/** NO_COLOR (no-color.org) wins, then FORCE_COLOR, then what the terminal is; --color and --no-color win over all. */
export function usesColour(env: Env, isTTY: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return isTruthy(env.FORCE_COLOR);
  return isTTY && env.TERM !== 'dumb';
}

/** Whether plain lines are asked for: by a CI system that runs this, or by `TERM=dumb`. */
export function isPlain(env: Env): boolean {
  return env.TERM === 'dumb' || isCi(env);
}

/**
 * Lets a standard stream take whatever is written to it, also where what it goes to is closed or full. Writing to a file
 * throws at once, and would leave the stream waiting for that write for ever.
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
    ci: isPlain(env),
  };
}
