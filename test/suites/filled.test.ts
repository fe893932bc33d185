import { expect, test } from 'vitest';
import { judge } from '../../src/judge.ts';
import { KEY, reference } from '../e2e/servers.ts';

const UNSEEN = [
  /; every list without a filter was as long as its limit, so that none could show a missing animal$/u,
  /; no list was empty$/u,
];

test.each([
  ['empty', []],
  ['full of animals of each status', ['available', 'pending', 'sold', 'sold']],
])('a pass says what it could not see: of a target that is %s', async (_, statuses) => {
  const { baseUrl } = await reference({ key: KEY });
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  for (const [at, status] of statuses.flatMap((one) => Array.from({ length: 30 }, () => one)).entries()) {
    const body = JSON.stringify({ name: `Stock${String(at)}`, categoryId: 1, status });
    await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body });
  }
  const { report } = await judge({ baseUrl, apiKey: KEY, only: ['list.complete', 'list.success'], seed: 1 });
  const rows = report.requirements.filter(({ verdict }) => verdict === 'pass');
  const words = rows.flatMap(({ checks }) => checks.map(({ message }) => message));
  expect(rows.map(({ id }) => id)).toEqual(['list.success', 'list.complete']);
  expect(UNSEEN.map((unseen) => words.some((text) => unseen.test(text)))).toEqual(
    UNSEEN.map(() => statuses.length > 0),
  );
});
