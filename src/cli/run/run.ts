import { sinceBaseline } from '../../../reports/compare/since.ts';
import { formatNames, preloadFormats } from '../../../reports/formats.ts';
import { annotations, appendJobSummary } from '../../../reports/render/github.ts';
import type { Report } from '../../../reports/model.ts';
import { inertLine } from '../../../reports/text.ts';
import { ReportError } from '../../../reports/report-error.ts';
import { hang } from '../../../reports/render/terminal/layout.ts';
import { createProgress } from '../../../reports/render/terminal/progress.ts';
import { renderSummary } from '../../../reports/render/terminal/summary.ts';
import { checkWritable, writeReport } from '../../../reports/write.ts';
import { createRedactor } from '../../client/redact.ts';
import { secretsOf, weakSecretsNote } from '../../client/secrets.ts';
import type { Config } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Exchange } from '../../client/types.ts';
import { kitDigest } from '../../digests.ts';
import { exitCode } from '../exit-code.ts';
import { onInterrupt } from '../interrupt.ts';
import type { Io } from '../io.ts';
import { KitError } from '../kit-error.ts';
import { INTERRUPTED } from '../../run/cut-off.ts';
import { Ledger } from '../../run/ledger.ts';
import { readEarlier } from './earlier.ts';
import { createShow } from './show.ts';
import { checkNew, draftWaivers, writeWaivers } from './waiver-draft.ts';
import { waiversOf } from '../../run/prepare.ts';
import { startSuites } from '../../vitest/start.ts';

/** Judges one target, shows how it goes, and writes the report; resolves to the exit code. */
export async function run(config: Config, io: Io): Promise<number> {
  const interrupt = new AbortController();
  const release = onInterrupt(() => interrupt.abort());
  try {
    return await carryOut(config, io, interrupt.signal);
  } finally {
    release();
  }
}

async function carryOut(config: Config, io: Io, interrupt: AbortSignal): Promise<number> {
  const unwritable = await checkWritable(config.out);
  if (unwritable !== undefined) throw new UsageError([unwritable]);
  if (config.writeWaivers !== undefined) checkNew(config.writeWaivers);
  const baseline = config.baseline === undefined ? undefined : await readEarlier(config.baseline);
  const waivers = await waiversOf(config);
  io.stdout.write(`${io.isTTY ? hang(opening(config), io.columns, 2, 0) : opening(config)}\n`);
  const weak = weakSecretsNote(config);
  if (weak !== undefined) io.stdout.write(`${io.isTTY ? hang(weak, io.columns, 2, 0) : weak}\n`);

  const ledger = new Ledger(config, waivers);
  const interactive = io.isTTY && !io.ci;
  const progress = createProgress({ stream: io.stdout, interactive, colour: io.colour });
  const show = createShow(progress, interactive);
  const suites = startSuites(config, (event) => {
    ledger.add(event);
    if (event.kind === 'waiting') io.stdout.write(`${waiting(event.why, config)}\n`);
    show(event);
  });
  // While the threads are being started, this one has nothing to do: what takes a while, and nobody needs before the end.
  void preloadFormats().catch(() => undefined);
  void kitDigest().catch(() => undefined);
  const stop = (): void => {
    progress.stop();
    io.stdout.write(
      'Interrupted: what was found out until now goes into the report; once more ends at once.\n',
    );
    suites.stop();
  };
  if (interrupt.aborted) stop();
  interrupt.addEventListener('abort', stop, { once: true });
  await suites.end;
  // From here on the run is done, and an interrupt changes nothing of it.
  interrupt.removeEventListener('abort', stop);
  progress.stop();
  const cutOff = interrupt.aborted;
  if (cutOff) ledger.add({ kind: 'cut-off', why: INTERRUPTED });

  const { report: judged, evidence, crashes } = await ledger.run();
  const report = baseline === undefined ? judged : sinceBaseline(judged, baseline);
  const unwritten = await write(config.out, report, evidence);
  const view = { columns: io.columns, colour: io.colour };
  io.stdout.write(
    `\n${renderSummary(report, evidence, unwritten === undefined ? { ...view, out: config.out } : view)}\n`,
  );
  await tellGithub(report, evidence, io);
  if (config.writeWaivers !== undefined && report.aborted === undefined) {
    await startWaivers(config.writeWaivers, report, io);
  }

  if (crashes[0] !== undefined && !cutOff) throw new KitError(crashes[0]);
  if (unwritten !== undefined) {
    io.stderr.write(`error: ${unwritten}\n`);
    return exitCode('unwritten');
  }
  return exitCode(report.verdict);
}

function opening(config: Config): string {
  const messages = config.messages === null ? '' : ` and ${config.messages.url}`;
  const what = config.embedded ? `the embedded reference server, at ${config.baseUrl}` : config.baseUrl;
  // An address may hold the key.
  const { whole } = createRedactor(secretsOf(config));
  return `Judging ${whole(what + messages)} (seed ${String(config.seed)})`;
}

function waiting(why: string, { waitReady }: Config): string {
  return `Waiting for the target, up to ${String(waitReady)} s: ${inertLine(why)}`;
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
