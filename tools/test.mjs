// `npm test`: every step runs, so that one run says all that is wrong; the last lines say which step failed.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const rootPath = fileURLToPath(root);
const { scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));

/** Runs a script of package.json; its output is kept, or goes straight to the terminal. */
function run(script, { args = [], live = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn([scripts[script], ...args].join(' '), {
      cwd: root,
      shell: true,
      stdio: ['ignore', live ? 'inherit' : 'pipe', live ? 'inherit' : 'pipe'],
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => chunks.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => resolve({ passed: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}

/** What vitest's JSON report says; undefined where it wrote none. */
async function reportIn(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Files in which something failed, or that did not load. */
function failedFiles({ testResults }) {
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** Counts of a report. A file that does not load is one failure. */
function counts(report, passed) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + unloaded;
  return {
    passed: report.numPassedTests,
    // An error outside of every test fails the run without failing a test.
    failed: passed ? failed : Math.max(failed, 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const results = [];

// Two at a time: that many cores are the least that machines of today have.
const queue = ['format:check', 'lint', 'types', 'unused'];
const worker = async () => {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const result = await run(step);
    console.log(`${result.passed ? 'ok    ' : 'FAILED'} ${step}`);
    if (!result.passed) console.log(result.output);
    results.push({ step, passed: result.passed });
  }
};
await Promise.all([worker(), worker()]);

const folder = await mkdtemp(join(tmpdir(), 'petstore-conformance-test-'));

/** Runs self-tests, all of them or those in some files; gives vitest's report of them. */
async function selfTest(workers, files = []) {
  const file = join(folder, `vitest-${files.length}.json`);
  const args = [
    ...files.map((name) => JSON.stringify(name)),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${JSON.stringify(file)}`,
    `--maxWorkers=${workers}`,
  ];
  const { passed } = await run('self-test', { args, live: true });
  return { passed, report: await reportIn(file) };
}

/** Files that may fail because the machine has too much to do; where more fail, it is something else. */
const ALONE_AT_MOST = 5;

// Half of the time of a test goes by in waiting: on a server, a clock or a command that has not begun yet.
const first = await selfTest(Math.ceil(1.5 * availableParallelism()));
let total = first.report && counts(first.report, first.passed);
const again = first.report ? failedFiles(first.report) : [];
let alone = 0;
if (again.length > 0 && again.length <= ALONE_AT_MOST) {
  console.log(
    `\nAgain, with nothing beside them: ${again.map((name) => relative(rootPath, name)).join(', ')}`,
  );
  const second = await selfTest(1, again);
  if (second.passed && second.report && counts(second.report, true).failed === 0) {
    // They are told all the same: what fails on a busy machine is to be mended.
    alone = total.failed;
    total = { ...total, passed: total.passed + total.failed, failed: 0 };
  }
}
await rm(folder, { recursive: true, force: true });
results.push({ step: 'self-test', passed: total !== undefined && total.failed === 0 && total.passed > 0 });

const failed = results.filter(({ passed }) => !passed);
console.log();
for (const { step } of failed) console.log(`FAILED: ${step} (npm run ${step} shows it alone)`);
if (failed.length === 0) console.log(`All passed: ${results.map(({ step }) => step).join(', ')}`);
if (alone > 0)
  console.log(`Passed only with nothing beside them: ${alone} of those that failed at first, above`);
if (total !== undefined) {
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
}
process.exitCode = failed.length === 0 ? 0 : 1;
