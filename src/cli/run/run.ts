import { formatNames, preloadFormats } from '../../../reports/formats.ts';
import { annotations, appendJobSummary } from '../../../reports/render/github.ts';
import type { Report } from '../../../reports/model.ts';
import { ReportError } from '../../../reports/report-error.ts';
import { hang } from '../../../reports/render/terminal/layout.ts';
import { createProgress } from '../../../reports/render/terminal/progress.ts';
import { renderSummary } from '../../../reports/render/terminal/summary.ts';
import { checkWritable, writeReport } from '../../../reports/write.ts';
import type { Config } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Exchange } from '../../client/types.ts';
import { kitDigest } from '../../digests.ts';
import { exitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { onInterrupt, type Interrupt } from './interrupt.ts';
import { Record } from './record.ts';
import { createShow } from './show.ts';
import { checkNew, draftWaivers, writeWaivers } from './waiver-draft.ts';
import { readWaivers } from '../../waivers/file.ts';
import { startSuites } from '../../vitest/start.ts';

/** Judges one target, shows how it goes, and writes the report; resolves to the exit code. */
export async function run(config: Config, io: Io): Promise<number> {
  const interrupt = onInterrupt();
  try {
    return await judge(config, io, interrupt);
  } finally {
    interrupt.dispose();
  }
}

async function judge(config: Config, io: Io, interrupt: Interrupt): Promise<number> {
  const unwritable = await checkWritable(config.out);
  if (unwritable !== undefined) throw new UsageError([unwritable]);
  if (config.writeWaivers !== undefined) checkNew(config.writeWaivers);
  const waivers = config.waivers === undefined ? [] : await readWaivers(config.waivers, loadChecks);
  io.stdout.write(`${io.isTTY ? hang(opening(config), io.columns, 2, 0) : opening(config)}\n`);

  const record = new Record(config, waivers);
  const interactive = io.isTTY && !io.ci;
  const progress = createProgress({ stream: io.stdout, interactive, colour: io.colour });
  const show = createShow(progress, interactive);
  const suites = startSuites(config, {
    waiting: () => {
      // What takes a while, and nobody needs before the end.
      void preloadFormats().catch(() => undefined);
      void kitDigest().catch(() => undefined);
    },
    collected: (checks) => progress.expect(checks),
    started: (check) => progress.started(check),
    traffic: (requests, check) => progress.traffic(requests, check),
    finished: (check, dispatch) => {
      record.add(dispatch);
      show(check, dispatch);
    },
  });
  const cancelled = interrupt.first.then(() => {
    progress.stop();
    io.stdout.write(
      'Interrupted: what was found out until now goes into the report; once more ends at once.\n',
    );
    return suites.cancel();
  });
  const end = await Promise.race([suites.end, cancelled]);
  progress.stop();
  const cutOff = interrupt.happened();

  const report = await record.report(cutOff);
  const unwritten = await write(config.out, report, record.evidence);
  const view = { columns: io.columns, colour: io.colour };
  io.stdout.write(
    `\n${renderSummary(report, record.evidence, unwritten === undefined ? { ...view, out: config.out } : view)}\n`,
  );
  await tellGithub(report, record.evidence, io);
  if (config.writeWaivers !== undefined && report.aborted === undefined) {
    await startWaivers(config.writeWaivers, report, io);
  }

  const bugs = cutOff ? [] : [...(end?.errors ?? []), ...record.crashes];
  if (bugs[0] !== undefined) throw new KitError(bugs[0]);
  if (unwritten !== undefined) {
    io.stderr.write(`error: ${unwritten}\n`);
    return exitCode('unwritten');
  }
  return exitCode(cutOff ? 'interrupted' : report.verdict);
}

/** The kit itself failed in a check: the report is written, and says nothing about the requirement. */
class KitError extends Error {
  constructor(stack: string) {
    // Where a module does not load, its place stands before the error.
    const lines = stack.split('\n');
    super(lines.find((line) => /^\w*Error\b/u.test(line)) ?? lines[0]);
    this.name = 'KitError';
    this.stack = stack;
  }
}

function opening(config: Config): string {
  const messages = config.messages === null ? '' : ` and ${config.messages.url}`;
  const what = config.embedded ? `the embedded reference server, at ${config.baseUrl}` : config.baseUrl;
  return `Judging ${what}${messages} (seed ${String(config.seed)})`;
}

/** Loaded for a waiver that names one alone: the checks live in the worker. */
async function loadChecks() {
  return (await import('../../../suites/index.ts')).checks;
}

async function startWaivers(path: string, report: Report, io: Io): Promise<void> {
  const waivers = draftWaivers(report);
  await writeWaivers(path, waivers);
  const entries = waivers.length === 1 ? '1 entry' : `${String(waivers.length)} entries`;
  io.stdout.write(`Waivers: ${path} (${entries}; give each its reason and its owner)\n`);
}

/** Writes every file of the report; a sentence where the folder no longer takes them. */
async function write(
  out: string,
  report: Report,
  evidence: readonly Exchange[],
): Promise<string | undefined> {
  try {
    await writeReport(out, report, evidence, formatNames);
    return undefined;
  } catch (error) {
    if (error instanceof ReportError) return error.message;
    throw error;
  }
}

async function tellGithub(report: Report, evidence: readonly Exchange[], io: Io): Promise<void> {
  if (io.env['GITHUB_ACTIONS'] !== 'true') return;
  for (const line of annotations(report)) io.stdout.write(`${line}\n`);
  const file = io.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  const problem = await appendJobSummary(file, report, evidence);
  if (problem !== undefined) io.stderr.write(`${problem}\n`);
}
