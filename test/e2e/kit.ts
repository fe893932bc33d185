import { mkdtemp, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { formats } from '../../reports/formats.ts';
import type { Report } from '../../reports/model.ts';
import { validateReport } from '../../reports/report-json.ts';
import type { Cli, Ended } from '../cli/build.ts';

export { buildCli } from '../cli/build.ts';

/** Every file of a report, sorted. */
export const FILES = [...Object.values(formats).map(({ file }) => file), 'report.css'].toSorted();

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

/** The report in a folder; throws where it is not valid. */
export async function reportIn(out: string): Promise<Pick<Judged, 'out' | 'files' | 'report'>> {
  const value: unknown = JSON.parse(await readFile(join(out, 'report.json'), 'utf8'));
  const problems = validateReport(value);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return { out, files: (await readdir(out)).toSorted(), report: value as Report };
}

/** Every file of a report as text, by name. */
export async function texts(out: string): Promise<readonly (readonly [name: string, text: string])[]> {
  const names = await readdir(out);
  // The style of the page says nothing of the run.
  const told = names.filter((name) => name !== 'report.css');
  return Promise.all(told.map(async (name) => [name, await readFile(join(out, name), 'utf8')] as const));
}
