import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { executed } from '../executed.ts';
import { scratch } from '../later.ts';

const root = new URL('../../', import.meta.url);
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');

/** What the linter says of a module at a place, in a project that has nothing else. */
async function linted(place: string, text: string): Promise<string> {
  const folder = await scratch('lint');
  const config = await readFile(new URL('.oxlintrc.json', root), 'utf8');
  await writeFile(join(folder, '.oxlintrc.json'), config.replace('"typeAware": true', '"typeAware": false'));
  await mkdir(dirname(join(folder, place)), { recursive: true });
  await writeFile(join(folder, place), text);
  return (await executed(process.execPath, [oxlint], { cwd: folder })).text;
}

test.each([
  ['generators/zz-arrow.ts', "export { judge } from '../src/judge.ts';\n"],
  ['src/engine/verbs/zz-arrow.ts', "export { openRun } from '../../run/open.ts';\n"],
  ['src/engine/target/zz-arrow.ts', "export { checks } from '../../../suites/index.ts';\n"],
  ['src/engine/target/zz-arrow.ts', "export type { CheckContext } from '../plan/index.ts';\n"],
  ['src/engine/judge/zz-arrow.ts', "export { Api } from '../target/api.ts';\n"],
  ['suites/zz-arrow.ts', "export { Api } from '../src/engine/target/api.ts';\n"],
  ['generators/zz-arrow.ts', "export type { Ask } from '../src/http/types.ts';\n"],
  ['reports/zz-arrow.ts', "export type { CheckContext } from '../src/engine/plan/index.ts';\n"],
  ['reports/model.ts', "export { fits } from '../src/base/glob.ts';\n"],
  ['src/http/zz-arrow.ts', "export type { Facts } from '../../reports/facts.ts';\n"],
  ['reference/zz-arrow.ts', "export { shapes } from '../schemas/index.ts';\n"],
  ['suites/zz-arrow.ts', "export { undici } from 'undici';\n"],
])('%s may not import what stands above it, nor its types', async (place, text) => {
  expect(await linted(place, text)).toContain('no-restricted-imports');
});

test('what stands below may be imported', async () => {
  const text =
    "export { readJson } from '../src/json/json.ts';\nexport type { Exchange } from '../reports/exchange.ts';\n";
  const said = await linted('generators/zz-arrow.ts', text);
  expect(said).toContain('Found 0 warnings and 0 errors.');
});
