import type { Gate } from './gate.ts';
import { mostInVain, type Ending } from './retry.ts';
import type { Stopper } from './stopper.ts';
import type { Operation } from '../../reports/exchange.ts';

/** Milliseconds that a run waits in all, for one operation, because it is refused. */
const WAITED_MOST_MS = 120_000;
/** Milliseconds before each last try, by how many of this operation have failed since it was answered. */
const PAUSES_MS = [250, 500, 1000, 2000] as const;
/** Requests of one operation in a row that may use up all their attempts. */
const EXHAUSTED = 3;
/** Last tries of one request. */
const TRIES = 2;
/** Last tries of a run that may fail. */
const FAILURES = 12;

/** How long a run puts up with a target that refuses one operation: a quota that is used up may stay so for hours. */
export interface Patience {
  /** Whether a request of this operation may wait so long before it is sent again; what may is counted. */
  grant(operation: Operation, ms: number, ending: Ending): boolean;
  /** Whether this operation was refused so often that nothing is waited for until it is answered. */
  isHopeless(operation: Operation): boolean;
  /** There is no hope for this operation: nothing of it is waited for until it is answered. */
  giveUp(operation: Operation): void;
  /** A request of this operation got an answer: there is hope again. */
  answered(operation: Operation): void;
  /**
   * Tries a request that failed time and again once more or twice, one after the other with all such, and each time once
   * the target has nothing else to do. Resolves with the last result; undefined where there is no hope left.
   */
  lastTries<T>(
    operation: Operation,
    attempt: () => Promise<T>,
    passed: (result: T) => boolean,
  ): Promise<T | undefined>;
}

interface State {
  /** On the clock of `performance.now()`: waits that overlap are one. */
  waitsUntil: number;
  waitedMs: number;
  waitedInVainMs: number;
  /** Requests that ran out of attempts since the last answer, and last tries that failed. */
  exhausted: number;
  failures: number;
}

/** @param hopeless called when an operation has become hopeless */
export function createPatience(gate: Gate, stopper: Stopper, hopeless: () => void): Patience {
  const states = new Map<Operation, State>();
  let someAnswer = false;
  let failures = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const stateOf = (operation: Operation): State => {
    const state = states.get(operation) ?? {
      waitsUntil: 0,
      waitedMs: 0,
      waitedInVainMs: 0,
      exhausted: 0,
      failures: 0,
    };
    states.set(operation, state);
    return state;
  };
  const isHopeless = (operation: Operation): boolean => stateOf(operation).failures >= PAUSES_MS.length;

  const fail = (operation: Operation, times: number): void => {
    const before = isHopeless(operation);
    stateOf(operation).failures += times;
    if (!before && isHopeless(operation)) hopeless();
  };

  /** One last try, in its turn; undefined where it was not to be. */
  const lastTry = async <T>(operation: Operation, attempt: () => Promise<T>): Promise<T | undefined> => {
    const before = turn;
    let done: (value: unknown) => void = () => undefined;
    turn = new Promise((resolve) => (done = resolve));
    try {
      await before;
      await gate.idle();
      if (isHopeless(operation) || failures >= FAILURES) return undefined;
      await stopper.sleep(PAUSES_MS[stateOf(operation).failures] ?? 0);
      return stopper.stopped ? undefined : await attempt();
    } finally {
      done(undefined);
    }
  };

  return {
    isHopeless,
    grant: (operation, ms, ending) => {
      const state = stateOf(operation);
      if (isHopeless(operation) || state.exhausted >= EXHAUSTED) return false;
      const now = performance.now();
      const more = Math.max(0, now + ms - Math.max(now, state.waitsUntil));
      if (state.waitedInVainMs + more > mostInVain(ending) || state.waitedMs + more > WAITED_MOST_MS)
        return false;
      state.waitsUntil = Math.max(now + ms, state.waitsUntil);
      state.waitedMs += more;
      state.waitedInVainMs += more;
      return true;
    },
    giveUp: (operation) => fail(operation, PAUSES_MS.length),
    answered: (operation) => {
      someAnswer = true;
      const state = stateOf(operation);
      state.waitedInVainMs = 0;
      state.exhausted = 0;
      state.failures = 0;
    },
    lastTries: async (operation, attempt, passed) => {
      stateOf(operation).exhausted += 1;
      let last: Awaited<ReturnType<typeof attempt>> | undefined;
      // Nobody who was never there is waited for.
      if (!someAnswer) return undefined;
      for (let tries = 0; tries < TRIES && !isHopeless(operation); tries += 1) {
        const result = await lastTry(operation, attempt);
        if (result === undefined) break;
        last = result;
        if (passed(result)) break;
        failures += 1;
        fail(operation, 1);
      }
      return last;
    },
  };
}
