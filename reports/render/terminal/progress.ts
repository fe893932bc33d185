import type { Verdict } from '../../model.ts';
import { inertLine } from '../../text.ts';
import { hang } from './layout.ts';
import { createPaint } from './paint.ts';
import { createPace } from './pace.ts';
import type { Pace } from './pace.ts';

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

interface Screen {
  /** Shows how far it is; may be called as often as one likes. */
  draw(): void;
  /** Writes a line that stays. */
  keep(line: string): void;
  close(): void;
}

function barLine(pace: Pace, io: ProgressIo): string {
  const width = (io.stream.columns ?? 80) < BAR.from ? BAR.narrow : BAR.wide;
  const filled = Math.round(pace.share() * width);
  const bar = `[${'#'.repeat(filled)}${'-'.repeat(width - filled)}]`;
  const doing = pace.doing();
  const text = `${bar} ${pace.words()}${doing === '' ? '' : `: ${doing}`}`;
  // A line that folds could not be drawn over.
  const room = Math.max(20, (io.stream.columns ?? 80) - 1);
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}

/**
 * One line, drawn over and over. log-update is loaded only once there is something to draw. The cursor stays: a run that
 * is killed could not bring it back.
 */
function inPlace(pace: Pace, io: ProgressIo): Screen {
  let line: Awaited<ReturnType<typeof load>> | undefined;
  let closed = false;
  async function load() {
    const { createLogUpdate } = await import('log-update');
    const update = createLogUpdate(io.stream, { showCursor: true });
    if (!closed) update(barLine(pace, io));
    return update;
  }
  let loading: Promise<void> | undefined;
  const draw = () => {
    if (closed) return;
    loading ??= load().then((update) => void (line = update));
    line?.(barLine(pace, io));
  };
  const timer = setInterval(draw, FRAME).unref();
  return {
    // The timer draws: a check that ends every millisecond must not cost a drawing each.
    draw: () => undefined,
    keep(text) {
      if (line === undefined) io.stream.write(`${text}\n`);
      else line.persist(text);
    },
    close() {
      closed = true;
      clearInterval(timer);
      line?.clear();
      line?.done();
    },
  };
}

/** A line now and then: at each quarter, and after a while without one. */
function lines(pace: Pace, io: ProgressIo): Screen {
  const begun = performance.now();
  let closed = false;
  let quarter = 0;
  let quiet = true;
  const write = () => {
    const doing = pace.doing();
    io.stream.write(`${pace.words()}${doing === '' ? '' : `: ${doing}`}\n`);
  };
  const timer = setInterval(() => {
    if (quiet) write();
    quiet = true;
  }, STEADY).unref();
  return {
    draw() {
      const now = Math.floor(pace.share() * 4);
      if (closed || now <= quarter || now === 4) return;
      quarter = now;
      if (performance.now() - begun < PATIENCE) return;
      quiet = false;
      write();
    },
    keep: (text) => void io.stream.write(`${text}\n`),
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}

/** Shows a run while it goes on: in place on a terminal, as a few plain lines in a pipe or a CI log. */
export function createProgress(io: ProgressIo): Progress {
  const pace = createPace();
  const screen = io.interactive ? inPlace(pace, io) : lines(pace, io);
  const paint = createPaint(io.colour);
  return {
    expect(checks) {
      pace.expect(checks);
    },
    started(check) {
      pace.started(check);
    },
    finished(check, verdict) {
      pace.finished(check, verdict);
      screen.draw();
    },
    traffic(requests, check) {
      pace.traffic(requests, check);
    },
    fail(requirement, message) {
      const line = `${paint.verdict('fail', 'FAIL')} ${paint.bold(requirement)}: ${inertLine(message)}`;
      screen.keep(hang(line, io.stream.columns ?? 80, 5, 0));
    },
    say(line) {
      screen.keep(hang(line, io.stream.columns ?? 80, 2, 0));
    },
    stop() {
      screen.close();
    },
  };
}
