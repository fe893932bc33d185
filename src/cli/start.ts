import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../config/usage-error.ts';
import { crashReport } from './crash.ts';
import { exitCode } from './exit-code.ts';
import { ignoreSignals } from './interrupt.ts';
import { processIo, type Io } from './io.ts';
import { runProgram } from './program.ts';

/** Milliseconds that a process has to end by itself once its command is done. */
const LEAVE_MS = 200;

/** Runs the command that the process was started with, and ends the process. */
export async function main(): Promise<never> {
  const io = processIo();
  const words = process.argv.slice(2);

  // Whoever reads may stop early (`| head`); the verdict and the report are due all the same.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }

  // Warnings of node and of libraries say nothing to somebody who judges a server.
  if (io.env.PETSTORE_DEBUG !== '1') process.removeAllListeners('warning');

  process.on('uncaughtException', (error) => {
    io.stderr.write(crashReport(error, words, io.env));
    process.exit(exitCode('bug'));
  });

  const code = await runProgram(words, io).catch((error: unknown) => explain(error, words, io));
  ignoreSignals();
  await Promise.all([flushed(io.stdout), flushed(io.stderr)]);
  await Promise.race([idle(), sleep(LEAVE_MS, undefined, { ref: false })]);
  // Whatever a command left behind must neither keep the process alive nor have a say in how it ends.
  process.exit(code);
}

/** Resolves once there is nothing left to do: an error that comes until then still counts. */
function idle(): Promise<void> {
  return new Promise((resolve) => process.once('beforeExit', () => resolve()));
}

/** Says why a command could not be carried out; returns the exit code. */
function explain(error: unknown, words: readonly string[], io: Io): number {
  if (error instanceof UsageError) {
    for (const problem of error.problems) io.stderr.write(`error: ${problem}\n`);
    return exitCode('usage');
  }
  io.stderr.write(crashReport(error, words, io.env));
  return exitCode('bug');
}

/** Resolves once all that was written before has left, or cannot leave any more. */
function flushed(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writable) stream.write('', () => resolve());
    else resolve();
  });
}
