import { turnOf } from '../../reports/compare/changes.ts';
import { sinceBaseline } from '../../reports/compare/since.ts';
import type { Live, LiveRow, Phase, Round } from '../../reports/live/live.ts';
import type { Report, RunVerdict, Waiver } from '../../reports/model.ts';
import { requirements } from '../../requirements/index.ts';
import type { ProxyEnvironment } from '../client/proxies.ts';
import { secretsOf } from '../client/secrets.ts';
import { toldAgain } from '../config/again.ts';
import type { Config } from '../config/types.ts';
import { createGate } from '../kit/gate.ts';
import { Names } from '../kit/names.ts';
import type { RunEvent } from '../run/events.ts';
import type { Run } from '../run/ledger.ts';
import { openRun, type OpenRun } from '../run/open.ts';

/** Seconds that a round waits for the target: as long as it takes, since somebody is writing it. */
const READY_S = 7 * 24 * 3600;

/** What a session of watching is given besides its configuration. */
export interface WatchHooks {
  readonly waivers: readonly Waiver[];
  /** Ends the session. */
  readonly signal: AbortSignal;
  readonly env?: ProxyEnvironment;
  readonly listener: WatchListener;
}

/** Hears how a session goes. */
export interface WatchListener {
  /** Something changed of what {@link WatchSession.live} says. */
  changed(): void;
  /** A round begins; why, in one line. */
  begun(number: number, reason: string): void;
  /** What the round under way tells; `waiting` is told without one too. */
  event(event: RunEvent): void;
  /** A round ended that was not given up; `round` is absent where it was not carried through. */
  ended(run: Run, round: Round | undefined): void;
}

/** What a session is told from outside: to judge, or to wait; why, in one line. */
type Word = { readonly judge: string } | { readonly wait: string };

/** Judges a target each time that it is told to. All rounds together add no more animals than the configuration allows. */
export class WatchSession {
  readonly #config: Config;
  readonly #hooks: WatchHooks;
  // One tag for the whole session: its animals are known by it.
  readonly #names = new Names();
  readonly #own: (text: string) => string;
  #word: Word | undefined;
  #wake: () => void = () => undefined;
  #giveUp = new AbortController();
  #run: OpenRun | undefined;
  #number = 0;
  #done = 0;
  #added = 0;
  #before: Report | undefined;
  #last: Round | undefined;
  #phase: Phase = 'waiting';
  #note = '';
  #verdict: RunVerdict | undefined;

  constructor(config: Config, hooks: WatchHooks) {
    this.#config = config;
    this.#hooks = hooks;
    this.#own = createGate(secretsOf(config)).own;
  }

  /** Calls for a round. What is under way is given up: it judges what is no longer there. The last word counts. */
  judge(reason: string): void {
    this.#say({ judge: reason });
  }

  /** Gives up what is under way, and waits. */
  wait(why: string): void {
    this.#say({ wait: why });
  }

  #say(word: Word): void {
    this.#word = word;
    this.#giveUp.abort();
    this.#wake();
  }

  /** Resolves once the signal was given and what was under way has ended. */
  async run(): Promise<void> {
    const { signal } = this.#hooks;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    while (!signal.aborted) {
      const word = this.#word;
      if (word === undefined) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      this.#word = undefined;
      this.#verdict = undefined;
      if ('wait' in word) this.#hear({ kind: 'waiting', why: word.wait });
      else await this.#round(word.judge);
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
      checks: { done: this.#done, all: this.#run?.checks.length ?? 0 },
      requests: this.#run?.evidence.length ?? 0,
      animals: { added: this.#added, most: maxCreated },
      strict,
      rows: this.#rows(),
      ...(this.#last === undefined ? {} : { last: this.#last }),
    };
  }

  #rows(): readonly LiveRow[] {
    const decided = new Map(this.#run?.decided().map((row) => [row.requirement.id, row]));
    const old = new Map(this.#before?.requirements.map((row) => [row.id, row]));
    return requirements.map(({ id, area, level }): LiveRow => {
      const [before, now] = [old.get(id), decided.get(id)];
      const known = now ?? before;
      return {
        id,
        area,
        level,
        ...(known === undefined ? {} : { verdict: known.verdict, reason: known.reason }),
        fresh: now !== undefined,
        turn: turnOf(before?.verdict, now?.verdict, this.#config.strict),
      };
    });
  }

  async #round(reason: string): Promise<void> {
    this.#giveUp = new AbortController();
    const signal = AbortSignal.any([this.#hooks.signal, this.#giveUp.signal]);
    this.#number += 1;
    this.#done = 0;
    this.#before = this.#last?.report;
    this.#hooks.listener.begun(this.#number, reason);
    const run = this.#open(reason, signal);
    this.#run = run;
    this.#to('judging', reason);
    const ended = await run.finish();
    this.#added += run.kept;
    if (signal.aborted) return;
    const { report, evidence, outcomes } = ended;
    const { aborted } = report;
    if (aborted === undefined) {
      const own = this.#asToldOnce(report);
      const since = this.#before === undefined ? own : sinceBaseline(own, this.#before);
      this.#last = { number: this.#number, report: since, evidence };
    }
    this.#verdict = report.verdict;
    // It went away under way: the next round waits for it.
    if (aborted?.cause === 'network' && outcomes.length > 0) {
      this.#word ??= { judge: 'the target stopped answering' };
    }
    this.#to('idle', aborted === undefined ? '' : aborted.message);
    this.#hooks.listener.ended(ended, aborted === undefined ? this.#last : undefined);
  }

  #open(reason: string, signal: AbortSignal): OpenRun {
    const { waivers, env } = this.#hooks;
    const maxCreated = Math.max(0, this.#config.maxCreated - this.#added);
    return openRun(
      { ...this.#config, maxCreated, waitReady: READY_S },
      {
        waivers,
        signal,
        names: this.#names,
        ...(env === undefined ? {} : { env }),
        onEvent: (event) => this.#hear(event, reason),
      },
    );
  }

  /** A round alone had what was left of the animals; whoever repeats it by itself has all of them. */
  #asToldOnce(report: Report): Report {
    const told = toldAgain(this.#config, new Date(report.startedAt));
    return {
      ...report,
      settings: told.map((one) => (one.text === undefined ? one : { ...one, text: this.#own(one.text) })),
    };
  }

  #hear(event: RunEvent, reason = ''): void {
    this.#hooks.listener.event(event);
    if (event.kind === 'finished') this.#done += 1;
    if (event.kind === 'waiting') this.#to('waiting', event.why);
    else if (event.kind === 'exchange' && this.#phase === 'waiting') this.#to('judging', reason);
    else this.#hooks.listener.changed();
  }

  #to(phase: Phase, note: string): void {
    this.#phase = phase;
    this.#note = note;
    this.#hooks.listener.changed();
  }
}
