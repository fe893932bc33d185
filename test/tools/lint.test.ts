import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { executed } from '../executed.ts';
import { scratch } from '../later.ts';

const root = new URL('../../', import.meta.url);
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');

/** Modules that import what stands above them, or the types of it. */
const UPWARDS = [
  ['generators/zz-1.ts', "export { judge } from '../src/judge.ts';\n"],
  ['src/engine/verbs/zz-2.ts', "export { openRun } from '../../run/open.ts';\n"],
  ['src/engine/target/zz-3.ts', "export { checks } from '../../../suites/index.ts';\n"],
  ['src/engine/target/zz-4.ts', "export type { CheckContext } from '../plan/index.ts';\n"],
  ['src/engine/judge/zz-5.ts', "export { Api } from '../target/api.ts';\n"],
  ['suites/zz-6.ts', "export { Api } from '../src/engine/target/api.ts';\n"],
  ['generators/zz-7.ts', "export type { OutgoingRequest } from '../src/http/types.ts';\n"],
  ['reports/zz-8.ts', "export type { CheckContext } from '../src/engine/plan/index.ts';\n"],
  ['reports/model.ts', "export { fits } from '../src/base/glob.ts';\n"],
  ['src/http/zz-9.ts', "export type { Facts } from '../../reports/facts.ts';\n"],
  ['reference/zz-10.ts', "export { shapes } from '../schemas/index.ts';\n"],
  ['suites/zz-11.ts', "export { undici } from 'undici';\n"],
] as const;
const folder = await scratch('lint');
const put = async (name: string, text: string) => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), text);
};

const config = await readFile(new URL('.oxlintrc.json', root), 'utf8');
await put('.oxlintrc.json', config.replace('"typeAware": true', '"typeAware": false'));
for (const [place, text] of UPWARDS) await put(place, text);
await put(
  'generators/below.ts',
  "export { parseExactJson } from '../src/json/json.ts';\nexport type { Exchange } from '../reports/exchange.ts';\n",
);
// One run for all of them: a linter costs much to start.
const { text: said } = await executed(process.execPath, [oxlint, '--format', 'unix'], { cwd: folder });
const of = (place: string) => said.split('\n').filter((line) => line.startsWith(`${place}:`));

test.each(UPWARDS)('%s may not import what stands above it, nor its types', (place) => {
  expect(of(place).join()).toContain('no-restricted-imports');
});

test('what stands below may be imported', () => {
  expect(of('generators/below.ts')).toEqual([]);
});
