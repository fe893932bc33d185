// `npm test`: every step runs, so that one run says all that is wrong; the last lines say which step failed. With words, such as
// `npm test -- http list`, the self-tests alone whose paths hold one of them.
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
// Two at a time: that many cores are the least that machines of today have.
for (const pair of areas.length > 0 ? [] : ['format:check lint', 'types unused'])
  await Promise.all(pair.split(' ').map(checked));

const vitest = await startVitest('test', areas, {
  root: fileURLToPath(root),
  project: ['self'],
  watch: false,
});
const modules = vitest.state.getTestModules();
const count = (state) => modules.flatMap(({ children }) => [...children.allTests(state)]).length;
/** What failed; a file that does not load is one failure, and an error outside of every test fails the run without failing one. */
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
// A record that keeps the end of the output alone has all of them.
for (const name of names) console.log(`FAILED: ${name}`);
for (const { step } of failed) console.log(`FAILED: ${step} (npm run ${step} shows it alone)`);
if (failed.length === 0) console.log(`All passed: ${results.map(({ step }) => step).join(', ')}`);
console.log(`${well} passed, ${names.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed.length === 0 ? 0 : 1;
