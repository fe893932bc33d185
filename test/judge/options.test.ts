import { expect, test } from 'vitest';
import { configFromOptions } from '../../src/config/read.ts';
import type { Options } from '../../src/config/options.ts';
import type { Setting } from '../../src/config/setting.ts';
import { settings } from '../../src/config/settings.ts';
import { UsageError } from '../../src/base/usage-error.ts';

const target = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-7f3a9c21' } as const;

test('options are the settings of the command, as code has them', () => {
  const same = { readOnly: true, strict: false, runs: 7, seed: -5, asOf: '2030-12-05' };
  const config = configFromOptions({
    ...target,
    messagesUrl: 'http://127.0.0.1:9/',
    messagesApiKey: 'sk-another',
    categoryIds: [1, 2n ** 62n],
    header: ['A: b', 'C: d'],
    ...same,
    only: 'list.*',
    maxCreated: undefined,
  });
  expect(config).toMatchObject({
    ...target,
    embedded: false,
    messages: { url: 'http://127.0.0.1:9/messages', apiKey: 'sk-another' },
    categoryIds: [1n, 2n ** 62n],
    header: [
      ['A', 'b'],
      ['C', 'd'],
    ],
    ...same,
    only: ['list.*'],
    maxCreated: 150,
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test('without any the embedded server is meant', () => {
  expect(configFromOptions({}).baseUrl).toBeUndefined();
});

test('every option but those of files that are written can be given', () => {
  const missing = Object.entries<Setting<unknown>>(settings).flatMap(([name, row]) => {
    try {
      // Wrong for each of them, so that none is taken for granted.
      configFromOptions({ [name]: {} });
      return [`${name} is taken`];
    } catch (error) {
      const [problem = ''] = error instanceof UsageError ? error.problems : [];
      const refused = problem.startsWith('There is no option');
      return refused === (row.commandOnly === true) ? [] : [problem];
    }
  });
  expect(missing).toEqual([]);
});

const NO_OBJECT = /^The options must be an object such as \{ baseUrl, apiKey \}\.$/u;

const REFUSED: readonly (readonly [
  what: string,
  options: unknown,
  ...problems: readonly (string | RegExp)[],
])[] = [
  ['no object', 'http://127.0.0.1/v1', NO_OBJECT],
  ['null', null, NO_OBJECT],
  ['a list', [], NO_OBJECT],
  [
    'a misspelt name',
    { ...target, categoryIDs: [1] },
    /^There is no option "categoryIDs": did you mean categoryIds\?$/u,
  ],
  ['an option of the command alone', { ...target, out: 'x' }, /^There is no option "out": /u],
  [
    'an address that got lost',
    { baseUrl: undefined },
    'baseUrl is undefined: give an address, or omit the option.',
  ],
  ['no key', { baseUrl: target.baseUrl }, 'baseUrl needs a key too: give a valid one with apiKey.'],
  ['a key alone', { apiKey: 'k' }, 'apiKey needs a base address too: give it with baseUrl.'],
  ['no address', { ...target, baseUrl: 'x' }, 'baseUrl must begin with http:// or https://.'],
  ['an empty text', { ...target, apiKey: '' }, 'apiKey must not be empty.'],
  [
    'numbers out of its range',
    { ...target, runs: 1.5, seed: Number.NaN },
    'runs must be an integer from 1 to 1000, not "1.5".',
    'seed must be an integer from -2147483648 to 2147483647, not "NaN".',
  ],
  ['a switch as a text', { ...target, readOnly: 'yes' }, 'readOnly must be true or false.'],
  ['a switch as a number', { ...target, runs: true }, 'runs must be a number.'],
  ['a text as a number', { ...target, runs: '5' }, 'runs must be a number.'],
  ['a number as a text', { ...target, product: 5 }, 'product must be a text.'],
  ['no category', { ...target, categoryIds: true }, 'categoryIds must be a text, or a list of numbers.'],
  ['an object', { ...target, only: {} }, 'only must be a text, or a list of texts.'],
  ['no header', { ...target, header: 'A' }, "header must have the form 'Name: value'."],
  [
    'a category that is not an int64',
    { ...target, categoryIds: [1, 2n ** 63n] },
    'categoryIds must be int64 integers with commas between them, such as 1,2, not "9223372036854775808".',
  ],
  [
    'half a client certificate',
    { ...target, clientCert: 'cert.pem' },
    'clientCert names a file that does not exist: give the path of a certificate in PEM.',
    'clientCert needs the private key too: name its file with clientKey.',
  ],
];

test.each(REFUSED.map(([what, ...row]) => [what, row] as const))(
  '%s is refused in a sentence that names the option',
  (_what, [options, ...problems]) => {
    let found: unknown;
    try {
      configFromOptions(options as Options);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(UsageError);
    const told = (one: string | RegExp) =>
      typeof one === 'string' ? `The option ${one}` : (expect.stringMatching(one) as string);
    expect((found as UsageError).problems).toEqual(problems.map(told));
    expect(String(found)).not.toContain(target.apiKey);
  },
);

test('what is wrong with an address is said in the names of options', () => {
  const wrong = (): unknown => configFromOptions({ ...target, baseUrl: 'http://me:secret@127.0.0.1/v1' });
  expect(wrong).toThrow(
    new UsageError(['The option baseUrl must not hold a user name or password: give the key with apiKey.']),
  );
});
