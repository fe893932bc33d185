import { formatNames, preloadFormats } from '../../../reports/formats.ts';
import { annotations, appendJobSummary } from '../../../reports/github.ts';
import type { Report } from '../../../reports/model.ts';
import { createProgress, type Progress } from '../../../reports/terminal/progress.ts';
import { renderSummary } from '../../../reports/terminal/summary.ts';
import { checkWritable, writeReport } from '../../../reports/write.ts';
import type { Dispatch } from '../../../suites/vitest.bridge.ts';
import type { Config } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Abort } from '../../kit/preflight.ts';
import type { Exchange } from '../../target/types.ts';
import { exitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { Record } from './record.ts';
import { startSuites } from './vitest.ts';

const INTERRUPTED: Abort = {
  cause: 'scope',
  message:
    'The run was interrupted before it was done: what it had found out until then is in the report. Run it again.',
};
/** Milliseconds that checks under way get to end after an interrupt. */
const GRACE_MS = 1500;

/** Judges one target, shows how it goes, and writes the report; resolves to the exit code. */
export async function run(config: Config, io: Io): Promise<number> {
  const unwritable = await checkWritable(config.out);
  if (unwritable !== undefined) throw new UsageError([unwritable]);
  io.stdout.write(`${opening(config)}\n`);

  const record = new Record(config);
  const progress = createProgress({
    stream: io.stdout,
    interactive: io.isTTY && !io.ci,
    colour: io.colour,
    total: 0,
  });
  const suites = startSuites(config, {
    started: (check) => progress.started(check),
    finished: (check, dispatch) => {
      record.add(dispatch);
      show(progress, check, dispatch);
    },
  });
  const interrupt = onInterrupt(() => suites.cancel());
  // While the worker loads and the target answers, there is time to load what the report needs.
  void preloadFormats().catch(() => undefined);
  const end = await Promise.race([suites.end, interrupt.over]);
  interrupt.dispose();
  progress.stop();

  const report = record.report(interrupt.happened() ? INTERRUPTED : undefined);
  await writeReport(config.out, report, record.evidence, formatNames);
  io.stdout.write(
    `${renderSummary(report, record.evidence, { columns: io.columns, colour: io.colour, out: config.out })}\n`,
  );
  await tellGithub(report, record.evidence, io);
  const bugs = [...(end?.errors ?? []), ...record.crashes];
  if (bugs[0] !== undefined && !interrupt.happened()) throw new KitError(bugs[0]);
  return exitCode(interrupt.happened() ? 'interrupted' : report.verdict);
}

/** The kit itself failed in a check: the report is written, and says nothing about the requirement. */
class KitError extends Error {
  constructor(stack: string) {
    super(stack.split('\n')[0] ?? stack);
    this.name = 'KitError';
    this.stack = stack;
  }
}

function opening(config: Config): string {
  const messages = config.messages === null ? '' : ` and ${config.messages.url}`;
  const what = config.embedded ? `the embedded reference server, at ${config.baseUrl}` : config.baseUrl;
  return `Judging ${what}${messages} (seed ${String(config.seed)})`;
}

function show(progress: Progress, check: string, { outcome, traffic }: Dispatch): void {
  progress.traffic(traffic.requests);
  const broken = outcome?.findings.find((finding) => finding.kind === 'violation');
  progress.finished(check, broken === undefined ? 'pass' : 'fail');
}

async function tellGithub(report: Report, evidence: readonly Exchange[], io: Io): Promise<void> {
  if (io.env['GITHUB_ACTIONS'] !== 'true') return;
  for (const line of annotations(report)) io.stdout.write(`${line}\n`);
  const file = io.env['GITHUB_STEP_SUMMARY'];
  if (file === undefined || file === '') return;
  const problem = await appendJobSummary(file, report, evidence);
  if (problem !== undefined) io.stderr.write(`${problem}\n`);
}

interface Interrupt {
  /** Resolves a while after the first interrupt: checks that do not end are left behind. */
  readonly over: Promise<undefined>;
  happened(): boolean;
  dispose(): void;
}

/** Ends a run by SIGINT or SIGTERM: the first one ends it in good order, and another one at once. */
function onInterrupt(cancel: () => void): Interrupt {
  let count = 0;
  let resolveOver: (() => void) | undefined;
  const over = new Promise<undefined>((resolve) => {
    resolveOver = () => resolve(undefined);
  });
  const listener = (): void => {
    count += 1;
    if (count > 1) process.exit(exitCode('interrupted'));
    cancel();
    setTimeout(() => resolveOver?.(), GRACE_MS);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, listener);
  return {
    over,
    happened: () => count > 0,
    dispose: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
