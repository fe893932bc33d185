import { RefusedInputError } from '../../src/base/usage-error.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newKeyPair } from '../../src/attest/keys.ts';
import { attest } from '../../src/cli/commands/attest.ts';
import { processIo } from '../../src/cli/io.ts';
import { judge } from '../../src/judge.ts';
import { KEY, reference } from '../e2e/servers.ts';
import { scratch } from '../later.ts';
import { writeFolder, type Ran } from '../verify/folders.ts';

const key = join(await scratch('keys'), 'key.pem');
await writeFile(key, newKeyPair('ed25519').privateKey);

/** The last line of what attest says of a run. */
async function advice(real: Ran): Promise<string | undefined> {
  const dir = await scratch('advice');
  await writeFolder(dir, real);
  const refused = await attest(processIo(), dir, { key, allow: 'partial' }).catch((error: unknown) => error);
  return refused instanceof RefusedInputError ? refused.problems.at(-1) : undefined;
}

test('a second run of one challenge needs another challenge', async () => {
  const { baseUrl } = await reference();
  const options = {
    baseUrl,
    apiKey: KEY,
    challenge: 'acme 7f3a',
    only: ['create.echo', 'list.status.filter'],
  };
  await judge(options);
  expect(await advice(await judge(options))).toBe(
    'The report is inconsistent and was not signed. A challenge is for one run: ask for a new challenge, and run again with it.',
  );
});

test('a key that the run sends as something else too has to be another one', async () => {
  const { baseUrl } = await reference({ key: 'sold' });
  const real = await judge({ baseUrl, apiKey: 'sold', only: ['list.status.*'] });
  expect(await advice(real)).toMatch(
    /Run again with another key or header value that is not a word of the API/u,
  );
});

test('a run that was cut off has to be made again, and another version signs what it wrote', async () => {
  const { baseUrl } = await reference();
  const stop = new AbortController();
  const options = { baseUrl, apiKey: KEY, only: ['create.echo'] };
  const onEvent = ({ kind }: { readonly kind: string }) => {
    if (kind === 'finished') stop.abort();
  };
  const cut = await judge(options, { onEvent, signal: stop.signal });
  expect(await advice(cut)).toContain('Run again until the run ends by itself, with a longer --deadline');
  const tool = { ...cut.report.tool, digest: `sha256:${'0'.repeat(64)}` };
  expect(await advice({ ...cut, report: { ...cut.report, tool } })).toContain(
    'Another build of the kit wrote the report',
  );
});
