// @ts-check
// `npm run mutate -- src/kit/judgement.ts [--tests 'test/kit/judge*'] [--lines 10-40] [--jobs 2]`: changes one thing after another in a copy of the
// project, runs the tests, and says which changes no test saw.
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants.mjs';

/** @typedef {import('./mutants.mjs').Mutant & { readonly file: string }} Change */

/** Milliseconds: a change that makes the tests hang is seen. */
const PATIENCE = 120_000;
const root = fileURLToPath(new URL('../..', import.meta.url));

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true },
    lines: { type: 'string' },
    every: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
  },
});
if (files.length === 0) {
  console.error(
    'Name a module: npm run mutate -- src/kit/judgement.ts [--tests test/kit/judgement.test.ts] [--lines 10-40] [--every 5] [--jobs 2]',
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

/**
 * Whether the tests pass in a copy.
 * @param {string} folder
 * @param {readonly string[]} what test files, or the modules whose tests are meant
 * @returns {Promise<boolean>}
 */
function pass(folder, what) {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const words = values.tests === undefined ? ['related', '--run', ...what] : ['run', ...values.tests];
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [vitest, ...words, '--project', 'self', '--bail', '1', '--reporter', 'dot'],
      {
        cwd: folder,
        stdio: 'ignore',
        timeout: PATIENCE,
        killSignal: 'SIGKILL',
      },
    );
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

/** @returns {Promise<readonly Change[]>} */
async function changes() {
  const [from = 1, to = Infinity] = (values.lines ?? '').split('-').filter(Boolean).map(Number);
  const all = [];
  for (const file of files) {
    const mutants = mutantsOf(file, await readFile(join(root, file), 'utf8'));
    all.push(...mutants.filter(({ line }) => line >= from && line <= to).map((one) => ({ ...one, file })));
  }
  return all.filter((_, index) => index % Number(values.every) === 0);
}

const todo = [...(await changes())];
const total = todo.length;
/** @type {Change[]} */
const survived = [];
/** @type {Map<string, string>} */
const sources = new Map();
for (const file of files) sources.set(file, await readFile(join(root, file), 'utf8'));

/** Takes one change after another. */
async function worker() {
  const folder = await copyProject();
  try {
    if (!(await pass(folder, files))) throw new Error('The tests fail as it is: nothing can be learnt.');
    for (let change = todo.shift(); change !== undefined; change = todo.shift()) {
      const { file, start, end, text } = change;
      const source = sources.get(file) ?? '';
      await writeFile(join(folder, file), source.slice(0, start) + text + source.slice(end));
      if (await pass(folder, [file])) {
        survived.push(change);
        console.log(told(change));
      }
      await writeFile(join(folder, file), source);
    }
  } finally {
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
