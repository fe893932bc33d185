import type { createLogUpdate } from 'log-update';
import { joinPhrases } from '../../../reports/measures.ts';
import { createPaint, wrapIndented } from '../../../reports/render/terminal/layout.ts';
import { safeLine } from '../../../reports/text.ts';
import { requirement, type RequirementId } from '../../../requirements/index.ts';
import type { CheckOutcome } from '../../engine/plan/index.ts';
import type { RunEvent } from '../../run/events.ts';
import type { Io } from '../io.ts';

/** Milliseconds between two progress lines, if they cannot be updated in place. */
const STEADY = 10_000;
/** Milliseconds between two updates of the live line. */
const FRAME = 100;
/** Width of the progress bar, in characters: `narrow` on a screen with less than `from` columns. */
const BAR = { wide: 20, narrow: 10, from: 100 } as const;

/** Returns the bar and its text, cut to one line, since a wrapped line cannot be overwritten. */
function barred(words: string, share: number, columns: number): string {
  const width = columns < BAR.from ? BAR.narrow : BAR.wide;
  const filled = Math.round(share * width);
  const text = `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${words}`;
  const room = Math.max(20, columns - 1);
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

export type Progress = ReturnType<typeof createProgress>;

/**
 * Shows the progress: a live line on a terminal, else plain lines; no time left, since a target may stop responding.
 * @param showsFailures true to print each first failure at once on a terminal, unless another failure may cause it
 */
export function createProgress(
  { stdout, isTTY, ci, colour }: Io,
  { showsFailures }: { readonly showsFailures: boolean },
) {
  const stream: NodeJS.WritableStream & { readonly columns?: number } = stdout;
  const interactive = isTTY && !ci;
  // A terminal of unknown width reports 0: a live line would wrap.
  const isDrawn = interactive && stream.columns !== 0;
  const begun = performance.now();
  const count = { expected: 0, done: 0, requests: 0, failed: 0 };
  const told = new Set<RequirementId>();
  const paint = createPaint(colour);
  let latest = '';
  let isStopped = false;
  const columns = () => stream.columns || 80;
  const share = () => (count.expected <= 0 ? 0 : Math.min(1, count.done / count.expected));
  /** Returns text such as `34 of 120 checks (2 failed), 210 requests, 12 s so far: list/limit`. */
  const words = (): string => {
    const { expected, done, requests, failed } = count;
    const parts = [
      `${String(Math.min(done, expected))} of ${String(expected)} checks${failed === 0 ? '' : ` (${String(failed)} failed)`}`,
      `${String(requests)} requests`,
      `${String(Math.round((performance.now() - begun) / 1000))} s so far`,
    ];
    return joinPhrases([parts.join(', '), latest], ': ');
  };
  let update: ReturnType<typeof createLogUpdate> | undefined;
  let loading: Promise<void> | undefined;
  const keep = (text: string) => {
    if (update === undefined) stream.write(`${text}\n`);
    else update.persist(text);
  };
  const load = async () => {
    const logUpdate = await import('log-update');
    // The cursor stays visible, because a run that is killed could not show it again.
    if (!isStopped) update = logUpdate.createLogUpdate(stream, { showCursor: true });
    draw();
  };
  // log-update takes time to load, so it is loaded at the first update.
  const draw = () => {
    if (update === undefined) loading ??= load();
    else update(barred(words(), share(), columns()));
  };
  // A timer updates the progress line, because an update for every event would take too much time.
  const timer = setInterval(isDrawn ? draw : () => keep(words()), isDrawn ? FRAME : STEADY).unref();
  const finished = ({ findings }: CheckOutcome): void => {
    count.done += 1;
    let isFailed = false;
    for (const finding of findings) {
      const { kind, requirement: id } = finding;
      if (kind !== 'violation' || (finding.possibleCauses ?? []).length > 0) continue;
      if (requirement(id).level === 'advisory') continue;
      isFailed = true;
      const text = `${paint.verdict('fail', 'FAIL')} ${paint.bold(id)}: ${safeLine(finding.message)}`;
      if (interactive && showsFailures && !told.has(id)) keep(wrapIndented(text, columns(), 5, 0));
      told.add(id);
    }
    if (isFailed) count.failed += 1;
  };
  return {
    event(event: RunEvent): void {
      if (event.kind === 'begun') count.expected = event.checks.length;
      if (event.kind === 'finished') finished(event.outcome);
      if (event.kind !== 'exchange') return;
      count.requests = Math.max(count.requests, event.traffic.requests);
      latest = safeLine(event.exchange.check, 60);
    },
    /** Removes the live line and stops the timer. */
    stop(): void {
      isStopped = true;
      clearInterval(timer);
      update?.clear();
      update?.done();
    },
  };
}
