import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closeLater, scratch } from '../later.ts';

/** A stand-in for npm, so that nothing is fetched: `install` puts a project's modules there, `start` starts server.js. */
export interface FakeNpm {
  /** The folder to put at the front of PATH. */
  readonly path: string;
  /** What it was called with, the words of each call. */
  calls(): Promise<readonly (readonly string[])[]>;
}

/** @param modules the node_modules that an install results in */
export async function fakeNpm(modules: string): Promise<FakeNpm> {
  const path = await scratch('npm');
  const log = join(path, 'calls');
  const started = join(path, 'started');
  const script = `#!/usr/bin/env node
const { appendFileSync, existsSync, mkdirSync, symlinkSync } = require('node:fs');
const { join } = require('node:path');
const words = process.argv.slice(2);
appendFileSync(${JSON.stringify(log)}, JSON.stringify(words) + '\\n');
if (words[0] === 'start') {
  appendFileSync(${JSON.stringify(started)}, process.pid + '\\n');
  process.argv[1] = require('node:path').resolve('server.js');
  void import(require('node:url').pathToFileURL('server.js')).catch(console.error);
}
if (words[0] === 'install') {
  if (!existsSync(words.at(-1))) {
    console.error('npm error code E404');
    process.exit(1);
  }
  const prefix = words[words.indexOf('--prefix') + 1];
  mkdirSync(prefix, { recursive: true });
  const target = join(prefix, 'node_modules');
  if (!existsSync(target)) symlinkSync(${JSON.stringify(modules)}, target);
}
`;
  for (const file of [log, started]) await writeFile(file, '');
  await writeFile(join(path, 'package.json'), '{ "type": "commonjs" }');
  await writeFile(join(path, 'npm'), script);
  await chmod(join(path, 'npm'), 0o755);
  closeLater(async () => {
    // A job's shell leaves what it started in the background; a container would end with it.
    for (const pid of (await readFile(started, 'utf8')).split('\n').filter((line) => line !== '')) {
      stop(Number(pid));
    }
  });
  return {
    path,
    calls: async () => {
      const lines = (await readFile(log, 'utf8')).trim();
      return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as string[]);
    },
  };
}

function stop(pid: number): void {
  try {
    process.kill(pid);
  } catch {
    // It has ended by itself.
  }
}
