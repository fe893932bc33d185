import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildCli } from '../cli/build.ts';
import type { Cli } from '../cli/build.ts';
import { judged, texts } from './kit.ts';
import { closeTargets, answer, KEY, relay } from './servers.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let cli: Cli;
beforeAll(async () => {
  cli = await buildCli();
});
afterAll(async () => {
  await closeTargets();
  await cli.remove();
});

const hex = (text: string): string => Buffer.from(text).toString('hex');
const percent = (text: string): string => `%${(hex(text).match(/../gu) ?? []).join('%')}`;
const reversed = (text: string): string => Array.from(text).toReversed().join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The shapes that a server could give to what it was sent. */
const SHAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  reversed,
  base64,
  (text) => Buffer.from(text).toString('base64url'),
  (text) => base64(`xy${text}`),
  hex,
  (text) => hex(text).toUpperCase(),
  percent,
  (text) =>
    Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  (text) => Array.from(text, (character) => `&#${String(character.charCodeAt(0))};`).join(''),
  (text) => text.toUpperCase(),
];

function expectNoLeak(name: string, text: string, key: string): void {
  const pieces = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
  const shown = pieces.flatMap((piece) => [piece, reversed(piece), hex(piece), percent(piece)]);
  // In base64 the key looks different in each of three places; only the middle is the same whatever stands around it.
  const encoded = ['', 'x', 'xy'].map((before) => base64(before + key).slice(4, -4));
  const lower = text.toLowerCase();
  const found = [
    ...shown.filter((leak) => lower.includes(leak.toLowerCase())),
    ...encoded.filter((leak) => text.includes(leak)),
  ];
  expect({ name, found }).toEqual({ name, found: [] });
}

test.concurrent('no key is in a file or on the screen of a run against the embedded server', async () => {
  const key = 'emb-Xq83Lr5Tz0Vw2Kd9';
  const run = await judged(cli, ['--api-key', key]);
  expect(run.code).toBe(0);
  for (const [name, text] of await texts(run.out)) expectNoLeak(name, text, key);
  expectNoLeak('screen', run.stdout + run.stderr, key);
});

test.concurrent('nor where the server throws it back in every shape, and everywhere', async () => {
  const target = await relay((_, incoming, response) => {
    const sent = incoming.headers.authorization ?? '';
    const token = sent.replace(/^bearer +/iu, '');
    const echo = SHAPES.flatMap((shape) => [shape(sent), shape(token)]);
    respond(response, echo);
  });
  const messages = 'msg-Hn6Yp1Bc8Fs4Ju7Qa';
  const env = { PETSTORE_API_KEY: KEY, PETSTORE_MESSAGES_API_KEY: messages, GITHUB_ACTIONS: 'true' };
  const words = ['--base-url', target.baseUrl, '--messages-url', target.messagesUrl];
  const run = await judged(cli, words, env);
  expect(run.code).toBe(1);
  const all = [...(await texts(run.out)), ['screen', run.stdout + run.stderr] as const];
  for (const [name, text] of all) for (const key of [KEY, messages]) expectNoLeak(name, text, key);
  // The echo was there, and what was shown of it is marked.
  expect(all.find(([name]) => name === 'evidence.har')?.[1]).toContain('[api key]');
});

function respond(response: ServerResponse, echo: readonly string[]): void {
  response.setHeader(
    'x-echo',
    echo.filter((text) => /^[\u0020-\u007e]*$/u.test(text)),
  );
  answer(response, 200, [{ id: 1, name: echo.join(' '), categoryId: 1, [echo[0] ?? 'x']: echo }]);
}
