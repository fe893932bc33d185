import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mistypedVariableWarnings } from '../../src/config/mistyped-variables.ts';
import { emptyFolder } from './folder.ts';

const told = (...names: readonly string[]) =>
  mistypedVariableWarnings({
    flags: {},
    env: Object.fromEntries(names.map((name) => [name, 'x'])),
    cwd: emptyFolder(),
  });

test.each([
  ['PETSTORE_BASEURL', 'PETSTORE_BASE_URL'],
  ['petstore_base_url', 'PETSTORE_BASE_URL'],
  ['PETSTORE_API_KEYS', 'PETSTORE_API_KEY'],
  ['PETSTORE_CATEGORY_ID', 'PETSTORE_CATEGORY_IDS'],
  ['PETSTORE_TIMEOUT', 'PETSTORE_TIMEOUT_MS'],
])('%s is told to be %s', (name, meant) => {
  expect(told(name)).toEqual([`The variable ${name} is not read: did you mean ${meant}?`]);
});

test.each([
  'PETSTORE_BASE_URL',
  'PETSTORE_DEBUG',
  'PETSTORE_PORT',
  'PETSTORE_SERVICE_HOST',
  'PETSTORE_PORT_80_TCP_ADDR',
  'PETSTORE_DB_URL',
  'PETSTORE_',
  `PETSTORE_${'A'.repeat(10_000)}`,
  'BASE_URL',
])('%s is nobody\u2019s typo', (name) => {
  expect(told(name)).toEqual([]);
});

test('names in environment files count too', () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, '.env'), 'PETSTORE_READONLY=1\n');
  expect(mistypedVariableWarnings({ flags: {}, env: {}, cwd })).toEqual([
    'The variable PETSTORE_READONLY is not read: did you mean PETSTORE_READ_ONLY?',
  ]);
});
