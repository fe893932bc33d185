import { setMaxListeners } from 'node:events';
import type { Config } from '../config/types.ts';
import type { Check } from '../kit/check.ts';
import { timedBy, waitingUntil } from '../kit/clock.ts';
import { Names } from '../kit/names.ts';
import { deadlinePassed, stopped, type Abort } from '../kit/preflight.ts';
import { selectChecks, selectedIds } from '../kit/select.ts';
import { Session, type CheckListener } from '../kit/session.ts';
import { steadyClient } from '../kit/steady.ts';
import { checks as allChecks } from '../../suites/index.ts';
import { clientFor } from './client.ts';
import { INTERRUPTED } from './cut-off.ts';
import { collectEvidence } from './evidence.ts';
import type { RunEvent, RunTraffic } from './events.ts';
import { Ledger } from './ledger.ts';
import { untilReady } from './ready.ts';
import type { Ending, OpenRun, RunHooks } from './types.ts';
import { noteWaits } from './waits.ts';

/** The checks that a configuration asks for: those that decide what it selects, and those whose traffic they judge. */
export function checksFor({ only }: Pick<Config, 'only'>): readonly Check[] {
  return selectChecks(allChecks, selectedIds(only));
}

/**
 * Opens a run: client, session, bounds of evidence and cut-off. Nothing is sent before the first check is asked for.
 * @throws TypeError in one sentence where a proxy's address is none
 */
export function openRun(config: Config, hooks: RunHooks = {}): OpenRun {
  const { checks = checksFor(config), waivers = [], signal, onEvent } = hooks;
  const ledger = new Ledger(config, waivers, hooks.startedAt);
  const stop = new AbortController();
  // Whatever waits in the run listens to it.
  setMaxListeners(0, stop.signal);
  const { names = new Names() } = hooks;
  const { client, clock, waits } = noteWaits(hooks.client ?? clientFor(config, stop.signal, hooks.env));
  const within = <T>(fn: () => T): T => timedBy(clock, () => waitingUntil(stop.signal, fn));
  const steady = steadyClient(client, (silence) => {
    const why = stopped(silence, client.exchanges);
    halt({ ...why, message: session.gate.own(why.message) });
  });
  // What came of a check that could not come to its end proves nothing; what it sent is evidence all the same.
  const listener: CheckListener = {
    started: ({ id }) => void (spent === undefined && tell({ kind: 'started', check: id })),
    finished: (outcome) => void (spent === undefined && tell({ kind: 'finished', outcome })),
  };
  const session = new Session(config, steady, checks, listener, names);
  const { budget } = session.world.api;

  // After the stop the budget counts animals whose requests were never sent.
  let spent: { readonly created: number; readonly kept: number } | undefined;
  let slip: { readonly error: unknown } | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let cut: (why: Abort) => void = () => undefined;
  const halted = new Promise<Abort>((resolve) => (cut = resolve));

  const tell = (event: RunEvent): void => {
    ledger.add(event);
    if (slip !== undefined) return;
    try {
      onEvent?.(event);
    } catch (error) {
      slip = { error };
      halt(INTERRUPTED);
    }
  };
  const halt = (why: Abort): void => {
    if (spent !== undefined) return;
    spent = { created: budget.created, kept: budget.spent };
    evidence.stop();
    tell({ kind: 'cut-off', why });
    cut(why);
    stop.abort();
  };
  const traffic = (): RunTraffic => ({
    ...client.traffic,
    created: spent === undefined ? budget.created : spent.created + evidence.pendingCreates,
  });
  const evidence = collectEvidence(client, (exchange) => {
    tell({ kind: 'exchange', exchange, traffic: traffic() });
  });
  const interrupt = (): void => halt(INTERRUPTED);

  const ready = async (): Promise<void> => {
    if (config.waitReady === 0 || hooks.client !== undefined) return;
    const own = clientFor(config, stop.signal, hooks.env);
    await untilReady(own, config, (why) => tell({ kind: 'waiting', why: session.gate.own(why) }));
    await own.close();
  };
  const preflight = once(async (): Promise<Abort | undefined> => {
    const begin = async (): Promise<Abort | undefined> => {
      await waitingUntil(stop.signal, ready);
      return within(() => session.preflight());
    };
    const why = await begin().catch((error: unknown) => {
      tell({ kind: 'crashed', error: stackOf(error) });
      return { cause: 'kit' as const, message: 'The kit itself failed before the first check.' };
    });
    if (why !== undefined && spent === undefined) tell({ kind: 'refused', why });
    // Who goes through a run again has a time of their own.
    if (hooks.client === undefined) {
      deadline = setTimeout(() => halt(deadlinePassed(config.deadline)), config.deadline * 1000).unref();
    }
    return why;
  });
  const outcome = async (check: Check): Promise<Ending> => {
    const why = await Promise.race([halted, preflight()]);
    if (why !== undefined) return { abort: why };
    const ended = within(() => session.outcome(check)).then((found) => ({
      outcome: found,
    }));
    const ending = await Promise.race([halted.then((abort) => ({ abort })), ended]);
    return spent === undefined ? ending : { abort: await halted };
  };
  const close = once(async (): Promise<void> => {
    signal?.removeEventListener('abort', interrupt);
    clearTimeout(deadline);
    await client.close();
    tell({ kind: 'ended', traffic: traffic(), created: session.created(), waits });
    if (slip !== undefined) throw slip.error;
  });

  const expected = checks.map(({ id, title, decides }) => ({ id, title, decides }));
  tell({ kind: 'begun', checks: expected, tag: names.tag });
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  return {
    config,
    waivers,
    checks,
    evidence: ledger.evidence,
    decided: () => ledger.decided(),
    get kept() {
      return spent === undefined ? budget.spent : spent.kept + evidence.pendingCreates;
    },
    outcome,
    close,
    finish: async () => {
      await Promise.all(checks.map(outcome));
      await close();
      return ledger.run();
    },
  };
}

function once<T>(fn: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= fn());
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
