import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withBaselineChanges } from '../../../reports/compare/since.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import { formatNames, formats, preloadFormats } from '../../../reports/formats.ts';
import type { Report } from '../../../reports/model.ts';
import { readReportAt } from '../../../reports/read.ts';
import { githubAnnotations, appendJobSummary } from '../../../reports/render/github.ts';
import { renderSummary } from '../../../reports/render/terminal/summary.ts';
import { safeLine } from '../../../reports/text.ts';
import { checkWritable, writeReport } from '../../../reports/write.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { createRedactor } from '../../http/redact.ts';
import { secretsOf, weakSecretsNote } from '../../http/secrets.ts';
import { readConfig, type ConfigInput } from '../../config/read.ts';
import type { Flags } from '../../config/settings.ts';
import { mistypedVariableWarnings } from '../../config/mistyped-variables.ts';
import type { Config, ConfigBeforeStart } from '../../config/types.ts';
import { usageErrorMessage, UsageError } from '../../base/usage-error.ts';
import { judgeTarget } from '../../judge.ts';
import type { RunEvent } from '../../run/events.ts';
import type { RunResult } from '../../run/run-result.ts';
import { hideInCrashReports, errorFromStack } from '../crash.ts';
import { exitCode } from '../exit-code.ts';
import { abortOnInterrupt, stopAbortingOnInterrupt } from '../interrupt.ts';
import { printLine, type Io } from '../io.ts';
import { openInBrowser } from '../open-page.ts';
import { ciContext } from '../run/ci-context.ts';
import { expandOnlyFailed } from '../run/only-failed.ts';
import { appendHistory, readHistory } from '../run/history.ts';
import { createProgress } from '../run/progress.ts';
import { assertCreatable, draftWaivers, writeWaivers } from '../run/waiver-draft.ts';

/** Judges the target, shows the progress and writes the report; resolves to the exit code. */
export function judgeAndReport(
  io: Io,
  { open, ...flags }: Flags & { readonly open?: boolean },
): Promise<number> {
  return judgeWithConfigInput(io, { flags, env: io.env, cwd: process.cwd() }, open);
}

/** Does the same as judgeAndReport, with settings from other sources too; opens the page in the browser if `open` is true. */
export async function judgeWithConfigInput(io: Io, input: ConfigInput, open = false): Promise<number> {
  const user = readConfig(await expandOnlyFailed(input));
  for (const sentence of mistypedVariableWarnings(input)) io.stderr.write(`warning: ${sentence}\n`);
  const { signal } = abortOnInterrupt();
  return run(user, io, signal, open).finally(stopAbortingOnInterrupt);
}

async function run(user: ConfigBeforeStart, io: Io, interrupt: AbortSignal, open: boolean): Promise<number> {
  const { out, baseline, writeWaivers: draft } = user;
  hideInCrashReports(...secretsOf(user));
  const unwritable = await checkWritable(out);
  if (unwritable !== undefined) throw new UsageError([unwritable]);
  if (draft !== undefined) assertCreatable(draft);
  const before = baseline === undefined ? undefined : await readReportAt(baseline);
  const history = user.history === undefined ? undefined : await readHistory(user.history);
  const { report: judged, evidence, crashes } = await judgeAloud(user, io, interrupt);
  const context = ciContext(io.env, createRedactor(secretsOf(user)).whole);
  const told = { ...judged, ...withoutUndefined({ context, history }) };
  const report = before === undefined ? told : withBaselineChanges(told, before);
  const unwritten = await writeReport(out, report, evidence, formatNames).then(
    () => (user.history === undefined ? undefined : appendHistory(user.history, report)),
    usageErrorMessage,
  );
  const page = unwritten === undefined ? pathToFileURL(resolve(out, formats.html.file)).href : undefined;
  const view = withoutUndefined({ columns: io.columns, colour: io.colour, page });
  io.stdout.write(`\n${renderSummary(report, evidence, view)}\n`);
  await tellGithub(report, evidence, io);
  if (draft !== undefined && report.aborted === undefined) {
    const waivers = draftWaivers(report);
    await writeWaivers(draft, waivers);
    const entries = waivers.length === 1 ? '1 entry' : `${String(waivers.length)} entries`;
    io.stdout.write(`Waivers: ${draft} (${entries}; give each a reason and an owner)\n`);
  }
  if (open && page !== undefined) {
    const why = await openInBrowser(page, io.env);
    if (why !== undefined) io.stderr.write(`warning: the page is not shown: ${why}\n`);
  }
  if (crashes[0] !== undefined && !interrupt.aborted) throw errorFromStack(crashes[0]);
  if (unwritten === undefined) return exitCode(report.verdict);
  io.stderr.write(`error: ${unwritten}\n`);
  return exitCode('unwritten');
}

/** Judges the target, and shows the progress. */
async function judgeAloud(user: ConfigBeforeStart, io: Io, interrupt: AbortSignal): Promise<RunResult> {
  const progress = createProgress(io, { showsFailures: true });
  const stop = (): void => {
    progress.stop();
    io.stdout.write('Interrupted: writing the report. Press Ctrl-C again to quit at once.\n');
  };
  interrupt.addEventListener('abort', stop, { once: true });
  const greet = (config: Config): void => {
    hideInCrashReports(...secretsOf(config));
    for (const line of [opening(config), weakSecretsNote(config) ?? []].flat()) printLine(io, line);
    if (interrupt.aborted) stop();
    // Loads the renderers, which takes a while, during the first requests.
    void preloadFormats().catch(() => undefined);
  };
  const hooks = {
    signal: interrupt,
    env: io.env,
    onEvent: (event: RunEvent) => {
      if (event.kind === 'waiting') {
        io.stdout.write(
          `Waiting for the target, up to ${String(user.waitReady)} s: ${safeLine(event.why)}\n`,
        );
      }
      progress.event(event);
    },
  };
  try {
    return await judgeTarget(user, hooks, greet);
  } finally {
    // From here on an interrupt no longer changes the run.
    interrupt.removeEventListener('abort', stop);
    progress.stop();
  }
}

function opening(config: Config): string {
  const messages = config.messages === null ? '' : ` and ${config.messages.url}`;
  const what = config.embedded ? `the embedded reference server, at ${config.baseUrl}` : config.baseUrl;
  // The address may contain the key.
  const { whole } = createRedactor(secretsOf(config));
  return `Judging ${whole(what + messages)} (seed ${String(config.seed)})`;
}

async function tellGithub(report: Report, evidence: readonly Exchange[], io: Io): Promise<void> {
  if (io.env['GITHUB_ACTIONS'] !== 'true') return;
  for (const line of githubAnnotations(report)) io.stdout.write(`${line}\n`);
  const file = io.env['GITHUB_STEP_SUMMARY'];
  const problem = file ? await appendJobSummary(file, report, evidence) : undefined;
  if (problem !== undefined) io.stderr.write(`${problem}\n`);
}
