import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { buildCli, judged } from '../e2e/kit.ts';
import { listening } from '../later.ts';

const cli = await buildCli();

/** Starts `serve` and waits until it has said everything. */
async function serving(words: readonly string[]) {
  const child = cli.start(['serve', ...words]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += String(chunk);
    if (text.includes('Ctrl-C')) break;
  }
  const value = (label: string): string => new RegExp(`^  ${label} +(.*)$`, 'mu').exec(text)?.[1] ?? '';
  return { child, closed, text, value };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'serves with the key given and stops cleanly on %s',
  async (signal) => {
    const { child, closed, text, value } = await serving(['--key', "it's-a-key"]);
    const base = value('Base address');
    expect(base).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/u);
    expect(value('Key')).toBe("it's-a-key");
    expect(text).toContain(
      `PETSTORE_API_KEY='it'\\''s-a-key' petstore-conformance run --base-url ${base}` +
        ` --messages-url ${value('Messages address')}\n`,
    );
    const statuses = ["it's-a-key", 'another'].map(async (key) => {
      const answer = await fetch(`${base}/pets`, { headers: { Authorization: `Bearer ${key}` } });
      return answer.status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 401]);
    child.kill(signal);
    expect(await closed).toEqual([0, null]);
  },
);

test('draws a key where none is given, and is judged from another process', async () => {
  const { value } = await serving([]);
  expect(value('Key')).toMatch(/^\S{16,}$/u);
  const only = ['--only', 'list.success', '--only', 'messages.success'];
  const words = ['--base-url', value('Base address'), '--messages-url', value('Messages address'), ...only];
  const run = await judged(cli, words, { PETSTORE_API_KEY: value('Key') });
  expect(run).toMatchObject({
    code: 0,
    stderr: '',
    report: { verdict: 'partial', totals: { pass: 2 }, target: { embedded: false } },
  });
});

test('a port that is taken is a wrong configuration', async () => {
  const port = await listening(createServer());
  expect(await cli.run(['serve', '--port', String(port)])).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: The server cannot listen on port ${port} of "127.0.0.1": address already in use. Choose another --port or --host.\n`,
  });
});
