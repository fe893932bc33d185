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
import type { Config, UserConfig } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import { judgeTarget } from '../../judge.ts';
import { keepSecret } from '../crash.ts';
import { exitCode } from '../exit-code.ts';
import { onInterrupt } from '../interrupt.ts';
import type { Io } from '../io.ts';
import { KitError } from '../kit-error.ts';
import type { Run } from '../../run/ledger.ts';
import { readEarlier } from './earlier.ts';
import { createShow } from './show.ts';
import { checkNew, draftWaivers, writeWaivers } from './waiver-draft.ts';

/** Judges one target, shows how it goes, and writes the report; resolves to the exit code. */
export async function run(user: UserConfig, io: Io): Promise<number> {
  const interrupt = new AbortController();
  const release = onInterrupt(() => interrupt.abort());
  try {
    return await carryOut(user, io, interrupt.signal);
  } finally {
    release();
  }
}

async function carryOut(user: UserConfig, io: Io, interrupt: AbortSignal): Promise<number> {
  keepSecret(...secretsOf(user));
  const unwritable = await checkWritable(user.out);
  if (unwritable !== undefined) throw new UsageError([unwritable]);
  if (user.writeWaivers !== undefined) checkNew(user.writeWaivers);
  const baseline = user.baseline === undefined ? undefined : await readEarlier(user.baseline);
  const { report: judged, evidence, crashes } = await judgeAloud(user, io, interrupt);
  const report = baseline === undefined ? judged : sinceBaseline(judged, baseline);
  const unwritten = await write(user.out, report, evidence);
  const view = { columns: io.columns, colour: io.colour };
  io.stdout.write(
    `\n${renderSummary(report, evidence, unwritten === undefined ? { ...view, out: user.out } : view)}\n`,
  );
  await tellGithub(report, evidence, io);
  if (user.writeWaivers !== undefined && report.aborted === undefined) {
    await startWaivers(user.writeWaivers, report, io);
  }

  if (crashes[0] !== undefined && !interrupt.aborted) throw new KitError(crashes[0]);
  if (unwritten !== undefined) {
    io.stderr.write(`error: ${unwritten}\n`);
    return exitCode('unwritten');
  }
  return exitCode(report.verdict);
}

/** Judges, and says how it goes. */
async function judgeAloud(user: UserConfig, io: Io, interrupt: AbortSignal): Promise<Run> {
  const say = (line: string): void =>
    void io.stdout.write(`${io.isTTY ? hang(line, io.columns, 2, 0) : line}\n`);
  const interactive = io.isTTY && !io.ci;
  const progress = createProgress({ stream: io.stdout, interactive, colour: io.colour });
  const show = createShow(progress, interactive);
  const stop = (): void => {
    progress.stop();
    io.stdout.write(
      'Interrupted: what was found out until now goes into the report; once more ends at once.\n',
    );
  };
  interrupt.addEventListener('abort', stop, { once: true });
  const greet = (config: Config): void => {
    keepSecret(...secretsOf(config));
    say(opening(config));
    const weak = weakSecretsNote(config);
    if (weak !== undefined) say(weak);
    if (interrupt.aborted) stop();
    // What takes a while, and nobody needs before the end, while the first requests are under way.
    void preloadFormats().catch(() => undefined);
  };
  try {
    return await judgeTarget(
      user,
      {
        signal: interrupt,
        env: io.env,
        onEvent: (event) => {
          if (event.kind === 'waiting') io.stdout.write(`${waiting(event.why, user)}\n`);
          show(event);
        },
      },
      greet,
    );
  } finally {
    // From here on the run is done, and an interrupt changes nothing of it.
    interrupt.removeEventListener('abort', stop);
    progress.stop();
  }
}

function opening(config: Config): string {
  const messages = config.messages === null ? '' : ` and ${config.messages.url}`;
  const what = config.embedded ? `the embedded reference server, at ${config.baseUrl}` : config.baseUrl;
  // An address may hold the key.
  const { whole } = createRedactor(secretsOf(config));
  return `Judging ${whole(what + messages)} (seed ${String(config.seed)})`;
}

function waiting(why: string, { waitReady }: Pick<Config, 'waitReady'>): string {
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
