#!/usr/bin/env -S node --
// With the two dashes, since node takes an --env-file for its own wherever it stands before them, and refuses a missing one.
import { UsageError } from '../config/usage-error.ts';
import { crashReport } from './crash.ts';
import { exitCode } from './exit-code.ts';
import { processIo } from './io.ts';
import { runProgram } from './program.ts';

/** Milliseconds that a process has to end by itself once its command is done. */
const LEAVE_MS = 200;

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

try {
  process.exitCode = await runProgram(words, io);
} catch (error) {
  if (error instanceof UsageError) {
    for (const problem of error.problems) io.stderr.write(`error: ${problem}\n`);
    process.exitCode = exitCode('usage');
  } else {
    io.stderr.write(crashReport(error, words, io.env));
    process.exitCode = exitCode('bug');
  }
} finally {
  // Whatever a command left behind, such as checks that an interrupt cut off, must not keep the process alive.
  setTimeout(() => process.exit(), LEAVE_MS).unref();
}
