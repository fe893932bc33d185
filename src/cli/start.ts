import { setTimeout as sleep } from 'node:timers/promises';
import { explain } from './crash.ts';
import { ignoreSignals } from './interrupt.ts';
import { ignoreWriteErrors, processIo, type Io } from './io.ts';
import { runProgram } from './program.ts';

/** Milliseconds that a process has to end by itself once its command is done. */
const LEAVE_MS = 200;

export async function main(): Promise<never> {
  const io = processIo();
  const words = process.argv.slice(2);

  // A reader may stop early (`| head`), and a disk may be full: the verdict and the report are due all the same.
  for (const stream of [process.stdout, process.stderr]) ignoreWriteErrors(stream);

  process.on('uncaughtException', (error) => process.exit(explain(error, words, io)));

  const code = await runWords(words, io);
  ignoreSignals();
  await Promise.all([flushed(io.stdout), flushed(io.stderr)]);
  await Promise.race([idle(), sleep(LEAVE_MS, undefined, { ref: false })]);
  // What a command left behind must neither keep the process alive nor change its exit code.
  process.exit(code);
}

/** Runs the command that the words name; resolves to the exit code, whatever went wrong. */
export function runWords(words: readonly string[], io: Io): Promise<number> {
  return runProgram(words, io).catch((error: unknown) => explain(error, words, io));
}

/** Resolves once there is nothing left to do: an error that comes until then still counts. */
function idle(): Promise<void> {
  return new Promise((resolve) => process.once('beforeExit', () => resolve()));
}

/** Resolves once all that was written before has left, or cannot leave any more. */
function flushed(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writable) stream.write('', () => resolve());
    else resolve();
  });
}
