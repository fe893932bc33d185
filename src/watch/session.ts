import { setMaxListeners } from 'node:events';
import { failsBuild } from '../../reports/compare/changes.ts';
import { withBaselineChanges } from '../../reports/compare/since.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Report, RunVerdict, Waiver } from '../../reports/model.ts';
import { secretsOf } from '../http/secrets.ts';
import { settingsToRecord } from '../config/record.ts';
import type { Config } from '../config/types.ts';
import { type Check, reportableRequirements, createOutputFilter } from '../engine/plan/index.ts';
import { NameGenerator, withAbortablePauses } from '../engine/target/index.ts';
import type { RunEvent } from '../run/events.ts';
import { clientFor, openRun, type RunHooks } from '../run/open.ts';
import { waitUntilReady } from '../run/ready.ts';
import { areAnimalsGone, visibilityOfAnimals, type AnimalVisibility } from './animals.ts';

/** Seconds that a round waits for the target: practically without limit, since it is under development. */
const READY_S = 7 * 24 * 3600;
const NEVER_SHOWN: AnimalVisibility = { listed: false };

export interface WatchRound {
  /** Number of the round, from 1. */
  readonly number: number;
  /** One line: why the round began, or why it ended without a verdict. */
  readonly why: string;
  /** Only a complete round has a verdict. `aborted`: judging stopped early; `given-up`: another round was requested. */
  readonly end: 'complete' | 'aborted' | 'given-up';
  /** The report of the round, with the last complete round as its baseline. */
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  /** Stacks of errors of the kit itself. */
  readonly crashes: readonly string[];
}

/** Hooks and dependencies of a session. */
export interface WatchHooks extends Pick<RunHooks, 'env'> {
  readonly waivers: readonly Waiver[];
  readonly signal: AbortSignal;
  /** Called when a round begins, with the reason in one line. */
  readonly onBegin: (number: number, reason: string) => void;
  /** Called with each event of a round, and with `waiting` events before and between rounds. */
  readonly onEvent: (event: RunEvent) => void;
  readonly onEnd: (round: WatchRound) => void;
}

/** Judges a target in rounds, on request. All rounds together create at most `maxCreated` animals. */
export function createWatchSession(config: Config, hooks: WatchHooks) {
  const { signal: end, env, waivers } = hooks;
  const { own } = createOutputFilter(secretsOf(config));
  // One tag for the whole session, to recognize its animals.
  const names = new NameGenerator();
  let call: { readonly judges: boolean; readonly why: string } | undefined;
  let wake = (): void => undefined;
  let giveUp = new AbortController();
  let [number, animals] = [0, 0];
  let shown = NEVER_SHOWN;
  let last: Report | undefined;
  let verdict: RunVerdict | undefined;
  /** Requirements that failed in the last round that decided them, whether or not that round was completed. */
  const red = new Set<string>();

  const say = (judges: boolean, why: string): void => {
    call = { judges, why };
    giveUp.abort();
    wake();
  };

  /** Waits until the target is ready; then sets the count of created animals to zero if the target lost them. */
  const recount = async (signal: AbortSignal): Promise<void> => {
    const client = clientFor(config, signal, env);
    const waiting = (why: string): void => hooks.onEvent({ kind: 'waiting', why: own(why) });
    await withAbortablePauses(signal, async () => {
      await waitUntilReady(client, { ...config, waitReady: READY_S }, waiting);
      if (await areAnimalsGone(client, config, names.tag, shown)) [animals, shown] = [0, NEVER_SHOWN];
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
    // Checks of failed requirements run first in each stage: the developer works on these.
    const wasRed = (check: Check): boolean => reportableRequirements(check).some((id) => red.has(id));
    const redFirst = run.checks.toSorted((one, other) => Number(wasRed(other)) - Number(wasRed(one)));
    await Promise.all(redFirst.map((check) => run.outcome(check)));
    const { report: found, evidence, outcomes, crashes } = await run.finish();
    animals += run.kept;
    shown = { ...shown, ...visibilityOfAnimals(evidence, names.tag) };
    if (end.aborted) return;
    const { aborted, requirements } = found;
    for (const { id, verdict: decided } of requirements) {
      if (failsBuild(decided, config.strict)) red.add(id);
      else if (decided !== 'inconclusive') red.delete(id);
    }
    // The settings of a round differ from the user's: it may create only the remaining animals, and writes no folder.
    const settings = { ...settingsToRecord(config, new Date(found.startedAt), own), out: '' };
    const told = { ...found, settings };
    const report = last === undefined ? told : withBaselineChanges(told, last);
    const ended = { number, report, evidence, crashes };
    if (signal.aborted)
      return hooks.onEnd({ ...ended, end: 'given-up', why: `given up, since ${call?.why ?? ''}` });
    verdict = report.verdict;
    if (aborted === undefined) {
      last = report;
      return hooks.onEnd({ ...ended, end: 'complete', why: reason });
    }
    // The target stopped during the round, so the next round starts when it is back.
    if (aborted.cause === 'network' && outcomes.length > 0)
      call ??= { judges: true, why: 'the target stopped answering' };
    hooks.onEnd({ ...ended, end: 'aborted', why: aborted.message });
  };

  return {
    /** Requests a round, with the reason in one line; cancels a round in progress, which judges an outdated server. */
    judge: (reason: string): void => say(true, reason),
    /** Cancels the round in progress and waits, with the reason in one line. The last of several calls counts. */
    wait: (why: string): void => say(false, why),
    /** Animals that the target has, or may have, from this session; 0 after it lost them. */
    animals: (): number => animals,
    /** Verdict of the last round; undefined while a round is requested or in progress. */
    verdict: (): RunVerdict | undefined => verdict,
    /** Resolves after the signal, when the round in progress has ended. */
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
