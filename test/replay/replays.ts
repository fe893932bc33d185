import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { withoutUndefined } from '../../src/base/without-undefined.ts';
import { safeJsonText } from '../../reports/text.ts';
import { runProgram } from '../../src/cli/program.ts';
import type { Options } from '../../src/config/options.ts';
import { judge, type Judged } from '../../src/judge.ts';
import { KEY, reference } from '../e2e/servers.ts';
import { scratch } from '../later.ts';
import { once } from '../once.ts';
import { harText } from '../reports/fixture.ts';

interface Addresses {
  readonly baseUrl: string;
  readonly messagesUrl: string;
}

/** Judges a server on one requirement. */
export async function judged({ baseUrl, messagesUrl }: Addresses, id: string, options: Options = {}) {
  const target = { baseUrl, messagesUrl, apiKey: KEY, seed: 1, consistencyMs: 100 };
  return judge({ ...target, only: [id], ...options });
}

/** What a folder has of a run. */
type Recorded = Pick<Judged, 'report' | 'evidence'>;

/** A folder with a report in it. */
export async function written({ report, evidence }: Recorded, folder?: string): Promise<string> {
  const dir = folder ?? (await scratch('replay'));
  await writeFile(join(dir, 'report.json'), safeJsonText(report));
  await writeFile(join(dir, 'evidence.har'), harText(report, evidence));
  return dir;
}

/** The folder of a run against a server with these faults, made once. */
export function recorded(faults: string, id: string, options: Options = {}): Promise<string> {
  return once(`replay-${faults} ${id}`.replaceAll('/', '-'), async (folder) => {
    const server = await reference(withoutUndefined({ faults: faults.split(' '), asOf: options.asOf }));
    const run = await judged(server, id, options);
    await server.close();
    await written(run, folder);
  });
}

/** How the command ends, and what it prints, folded lines joined. */
export async function replayed(
  dir: string,
  id: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
) {
  const stdout = new PassThrough();
  const io = { stdout, stderr: stdout, isTTY: false, columns: 80, colour: false, ci: false };
  const code = await runProgram(['replay', dir, id, ...words], {
    ...io,
    env: { PETSTORE_API_KEY: KEY, PETSTORE_TIMEOUT_MS: '300', ...env },
  });
  stdout.end();
  const raw = await text(stdout);
  return { code, raw, said: raw.replaceAll(/\n +/gu, ' ') };
}

export const at = ({ baseUrl, messagesUrl }: Addresses): readonly string[] =>
  ['--base-url', baseUrl].concat('--messages-url', messagesUrl);

export function matching(words: RegExp): string {
  return expect.stringMatching(words) as string;
}

export const GONE = /^Fixed: every check that failed in the run passes now\.$/mu;
export const SHOWS = /^Not fixed: /mu;
