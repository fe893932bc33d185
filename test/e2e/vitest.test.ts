import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inClone } from './clone.ts';
import { KEY, relay } from './servers.ts';
import { scratch } from '../later.ts';

test('only the named checks send requests, and a failing one is red in words', async () => {
  const target = await relay((pass) => pass(), { faults: ['list/default-10'] });
  const env = { PETSTORE_BASE_URL: target.baseUrl, PETSTORE_API_KEY: KEY, PETSTORE_SEED: '5' };
  const { code, text } = await inClone(['-t', 'list.limit.default'], env);
  expect(code).toBe(1);
  expect(text).toMatch(/Tests {2}1 failed \|.* \d+ skipped/u);
  expect(text).toMatch(
    /Error: list\.limit\.default: .+\n {2}Asked .+[^]+\n {2}Expected .+\n {2}Received .+/u,
  );
  expect(text).not.toContain(KEY);
  // A whole run sends about 830 here. The walk, which can break any promise, goes along, and again to become short; the
  // store is topped up until filtered lists tell.
  expect(target.seen.length).toBeLessThan(200);
  expect(target.seen.filter((one) => !one.includes('/pets'))).toEqual([]);
});

test('the target may stand in .env', async () => {
  const target = await relay((pass) => pass());
  const folder = await scratch('clone');
  await writeFile(join(folder, '.env'), `PETSTORE_BASE_URL=${target.baseUrl}\nPETSTORE_API_KEY=${KEY}\n`);
  const { code, text } = await inClone(['-t', 'list.success'], {}, folder);
  expect(code).toBe(0);
  expect(text).toMatch(/Tests {2}\d+ passed/u);
  expect(target.seen.length).toBeGreaterThan(0);
});

test('a wrong setting is said in a sentence', async () => {
  const { code, text } = await inClone(['-t', 'list.success'], { PETSTORE_SEED: 'one' });
  expect(code).toBe(1);
  expect(text).toContain('Error: The environment variable PETSTORE_SEED must be');
  expect(text).not.toContain('read.ts');
});
