import { turnOf } from '../../reports/compare/changes.ts';
import { sinceBaseline } from '../../reports/compare/since.ts';
import type { Live, LiveRow, Phase, Round } from '../../reports/live/live.ts';
import type { Report, RunVerdict, Waiver } from '../../reports/model.ts';
import { requirements } from '../../requirements/index.ts';
import type { ProxyEnvironment } from '../http/proxies.ts';
import { secretsOf } from '../http/secrets.ts';
import { toldAgain } from '../config/again.ts';
import type { Config } from '../config/types.ts';
import { given } from '../base/given.ts';
import { createGate } from '../engine/gate.ts';
import { Names } from '../engine/names.ts';
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
  /** Hears that something changed of what {@link WatchSession.live} says. */
  readonly onChange: () => void;
  /** Hears that a round begins; why, in one line. */
  readonly onBegin: (number: number, reason: string) => void;
  /** Hears what the round under way tells; `waiting` is told without one too. */
  readonly onEvent: (event: RunEvent) => void;
  /** Hears how a round ended that was not given up; `round` is absent where it was not carried through. */
  readonly onEnd: (run: Run, round: Round | undefined) => void;
}

/** Judges a target each time that it is told to. All rounds together add no more animals than the configuration allows. */
export interface WatchSession {
  /** Calls for a round; why, in one line. What is under way is given up: it judges what is no longer there. */
  judge(reason: string): void;
  /** Gives up what is under way, and waits; why, in one line. Of several words the last one counts. */
  wait(why: string): void;
  /** Resolves once the signal was given and what was under way has ended. */
  run(): Promise<void>;
  /** Where the session stands. */
  live(): Live;
  /** The verdict of the last round; undefined while one is called for, or under way. */
  verdict(): RunVerdict | undefined;
}

/** A session that waits for its first word. */
export function watchSession(config: Config, hooks: WatchHooks): WatchSession {
  const { signal: end, onChange } = hooks;
  const { own } = createGate(secretsOf(config));
  // One tag for the whole session: its animals are known by it.
  const names = new Names();
  let word: { readonly judge: string } | { readonly wait: string } | undefined;
  let wake = (): void => undefined;
  let giveUp = new AbortController();
  let run: OpenRun | undefined;
  let [number, done, added] = [0, 0, 0];
  let before: Report | undefined;
  let last: Round | undefined;
  let verdict: RunVerdict | undefined;
  let [phase, note]: [Phase, string] = ['waiting', ''];

  const say = (next: typeof word): void => {
    word = next;
    giveUp.abort();
    wake();
  };
  const become = (next: Phase, why: string): void => {
    [phase, note] = [next, why];
    onChange();
  };
  const hear = (event: RunEvent, reason = ''): void => {
    hooks.onEvent(event);
    if (event.kind === 'finished') done += 1;
    if (event.kind === 'waiting') become('waiting', event.why);
    else if (event.kind === 'exchange' && phase === 'waiting') become('judging', reason);
    else onChange();
  };

  const round = async (reason: string): Promise<void> => {
    giveUp = new AbortController();
    const signal = AbortSignal.any([end, giveUp.signal]);
    number += 1;
    done = 0;
    before = last?.report;
    hooks.onBegin(number, reason);
    run = openRun(
      { ...config, maxCreated: Math.max(0, config.maxCreated - added), waitReady: READY_S },
      {
        signal,
        names,
        waivers: hooks.waivers,
        env: hooks.env,
        onEvent: (event) => hear(event, reason),
      },
    );
    become('judging', reason);
    const ended = await run.finish();
    added += run.kept;
    if (signal.aborted) return;
    const { report, evidence, outcomes } = ended;
    const { aborted } = report;
    if (aborted === undefined) {
      const told = asToldOnce(report);
      const since = before === undefined ? told : sinceBaseline(told, before);
      last = { number, report: since, evidence };
    }
    verdict = report.verdict;
    // It went away under way: the next round waits for it.
    if (aborted?.cause === 'network' && outcomes.length > 0)
      word ??= { judge: 'the target stopped answering' };
    become('idle', aborted?.message ?? '');
    hooks.onEnd(ended, aborted === undefined ? last : undefined);
  };
  /** A round alone had what was left of the animals; whoever repeats it by itself has all of them. */
  const asToldOnce = (report: Report): Report => {
    const told = toldAgain(config, new Date(report.startedAt));
    return {
      ...report,
      settings: told.map((one) => (one.text === undefined ? one : { ...one, text: own(one.text) })),
    };
  };

  const rows = (): readonly LiveRow[] => {
    const decided = new Map(run?.decided().map((row) => [row.requirement.id, row]));
    const old = new Map(before?.requirements.map((row) => [row.id, row]));
    return requirements.map(({ id, area, level }): LiveRow => {
      const [was, now] = [old.get(id), decided.get(id)];
      const known = now ?? was;
      return {
        id,
        area,
        level,
        ...given({ verdict: known?.verdict, reason: known?.reason }),
        fresh: now !== undefined,
        turn: turnOf(was?.verdict, now?.verdict, config.strict),
      };
    });
  };

  return {
    judge: (reason) => say({ judge: reason }),
    wait: (why) => say({ wait: why }),
    verdict: () => verdict,
    live: () => ({
      target: own(config.baseUrl),
      phase,
      note,
      number,
      checks: { done, all: run?.checks.length ?? 0 },
      requests: run?.evidence.length ?? 0,
      animals: { added, most: config.maxCreated },
      strict: config.strict,
      rows: rows(),
      ...given({ last }),
    }),
    run: async () => {
      end.addEventListener('abort', () => wake(), { once: true });
      while (!end.aborted) {
        const next = word;
        if (next === undefined) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        word = undefined;
        verdict = undefined;
        if ('wait' in next) hear({ kind: 'waiting', why: next.wait });
        else await round(next.judge);
      }
    },
  };
}
