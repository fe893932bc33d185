import { mkdtemp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { formats } from '../../reports/formats.ts';
import type { Report } from '../../reports/model.ts';
import { validateReport } from '../../reports/report-json.ts';
import { buildCli, type Cli, type Ended } from '../cli/build.ts';
import { closeTargets } from './servers.ts';

/** Every file of a report, sorted. */
export const FILES = Object.values(formats)
  .map(({ file }) => file)
  .toSorted();

/** The command for all tests of a file: it is there from the first to the last, and so are the servers that they start. */
export function cliOfFile(): Cli {
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
  let built: Cli | undefined;
  const cli = (): Cli => {
    if (built === undefined) throw new Error('the command is there while tests run, not before');
    return built;
  };
  beforeAll(async () => {
    built = await buildCli();
  });
  afterAll(async () => {
    await closeTargets();
    await built?.remove();
  });
  return {
    get folder() {
      return cli().folder;
    },
    get cwd() {
      return cli().cwd;
    },
    start: (...given) => cli().start(...given),
    spawn: (...given) => cli().spawn(...given),
    run: (...given) => cli().run(...given),
    remove: () => cli().remove(),
  };
}

/** A folder of its own for each report, gone with the command's. */
export function outFolder(cli: Cli): Promise<string> {
  return mkdtemp(join(cli.cwd, 'report-'));
}

/** How a run ended, and the report that it wrote. */
export interface Judged extends Ended {
  readonly out: string;
  /** Names of all files in the folder, sorted. */
  readonly files: readonly string[];
  readonly report: Report;
}

/** Runs the command into a folder of its own and reads the report back, checked against its schema. */
export async function judged(
  cli: Cli,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Judged> {
  const out = await outFolder(cli);
  const ended = await cli.run(['run', '--out', out, ...words], env);
  return { ...ended, ...(await reportIn(out)) };
}

/** The report in a folder; throws where it is none. */
export async function reportIn(out: string): Promise<Pick<Judged, 'out' | 'files' | 'report'>> {
  const value: unknown = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
  const problems = validateReport(value);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return { out, files: (await readdir(out)).toSorted(), report: value as Report };
}

/** Every file of a report as text, by name. */
export async function texts(out: string): Promise<readonly (readonly [name: string, text: string])[]> {
  const names = await readdir(out);
  return Promise.all(names.map(async (name) => [name, await readFile(join(out, name), 'utf8')] as const));
}
