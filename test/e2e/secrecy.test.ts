import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { buildCli, judged, texts } from './kit.ts';
import { expectNoLeak, SHAPES } from './leaks.ts';
import { answer, KEY, relay } from './servers.ts';

/** What somebody's gateway asks for: as secret as the key. */
const GATEWAY = 'gw-7Uq2Lx9Pd4Zs6Wm1';

const cli = await buildCli();

test.concurrent('no key is in a file or on the screen of a run against a good server', async () => {
  const target = await relay((pass) => pass());
  const run = await judged(cli, ['--base-url', target.baseUrl, '--api-key', KEY]);
  expect(run.code).toBe(0);
  for (const [name, text] of await texts(run.out)) expectNoLeak(name, text, KEY);
  expectNoLeak('screen', run.stdout + run.stderr, KEY);
});

test.concurrent('nor where the server throws it back in every shape, and everywhere', async () => {
  const target = await relay((_, incoming, response) => {
    const sent = incoming.headers.authorization ?? '';
    const token = sent.replace(/^bearer +/iu, '');
    const echo = SHAPES.flatMap((shape) => [shape(sent), shape(token), shape(GATEWAY)]);
    respond(response, echo);
  });
  const messages = 'msg-Hn6Yp1Bc8Fs4Ju7Qa';
  const env = { PETSTORE_API_KEY: KEY, PETSTORE_MESSAGES_API_KEY: messages, GITHUB_ACTIONS: 'true' };
  const words = ['--base-url', target.baseUrl, '--messages-url', target.messagesUrl];
  words.push('--header', `X-Gateway: ${GATEWAY}`);
  const run = await judged(cli, words, env);
  expect(run.code).toBe(1);
  const all = [...(await texts(run.out)), ['screen', run.stdout + run.stderr] as const];
  for (const [name, text] of all) for (const key of [KEY, messages, GATEWAY]) expectNoLeak(name, text, key);
  // The echo was there, and what was shown of it is marked.
  expect(all.find(([name]) => name === 'evidence.har')?.[1]).toContain('[redacted]');
});

function respond(response: ServerResponse, echo: readonly string[]): void {
  response.setHeader(
    'x-echo',
    echo.filter((text) => /^[\u0020-\u007e]*$/u.test(text)),
  );
  answer(response, 200, [{ id: 1, name: echo.join(' '), categoryId: 1, [echo[0] ?? 'x']: echo }]);
}
