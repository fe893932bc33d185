import { setMaxListeners } from 'node:events';
import type { Waiver } from '../../reports/model.ts';
import { checks as allChecks } from '../../suites/index.ts';
import { createClient } from '../http/client.ts';
import { monotonicDate } from '../http/monotonic-date.ts';
import type { ProxyEnvironment } from '../http/proxies.ts';
import { secretsOf } from '../http/secrets.ts';
import type { Client } from '../http/types.ts';
import type { Config } from '../config/types.ts';
import { withoutUndefined } from '../base/without-undefined.ts';
import {
  CHECK_STAGES,
  type Check,
  type CheckListener,
  type CheckOutcome,
  reportableRequirements,
  selectChecks,
  selectedIds,
  CheckSession,
} from '../engine/plan/index.ts';
import { NameGenerator, recordingClock, withClock, withAbortablePauses } from '../engine/target/index.ts';
import {
  type AbortReason,
  deadlineAbort,
  withLockoutDetection,
  withCircuitBreaker,
  stoppedRespondingAbort,
} from '../engine/silence/index.ts';
import { userAgent } from '../base/version.ts';
import type { RunEvent, RunListener, RunCounts } from './events.ts';
import { INTERRUPTED_ABORT, runResultFromEvents, runResultOfCheck, type RunResult } from './run-result.ts';
import { waitUntilReady } from './ready.ts';

/** Callbacks, dependencies and other inputs of a run besides its configuration. */
export interface RunHooks {
  /** Aborts the run, which still resolves, with the results so far. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each event; if it throws or rejects, the run is aborted, and rejects at its end with the same error. */
  readonly onEvent?: RunListener | undefined;
  /** Variables that name proxies, such as `process.env`; absent: direct connections. */
  readonly env?: ProxyEnvironment | undefined;
  /** The checks to run; default: all that the configuration selects. */
  readonly checks?: readonly Check[];
  readonly waivers?: readonly Waiver[];
  /** A client that sends the requests in place of the usual HTTP client; for tests and for verify. */
  readonly client?: Client;
  /** Generates the names of the run's animals; if absent, the run makes a new generator. */
  readonly names?: NameGenerator;
  /** Start of the run; default: now. A replay gives the recorded time. */
  readonly startedAt?: Date;
}

export type CheckOutcomeOrAbort = { readonly outcome: CheckOutcome } | { readonly abort: AbortReason };

export type OpenRun = ReturnType<typeof openRun>;

/** Returns the checks that a configuration selects, and the checks that they depend on. */
export function checksFor({ only }: Pick<Config, 'only'>): readonly Check[] {
  return selectChecks(allChecks, selectedIds(only));
}

export function clientFor(config: Config, signal: AbortSignal, env: ProxyEnvironment | undefined): Client {
  const { timeoutMs, concurrency, header: headers, clientCertificate } = config;
  return createClient({
    timeoutMs,
    concurrency,
    headers,
    clientCertificate,
    secrets: secretsOf(config),
    // The embedded server runs in this process, so it needs no proxy.
    ...withoutUndefined({ env: config.embedded ? undefined : env }),
    signal,
    userAgent: userAgent(),
  });
}

function namesFor({ challenge }: Config): NameGenerator {
  return challenge === undefined ? new NameGenerator() : NameGenerator.answering(challenge);
}

/** The clock has a scope of its own: a timer of undici may hold it after the run, and with it all that its closures share. */
function createWaitRecorder({ now, exchanges }: Client) {
  const waits: [begun: number, ended: number][] = [];
  const clock = recordingClock(now, (begun) => void waits.push([begun, exchanges.length]));
  return { waits, clock };
}

/** Opens a run; sends nothing until the first check is requested. Throws a UsageError for an invalid proxy address. */
export function openRun(config: Config, hooks: RunHooks = {}) {
  const { checks = checksFor(config), waivers = [], names = namesFor(config), signal } = hooks;
  const input = { config, waivers, startedAt: hooks.startedAt ?? monotonicDate() };
  const events: RunEvent[] = [];
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const client = hooks.client ?? clientFor(config, stop.signal, hooks.env);
  // The report records when timers fired; a replay needs no other times.
  const { waits, clock } = createWaitRecorder(client);
  const within = <T>(fn: () => T): T => withClock(clock, () => withAbortablePauses(stop.signal, fn));
  const steady = withCircuitBreaker(client, (silence) => {
    const why = stoppedRespondingAbort(silence, client.exchanges);
    halt({ ...why, message: session.outputFilter.own(why.message) });
  });
  /** True once the checks with wrong keys have begun: they are the last, so that a lockout no longer ends the run. */
  let isLate = false;
  const door = withLockoutDetection(
    steady,
    (address, why) => {
      if (address === 'animals' && !isLate) halt({ ...why, message: session.outputFilter.own(why.message) });
    },
    config.consistencyMs,
  );
  // After an abort, results of checks are dropped; their requests still go into the evidence.
  const listener: CheckListener = {
    started: ({ id, stage }) => {
      isLate ||= CHECK_STAGES.indexOf(stage) >= CHECK_STAGES.indexOf('keys');
      if (atAbort === undefined) tell({ kind: 'started', check: id });
    },
    finished: (outcome) => void (atAbort === undefined && tell({ kind: 'finished', outcome })),
  };
  const session = new CheckSession(config, door, checks, listener, names);
  const { budget } = session.world.api;

  /** The budget's counts at the time of the abort: later it also counts animals whose creates were never sent. */
  let atAbort: { readonly at: string; readonly created: number; readonly kept: number } | undefined;
  /** Create requests in flight at the abort: the target may have stored their animals. */
  let pendingCreates = 0;
  let listenerError: { readonly error: unknown } | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let resolveHalted: (why: AbortReason) => void = () => undefined;
  const halted = new Promise<AbortReason>((resolve) => (resolveHalted = resolve));

  /** Promises of listeners that are pending. */
  const listening: Promise<void>[] = [];
  const fail = (error: unknown): void => {
    if (listenerError !== undefined) return;
    listenerError = { error };
    halt(INTERRUPTED_ABORT);
  };
  const tell = (event: RunEvent): void => {
    events.push(event);
    if (listenerError !== undefined) return;
    try {
      const heard = hooks.onEvent?.(event);
      if (heard instanceof Promise) listening.push(heard.catch(fail));
    } catch (error) {
      fail(error);
    }
  };
  const halt = (why: AbortReason): void => {
    if (atAbort !== undefined) return;
    atAbort = { at: monotonicDate().toISOString(), created: budget.created, kept: budget.spent };
    tell({ kind: 'cut-off', why });
    resolveHalted(why);
    stop.abort();
  };
  const interrupt = (): void => halt(INTERRUPTED_ABORT);
  // Each event of an exchange keeps its counts; without a spread, the object takes half of the memory that it would with one.
  const traffic = (): RunCounts => ({
    created: atAbort === undefined ? budget.created : atAbort.created + pendingCreates,
    requests: client.traffic.requests,
    retried: client.traffic.retried,
  });
  client.onExchange((exchange) => {
    if (atAbort !== undefined && exchange.failure?.kind === 'cancelled') {
      // A request created after the abort was never sent.
      if (exchange.startedAt >= atAbort.at) return;
      if (exchange.operation === 'create') pendingCreates += 1;
    }
    tell({ kind: 'exchange', exchange, traffic: traffic() });
  });

  const ready = async (): Promise<void> => {
    if (config.waitReady === 0 || hooks.client !== undefined) return;
    const own = clientFor(config, stop.signal, hooks.env);
    await waitUntilReady(own, config, (why) => tell({ kind: 'waiting', why: session.outputFilter.own(why) }));
    await own.close();
  };
  const begin = async (): Promise<AbortReason | undefined> => {
    const started = withAbortablePauses(stop.signal, ready).then(() => within(() => session.preflight()));
    const why = await started.catch((error: unknown) => {
      tell({ kind: 'crashed', error: stackOf(error) });
      return { cause: 'kit' as const, message: 'The kit itself failed before the first check.' };
    });
    if (why !== undefined) halt(why);
    // The deadline only applies to real runs, because a replay has its own clock.
    if (hooks.client === undefined) {
      deadline = setTimeout(() => halt(deadlineAbort(config.deadline)), config.deadline * 1000).unref();
    }
    return why;
  };
  let preflight: Promise<AbortReason | undefined> | undefined;
  const outcome = async (check: Check): Promise<CheckOutcomeOrAbort> => {
    const why = await Promise.race([halted, (preflight ??= begin())]);
    if (why !== undefined) return { abort: why };
    const ending = await Promise.race([
      halted.then((abort) => ({ abort })),
      within(() => session.outcome(check)).then((found) => ({ outcome: found })),
    ]);
    return atAbort === undefined ? ending : { abort: await halted };
  };

  const expected = checks.map((check) => {
    const { id, title } = check;
    return { id, title, concerns: reportableRequirements(check) };
  });
  tell({ kind: 'begun', checks: expected, tag: names.tag });
  if (signal?.aborted === true) interrupt();
  signal?.addEventListener('abort', interrupt, { once: true });
  return {
    checks,
    /** Animals that the target has, or may have, because of this run; final once the run is finished. */
    get kept(): number {
      return atAbort === undefined ? budget.spent : atAbort.kept + pendingCreates;
    },
    outcome,
    /** Returns the result for a check that has ended, as if only this check had run. */
    resultOf: ({ id }: Check): RunResult => runResultOfCheck(id, events, input),
    /** Runs all checks, ends the run and returns its result; to be called once. */
    finish: async (): Promise<RunResult> => {
      await Promise.all(checks.map(outcome));
      signal?.removeEventListener('abort', interrupt);
      clearTimeout(deadline);
      await client.close();
      tell({ kind: 'ended', traffic: traffic(), created: session.created(), waits });
      await Promise.all(listening);
      if (listenerError !== undefined) throw listenerError.error;
      return runResultFromEvents(events, input);
    },
  };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
