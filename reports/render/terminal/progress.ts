import type { createLogUpdate } from 'log-update';
import type { Verdict } from '../../model.ts';
import { firstNames, phrases } from '../../measures.ts';
import { inertLine } from '../../text.ts';
import { createPaint, hang } from './layout.ts';

/** Milliseconds between two lines where nothing can be drawn in place. */
const STEADY = 10_000;
/** Milliseconds between two drawings of the line in place. */
const FRAME = 100;
/** Characters of the bar; where the line is short, the words need the room. */
const BAR = { wide: 20, narrow: 10, from: 100 } as const;

export interface ProgressIo {
  /** Where it is written; a terminal's stream has `columns`. */
  readonly stream: NodeJS.WritableStream & { readonly columns?: number };
  /** True on a terminal that is not a CI log: one line is drawn in place. */
  readonly interactive: boolean;
  readonly colour: boolean;
}

/** A line that is drawn over: the words behind a bar. One that folds could not be. */
function barred(words: string, share: number, columns: number): string {
  const width = columns < BAR.from ? BAR.narrow : BAR.wide;
  const filled = Math.round(share * width);
  const text = `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${words}`;
  const room = Math.max(20, columns - 1);
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

export type Progress = ReturnType<typeof createProgress>;

/**
 * Shows a run while it goes on: in place on a terminal, as a few plain lines in a pipe or a CI log. How long it still takes
 * nobody knows of a target that stays silent.
 */
export function createProgress({ stream, interactive, colour }: ProgressIo) {
  // A terminal that does not know its width says 0: what is drawn there would fold.
  const isDrawn = interactive && stream.columns !== 0;
  const begun = performance.now();
  const underWay = new Set<string>();
  const count = { expected: 0, done: 0, requests: 0, failed: 0 };
  const paint = createPaint(colour);
  let latest: string | undefined;
  let isStopped = false;
  const columns = () => stream.columns || 80;
  const share = () => (count.expected <= 0 ? 0 : Math.min(1, count.done / count.expected));
  /** `34 of 120 checks (2 failed), 210 requests, 12 s so far: list/limit` */
  const words = (): string => {
    const { expected, done, requests, failed } = count;
    const parts = [
      `${String(Math.min(done, expected))} of ${String(expected)} checks${failed === 0 ? '' : ` (${String(failed)} failed)`}`,
      `${String(requests)} requests`,
      `${String(Math.round((performance.now() - begun) / 1000))} s so far`,
    ];
    // The check that sent the last request, else those under way.
    const checks = latest === undefined ? [...underWay] : [latest];
    const doing = checks.map((check) => inertLine(check, 60));
    return phrases([phrases(parts, ', '), firstNames(1, doing)], ': ');
  };
  let update: ReturnType<typeof createLogUpdate> | undefined;
  let loading: Promise<void> | undefined;
  const keep = (text: string) => {
    if (update === undefined) stream.write(`${text}\n`);
    else update.persist(text);
  };
  const load = async () => {
    const logUpdate = await import('log-update');
    // The cursor stays: a run that is killed could not bring it back.
    if (!isStopped) update = logUpdate.createLogUpdate(stream, { showCursor: true });
    draw();
  };
  // It takes its time to load, and is only once there is something to draw.
  const draw = () => {
    if (update === undefined) loading ??= load();
    else update(barred(words(), share(), columns()));
  };
  // A check that ends every millisecond must not cost a drawing each.
  const timer = setInterval(isDrawn ? draw : () => keep(words()), isDrawn ? FRAME : STEADY).unref();
  return {
    /** So many checks will run; told once it is known. */
    expect: (checks: number): void => void (count.expected = checks),
    started: (check: string): void => void underWay.add(check),
    finished(check: string, verdict: Verdict): void {
      underWay.delete(check);
      count.done += 1;
      if (verdict === 'fail') count.failed += 1;
    },
    /** Requests sent so far, and the check that sent the last one. */
    traffic(requests: number, check?: string): void {
      count.requests = Math.max(count.requests, requests);
      latest = check ?? latest;
    },
    /** A line that stays: a requirement has failed. */
    fail(requirement: string, message: string): void {
      const text = `${paint.verdict('fail', 'FAIL')} ${paint.bold(requirement)}: ${inertLine(message)}`;
      keep(hang(text, columns(), 5, 0));
    },
    /** A line that stays. */
    say: (text: string): void => keep(hang(text, columns(), 2, 0)),
    /** Takes the line in place away and stops every timer. */
    stop(): void {
      isStopped = true;
      clearInterval(timer);
      update?.clear();
      update?.done();
    },
  };
}
