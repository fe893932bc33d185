import { sinceBaseline } from '../../reports/compare/since.ts';
import type { Live, Phase, Round } from '../../reports/live/live.ts';
import { isRed } from '../../reports/live/turns.ts';
import type { Report, RunVerdict, Waiver } from '../../reports/model.ts';
import type { ProxyEnvironment } from '../client/proxies.ts';
import { secretsOf } from '../client/secrets.ts';
import { toldAgain } from '../config/again.ts';
import type { Config } from '../config/types.ts';
import { createGate } from '../kit/gate.ts';
import { Names } from '../kit/names.ts';
import type { RunEvent, RunListener } from '../run/events.ts';
import type { Run } from '../run/ledger.ts';
import { openRun } from '../run/open.ts';
import type { OpenRun } from '../run/types.ts';
import { Board } from './board.ts';
import type { Triggers } from './triggers.ts';

/** Seconds that a round waits for the target: as long as it takes, since somebody is writing it. */
const READY_S = 7 * 24 * 3600;

/** What a session of watching is given besides its configuration. */
export interface WatchHooks {
  readonly waivers: readonly Waiver[];
  /** Ends the session. */
  readonly signal: AbortSignal;
  readonly env?: ProxyEnvironment;
  /** Hears that something changed of what {@link WatchSession.live} says. */
  readonly onChange: () => void;
  /** Hears what the round under way tells. */
  readonly onEvent: RunListener;
  /** Hears how a round ended that was not given up; `round` is absent where it was not carried through. */
  readonly onRound: (run: Run, round: Round | undefined) => void;
}

/**
 * Judges a target again each time that its triggers call for it. What failed in the round before is judged first, then
 * everything. All rounds together add no more animals than the configuration allows.
 */
export class WatchSession {
  readonly #config: Config;
  readonly #triggers: Triggers;
  readonly #hooks: WatchHooks;
  // One tag for the whole session: its animals are known by it.
  readonly #names = new Names();
  readonly #own: (text: string) => string;
  #board: Board;
  #number = 0;
  #added = 0;
  #last: Round | undefined;
  #phase: Phase = 'waiting';
  #note = '';
  #verdict: RunVerdict | undefined;

  constructor(config: Config, triggers: Triggers, hooks: WatchHooks) {
    this.#config = config;
    this.#triggers = triggers;
    this.#hooks = hooks;
    this.#own = createGate(secretsOf(config)).own;
    this.#board = new Board(config, hooks.waivers, undefined);
  }

  /** Resolves once the signal was given and what was under way has ended. */
  async run(): Promise<void> {
    for (;;) {
      const called = await this.#triggers.next(this.#hooks.signal);
      if (called === undefined) return;
      this.#verdict = undefined;
      if ('wait' in called) this.#to('waiting', called.wait);
      else await this.#round(called.judge, called.signal);
    }
  }

  /** The verdict of the last round; undefined while one is called for, or under way. */
  get verdict(): RunVerdict | undefined {
    return this.#verdict;
  }

  /** Where the session stands. */
  live(): Live {
    const { baseUrl, maxCreated, strict } = this.#config;
    return {
      target: this.#own(baseUrl),
      phase: this.#phase,
      note: this.#note,
      number: this.#number,
      checks: this.#board.checks,
      requests: this.#board.requests,
      animals: { added: this.#added, most: maxCreated },
      strict,
      rows: this.#board.rows(),
      ...(this.#last === undefined ? {} : { last: this.#last }),
    };
  }

  async #round(reason: string, signal: AbortSignal): Promise<void> {
    this.#number += 1;
    const run = this.#open(reason, signal);
    const ended = await run.finish();
    this.#added += run.kept;
    if (signal.aborted) return;
    const { report, evidence, outcomes } = ended;
    const { aborted } = report;
    if (aborted === undefined) {
      const before = this.#last;
      const own = this.#asToldOnce(report);
      const since = before === undefined ? own : sinceBaseline(own, before.report);
      this.#last = { number: this.#number, report: since, evidence };
    }
    this.#verdict = report.verdict;
    // It went away under way: the next round waits for it.
    if (aborted?.cause === 'network' && outcomes.length > 0) {
      this.#triggers.afterwards('the target stopped answering');
    }
    this.#to('idle', aborted === undefined ? '' : aborted.message);
    this.#hooks.onRound(ended, aborted === undefined ? this.#last : undefined);
  }

  #open(reason: string, signal: AbortSignal): OpenRun {
    const { waivers, env } = this.#hooks;
    const maxCreated = Math.max(0, this.#config.maxCreated - this.#added);
    const config = { ...this.#config, maxCreated };
    const board = new Board(config, waivers, this.#last?.report);
    this.#board = board;
    this.#to('judging', reason);
    return openRun(config, {
      waivers,
      signal,
      names: this.#names,
      waitReady: READY_S,
      ...(env === undefined ? {} : { env }),
      ...aheadOf(this.#last?.report),
      onEvent: (event) => {
        board.add(event);
        this.#hear(event, reason);
      },
    });
  }

  /** A round alone had what was left of the animals; whoever repeats it by itself has all of them. */
  #asToldOnce(report: Report): Report {
    const told = toldAgain(this.#config, new Date(report.startedAt));
    return {
      ...report,
      settings: told.map((one) => (one.text === undefined ? one : { ...one, text: this.#own(one.text) })),
    };
  }

  #hear(event: RunEvent, reason: string): void {
    this.#hooks.onEvent(event);
    if (event.kind === 'waiting') this.#to('waiting', event.why);
    else if (event.kind === 'exchange' && this.#phase === 'waiting') this.#to('judging', reason);
    else this.#hooks.onChange();
  }

  #to(phase: Phase, note: string): void {
    this.#phase = phase;
    this.#note = note;
    this.#hooks.onChange();
  }
}

/** What failed is judged first; nothing did where there is no report. */
function aheadOf(report: Report | undefined): Pick<NonNullable<Parameters<typeof openRun>[1]>, 'ahead'> {
  const strict = report?.scope.strict === true;
  const red = (report?.requirements ?? []).filter(
    ({ verdict, cause }) => cause !== 'configuration' && isRed(verdict, strict),
  );
  return red.length === 0 ? {} : { ahead: red.map(({ id }) => id) };
}
