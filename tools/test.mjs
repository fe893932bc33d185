// `npm test`: every step runs, so that one run says all that is wrong; the last lines say which step failed. With words, such as
// `npm test -- http list`, the self-tests alone whose paths hold one of them.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
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

/** What failed, and counts, of vitest's JSON report; undefined where it wrote none. A file that does not load is one failure. */
async function counts(file, passed) {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const report = JSON.parse(text);
  const names = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const path = relative(fileURLToPath(root), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${path} did not load`];
    return failed.map(({ fullName }) => `${path} > ${fullName}`);
  });
  return {
    names,
    passed: report.numPassedTests,
    // An error outside of every test fails the run without failing a test.
    failed: passed ? names.length : Math.max(names.length, 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

const results = [];
const areas = process.argv.slice(2);

// Two at a time: that many cores are the least that machines of today have.
const queue = areas.length > 0 ? [] : ['format:check', 'lint', 'types', 'unused'];
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
const file = join(folder, 'vitest.json');
const args = [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${JSON.stringify(file)}`,
  // Half of the time of a test goes by in waiting: on a server, a clock or a command that has not begun yet.
  `--maxWorkers=${2 * availableParallelism()}`,
  ...areas.map((area) => JSON.stringify(area)),
];
const selfTests = await run('self-test', { args, live: true });
const total = await counts(file, selfTests.passed);
await rm(folder, { recursive: true, force: true });
results.push({ step: 'self-test', passed: selfTests.passed && total !== undefined && total.passed > 0 });

const failed = results.filter(({ passed }) => !passed);
console.log();
// A record that keeps the end of the output alone has all of them.
for (const name of total?.names ?? []) console.log(`FAILED: ${name}`);
for (const { step } of failed) console.log(`FAILED: ${step} (npm run ${step} shows it alone)`);
if (failed.length === 0) console.log(`All passed: ${results.map(({ step }) => step).join(', ')}`);
if (total !== undefined) {
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
}
process.exitCode = failed.length === 0 ? 0 : 1;
