import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { printCommandError } from './crash.ts';
import { ignoreSignals } from './interrupt.ts';
import { ignoreWriteErrors, processIo, type Io } from './io.ts';
import { runProgram } from './program.ts';

/** Milliseconds that the process may still run after its command is done. */
const LEAVE_MS = 200;

export async function main(): Promise<never> {
  const io = processIo();
  const words = process.argv.slice(2);

  // The run continues and writes its report, even if nobody reads its output any more (`| head`), or the disk is full.
  for (const stream of [process.stdout, process.stderr]) ignoreWriteErrors(stream);

  process.on('uncaughtException', (error) => process.exit(printCommandError(error, words, io)));

  const code = await runCommandLine(words, io);
  ignoreSignals();
  await Promise.all([flushed(io.stdout), flushed(io.stderr)]);
  // Until the event loop is empty, an uncaught error still sets the exit code.
  await Promise.race([once(process, 'beforeExit'), sleep(LEAVE_MS, undefined, { ref: false })]);
  // Handles that a command left open must not keep the process alive.
  process.exit(code);
}

/** Runs the command line; resolves to the exit code, also after an error. */
export function runCommandLine(words: readonly string[], io: Io): Promise<number> {
  return runProgram(words, io).catch((error: unknown) => printCommandError(error, words, io));
}

/** Resolves when all earlier output is written, or the stream is closed. */
function flushed(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writable) stream.write('', () => resolve());
    else resolve();
  });
}
