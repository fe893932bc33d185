import { isRed, rowsById, turnOf, type Turn } from '../../reports/compare/changes.ts';
import { sinceBaseline } from '../../reports/compare/since.ts';
import type { Ending, Live, LiveRow, Phase, Round } from '../../reports/live/live.ts';
import type { Report, RunVerdict, Waiver } from '../../reports/model.ts';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import { secretsOf } from '../http/secrets.ts';
import { toldAgain } from '../config/again.ts';
import type { Config } from '../config/types.ts';
import { given } from '../base/given.ts';
import { concerns, type Check } from '../engine/check.ts';
import { createGate } from '../engine/gate.ts';
import { Names } from '../engine/names.ts';
import type { RunEvent } from '../run/events.ts';
import type { Run } from '../run/ledger.ts';
import { openRun, type OpenRun, type RunHooks } from '../run/open.ts';

/** Seconds that a round waits for the target: as long as it takes, since somebody is writing it. */
const READY_S = 7 * 24 * 3600;
/** Rounds that are remembered. */
const MOST_ROUNDS = 30;
/** What is told of a round for good. */
const NEWS: ReadonlySet<Turn> = new Set(['new-red', 'red', 'new-green']);

/** What a session of watching is given besides its configuration. */
export interface WatchHooks extends Pick<RunHooks, 'env'> {
  readonly waivers: readonly Waiver[];
  /** Ends the session. */
  readonly signal: AbortSignal;
  /** Hears that something changed of what {@link WatchSession.live} says. */
  readonly onChange: () => void;
  /** Hears that a round begins; why, in one line. */
  readonly onBegin: (number: number, reason: string) => void;
  /** Hears what the round under way tells; `waiting` is told without one too. */
  readonly onEvent: (event: RunEvent) => void;
  /** Hears how a round ended; `run` is absent where it was given up, which is told only where something had turned. */
  readonly onEnd: (ending: Ending, run?: Run) => void;
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
  let word: { readonly judges: boolean; readonly why: string } | undefined;
  let wake = (): void => undefined;
  let giveUp = new AbortController();
  let run: OpenRun | undefined;
  let [number, done, added] = [0, 0, 0];
  let before: Report | undefined;
  let last: Round | undefined;
  /** What was known when the round began, those that were given up included. */
  const known = new Map<RequirementId, LiveRow>();
  let endings: readonly Ending[] = [];
  let verdict: RunVerdict | undefined;
  let [phase, note]: [Phase, string] = ['waiting', ''];

  const say = (judges: boolean, why: string): void => {
    word = { judges, why };
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
    for (const row of rows()) known.set(row.id, row);
    number += 1;
    done = 0;
    before = last?.report;
    hooks.onBegin(number, reason);
    const { waivers, env } = hooks;
    const opened = openRun(
      { ...config, maxCreated: Math.max(0, config.maxCreated - added), waitReady: READY_S },
      { signal, names, waivers, env, onEvent: (event) => hear(event, reason) },
    );
    run = opened;
    become('judging', reason);
    // What was red is what somebody is at work on: of each stage it goes first.
    const redFirst = opened.checks.toSorted((one, other) => Number(wasRed(other)) - Number(wasRed(one)));
    await Promise.all(redFirst.map((check) => opened.outcome(check)));
    const came = await opened.finish();
    added += opened.kept;
    if (end.aborted) return;
    const { report, evidence, outcomes } = came;
    const { aborted, startedAt, totals } = report;
    const isWhole = !signal.aborted && aborted === undefined;
    if (isWhole) {
      const told = asToldOnce(report);
      last = { number, report: before === undefined ? told : sinceBaseline(told, before), evidence };
    }
    const why = signal.aborted ? `given up, since ${word?.why ?? ''}` : (aborted?.message ?? reason);
    const turned = rows().filter(({ fresh, turn }) => fresh && NEWS.has(turn));
    if (signal.aborted && turned.length === 0) return;
    const found = isWhole ? { verdict: report.verdict, totals } : undefined;
    const ending = { number, startedAt, why, turned, ...given({ found }) };
    endings = [ending, ...endings].slice(0, MOST_ROUNDS);
    if (signal.aborted) return hooks.onEnd(ending);
    verdict = report.verdict;
    // It went away under way: the next round waits for it.
    if (aborted?.cause === 'network' && outcomes.length > 0)
      word ??= { judges: true, why: 'the target stopped answering' };
    become('idle', aborted?.message ?? '');
    hooks.onEnd(ending, came);
  };
  /** A round alone had what was left of the animals; whoever repeats it by itself has all of them, and no folder of it. */
  const asToldOnce = (report: Report): Report => {
    const told = toldAgain(config, new Date(report.startedAt)).filter(({ flag }) => flag !== '--out');
    return {
      ...report,
      settings: told.map((one) => (one.text === undefined ? one : { ...one, text: own(one.text) })),
    };
  };

  const rows = (): readonly LiveRow[] => {
    const decided = new Map(run?.decided().map((row) => [row.requirement.id, row]));
    const old = before && rowsById(before);
    return requirements.map(({ id, area, level }): LiveRow => {
      const [was, found] = [known.get(id), decided.get(id)];
      // That it could not be decided may come of a server that goes down: it stands once the round has ended.
      const now = found?.verdict === 'inconclusive' && last?.number !== number ? undefined : found;
      // News is what has changed since the last round that was carried through.
      const since = now === undefined ? was : old?.get(id);
      const latest = now ?? was;
      return {
        id,
        area,
        level,
        ...given({ verdict: latest?.verdict, reason: latest?.reason }),
        fresh: now !== undefined,
        turn: turnOf(since?.verdict, now?.verdict, config.strict),
      };
    });
  };
  const wasRed = (check: Check): boolean =>
    concerns(check).some((id) => isRed(known.get(id)?.verdict, config.strict));

  return {
    judge: (reason) => say(true, reason),
    wait: (why) => say(false, why),
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
      endings,
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
        if (next.judges) await round(next.why);
        else hear({ kind: 'waiting', why: next.why });
      }
    },
  };
}
