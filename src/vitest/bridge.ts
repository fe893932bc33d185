import type { RunnerTask, TestContext } from 'vitest';
import { answerLine, requestLine } from '../../reports/rows.ts';
import { inertLine, jsonLine } from '../../reports/text.ts';
import { requirement } from '../../requirements/index.ts';
import type { Config } from '../config/types.ts';
import type { Check } from '../kit/check.ts';
import type { CheckOutcome, Violation } from '../kit/finding.ts';
import { stopped, type Abort } from '../kit/preflight.ts';
import { selectChecks, selectedIds, withFeeders } from '../kit/select.ts';
import { Session } from '../kit/session.ts';
import { createClient } from '../client/client.ts';
import { secretsOf } from '../client/secrets.ts';
import { steadyClient } from '../kit/steady.ts';
import type { Exchange, Traffic } from '../client/types.ts';
import { userAgent } from '../version.ts';
import { checks as allChecks } from '../../suites/index.ts';
import { gatherEvidence } from './evidence.ts';
import { openWire } from './wire.ts';

/** What a test hands to whoever started vitest: the outcome of its check, and what the run did since the last one. */
export interface Dispatch {
  readonly outcome?: CheckOutcome;
  /** Why the run could not begin. */
  readonly abort?: Abort;
  /** Why the run could not go on. */
  readonly gone?: Abort;
  readonly exchanges: readonly Exchange[];
  readonly traffic: Traffic & { readonly created: number };
  /** Animals that the run has added so far. */
  readonly animals: readonly { readonly id: string; readonly name: string }[];
}

declare module 'vitest' {
  interface ProvidedContext {
    config: Config;
  }
  interface TaskMeta {
    check?: string;
    dispatch?: Dispatch;
  }
}

/** One run inside a vitest worker: each test shows one check. */
export interface Run {
  readonly selected: ReadonlySet<Check>;
  /** Runs a check as the body of a test: it throws what the target got wrong, in words. */
  show(check: Check, context: TestContext): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between two words on how far the run is. */
const TELL_MS = 100;

/** Opens a run for the configuration that was provided; nothing is sent before the first test. */
export function openRun(config: Config): Run {
  const stop = new AbortController();
  const client = createClient({
    timeoutMs: config.timeoutMs,
    concurrency: config.concurrency,
    headers: config.headers,
    secrets: secretsOf(config),
    clientCertificate: config.clientCertificate,
    // The way to the server within this very process leads through no proxy.
    ...(config.embedded ? {} : { env: process.env }),
    signal: stop.signal,
    userAgent: userAgent(),
  });
  const selected = selectChecks(allChecks, selectedIds(config.only));
  let session: Session | undefined;
  // After the stop the budget counts animals whose requests were never sent.
  let spent: number | undefined;
  let gone: Abort | undefined;
  const halt = (): void => {
    if (spent !== undefined) return;
    spent = session?.world.api.budget.spent ?? 0;
    evidence.stop();
    stop.abort();
  };
  const steady = steadyClient(client, config.concurrency, (silence) => {
    const found = stopped(silence);
    gone = { ...found, message: session?.gate.own(found.message) ?? found.message };
    halt();
  });
  const wire = openWire((news) => {
    if (news.kind === 'stop') halt();
  });
  let told = 0;
  const evidence = gatherEvidence(client, ({ check }) => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    wire.tell({ kind: 'traffic', requests: client.traffic.requests, check });
  });

  const dispatch = (found: Pick<Dispatch, 'outcome' | 'abort' | 'gone'>): Dispatch => {
    const created =
      spent === undefined ? (session?.world.api.budget.spent ?? 0) : spent + evidence.pendingCreates;
    return {
      ...found,
      exchanges: evidence.take(),
      traffic: { ...client.traffic, created },
      animals: session?.created() ?? [],
    };
  };

  return {
    selected: new Set(selected),
    async show(check, { task, signal }) {
      signal.addEventListener('abort', halt, { once: true });
      task.meta.check = check.id;
      session ??= new Session(config, steady, withFeeders(allChecks, running(task.file.tasks, selected)));
      const abort = await session.preflight();
      if (abort !== undefined && !stop.signal.aborted) {
        task.meta.dispatch = dispatch({ abort });
        throw failed(abort.message);
      }
      const outcome = await session.outcome(check);
      // What came of a check that could not come to its end proves nothing; what it sent is evidence all the same.
      if (stop.signal.aborted) {
        task.meta.dispatch = dispatch(gone === undefined ? {} : { gone });
        throw failed(gone?.message ?? 'The run was interrupted.');
      }
      task.meta.dispatch = dispatch({ outcome });
      complain(outcome, client.exchanges);
    },
    close: async () => {
      wire.close();
      await client.close();
    },
  };
}

/** The checks whose tests vitest runs: a filter such as `-t` may have left some out. */
function running(tasks: readonly RunnerTask[], selected: readonly Check[]): readonly Check[] {
  const names = (task: RunnerTask): readonly string[] =>
    task.type === 'suite' ? task.tasks.flatMap(names) : task.mode === 'skip' ? [] : [task.name];
  const shown = tasks.flatMap(names);
  return selected.filter((check) => shown.some((name) => name.startsWith(`${check.id}: `)));
}

/** Fails the test of a check that the kit could not carry out, or that found a stated or implied requirement broken. */
function complain({ crash, findings }: CheckOutcome, exchanges: readonly Exchange[]): void {
  if (crash !== undefined) {
    throw new Error(`the kit itself failed, which says nothing about the target: ${crash}`);
  }
  const broken = findings.flatMap((finding) =>
    finding.kind === 'violation' && requirement(finding.requirement).level !== 'advisory' ? [finding] : [],
  );
  if (broken.length > 0) throw failed(broken.map((one) => describeViolation(one, exchanges)).join('\n'));
}

function describeViolation(one: Violation, exchanges: readonly Exchange[]): string {
  const last = exchanges.find(({ id }) => id === one.exchanges.at(-1));
  const lines = [
    `${one.requirement}: ${inertLine(one.message)}`,
    `  Asked     ${requirement(one.requirement).statement}`,
    `  Expected  ${inertLine(one.expected)}`,
    `  Actual    ${inertLine(one.actual)}`,
    ...(one.input === undefined ? [] : [`  Input     ${inertLine(jsonLine(one.input))}`]),
    ...(last === undefined
      ? []
      : [`  Request   ${inertLine(requestLine(last), 200)}`, `  Answer    ${inertLine(answerLine(last))}`]),
  ];
  return lines.join('\n');
}

/** An error about the target: where in the kit it was thrown says nothing to whoever reads it. */
function failed(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
