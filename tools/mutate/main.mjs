// @ts-check
// `npm run mutate -- generators/limits.ts [--tests test/generators/classes.test.ts] [--lines 10-40] [--every 5] [--jobs 2] [--all]`: changes one
// thing after another in a copy of the project, runs the tests, and says which changes no test saw; with --all what saw the others too.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants.mjs';

/** @typedef {import('./mutants.mjs').Mutant & { readonly file: string }} Change */

/** How many times as long as without a change, and milliseconds beside: what takes longer hangs, and is seen by that. */
const PATIENCE = { times: 5, ms: 5000 };
/** Milliseconds for the tests as they are. */
const FIRST_MS = 600_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true },
    lines: { type: 'string' },
    every: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
  },
});
if (files.length === 0) {
  console.error(
    'Name a module: npm run mutate -- src/kit/judgement.ts [--tests test/kit/judgement.test.ts] [--lines 10-40] [--every 5] [--jobs 2] [--all]',
  );
  process.exit(2);
}

/**
 * A copy of the project that changes are made in; what is installed is shared.
 * @returns {Promise<string>}
 */
async function copyProject() {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-mutate-'));
  const left = new Set(['node_modules', 'dist', '.git', 'conformance-report']);
  await cp(root, folder, {
    recursive: true,
    filter: (path) => !left.has(path.slice(root.length).split(sep)[0] ?? ''),
  });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The tests of a copy, in a process that can be ended where they hang. */
class Tests {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #runner;
  #folder;
  /** Milliseconds. */
  #patience = FIRST_MS;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  /** Runs them as they are, which tells how long they take. */
  async first() {
    const begun = performance.now();
    const seen = await this.seen(files[0] ?? '');
    if (seen !== undefined) throw new Error(`The tests fail as it is (${seen}): nothing can be learnt.`);
    this.#patience = (performance.now() - begun) * PATIENCE.times + PATIENCE.ms;
  }

  /**
   * What saw the change: the first test that fails; undefined where all pass.
   * @param {string} file what was changed since the last time
   * @returns {Promise<string | undefined>}
   */
  async seen(file) {
    const runner = this.#runner ?? (await this.#start());
    const done = new AbortController();
    const { signal } = done;
    runner.send(file);
    /** @type {readonly Promise<string | undefined>[]} */
    const ends = [
      once(runner, 'message', { signal }).then(([{ failed }]) => failed),
      once(runner, 'exit', { signal }).then(() => 'the tests break off'),
      setTimeout(this.#patience, 'the tests hang', { signal }),
    ];
    const outcomes = ends.map((end) => end.then((seen) => ({ seen, end })));
    const { seen, end } = await Promise.race(outcomes);
    done.abort();
    await Promise.allSettled(outcomes);
    if (end !== ends[0]) this.close();
    return seen;
  }

  /** Lets the tests clear up behind themselves. */
  async end() {
    const runner = this.#runner;
    this.#runner = undefined;
    if (runner === undefined) return;
    runner.disconnect();
    await once(runner, 'exit');
  }

  close() {
    const pid = this.#runner?.pid;
    this.#runner = undefined;
    try {
      // With the workers that it started, which may be those that hang.
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }

  async #start() {
    const task = { folder: this.#folder, files, tests: values.tests };
    const runner = fork(new URL('runner.mjs', import.meta.url), [JSON.stringify(task)], {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#runner = runner;
    const [first] = await Promise.race([once(runner, 'message'), once(runner, 'exit')]);
    if (first !== 'ready') throw new Error('The tests cannot be started.');
    return runner;
  }
}

/** @returns {Promise<readonly Change[]>} */
async function changes() {
  const [from = 1, to = Infinity] = (values.lines ?? '').split('-').filter(Boolean).map(Number);
  const found = [];
  for (const file of files) {
    const mutants = mutantsOf(file, await readFile(join(root, file), 'utf8'));
    found.push(...mutants.filter(({ line }) => line >= from && line <= to).map((one) => ({ ...one, file })));
  }
  return found.filter((_, index) => index % Number(values.every) === 0);
}

const todo = [...(await changes())];
const total = todo.length;
/** @type {Change[]} */
const survived = [];
/** @type {Map<string, string>} */
const sources = new Map();
for (const file of files) sources.set(file, await readFile(join(root, file), 'utf8'));

/** @type {Set<Tests>} */
const all = new Set();
/** @type {Set<string>} */
const folders = new Set();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, () => {
    for (const tests of all) tests.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
}

/** Takes one change after another. */
async function worker() {
  const folder = await copyProject();
  folders.add(folder);
  const tests = new Tests(folder);
  all.add(tests);
  try {
    await tests.first();
    for (let change = todo.shift(); change !== undefined; change = todo.shift()) {
      const { file, start, end, text } = change;
      const source = sources.get(file) ?? '';
      await writeFile(join(folder, file), source.slice(0, start) + text + source.slice(end));
      const seen = await tests.seen(file);
      if (seen === undefined) survived.push(change);
      if (seen === undefined || values.all)
        console.log(`${told(change)}${seen === undefined ? '' : `   seen: ${seen}`}`);
      await writeFile(join(folder, file), source);
    }
  } finally {
    await tests.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {Change} change */
function told({ file, line, start, end, text, where }) {
  const before = (sources.get(file) ?? '').slice(start, end).replaceAll(/\s+/gu, ' ');
  return `${file}:${line} ${where}: ${before} -> ${text === '' ? '(left out)' : text.replaceAll(/\s+/gu, ' ')}`;
}

try {
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker));
  const groups = new Map();
  for (const { where } of survived) groups.set(where, (groups.get(where) ?? 0) + 1);
  console.log(`\n${total} changes, ${total - survived.length} seen, ${survived.length} not.`);
  for (const [where, count] of groups) console.log(`  ${count}  ${where || '(top)'}`);
  process.exitCode = survived.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
