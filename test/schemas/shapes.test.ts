import { createRequire } from 'node:module';
import { readdirSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { exactSchemaProblems, problemText } from '../../schemas/exact.ts';
import type { ApiSchemaName } from '../../schemas/validate.ts';
import { parseExactJson } from '../../src/json/json.ts';

const require = createRequire(import.meta.url);

const DOUBLE = 'a number that doubles cannot hold, not an integer';
const NO_INT64 = 'not an integer that fits int64';
const PET = '"id":1,"name":"Rex","categoryId":2';
const MESSAGE = '"id":"m1","message":"hello","status":"queued","createdAt":"2026-11-21T10:00:00Z"';

function said(shape: ApiSchemaName, text: string): readonly string[] {
  const read = parseExactJson(text);
  if (!read.ok) throw new Error(read.problem);
  return exactSchemaProblems(shape, read.value).map(problemText);
}

describe('a body that has the shape', () => {
  it.each<[ApiSchemaName, string]>([
    ['pet', `{${PET}}`],
    ['pet', `{${PET},"status":"sold"}`],
    ['pet', `{${PET},"tags":[{"a":null}],"owner":null,"":1}`],
    ['pet', '{"id":9223372036854775807,"name":"","categoryId":-9223372036854775808}'],
    ['pet', '{"id":9007199254740993,"name":"Rex","categoryId":0}'],
    ['pet', '{"id":1.0,"name":"Rex","categoryId":4e2}'],
    ['pet', '{"id":9.223372036854775807e18,"name":"Rex","categoryId":1}'],
    ['pet', '{"id":"x","id":1,"name":"Rex","categoryId":1}'],
    ['new-pet', '{"name":"Rex","categoryId":9223372036854775807,"more":[]}'],
    ['new-pet', '{"name":"Rex","categoryId":1,"status":"pending"}'],
    ['pets', '[]'],
    ['pets', `[{${PET}},{${PET},"status":"available"}]`],
    ['pet-status', '"available"'],
    ['error', '{"code":"x","message":"","status":400}'],
    ['error', '{"code":"x","message":"y","status":400.0,"details":{"a":[1]}}'],
    ['error', '{"code":"x","message":"y","status":92233720368547758080}'],
    ['message', `{${MESSAGE}}`],
    ['message', `{${MESSAGE},"to":null}`],
    ['message-request', '{"message":"","to":1}'],
  ])('%s: %s', (shape, text) => {
    expect(said(shape, text)).toEqual([]);
  });
});

describe('a body that misses the shape', () => {
  it.each<[ApiSchemaName, string, string]>([
    ['pet', 'null', 'the body is null, not an object'],
    ['pet', '[]', 'the body is an array, not an object'],
    ['pet', '"Rex"', 'the body is "Rex", not an object'],
    ['pet', '{"name":"Rex","categoryId":2}', 'id is missing'],
    ['pet', '{"id":1,"categoryId":2}', 'name is missing'],
    ['pet', '{"__proto__":{"id":1,"name":"Rex","categoryId":2}}', 'id is missing'],
    ['pet', '{"id":1,"name":"Rex"}', 'categoryId is missing'],
    ['pet', '{"id":null,"name":"Rex","categoryId":2}', 'id is null, not an integer'],
    ['pet', '{"id":1,"name":null,"categoryId":2}', 'name is null, not a string'],
    ['pet', '{"id":1,"name":"Rex","categoryId":null}', 'categoryId is null, not an integer'],
    ['pet', '{"id":"1","name":"Rex","categoryId":2}', 'id is "1", not an integer'],
    ['pet', '{"id":1.5,"name":"Rex","categoryId":2}', 'id is 1.5, not an integer'],
    ['pet', '{"id":9007199254740993.5,"name":"Rex","categoryId":2}', `id is ${DOUBLE}`],
    ['pet', '{"id":1e400,"name":"Rex","categoryId":2}', `id is ${DOUBLE}`],
    [
      'pet',
      '{"id":9223372036854775808,"name":"Rex","categoryId":2}',
      `id is 9223372036854775808, ${NO_INT64}`,
    ],
    [
      'pet',
      '{"id":1,"name":"Rex","categoryId":-9223372036854775809}',
      `categoryId is -9223372036854775809, ${NO_INT64}`,
    ],
    ['pet', '{"id":1e30,"name":"Rex","categoryId":2}', `id is 1000000000000000000000000000000, ${NO_INT64}`],
    ['pet', `{${PET},"status":"Sold"}`, 'status is "Sold", not one of available, pending, sold'],
    ['pet', `{${PET},"status":null}`, 'status is null, not one of available, pending, sold'],
    ['new-pet', '{"categoryId":1}', 'name is missing'],
    [
      'new-pet',
      '{"name":"Rex","categoryId":9223372036854775808}',
      `categoryId is 9223372036854775808, ${NO_INT64}`,
    ],
    ['pets', '{"items":[]}', 'the body is an object, not an array'],
    ['pets', 'null', 'the body is null, not an array'],
    ['pets', `[{${PET}},null]`, 'item 2 is null, not an object'],
    ['pets', `[{${PET}},{"id":1,"categoryId":2}]`, 'name of item 2 is missing'],
    [
      'pets',
      `[{${PET}},{"id":1,"name":"Rex","categoryId":9223372036854775808}]`,
      `categoryId of item 2 is 9223372036854775808, ${NO_INT64}`,
    ],
    ['pet-status', '"Available"', 'the body is "Available", not one of available, pending, sold'],
    ['pet-status', 'null', 'the body is null, not one of available, pending, sold'],
    ['error', '{"message":"y","status":400}', 'code is missing'],
    ['error', '{"code":1,"message":"y","status":400}', 'code is 1, not a string'],
    ['error', '{"code":"x","message":null,"status":400}', 'message is null, not a string'],
    ['error', '{"code":"x","message":"y","status":"400"}', 'status is "400", not an integer'],
    ['error', '{"code":"x","message":"y","status":400.5}', 'status is 400.5, not an integer'],
    ['error', '"Not found"', 'the body is "Not found", not an object'],
    ['message', '{"message":"hello","status":"queued","createdAt":"x"}', 'id is missing'],
    ['message', '{"id":1,"message":"hello","status":"queued","createdAt":"x"}', 'id is 1, not a string'],
    ['message', '{"id":"1","message":"hello","status":null,"createdAt":"x"}', 'status is null, not a string'],
    [
      'message',
      '{"id":"1","message":"hello","status":"queued","createdAt":1763719200}',
      'createdAt is 1763719200, not a string',
    ],
    ['message-request', '{}', 'message is missing'],
    ['message-request', '{"message":["hello"]}', 'message is an array, not a string'],
  ])('%s: %s', (shape, text, problem) => {
    expect(said(shape, text)).toContain(problem);
  });

  it('is told every way in which it does', () => {
    expect(said('pet', '{"id":"1","status":"x"}').toSorted()).toEqual([
      'categoryId is missing',
      'id is "1", not an integer',
      'name is missing',
      'status is "x", not one of available, pending, sold',
    ]);
  });

  it('names members with slashes and tildes as they are', () => {
    expect(said('pets', '[{"a/b~c":1}]')).toContain('id of item 1 is missing');
  });
});

const files = readdirSync(new URL('../../schemas/', import.meta.url)).filter((name) =>
  name.endsWith('.schema.json'),
);

it.each(files)('%s is a schema of draft-07 with a name', (file) => {
  const schema = require(`../../schemas/${file}`) as { readonly $id: string; readonly $schema: string };
  // The meta-schema is left out of a run for its cost.
  const ajv = new Ajv({ strict: true });
  ajv.addFormat('int64', true).addFormat('date-time', true).addFormat('date', true).addFormat('uri', true);
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
  expect(schema.$schema).toBe('http://json-schema.org/draft-07/schema#');
  // What is a public contract carries its version in its name.
  const stem = file.replace('.schema.json', '');
  expect([file, `https://petstore-conformance.invalid/schemas/${stem}-1.json`]).toContain(schema.$id);
});
