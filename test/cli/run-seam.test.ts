import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCli } from './build.ts';
import type { Cli } from './build.ts';

// Stands in for the run: says what it was given, and what the target answers to the key it was given.
const RUN = `
export async function run({ categoryIds, out, seed, ...config }, io) {
  const answers = {};
  if (config.embedded) {
    const headers = { Authorization: 'Bearer ' + config.apiKey };
    const pet = { method: 'POST', body: '{"name":"a","categoryId":' + categoryIds[0] + '}' };
    pet.headers = { 'Content-Type': 'application/json', ...headers };
    answers.create = (await fetch(config.baseUrl + '/pets', pet)).status;
    answers.list = (await fetch(config.baseUrl + '/pets', { headers })).status;
    answers.get = (await fetch(config.baseUrl + '/pets/77', { headers })).status;
    const message = { method: 'POST', body: '{"message":"a"}' };
    message.headers = { 'Content-Type': 'application/json', Authorization: 'Bearer ' + config.messages.apiKey };
    answers.message = (await fetch(config.messages.url, message)).ok;
  }
  io.stdout.write(JSON.stringify({ ...config, answers, ci: io.ci, colour: io.colour }));
  return 1;
}
`;

let cli: Cli;
beforeAll(async () => {
  cli = await buildCli();
  const folder = join(cli.folder, 'dist/src/cli/run');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'run.js'), RUN);
});
afterAll(async () => {
  await cli.remove();
});

async function run(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<unknown> {
  const { code, stdout, stderr } = await cli.run(words, env);
  // The exit code of the run is that of the command.
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  return JSON.parse(stdout);
}

test('without a base address the reference server is started, and claims both profiles', async () => {
  expect(await run([])).toMatchObject({
    embedded: true,
    answers: { create: 201, list: 200, get: 404, message: true },
  });
});

test('the reference server takes the day of the run', async () => {
  expect(await run(['--as-of', '2031-01-01'])).toMatchObject({
    asOf: '2031-01-01',
    answers: { create: 201, list: 200, message: true },
  });
});

test('what speaks of a target is refused where its address got lost', async () => {
  const { code, stdout, stderr } = await cli.run(['--category-ids', '900'], { PETSTORE_API_KEY: 'abc' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: The environment variable PETSTORE_API_KEY and .+ need a base address too/u);
});

test('a mistyped variable is told, and is no error', async () => {
  const { code, stderr } = await cli.run([], { PETSTORE_READONLY: '1' });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'warning: The variable PETSTORE_READONLY is not read: did you mean PETSTORE_READ_ONLY?\n',
  });
});

test('with a base address that one is the target, and `run` can be left out', async () => {
  const words = [
    '--base-url',
    'http://127.0.0.1:9/v1/',
    '--only',
    'auth.*',
    '--header',
    'A: b',
    '--only',
    'media.json',
  ];
  const env = { PETSTORE_API_KEY: 'abc', CI: 'true', FORCE_COLOR: '1' };
  expect(await run(['run', ...words], env)).toEqual(await run(words, env));
  expect(await run(words, env)).toMatchObject({
    embedded: false,
    baseUrl: 'http://127.0.0.1:9/v1',
    messages: null,
    only: ['auth.*', 'media.json'],
    headers: [['A', 'b']],
    ci: true,
    colour: true,
  });
});
