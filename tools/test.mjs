// `npm test`: runs all steps, also after a failure, and lists the failed ones at the end. `npm test -- http list`
// runs only the self-tests with one of these words in their paths.
import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

const root = new URL('..', import.meta.url);
const { scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));

/** Runs a script of package.json. */
function run(script) {
  return new Promise((resolve) => {
    exec(scripts[script], { cwd: root, maxBuffer: Infinity }, (error, stdout, stderr) => {
      resolve({ passed: error === null, output: stdout + stderr });
    });
  });
}

const results = [];
const areas = process.argv.slice(2);

const checked = async (step) => {
  const { passed, output } = await run(step);
  console.log(passed ? `ok     ${step}` : `FAILED ${step}\n${output}`);
  results.push({ step, passed });
};
// Two steps at a time, since machines have at least two cores.
for (const pair of areas.length > 0 ? [] : ['format:check lint', 'types unused'])
  await Promise.all(pair.split(' ').map(checked));

const vitest = await startVitest('test', areas, {
  root: fileURLToPath(root),
  project: ['self'],
  watch: false,
});
const modules = vitest.state.getTestModules();
const count = (state) => modules.flatMap(({ children }) => [...children.allTests(state)]).length;
/** The failed tests, files that did not load, and errors outside of tests, which fail a run without a failed test. */
const names = [
  ...modules.flatMap((module) => {
    const failed = [...module.children.allTests('failed')].map(({ fullName }) => ` > ${fullName}`);
    const all = module.ok() || failed.length > 0 ? failed : [' did not load'];
    return all.map((name) => `${module.relativeModuleId}${name}`);
  }),
  ...vitest.state.getUnhandledErrors().map(({ message }) => `outside of every test: ${message}`),
];
const [well, skipped] = [count('passed'), count('skipped')];
results.push({ step: 'self-test', passed: names.length === 0 && well > 0 });
await vitest.close();

const failed = results.filter(({ passed }) => !passed);
console.log();
// Failures come last, for logs that keep only their last lines.
for (const name of names) console.log(`FAILED: ${name}`);
for (const { step } of failed) console.log(`FAILED: ${step} (npm run ${step} shows it alone)`);
if (failed.length === 0) console.log(`All passed: ${results.map(({ step }) => step).join(', ')}`);
console.log(`${well} passed, ${names.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed.length === 0 ? 0 : 1;
