import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import type { Flags } from '../../src/config/settings.ts';
import { UsageError } from '../../src/config/usage-error.ts';
import { emptyFolder } from './folder.ts';

interface Wrong {
  readonly flags?: Flags;
  readonly env?: Readonly<Record<string, string>>;
  readonly file?: string;
}

/** The sentences about a configuration, read in a folder with these files. */
function problemsOf({ flags = {}, env = {}, file }: Wrong): readonly string[] {
  const cwd = emptyFolder();
  if (file !== undefined) writeFileSync(join(cwd, '.env'), file);
  writeFileSync(join(cwd, 'a-file'), '');
  mkdirSync(join(cwd, 'a-folder'));
  try {
    readConfig({ flags, env, cwd });
  } catch (error) {
    if (error instanceof UsageError) return error.problems.map((problem) => problem.replaceAll(cwd, 'CWD'));
    throw error;
  }
  return [];
}

const target = { baseUrl: 'http://127.0.0.1/v1', apiKey: 'k' };

const WRONG: readonly (readonly [what: string, wrong: Wrong, sentence: string])[] = [
  [
    'an address without a scheme',
    { flags: { ...target, baseUrl: 'localhost:8080/v1' } },
    'The option --base-url must begin with http:// or https://.',
  ],
  [
    'another scheme',
    { flags: { ...target, baseUrl: 'ftp://example.com/v1' } },
    'The option --base-url must begin with http:// or https://, not "ftp://".',
  ],
  [
    'a product of several lines',
    { flags: { ...target, product: 'Pets\n1.2' } },
    'The option --product must be one line of at most 200 visible characters.',
  ],
  [
    'a vendor that turns the text around it',
    { flags: { ...target, vendor: 'Acme\u202e' } },
    'The option --vendor must be one line of at most 200 visible characters.',
  ],
  [
    'no host',
    { flags: { ...target, baseUrl: 'http://' } },
    'The option --base-url must be a whole address such as https://example.com/v1, not "http://".',
  ],
  [
    'a port out of range',
    { env: { PETSTORE_BASE_URL: 'http://127.0.0.1:70000/v1', PETSTORE_API_KEY: 'k' } },
    'The environment variable PETSTORE_BASE_URL must be a whole address such as https://example.com/v1, not "http://127.0.0.1:70000/v1".',
  ],
  [
    'credentials in the address',
    { flags: { ...target, baseUrl: 'http://me:secret@127.0.0.1/v1' } },
    'The option --base-url must not hold a user name or password: give the key with --api-key or PETSTORE_API_KEY.',
  ],
  [
    'a query in the address',
    { flags: { ...target, baseUrl: 'http://127.0.0.1/v1?key=abc' } },
    'The option --base-url must not have a query or a fragment, not "http://127.0.0.1/v1".',
  ],
  [
    'an empty fragment in the address',
    { flags: { ...target, baseUrl: 'http://127.0.0.1/v1#' } },
    'The option --base-url must not have a query or a fragment, not "http://127.0.0.1/v1".',
  ],
  [
    'a space in the address',
    { flags: { ...target, baseUrl: 'http://127.0.0.1/v1 ' } },
    'The option --base-url must be an address without spaces or control characters, not "http://127.0.0.1/v1 ".',
  ],
  [
    'an empty address, which is not the embedded server',
    { env: { PETSTORE_BASE_URL: '', PETSTORE_API_KEY: 'k' } },
    'The environment variable PETSTORE_BASE_URL must not be empty.',
  ],
  [
    'a base address without a key',
    { flags: { baseUrl: 'http://127.0.0.1/v1' } },
    'The option --base-url needs a key too: give a valid one with --api-key or PETSTORE_API_KEY.',
  ],
  [
    'an empty key',
    { flags: { baseUrl: target.baseUrl }, env: { PETSTORE_API_KEY: '' } },
    'The environment variable PETSTORE_API_KEY must not be empty.',
  ],
  [
    'a key with a line end',
    { flags: { baseUrl: target.baseUrl }, env: { PETSTORE_API_KEY: 'abc\n' } },
    'The environment variable PETSTORE_API_KEY must be a key of visible ASCII characters, without spaces, line ends or control characters.',
  ],
  [
    'a key with its scheme',
    { flags: { ...target, apiKey: 'Bearer abc' } },
    'The option --api-key must be a key of visible ASCII characters, without spaces, line ends or control characters.',
  ],
  [
    'a key beyond ASCII',
    { flags: { ...target, messagesApiKey: 'clé' } },
    'The option --messages-api-key must be a key of visible ASCII characters, without spaces, line ends or control characters.',
  ],
  [
    'messages without a base address',
    { env: { PETSTORE_MESSAGES_URL: 'http://127.0.0.1' } },
    'The environment variable PETSTORE_MESSAGES_URL needs a base address too: give it with --base-url or PETSTORE_BASE_URL.',
  ],
  [
    'a key without a base address',
    { env: { PETSTORE_API_KEY: 'k' } },
    'The environment variable PETSTORE_API_KEY needs a base address too: give it with --base-url or PETSTORE_BASE_URL.',
  ],
  [
    'a key of messages without a base address',
    { flags: { messagesApiKey: 'k' } },
    'The option --messages-api-key needs a base address too: give it with --base-url or PETSTORE_BASE_URL.',
  ],
  [
    'category ids without a base address',
    { file: 'PETSTORE_CATEGORY_IDS=1\n' },
    'PETSTORE_CATEGORY_IDS in the file ".env" needs a base address too: give it with --base-url or PETSTORE_BASE_URL.',
  ],
  [
    'a header and all else of a target without a base address, as one thing',
    { flags: { header: ['X-A: b'], apiKey: 'k' }, env: { PETSTORE_CATEGORY_IDS: '1' } },
    'The option --api-key and the environment variable PETSTORE_CATEGORY_IDS and the option --header need a base address too: give it with --base-url or PETSTORE_BASE_URL.',
  ],
  [
    'a messages address that is none',
    { flags: { ...target, messagesUrl: '/messages' } },
    'The option --messages-url must begin with http:// or https://.',
  ],
  [
    'a category id that is no integer',
    { flags: { ...target, categoryIds: '1,two' } },
    'The option --category-ids must be int64 integers with commas between them, such as 1,2, not "two".',
  ],
  [
    'a category id beyond int64',
    { flags: target, env: { PETSTORE_CATEGORY_IDS: '9223372036854775808' } },
    'The environment variable PETSTORE_CATEGORY_IDS must be int64 integers with commas between them, such as 1,2, not "9223372036854775808".',
  ],
  [
    'a category id below int64',
    { flags: { ...target, categoryIds: '-9223372036854775809' } },
    'The option --category-ids must be int64 integers with commas between them, such as 1,2, not "-9223372036854775809".',
  ],
  [
    'a gap in the category ids',
    { flags: { ...target, categoryIds: '1,,2' } },
    'The option --category-ids must be int64 integers with commas between them, such as 1,2, not "".',
  ],
  [
    'no category ids',
    { flags: { ...target, categoryIds: '' } },
    'The option --category-ids must not be empty.',
  ],
  [
    'a negative consistency time',
    { flags: { consistencyMs: '-1' } },
    'The option --consistency-ms must be an integer from 0 to 600000, not "-1".',
  ],
  [
    'no time at all for a request',
    { flags: { timeoutMs: '0' } },
    'The option --timeout-ms must be an integer from 1 to 600000, not "0".',
  ],
  [
    'a time with its unit, in a file',
    { file: 'PETSTORE_TIMEOUT_MS=10s\n' },
    'PETSTORE_TIMEOUT_MS in the file ".env" must be an integer from 1 to 600000, not "10s".',
  ],
  [
    'too much concurrency',
    { flags: { concurrency: '257' } },
    'The option --concurrency must be an integer from 1 to 256, not "257".',
  ],
  [
    'a fraction of a run',
    { flags: { runs: '1.5' } },
    'The option --runs must be an integer from 1 to 10000, not "1.5".',
  ],
  [
    'a seed in exponent form',
    { env: { PETSTORE_SEED: '1e3' } },
    'The environment variable PETSTORE_SEED must be an integer from -2147483648 to 2147483647, not "1e3".',
  ],
  [
    'a seed beyond 32 bits',
    { flags: { seed: '2147483648' } },
    'The option --seed must be an integer from -2147483648 to 2147483647, not "2147483648".',
  ],
  [
    'too many animals',
    { flags: { maxCreated: '100001' } },
    'The option --max-created must be an integer from 0 to 100000, not "100001".',
  ],
  [
    'a switch that is neither',
    { env: { PETSTORE_READ_ONLY: 'maybe' } },
    'The environment variable PETSTORE_READ_ONLY must be true, 1, yes, on, false, 0, no or off, not "maybe".',
  ],
  [
    'an empty switch',
    { env: { PETSTORE_STRICT: '' } },
    'The environment variable PETSTORE_STRICT must not be empty.',
  ],
  [
    'a header without a colon',
    { flags: { ...target, header: ['X-Tenant'] } },
    "The option --header must have the form 'Name: value'.",
  ],
  [
    'a header name that is no token',
    { flags: { ...target, header: ['X Tenant: a'] } },
    'The option --header must begin with a header name of letters, digits and hyphens before the colon.',
  ],
  [
    'a header value with a line end',
    { flags: { ...target, header: ['X-Tenant: a\r\nX-Other: b'] } },
    'The option --header must have a value of visible Latin-1 characters and spaces, not "X-Tenant".',
  ],
  [
    'a header that the kit sets',
    { flags: { ...target, header: ['X-Fine: a', 'authorization: Bearer abc'] } },
    'The option --header must not set authorization: the kit sets that header itself.',
  ],
  [
    'a header for the proxy',
    { flags: { ...target, header: ['Proxy-Authorization: Basic abc'] } },
    'The option --header must not set Proxy-Authorization: the kit sets that header itself.',
  ],
  [
    'no time to wait that there is',
    { flags: { waitReady: '-1' } },
    'The option --wait-ready must be an integer from 0 to 86400, not "-1".',
  ],
  [
    'no deadline at all',
    { env: { PETSTORE_DEADLINE: '0' } },
    'The environment variable PETSTORE_DEADLINE must be an integer from 1 to 86400, not "0".',
  ],
  [
    'a pattern that matches nothing',
    { flags: { only: ['list.limit.defalt'] } },
    'The option --only must match a requirement, not "list.limit.defalt": did you mean list.limit.default?',
  ],
  [
    'a pattern that resembles nothing',
    { flags: { only: ['zzzzzz'] } },
    'The option --only must match a requirement, not "zzzzzz": petstore-conformance requirements lists the ids.',
  ],
  [
    'a day that there is none of',
    { flags: { asOf: '2026-02-30' } },
    'The option --as-of must be a day of the calendar as YYYY-MM-DD, not "2026-02-30".',
  ],
  [
    'a day in another form',
    { env: { PETSTORE_AS_OF: '5 December 2030' } },
    'The environment variable PETSTORE_AS_OF must be a day of the calendar as YYYY-MM-DD, not "5 December 2030".',
  ],
  [
    'a missing environment file',
    { flags: { envFile: ['missing.env'] } },
    'The environment file "missing.env" does not exist: give the path of a readable file with --env-file.',
  ],
  [
    'a folder for an environment file',
    { flags: { envFile: ['a-folder'] } },
    'The environment file "a-folder" is a folder: give the path of a readable file with --env-file.',
  ],
  [
    'an environment file without a name',
    { flags: { envFile: [''] } },
    'The option --env-file must not be empty.',
  ],
  [
    'a file where the report should go',
    { flags: { out: 'a-file' } },
    'The option --out must be a folder, and a file stands in the way, not "CWD/a-file".',
  ],
  [
    'a file on the way to where the report should go',
    { env: { PETSTORE_OUT: 'a-file/report' } },
    'The environment variable PETSTORE_OUT must be a folder, and a file stands in the way, not "CWD/a-file/report".',
  ],
];

test.each(WRONG)('%s', (_what, wrong, sentence) => {
  expect(problemsOf(wrong)).toEqual([sentence]);
});

test('everything that is wrong is said at once', () => {
  const problems = problemsOf({
    flags: { ...target, timeoutMs: 'x', header: ['nothing', 'Host: a'] },
    env: { PETSTORE_SEED: 'x' },
    file: 'PETSTORE_RUNS=0',
  });
  expect(problems).toHaveLength(5);
});

test('an overridden value is not judged', () => {
  expect(problemsOf({ flags: { seed: '1' }, env: { PETSTORE_SEED: 'x' } })).toEqual([]);
});

test('a very long value is cut, and its control characters are escaped', () => {
  const [problem] = problemsOf({ flags: { seed: `\u001b[31m\u009b${'9'.repeat(500)}` } });
  expect(problem).toContain(String.raw`\u001b[31m\u{9b}999`);
  expect(problem?.length).toBeLessThan(200);
});
