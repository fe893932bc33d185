import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import { executed } from '../executed.ts';
import { installPacked } from './packed.ts';
import { KEY, relay } from './servers.ts';
const require = createRequire(import.meta.url);
const bin = (name: string, path: string) => join(dirname(require.resolve(`${name}/package.json`)), path);

/** What each example of the guide is run with: a server of the project's own. */
const SERVER = `
export interface Server { readonly baseUrl: string; readonly key: string; close(): Promise<void> }
interface Reference { startReference(options: object): Promise<Server> }
export async function startServer({ port }: { port: number }): Promise<Server> {
  const { startReference } = (await import(String(process.env['REFERENCE']))) as Reference;
  return startReference({ port, faults: process.env['FAULT'] === undefined ? [] : [process.env['FAULT']] });
}
`;
const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    resolveJsonModule: true,
    rootDir: 'src',
    outDir: 'out',
  },
  include: ['src'],
};
const OTHERS = `
import { requirements, schemas, type Report, type RequirementId } from 'petstore-conformance';
import schema from 'petstore-conformance/schemas/report.schema.json' with { type: 'json' };
const ids: readonly RequirementId[] = requirements.map(({ id }) => id);
const verdict: Report['verdict'] = 'conformant';
console.log(JSON.stringify({ ids, verdict, titles: [schemas.report['title'], schema.title] }));
`;

const COMMONJS = `
import kit = require('petstore-conformance');
import { judge, type Report } from 'petstore-conformance';
const run: Promise<{ report: Report }> = judge({ only: ['version.prefix'] });
void run.then(({ report }) => console.log(report.verdict, kit.requirements.length));
`;

const project = await installPacked();
const source = join(project.folder, 'src');
await mkdir(source);
const guide = await readFile(new URL('../../docs/library.md', import.meta.url), 'utf8');
for (const [, name = '', code = ''] of guide.matchAll(/<!-- (\S+) -->\s+```ts\n(.*?)```/gsu)) {
  await writeFile(join(source, name), code);
}
await writeFile(join(source, 'server.ts'), SERVER);
await writeFile(join(source, 'others.ts'), OTHERS);
await writeFile(join(source, 'commonjs.cts'), COMMONJS);
await writeFile(join(project.folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
// Types are those that the package ships.
expect(await run([bin('typescript', 'bin/tsc'), '-p', project.folder])).toMatchObject({
  code: 0,
  stdout: '',
});

function run(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const options = { cwd: project.folder, env: { ...project.env, NO_COLOR: '1', ...env } };
  return executed(process.execPath, words, options);
}

test('the example of judge() tells what failed, with the evidence', async () => {
  const target = await relay((pass) => pass(), { faults: ['list/default-10'] });
  const { stdout, stderr } = await run(['out/judge.js'], {
    PETSTORE_URL: target.baseUrl,
    PETSTORE_KEY: KEY,
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('list/limit-default is done');
  expect(stdout).toMatch(/^list\.limit\.default: /mu);
  expect(stdout).toMatch(/^non-conformant after \d+ requests$/mu);
  expect(stdout).not.toContain(KEY);
});

test('the example of judge() tells a wrong option', async () => {
  const { stdout, stderr } = await run(['out/judge.js']);
  expect({ stdout, stderr }).toEqual({
    stdout: '',
    stderr: 'The option categoryIds needs a base address too: give it with baseUrl.\n',
  });
});

const vitest = () => [bin('vitest', 'vitest.mjs'), 'run', '--root', project.folder, '--dir', 'src'];
const reference = () => pathToFileURL(join(project.installed, 'dist', 'reference.js')).href;

test('the example of conformance() is green on a conformant server', async () => {
  const { stdout } = await run(vitest(), { REFERENCE: reference() });
  expect(stdout).toMatch(/Tests {2}\d+ passed \| \d+ skipped/u);
  // No messages address was given.
  expect(stdout).not.toContain('failed');
});

test('the example of conformance() is red on one that is not, and a part of it can be run', async () => {
  const env = { REFERENCE: reference(), FAULT: 'list/default-10' };
  const { text } = await run([...vitest(), '-t', 'list.limit.default'], env);
  expect(text).toMatch(/Tests {2}1 failed \|.* \d+ skipped/u);
  expect(text).toMatch(/Error: list\.limit\.default: .+\n {2}Asked .+[^]+\n {2}Expected .+\n {2}Received /u);
});

test('a run that is cut off leaves nothing behind that keeps the process', async () => {
  const target = await relay((pass) => pass(), { faults: ['list/newest-missing'] });
  const script = `
    import { judge } from 'petstore-conformance';
    const stop = new AbortController();
    let timer;
    // Once nothing happens any more, checks wait for an animal to be readable: for ten minutes.
    const onEvent = ({ kind }) => {
      clearTimeout(timer);
      if (!['cut-off', 'ended'].includes(kind)) timer = setTimeout(() => stop.abort(), 1000);
    };
    const options = { baseUrl: process.env.PETSTORE_URL, apiKey: process.env.PETSTORE_KEY, consistencyMs: 600_000 };
    const { report } = await judge(options, { signal: stop.signal, onEvent });
    console.log(report.verdict);`;
  await writeFile(join(project.folder, 'cut-off.js'), script);
  const { stdout } = await run(['cut-off.js'], { PETSTORE_URL: target.baseUrl, PETSTORE_KEY: KEY });
  expect(stdout).toBe('inconclusive\n');
});

test('the catalogue, the schemas and their types are there', async () => {
  const { stdout } = await run(['out/others.js']);
  expect(JSON.parse(stdout)).toEqual({
    ids: requirements.map(({ id }) => id),
    verdict: 'conformant',
    titles: ['Conformance report', 'Conformance report'],
  });
});

test('CommonJS gets all of it by require, with types', async () => {
  const { stdout } = await run(['out/commonjs.cjs']);
  expect(stdout).toBe(`partial ${String(requirements.length)}\n`);
});
