import { setMaxListeners } from 'node:events';
import { createClient } from '../client/client.ts';
import type { ProxyEnvironment } from '../client/proxies.ts';
import type { Client, Exchange } from '../client/types.ts';
import { secretsOf } from '../client/secrets.ts';
import type { Config } from '../config/types.ts';
import type { Check } from '../kit/check.ts';
import { waitingUntil } from '../kit/clock.ts';
import type { CheckOutcome } from '../kit/finding.ts';
import { stopped, type Abort } from '../kit/preflight.ts';
import { selectChecks, selectedIds } from '../kit/select.ts';
import { Names } from '../kit/names.ts';
import { Session, type CheckListener } from '../kit/session.ts';
import { steadyClient } from '../kit/steady.ts';
import { userAgent } from '../version.ts';
import type { Waiver } from '../waivers/types.ts';
import { checks as allChecks } from '../../suites/index.ts';
import { INTERRUPTED } from './cut-off.ts';
import { boundEvidence } from './evidence.ts';
import type { RunEvent, RunListener, RunTraffic } from './events.ts';
import { Ledger, type Run } from './ledger.ts';

/** What a run is given besides its configuration. */
export interface RunHooks {
  /** Cuts the run off: what was decided until then is in its report. */
  readonly signal?: AbortSignal;
  /** Hears each event when it happens. What it throws cuts the run off, and is thrown where the run is closed. */
  readonly onEvent?: RunListener;
  /** The variables that name proxies; absent, connections are direct. */
  readonly env?: ProxyEnvironment;
  /** The checks that run; by default all that the configuration asks for. */
  readonly checks?: readonly Check[];
  /** Failures that are known and accepted. */
  readonly waivers?: readonly Waiver[];
  /** What requests are sent by, in the place of a client of its own: for tests, and to go through a run again. */
  readonly client?: Client;
  /** What the animals are called; fresh names where absent. */
  readonly names?: Names;
}

/** What became of a check, or why it did not come to its end. */
export type Ending = { readonly outcome: CheckOutcome } | { readonly abort: Abort };

/** A run under way against one target. */
export interface OpenRun {
  readonly config: Config;
  readonly waivers: readonly Waiver[];
  /** Those that run, in the order in which reports show them. */
  readonly checks: readonly Check[];
  /** What was sent until now, in the order of the answers. */
  readonly evidence: readonly Exchange[];
  /** Runs a check at the first call, once every check of the stages before its own is done. */
  outcome(check: Check): Promise<Ending>;
  /** Ends whatever is under way. */
  close(): Promise<void>;
  /** Runs every check, closes, and resolves to what came of it. */
  finish(): Promise<Run>;
}

/** The checks that a configuration asks for: those that decide what it selects, and those whose traffic they judge. */
export function checksFor({ only }: Pick<Config, 'only'>): readonly Check[] {
  return selectChecks(allChecks, selectedIds(only));
}

/** A client for one target, which keeps both keys out of all that is recorded. */
function clientFor(config: Config, signal: AbortSignal, env: ProxyEnvironment | undefined): Client {
  return createClient({
    timeoutMs: config.timeoutMs,
    concurrency: config.concurrency,
    headers: config.headers,
    secrets: secretsOf(config),
    clientCertificate: config.clientCertificate,
    // The way to the server within this very process leads through no proxy.
    ...(config.embedded || env === undefined ? {} : { env }),
    signal,
    userAgent: userAgent(),
  });
}

/**
 * Opens a run: client, session, bounds of evidence and cut-off. Nothing is sent before the first check is asked for.
 * @throws TypeError in one sentence where a proxy's address is none
 */
export function openRun(config: Config, hooks: RunHooks = {}): OpenRun {
  const { checks = checksFor(config), waivers = [], signal, onEvent } = hooks;
  const ledger = new Ledger(config, waivers);
  const stop = new AbortController();
  // Whatever waits in the run listens to it.
  setMaxListeners(0, stop.signal);
  const { names = new Names() } = hooks;
  const client = hooks.client ?? clientFor(config, stop.signal, hooks.env);
  const steady = steadyClient(client, config.concurrency, (silence) => {
    const { cause, message } = stopped(silence);
    halt({ cause, message: session.gate.own(message) });
  });
  // What came of a check that could not come to its end proves nothing; what it sent is evidence all the same.
  const listener: CheckListener = {
    started: ({ id }) => void (spent === undefined && tell({ kind: 'started', check: id })),
    finished: (outcome) => void (spent === undefined && tell({ kind: 'finished', outcome })),
  };
  const session = new Session(config, steady, checks, listener, names);
  const { budget } = session.world.api;

  // After the stop the budget counts animals whose requests were never sent.
  let spent: number | undefined;
  let slip: { readonly error: unknown } | undefined;
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
    spent = budget.created;
    evidence.stop();
    tell({ kind: 'cut-off', why });
    cut(why);
    stop.abort();
  };
  const traffic = (): RunTraffic => ({
    ...client.traffic,
    created: spent === undefined ? budget.created : spent + evidence.pendingCreates,
  });
  const evidence = boundEvidence(client, (exchange) => {
    tell({ kind: 'exchange', exchange, traffic: traffic() });
  });
  const interrupt = (): void => halt(INTERRUPTED);

  const preflight = once(async (): Promise<Abort | undefined> => {
    const why = await waitingUntil(stop.signal, () => session.preflight()).catch((error: unknown) => {
      tell({ kind: 'crashed', error: stackOf(error) });
      return { cause: 'kit' as const, message: 'The kit itself failed before the first check.' };
    });
    if (why !== undefined && spent === undefined) tell({ kind: 'refused', why });
    return why;
  });
  const outcome = async (check: Check): Promise<Ending> => {
    const why = await Promise.race([halted, preflight()]);
    if (why !== undefined) return { abort: why };
    const ended = waitingUntil(stop.signal, () => session.outcome(check)).then((found) => ({
      outcome: found,
    }));
    const ending = await Promise.race([halted.then((abort) => ({ abort })), ended]);
    return spent === undefined ? ending : { abort: await halted };
  };
  const close = once(async (): Promise<void> => {
    signal?.removeEventListener('abort', interrupt);
    await client.close();
    tell({ kind: 'ended', traffic: traffic(), created: session.created() });
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
