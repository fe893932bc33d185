import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { printCommandError } from '../../src/cli/crash.ts';
import { settings, type SettingName } from '../../src/config/settings.ts';
import { problemsOf, type Given } from './folder.ts';

const KEY = 'sk/live+7f3a9c==';

function messageOf(given: Given): string {
  const problems = problemsOf(given);
  expect(problems).not.toEqual([]);
  return problems.join('\n');
}

const names = Object.keys(settings).filter((name): name is SettingName => name !== 'out');

test.each(names.filter((name) => !name.endsWith('piKey')))(
  'the key in the place of %s is not shown',
  (name) => {
    const env = { PETSTORE_API_KEY: KEY, PETSTORE_RUNS: 'x' };
    for (const text of [KEY, encodeURIComponent(KEY), `http://u:${encodeURIComponent(KEY)}@127.0.0.1/v1?x`]) {
      const flag = 'repeatable' in settings[name] ? [text] : text;
      const message = messageOf({ flags: { [name]: flag }, env });
      expect(message).not.toContain(KEY);
      expect(message).not.toContain(encodeURIComponent(KEY));
    }
  },
);

test('a wrong key is not shown, wherever it was given', () => {
  const wrong = `${KEY} `;
  const problems = [
    messageOf({ flags: { apiKey: wrong } }),
    messageOf({ env: { PETSTORE_MESSAGES_API_KEY: wrong } }),
    messageOf({ files: { '.env': `PETSTORE_API_KEY="${wrong}"` } }),
  ];
  for (const problem of problems) expect(problem).not.toContain(KEY);
});

test('neither is one that another source overrides', () => {
  const message = messageOf({
    flags: { baseUrl: 'http://127.0.0.1/v1', apiKey: 'good', seed: KEY },
    files: { '.env': `PETSTORE_API_KEY=${KEY}` },
  });
  expect(message).toBe('The option --seed must be an integer from -2147483648 to 2147483647.');
});

test('a user name or password in an address is not shown, even where it cannot be an address', () => {
  const urls = ['http://user:hunter2@127.0.0.1/v1', 'http://user:hunter2@:bad:/v1', 'user:hunter2@host'];
  for (const url of urls) {
    expect(messageOf({ flags: { baseUrl: url, apiKey: 'k' } })).not.toContain('hunter2');
  }
});

test('a header value is not shown', () => {
  expect(messageOf({ flags: { header: ['X-Gateway-Key: hunter2\u0000'] } })).not.toContain('hunter2');
});

test.each<readonly [argv: readonly string[], env: NodeJS.ProcessEnv]>([
  [['--api-key', 'hunter2-hunter2'], {}],
  [['--header=X-Gate: hunter2-hunter2'], {}],
  [['--base-url', 'http://me:hunter2-hunter2@127.0.0.1/v1'], {}],
  [['serve', '--key=hunter2-hunter2'], {}],
  [[], { PETSTORE_MESSAGES_API_KEY: 'hunter2-hunter2' }],
])('no report of a crash has the secret of %j with %j', (argv, env) => {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const io = { stdout: stderr, stderr, isTTY: false, columns: 80, colour: false, ci: true };
  const error = new Error('it said hunter2-hunter2');
  expect(printCommandError(error, argv, { ...io, env: { ...env, PETSTORE_DEBUG: '1' } })).toBe(4);
  const report = String(stderr.read());
  expect(report).toContain('it said');
  expect(report).not.toContain('hunter2');
});
