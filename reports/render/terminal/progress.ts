import type { Verdict } from '../../model.ts';
import { firstNames } from '../../measures.ts';
import { inertLine } from '../../text.ts';
import { createPaint, hang } from './layout.ts';

/** Milliseconds between two lines where nothing can be drawn in place. */
const STEADY = 10_000;
/** Milliseconds before the first line in a pipe: a run that is done by then needs none. */
const PATIENCE = 3000;
/** Milliseconds between two drawings of the line in place. */
const FRAME = 100;
/** Milliseconds and share of the work before an estimate of the rest is worth showing. */
const SETTLED = { elapsed: 1500, share: 0.1 } as const;
/** Characters of the bar; where the line is short, the words need the room. */
const BAR = { wide: 20, narrow: 10, from: 100 } as const;

export interface ProgressIo {
  /** Where it is written; a terminal's stream has `columns`. */
  readonly stream: NodeJS.WritableStream & { readonly columns?: number };
  /** True on a terminal that is not a CI log: one line is drawn in place. */
  readonly interactive: boolean;
  readonly colour: boolean;
}

/** What a run is doing, how far it is and how long it still takes. */
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

/** How far a run is. */
interface Pace {
  /** 0 to 1. */
  share(): number;
  /** `34 of 120 checks, 210 requests, 2 failed, about 12 s left: list/limit` */
  words(): string;
}

interface Screen {
  /** Shows how far it is; may be called as often as one likes. */
  draw(): void;
  /** Writes a line that stays. */
  keep(line: string): void;
  close(): void;
}

/** Takes away what stands in the line of the cursor (ECMA-48: CR, EL). */
const ERASED = '\r\u001b[2K';

/** One line, drawn over and over. The cursor stays: a run that is killed could not bring it back. */
function inPlace(pace: Pace, { stream }: ProgressIo): Screen {
  const line = (): string => {
    const columns = stream.columns ?? 80;
    const width = columns < BAR.from ? BAR.narrow : BAR.wide;
    const filled = Math.round(pace.share() * width);
    const text = `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${pace.words()}`;
    // A line that folds could not be drawn over.
    const room = Math.max(20, columns - 1);
    return text.length > room ? `${text.slice(0, room - 1)}…` : text;
  };
  const timer = setInterval(() => stream.write(ERASED + line()), FRAME).unref();
  return {
    // The timer draws: a check that ends every millisecond must not cost a drawing each.
    draw: () => undefined,
    keep: (text) => void stream.write(`${ERASED}${text}\n`),
    close() {
      clearInterval(timer);
      stream.write(ERASED);
    },
  };
}

/** A line now and then: at each quarter, and after a while without one. */
function lines(pace: Pace, { stream }: ProgressIo): Screen {
  const begun = performance.now();
  let quarter = 0;
  let quiet = true;
  const keep = (text: string) => void stream.write(`${text}\n`);
  const timer = setInterval(() => {
    if (quiet) keep(pace.words());
    quiet = true;
  }, STEADY).unref();
  return {
    draw() {
      const now = Math.floor(pace.share() * 4);
      if (now <= quarter || now === 4) return;
      quarter = now;
      if (performance.now() - begun < PATIENCE) return;
      quiet = false;
      keep(pace.words());
    },
    keep,
    close: () => clearInterval(timer),
  };
}

/** How long it still takes, in words. */
function left(elapsed: number, share: number): string {
  if (share >= 1) return 'finishing';
  const settled = elapsed >= SETTLED.elapsed && share >= SETTLED.share;
  if (!settled) return `${String(Math.round(elapsed / 1000))} s so far`;
  const seconds = Math.max(1, Math.round((elapsed / share - elapsed) / 1000));
  const minutes = Math.round(seconds / 60);
  return seconds < 100 ? `about ${String(seconds)} s left` : `about ${String(minutes)} min left`;
}

/** Shows a run while it goes on: in place on a terminal, as a few plain lines in a pipe or a CI log. */
export function createProgress(io: ProgressIo): Progress {
  const begun = performance.now();
  const underWay = new Set<string>();
  const count = { expected: 0, done: 0, requests: 0, failed: 0 };
  let latest: string | undefined;
  let stopped = false;
  const share = () => (count.expected <= 0 ? 0 : Math.min(1, count.done / count.expected));
  /** The check that sent the last request, else those under way. */
  const doing = (): string => {
    const checks = latest === undefined ? [...underWay] : [latest];
    return checks.length === 0
      ? ''
      : `: ${firstNames(
          checks.map((check) => inertLine(check, 60)),
          1,
        )}`;
  };
  const words = (): string => {
    const { expected, done, requests, failed } = count;
    const parts = [
      `${String(Math.min(done, expected))} of ${String(expected)} checks`,
      `${String(requests)} requests`,
      ...(failed === 0 ? [] : [`${String(failed)} failed`]),
      left(performance.now() - begun, share()),
    ];
    return parts.join(', ') + doing();
  };
  const screen = io.interactive ? inPlace({ share, words }, io) : lines({ share, words }, io);
  const paint = createPaint(io.colour);
  const keep = (text: string, indent: number) => screen.keep(hang(text, io.stream.columns ?? 80, indent, 0));
  return {
    expect: (checks) => void (count.expected = checks),
    started: (check) => void underWay.add(check),
    finished(check, verdict) {
      underWay.delete(check);
      count.done += 1;
      if (verdict === 'fail') count.failed += 1;
      if (!stopped) screen.draw();
    },
    traffic(requests, check) {
      count.requests = Math.max(count.requests, requests);
      latest = check ?? latest;
    },
    fail: (requirement, message) =>
      keep(`${paint.verdict('fail', 'FAIL')} ${paint.bold(requirement)}: ${inertLine(message)}`, 5),
    say: (text) => keep(text, 2),
    stop() {
      stopped = true;
      screen.close();
    },
  };
}
