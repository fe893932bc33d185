import type { createLogUpdate } from 'log-update';
import type { Verdict } from '../../model.ts';
import { joinPhrases } from '../../measures.ts';
import { safeLine } from '../../text.ts';
import { createPaint, wrapIndented } from './layout.ts';

/** Milliseconds between two progress lines, if they cannot be updated in place. */
const STEADY = 10_000;
/** Milliseconds between two updates of the live line. */
const FRAME = 100;
/** Width of the progress bar, in characters: `narrow` on a screen with less than `from` columns. */
const BAR = { wide: 20, narrow: 10, from: 100 } as const;

export interface ProgressIo {
  /** The output; a terminal's stream has `columns`. */
  readonly stream: NodeJS.WritableStream & { readonly columns?: number };
  /** True for a terminal outside of CI: one line is updated in place. */
  readonly interactive: boolean;
  readonly colour: boolean;
}

/** Returns the bar and its text, cut to one line, since a wrapped line cannot be overwritten. */
function barred(words: string, share: number, columns: number): string {
  const width = columns < BAR.from ? BAR.narrow : BAR.wide;
  const filled = Math.round(share * width);
  const text = `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${words}`;
  const room = Math.max(20, columns - 1);
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

export type Progress = ReturnType<typeof createProgress>;

/** Shows the progress: a live line on a terminal, else plain lines; no time left, since a target may stop responding. */
export function createProgress({ stream, interactive, colour }: ProgressIo) {
  // A terminal of unknown width reports 0: a live line would wrap.
  const isDrawn = interactive && stream.columns !== 0;
  const begun = performance.now();
  const count = { expected: 0, done: 0, requests: 0, failed: 0 };
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
  return {
    /** Sets the number of checks, once it is known. */
    expect: (checks: number): void => void (count.expected = checks),
    finished(verdict: Verdict): void {
      count.done += 1;
      if (verdict === 'fail') count.failed += 1;
    },
    /** Sets the number of requests so far, and the check that sent the last. */
    traffic(requests: number, check: string): void {
      count.requests = Math.max(count.requests, requests);
      latest = safeLine(check, 60);
    },
    /** Prints a permanent line about a failed requirement. */
    fail(requirement: string, message: string): void {
      const text = `${paint.verdict('fail', 'FAIL')} ${paint.bold(requirement)}: ${safeLine(message)}`;
      keep(wrapIndented(text, columns(), 5, 0));
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
