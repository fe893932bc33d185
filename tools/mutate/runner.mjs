// @ts-check
// A process of `npm run mutate`: it runs the tests of a copy of the project as often as it is asked, and is ended from outside where they hang.
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

/**
 * @typedef {object} Task
 * @property {string} folder
 * @property {readonly string[]} files modules that are changed
 * @property {readonly string[] | undefined} tests files of tests; those of the modules where there are none
 */

/** @type {Task} */
const { folder, files, tests } = JSON.parse(process.argv[2] ?? '{}');
const vitest = await createVitest('test', {
  root: folder,
  project: 'self',
  watch: false,
  bail: 1,
  maxWorkers: 1,
  reporters: [{}],
  ...(tests === undefined ? { related: files.map((file) => join(folder, file)) } : {}),
});
const specifications = await vitest.getRelevantTestSpecifications(
  tests === undefined ? undefined : [...tests],
);

process.on('message', (/** @type {string} */ file) => void answer(file));
process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
process.send?.('ready');

/**
 * Says the first test that fails; an error of vitest itself ends the process, and is seen by that.
 * @param {string} file what was changed since the last time
 */
async function answer(file) {
  vitest.invalidateFile(join(folder, file));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  process.send?.({ failed: failureOf(testModules, unhandledErrors) });
}

/**
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {readonly unknown[]} errors outside of every test
 * @returns {string | undefined} the first test that failed
 */
function failureOf(modules, errors) {
  for (const one of modules) {
    for (const test of one.children.allTests('failed')) return test.fullName;
    if (!one.ok()) return one.relativeModuleId;
  }
  if (errors.length > 0) return 'an error outside of every test';
  return modules.length === 0 ? 'no test at all' : undefined;
}
