import { expect, test } from 'vitest';
import { settings, type SettingName } from '../../src/config/settings.ts';
import { problemsOf, type Given } from './folder.ts';

// A key that no folder has in its name: what holds the key is not quoted.
const target = { baseUrl: 'http://127.0.0.1/v1', apiKey: '~' };
const TARGET = { PETSTORE_BASE_URL: target.baseUrl, PETSTORE_API_KEY: target.apiKey };

const ADDRESS = 'a base address too: give it with --base-url or PETSTORE_BASE_URL.';
const NO_USER = 'must not hold a user name or password: give the key with --api-key or PETSTORE_API_KEY.';
const NO_KEY = 'must be a key of visible ASCII characters, without spaces, line ends or control characters.';
const NO_QUERY = 'must not have a query or a fragment, not "http://127.0.0.1/v1".';
const NO_DAY = 'must be a day of the calendar as YYYY-MM-DD, not';
const NO_MATCH = 'must match a requirement, not';
const GIVE_FILE = 'give the path of a readable file with --env-file.';
const OURS = 'the kit sets that header itself.';
const NO_IDS = 'must be int64 integers with commas between them, such as 1,2';

/** What stands after `The option --...` about a text that the option does not take. */
const TEXTS: readonly (readonly [name: SettingName, text: string, sentence: string])[] = [
  ['baseUrl', 'localhost:8080/v1', 'must begin with http:// or https://.'],
  ['baseUrl', 'ftp://example.com/v1', 'must begin with http:// or https://, not "ftp://".'],
  ['baseUrl', 'http://', 'must be a whole address such as https://example.com/v1, not "http://".'],
  ['baseUrl', 'http://me:secret@127.0.0.1/v1', NO_USER],
  ['baseUrl', 'http://127.0.0.1/v1?key=abc', NO_QUERY],
  ['baseUrl', 'http://127.0.0.1/v1#', NO_QUERY],
  ['baseUrl', 'http://a/v1 ', 'must be an address without spaces or control characters, not "http://a/v1 ".'],
  ['messagesUrl', '/messages', 'must begin with http:// or https://.'],
  ['apiKey', 'Bearer abc', NO_KEY],
  ['messagesApiKey', 'clé', NO_KEY],
  ['categoryIds', '1,two', `${NO_IDS}, not "two".`],
  ['categoryIds', '-9223372036854775809', `${NO_IDS}, not "-9223372036854775809".`],
  ['categoryIds', '1,,2', `${NO_IDS}, not "".`],
  ['categoryIds', '', 'must not be empty.'],
  ['header', 'X-Tenant', "must have the form 'Name: value'."],
  ['header', 'X Tenant: a', 'must begin with a header name of letters, digits and hyphens before the colon.'],
  ['header', 'X-A: a\r\nX-B: b', 'must have a value of visible Latin-1 characters and spaces, not "X-A".'],
  ['header', 'authorization: Bearer abc', `must not set authorization: ${OURS}`],
  ['header', 'Proxy-Authorization: Basic abc', `must not set Proxy-Authorization: ${OURS}`],
  ['consistencyMs', '-1', 'must be an integer from 0 to 600000, not "-1".'],
  ['timeoutMs', '0', 'must be an integer from 1 to 600000, not "0".'],
  ['concurrency', '257', 'must be an integer from 1 to 256, not "257".'],
  ['waitReady', '-1', 'must be an integer from 0 to 86400, not "-1".'],
  ['runs', '1.5', 'must be an integer from 1 to 1000, not "1.5".'],
  ['seed', '2147483648', 'must be an integer from -2147483648 to 2147483647, not "2147483648".'],
  ['maxCreated', '100001', 'must be an integer from 0 to 100000, not "100001".'],
  ['only', 'list.limit.defalt', `${NO_MATCH} "list.limit.defalt": did you mean list.limit.default?`],
  ['only', 'zzzzzz', `${NO_MATCH} "zzzzzz": petstore-conformance requirements lists the ids.`],
  ['asOf', '2026-02-30', `${NO_DAY} "2026-02-30".`],
  ['product', 'Pets\n1.2', 'must be one line of at most 200 visible characters.'],
  ['vendor', 'Acme\u202e', 'must be one line of at most 200 visible characters.'],
  ['envFile', '', 'must not be empty.'],
];

test.each(TEXTS)('%s cannot be %j', (name, text, sentence) => {
  const { flag } = settings[name];
  const value = 'repeatable' in settings[name] ? [text] : text;
  expect(problemsOf({ flags: { ...target, [name]: value }, files: { 'a-file': '' } })).toEqual([
    `The option ${flag} ${sentence}`,
  ]);
});

/** The same for variables of the environment, by what stands after `The environment variable `. */
const VARIABLES: readonly (readonly [env: Readonly<Record<string, string>>, sentence: string])[] = [
  [
    { PETSTORE_BASE_URL: 'http://127.0.0.1:70000/v1', PETSTORE_API_KEY: 'k' },
    'PETSTORE_BASE_URL must be a whole address such as https://example.com/v1, not "http://127.0.0.1:70000/v1".',
  ],
  // Which is not the embedded server.
  [{ PETSTORE_BASE_URL: '', PETSTORE_API_KEY: 'k' }, 'PETSTORE_BASE_URL must not be empty.'],
  [{ ...TARGET, PETSTORE_API_KEY: '' }, 'PETSTORE_API_KEY must not be empty.'],
  [{ ...TARGET, PETSTORE_API_KEY: 'abc\n' }, `PETSTORE_API_KEY ${NO_KEY}`],
  [
    { ...TARGET, PETSTORE_CATEGORY_IDS: '9223372036854775808' },
    `PETSTORE_CATEGORY_IDS ${NO_IDS}, not "9223372036854775808".`,
  ],
  [{ PETSTORE_SEED: '1e3' }, 'PETSTORE_SEED must be an integer from -2147483648 to 2147483647, not "1e3".'],
  [{ PETSTORE_DEADLINE: '0' }, 'PETSTORE_DEADLINE must be an integer from 1 to 86400, not "0".'],
  [
    { PETSTORE_READ_ONLY: 'maybe' },
    'PETSTORE_READ_ONLY must be true, 1, yes, on, false, 0, no or off, not "maybe".',
  ],
  [{ PETSTORE_STRICT: '' }, 'PETSTORE_STRICT must not be empty.'],
  [{ PETSTORE_AS_OF: '5 December 2030' }, `PETSTORE_AS_OF ${NO_DAY} "5 December 2030".`],
  [{ PETSTORE_MESSAGES_URL: 'http://127.0.0.1' }, `PETSTORE_MESSAGES_URL needs ${ADDRESS}`],
  [{ PETSTORE_API_KEY: 'k' }, `PETSTORE_API_KEY needs ${ADDRESS}`],
];

test.each(VARIABLES)('%j is refused', (env, sentence) => {
  expect(problemsOf({ env, files: { 'a-file': '' } })).toEqual([`The environment variable ${sentence}`]);
});

const WRONG: readonly (readonly [what: string, wrong: Given, sentence: string])[] = [
  [
    'a base address without a key',
    { flags: { baseUrl: target.baseUrl } },
    'The option --base-url needs a key too: give a valid one with --api-key or PETSTORE_API_KEY.',
  ],
  [
    'a key of messages without a base address',
    { flags: { messagesApiKey: 'k' } },
    `The option --messages-api-key needs ${ADDRESS}`,
  ],
  [
    'category ids without a base address',
    { files: { '.env': 'PETSTORE_CATEGORY_IDS=1\n' } },
    `PETSTORE_CATEGORY_IDS in the file ".env" needs ${ADDRESS}`,
  ],
  [
    'a header and all else of a target without a base address, as one thing',
    { flags: { header: ['X-A: b'], apiKey: 'k' }, env: { PETSTORE_CATEGORY_IDS: '1' } },
    `The option --api-key and the environment variable PETSTORE_CATEGORY_IDS and the option --header need ${ADDRESS}`,
  ],
  [
    'a time with its unit, in a file',
    { files: { '.env': 'PETSTORE_TIMEOUT_MS=10s\n' } },
    'PETSTORE_TIMEOUT_MS in the file ".env" must be an integer from 1 to 600000, not "10s".',
  ],
  [
    'a missing environment file',
    { flags: { envFile: ['missing.env'] } },
    `The environment file "missing.env" does not exist: ${GIVE_FILE}`,
  ],
  [
    'a folder for an environment file',
    { flags: { envFile: ['a-folder'] } },
    `The environment file "a-folder" is a folder: ${GIVE_FILE}`,
  ],
];

test.each(WRONG)('%s', (_what, wrong, sentence) => {
  expect(problemsOf(wrong)).toEqual([sentence]);
});

test('everything that is wrong is said at once', () => {
  const problems = problemsOf({
    flags: { ...target, timeoutMs: 'x', header: ['nothing', 'Host: a'] },
    env: { PETSTORE_SEED: 'x' },
    files: { '.env': 'PETSTORE_RUNS=0' },
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
