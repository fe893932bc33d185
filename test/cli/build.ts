import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { copyFile, cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { needsPlainOutput, usesColour } from '../../src/cli/io.ts';
import { runCommandLine } from '../../src/cli/start.ts';
import { build } from '../../tools/build.mjs';
import { compiled } from '../compiled.ts';
import { scratch } from '../later.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a command printed, and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command, in a folder of its own. */
export interface Cli {
  /** The folder that was built to. */
  readonly folder: string;
  /** An empty folder that commands are started in. */
  readonly cwd: string;
  /** The command as users have it: built, and started as a process. */
  start(words: readonly string[], env?: NodeJS.ProcessEnv): ChildProcessByStdio<null, Readable, Readable>;
  /** `start`, to its end. */
  spawn(words: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  /** The same command in this process, where the process is not the subject: it costs a fifth. */
  run(words: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
}

/**
 * The kit built as it stands, so that no test depends on an older build, in a folder that may be changed.
 * @param replace texts of modules that stand in for those at these paths; then `run` is a process too
 */
export async function buildCli(replace?: Readonly<Record<string, string>>): Promise<Cli> {
  const [folder, cwd] = [await scratch('cli'), await scratch('cwd')];
  if (replace === undefined) await cp(await compiled(), join(folder, 'dist'), { recursive: true });
  else await build(join(folder, 'dist'), replace);
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'));
  for (const name of ['node_modules', 'schemas']) await symlink(join(root, name), join(folder, name));
  const main = join(folder, 'dist', 'cli.js');
  const start: Cli['start'] = (words, env = {}) =>
    // With the dashes of the first line of the command itself.
    spawn(process.execPath, ['--', main, ...words], {
      cwd,
      // Nothing of the surroundings: a PETSTORE_ name or CI there would change what is tested.
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const spawned: Cli['spawn'] = (words, env) => ended(start(words, env));
  return {
    folder,
    cwd,
    start,
    spawn: spawned,
    run: replace === undefined ? (words, env) => inProcess(words, env, cwd) : spawned,
  };
}

/** Runs a command in this process, whose folder becomes that of the command. */
async function inProcess(words: readonly string[], env: NodeJS.ProcessEnv = {}, cwd: string): Promise<Ended> {
  process.chdir(cwd);
  const texts = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof texts) =>
    new Writable({
      write: (chunk: Buffer, _, done) => {
        texts[name] += chunk.toString();
        done();
      },
    });
  const io = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    env,
    isTTY: false,
    columns: 80,
    colour: usesColour(env, false),
    ci: needsPlainOutput(env),
  };
  const code = await runCommandLine(words, io);
  return { code, ...texts };
}

/** Waits for a command to end by itself. */
export async function ended(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, stdout, stderr };
}
