import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { prepareRun } from '../../src/run/prepare.ts';
import { emptyFolder, read } from './folder.ts';

const target = { baseUrl: 'http://127.0.0.1/v1', apiKey: 'k' };

describe('precedence', () => {
  const files = {
    '.env': 'PETSTORE_RUNS=11\nPETSTORE_SEED=11\nPETSTORE_CONCURRENCY=11\nPETSTORE_TIMEOUT_MS=11',
    'one.env': 'PETSTORE_RUNS=21\nPETSTORE_SEED=21\nPETSTORE_CONCURRENCY=21',
    'two.env': 'PETSTORE_CONCURRENCY=31',
  };
  const env = { PETSTORE_RUNS: '41', PETSTORE_SEED: '41' };

  test('a flag, then the environment, then .env, then the default', () => {
    const told = { runs: 51, seed: 41, concurrency: 11, timeoutMs: 11, maxCreated: 150 };
    expect(read({ flags: { runs: '51' }, env, files })).toMatchObject(told);
  });

  test('named files stand in for .env, and the later one wins', () => {
    const told = { runs: 21, concurrency: 31, timeoutMs: 10_000 };
    expect(read({ flags: { envFile: ['one.env', 'two.env'] }, files })).toMatchObject(told);
  });

  test('a switch of the environment can be off', () => {
    const switches = { PETSTORE_STRICT: 'no', PETSTORE_READ_ONLY: 'ON' };
    expect(read({ env: switches })).toMatchObject({ strict: false, readOnly: true });
  });

  test('reading changes neither the environment given nor that of the process', () => {
    const given = Object.freeze({ PETSTORE_SEED: '1' });
    const before = { ...process.env };
    read({ env: given, files });
    expect(process.env).toEqual(before);
  });

  test('a plain BASE_URL is not read, and a folder named .env is none of ours', () => {
    const cwd = emptyFolder();
    mkdirSync(join(cwd, '.env'));
    expect(readConfig({ flags: {}, env: { BASE_URL: 'http://127.0.0.1/' }, cwd }).baseUrl).toBeUndefined();
  });
});

describe('defaults', () => {
  test('without a base address the embedded server is the target', () => {
    const config = read({});
    expect(config).toMatchObject({
      baseUrl: undefined,
      categoryIds: [1n],
      categoryIdsGiven: false,
      consistencyMs: 2000,
      timeoutMs: 10_000,
      concurrency: 8,
      runs: 1,
      readOnly: false,
      maxCreated: 150,
      only: [],
      header: [],
      strict: false,
      asOf: new Date().toISOString().slice(0, 10),
    });
    expect(config.out).toMatch(/[/\\]conformance-report$/u);
  });

  test('the seed is a random 32-bit integer', () => {
    const seeds = Array.from({ length: 20 }, () => read({}).seed);
    expect(new Set(seeds).size).toBeGreaterThan(15);
    for (const seed of seeds) expect(seed | 0).toBe(seed);
  });

  test('the embedded server claims messages', async () => {
    const { config, close } = await prepareRun(read({}));
    await close();
    expect(config.embedded).toBe(true);
    expect(config.messages?.url).toMatch(/messages$/u);
    expect([config, config.messages].map(Object.isFrozen)).toEqual([true, true]);
  });
});

describe('values', () => {
  test.each([
    ['http://127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1'],
    ['HTTPS://Example.com', 'https://example.com'],
    ['http://[::1]/a/v1//', 'http://[::1]/a/v1'],
  ])('the base address %s is %s', (given, expected) => {
    expect(read({ flags: { ...target, baseUrl: given } }).baseUrl).toBe(expected);
  });

  test.each([
    ['http://127.0.0.1', 'http://127.0.0.1/messages'],
    ['http://127.0.0.1/messages', 'http://127.0.0.1/messages'],
    ['http://127.0.0.1/messages/', 'http://127.0.0.1/messages'],
    ['http://127.0.0.1/api/', 'http://127.0.0.1/api/messages'],
    ['http://127.0.0.1/my-messages', 'http://127.0.0.1/my-messages/messages'],
    ['http://127.0.0.1/messages/v1', 'http://127.0.0.1/messages/v1/messages'],
  ])('the messages address %s is %s', (given, expected) => {
    const config = read({ flags: { ...target, messagesUrl: given } });
    expect(config).toMatchObject({ messages: { url: expected, apiKey: 'k' } });
  });

  test('messages can have a key of their own, and are not claimed without an address', () => {
    const flags = { ...target, messagesUrl: 'http://127.0.0.1', messagesApiKey: 'm' };
    expect(read({ flags })).toMatchObject({ messages: { apiKey: 'm' }, embedded: false });
    expect(read({ flags: target })).toMatchObject({ messages: null });
  });

  test('category ids are exact over all of int64', () => {
    const categoryIds = ' -9223372036854775808, 9223372036854775807,7,7';
    const config = read({ flags: { ...target, categoryIds } });
    expect(config.categoryIds).toEqual([-(2n ** 63n), 2n ** 63n - 1n, 7n]);
    expect(config.categoryIdsGiven).toBe(true);
  });

  test('headers keep their order, and lose the blanks around their values', () => {
    const { header } = read({ flags: { ...target, header: ['X-A:  a: b ', 'x-b:'] } });
    expect(header.map(String)).toEqual(['X-A,a: b', 'x-b,']);
  });

  test.each(['2028-02-29', '2030-12-05'])('%s is a day', (day) => {
    expect(read({ flags: { asOf: day } }).asOf).toBe(day);
  });

  test('the whole is frozen', () => {
    const config = read({ flags: { ...target, messagesUrl: 'http://127.0.0.1', header: ['A: b'] } });
    if (config.baseUrl === undefined) throw new Error('embedded');
    const parts = [config, config.categoryIds, config.only, config.header, config.header[0], config.messages];
    expect(parts.map(Object.isFrozen)).toEqual(parts.map(() => true));
  });
});
