import { setMaxListeners } from 'node:events';
import { failsBuild } from '../../reports/compare/changes.ts';
import { sinceBaseline } from '../../reports/compare/since.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Report, RunVerdict, Waiver } from '../../reports/model.ts';
import { secretsOf } from '../http/secrets.ts';
import { recordSettings } from '../config/record.ts';
import type { Config } from '../config/types.ts';
import { type Check, concerns, createGate } from '../engine/plan/index.ts';
import { Names, waitingUntil } from '../engine/target/index.ts';
import type { RunEvent } from '../run/events.ts';
import { clientFor, openRun, type RunHooks } from '../run/open.ts';
import { untilReady } from '../run/ready.ts';
import { areGone, shownIn, type Shown } from './animals.ts';

/** Seconds that a round waits for the target: as long as it takes, since somebody is writing it. */
const READY_S = 7 * 24 * 3600;
const NEVER_SHOWN: Shown = { listed: false };

export interface Round {
  /** Counts from 1. */
  readonly number: number;
  /** One line: why it judged, or why it has no verdict. */
  readonly why: string;
  /** Only a complete round has a verdict; `aborted`: the target could not be judged, or no more. */
  readonly end: 'complete' | 'aborted' | 'given-up';
  /** Its baseline is the last complete round. */
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  /** Errors of the kit itself, as text with a stack. */
  readonly crashes: readonly string[];
}

/** Hooks and dependencies of a watch session, besides its configuration. */
export interface WatchHooks extends Pick<RunHooks, 'env'> {
  readonly waivers: readonly Waiver[];
  readonly signal: AbortSignal;
  /** Called when a round begins; why, in one line. */
  readonly onBegin: (number: number, reason: string) => void;
  /** Called with the events of the round under way; with `waiting` between rounds too. */
  readonly onEvent: (event: RunEvent) => void;
  readonly onEnd: (round: Round) => void;
}

/** Judges a target each time that it is told to. All rounds together add no more animals than the configuration allows. */
export function watchSession(config: Config, hooks: WatchHooks) {
  const { signal: end, env, waivers } = hooks;
  const { own } = createGate(secretsOf(config));
  // One tag for the whole session: its animals are known by it.
  const names = new Names();
  let call: { readonly judges: boolean; readonly why: string } | undefined;
  let wake = (): void => undefined;
  let giveUp = new AbortController();
  let [number, animals] = [0, 0];
  let shown = NEVER_SHOWN;
  let last: Report | undefined;
  let verdict: RunVerdict | undefined;
  /** Requirements that failed when last decided, also in cancelled rounds. */
  const red = new Set<string>();

  const say = (judges: boolean, why: string): void => {
    call = { judges, why };
    giveUp.abort();
    wake();
  };

  /** Counts from zero again if the target, which may be just starting, has lost the animals. */
  const recount = async (signal: AbortSignal): Promise<void> => {
    const client = clientFor(config, signal, env);
    const waiting = (why: string): void => hooks.onEvent({ kind: 'waiting', why: own(why) });
    await waitingUntil(signal, async () => {
      await untilReady(client, { ...config, waitReady: READY_S }, waiting);
      if (await areGone(client, config, names.tag, shown)) [animals, shown] = [0, NEVER_SHOWN];
    });
    await client.close();
  };

  const round = async (reason: string): Promise<void> => {
    giveUp = new AbortController();
    const signal = AbortSignal.any([end, giveUp.signal]);
    setMaxListeners(0, signal);
    number += 1;
    hooks.onBegin(number, reason);
    await recount(signal);
    const run = openRun(
      { ...config, maxCreated: Math.max(0, config.maxCreated - animals), waitReady: READY_S },
      { signal, names, waivers, env, onEvent: hooks.onEvent },
    );
    // What was red is what somebody is working on: of each stage it goes first.
    const wasRed = (check: Check): boolean => concerns(check).some((id) => red.has(id));
    const redFirst = run.checks.toSorted((one, other) => Number(wasRed(other)) - Number(wasRed(one)));
    await Promise.all(redFirst.map((check) => run.outcome(check)));
    const { report: found, evidence, outcomes, crashes } = await run.finish();
    animals += run.kept;
    shown = { ...shown, ...shownIn(evidence, names.tag) };
    if (end.aborted) return;
    const { aborted, requirements } = found;
    for (const { id, verdict: decided } of requirements) {
      if (failsBuild(decided, config.strict)) red.add(id);
      else if (decided !== 'inconclusive') red.delete(id);
    }
    const told = asToldOnce(found);
    const report = last === undefined ? told : sinceBaseline(told, last);
    const ended = { number, report, evidence, crashes };
    if (signal.aborted)
      return hooks.onEnd({ ...ended, end: 'given-up', why: `given up, since ${call?.why ?? ''}` });
    verdict = report.verdict;
    if (aborted === undefined) {
      last = report;
      return hooks.onEnd({ ...ended, end: 'complete', why: reason });
    }
    // It went away under way: the next round waits for it.
    if (aborted.cause === 'network' && outcomes.length > 0)
      call ??= { judges: true, why: 'the target stopped answering' };
    hooks.onEnd({ ...ended, end: 'aborted', why: aborted.message });
  };

  /** A round alone had what was left of the animals; a run that repeats it has all of them, and no folder of it. */
  const asToldOnce = (report: Report): Report => ({
    ...report,
    settings: { ...recordSettings(config, new Date(report.startedAt), own), out: '' },
  });

  return {
    /** Calls for a round; why, in one line. A round under way is given up: it judges what is no longer there. */
    judge: (reason: string): void => say(true, reason),
    /** Gives up the round under way, and waits; why, in one line. The last call of several counts. */
    wait: (why: string): void => say(false, why),
    /** Animals that the target has because of the session, or may have. A target that lost them all has none. */
    animals: (): number => animals,
    /** The verdict of the last round; undefined while one is called for, or under way. */
    verdict: (): RunVerdict | undefined => verdict,
    /** Resolves after the signal, once the round under way has ended. */
    run: async (): Promise<void> => {
      end.addEventListener('abort', () => wake(), { once: true });
      while (!end.aborted) {
        const next = call;
        if (next === undefined) {
          await new Promise<void>((resolve) => (wake = resolve));
          continue;
        }
        call = undefined;
        verdict = undefined;
        if (next.judges) await round(next.why);
        else hooks.onEvent({ kind: 'waiting', why: next.why });
      }
    },
  };
}
