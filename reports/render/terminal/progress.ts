import type { createLogUpdate } from 'log-update';
import type { Verdict } from '../../model.ts';
import { firstNames, phrases } from '../../measures.ts';
import { inertLine } from '../../text.ts';
import { createPaint, hang } from './layout.ts';

/** Milliseconds between two lines where nothing can be drawn in place. */
const STEADY = 10_000;
/** Milliseconds before the first line in a pipe: a run that is done by then needs none. */
const PATIENCE = 3000;
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

/** What a run is doing, and how far it is. How long it still takes nobody knows of a target that stays silent. */
export interface Progress {
  /** So many checks will run; told once it is known. */
  expect(checks: number): void;
  started(check: string): void;
  finished(check: string, verdict: Verdict): void;
  /** Requests sent so far, and the check that sent the last one. */
  traffic(requests: number, check?: string): void;
  /** A line that stays: a requirement has failed. */
  fail(requirement: string, message: string): void;
  /** A line that stays. */
  say(line: string): void;
  /** Takes the line in place away and stops every timer. */
  stop(): void;
}

/** A line that is drawn over: the words behind a bar. One that folds could not be. */
function barred(words: string, share: number, columns: number): string {
  const width = columns < BAR.from ? BAR.narrow : BAR.wide;
  const filled = Math.round(share * width);
  const text = `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${words}`;
  const room = Math.max(20, columns - 1);
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

/** Shows a run while it goes on: in place on a terminal, as a few plain lines in a pipe or a CI log. */
export function createProgress({ stream, interactive, colour }: ProgressIo): Progress {
  // A terminal that does not know its width says 0: what is drawn there would fold.
  const isDrawn = interactive && stream.columns !== 0;
  const begun = performance.now();
  const underWay = new Set<string>();
  const count = { expected: 0, done: 0, requests: 0, failed: 0 };
  const paint = createPaint(colour);
  let latest: string | undefined;
  /** Of the work that is done, quarters; and whether no line of it was written for a while. */
  let [quarter, isQuiet, isStopped] = [0, true, false];
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
  const tell = () => {
    if (isQuiet) keep(words());
    isQuiet = true;
  };
  const timer = setInterval(isDrawn ? draw : tell, isDrawn ? FRAME : STEADY).unref();
  /** On a terminal the timer draws: a check that ends every millisecond must not cost a drawing each. */
  const tellQuarter = (): void => {
    const now = Math.floor(share() * 4);
    if (isDrawn || isStopped || now <= quarter || now === 4) return;
    quarter = now;
    if (performance.now() - begun < PATIENCE) return;
    isQuiet = false;
    keep(words());
  };
  return {
    expect: (checks) => void (count.expected = checks),
    started: (check) => void underWay.add(check),
    finished(check, verdict) {
      underWay.delete(check);
      count.done += 1;
      if (verdict === 'fail') count.failed += 1;
      tellQuarter();
    },
    traffic(requests, check) {
      count.requests = Math.max(count.requests, requests);
      latest = check ?? latest;
    },
    fail(requirement, message) {
      const text = `${paint.verdict('fail', 'FAIL')} ${paint.bold(requirement)}: ${inertLine(message)}`;
      keep(hang(text, columns(), 5, 0));
    },
    say: (text) => keep(hang(text, columns(), 2, 0)),
    stop() {
      isStopped = true;
      clearInterval(timer);
      update?.clear();
      update?.done();
    },
  };
}
