import { startReference, type ReferenceOptions } from '../../reference/index.ts';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import type { Config } from '../../src/config/types.ts';
import { judgeAll, judgeNone, type Judgement, type Verdict } from '../../src/kit/judge.ts';
import { selectChecks, selectedIds } from '../../src/kit/select.ts';
import { Session } from '../../src/kit/session.ts';
import { wholeVerdict, type RunVerdict } from '../../src/kit/verdict.ts';
import { createClient } from '../../src/client/client.ts';
import type { Exchange } from '../../src/client/types.ts';
import { checks } from '../../suites/index.ts';
import { configOf } from '../kit/config.ts';

/** What one run of all the checks, in this process, came to. */
export interface Told {
  readonly whole: RunVerdict;
  readonly judged: readonly Judgement[];
  readonly exchanges: readonly Exchange[];
  /** What the run itself counts as created. */
  readonly spent: number;
  /** Requests to add an animal that were not refused with a 4xx. */
  readonly created: number;
  readonly crashes: readonly string[];
  /** The verdict on one requirement. */
  verdict(id: RequirementId): Verdict | undefined;
  /** `id: reason` of each row with this verdict. */
  rows(verdict: Verdict): readonly string[];
}

/** A reference server of a test's own, and runs against it. */
export interface Target {
  run(config?: Partial<Config>): Promise<Told>;
  close(): Promise<void>;
}

export async function targetOf(options: ReferenceOptions = {}): Promise<Target> {
  const reference = await startReference({ asOf: '2026-11-21', ...options });
  const address: Partial<Config> = {
    baseUrl: reference.baseUrl,
    apiKey: reference.key,
    messages: { url: reference.messagesUrl, apiKey: reference.messagesKey },
    consistencyMs: 2000,
    timeoutMs: 10_000,
    runs: 2,
  };
  return {
    run: (config = {}) => runChecks(configOf({ ...address, ...config })),
    close: () => reference.close(),
  };
}

async function runChecks(config: Config): Promise<Told> {
  const client = createClient({
    timeoutMs: config.timeoutMs,
    concurrency: config.concurrency,
    headers: [],
    secrets: [config.apiKey],
    userAgent: 'petstore-conformance/self-test',
  });
  try {
    const selected = selectedIds(config.only);
    const session = new Session(config, client, selectChecks(checks, selected));
    const outcomes = await session.all();
    const abort = await session.preflight();
    const claimed = config.messages === null ? (['animals'] as const) : (['animals', 'messages'] as const);
    const scope = { selected, claimed };
    const judged =
      abort === undefined ? judgeAll(requirements, outcomes, scope) : judgeNone(requirements, scope, abort);
    const exchanges = [...client.exchanges];
    return {
      whole: wholeVerdict(judged, config.strict),
      judged,
      exchanges,
      spent: session.world.api.budget.spent,
      created: exchanges.filter(isCreated).length,
      crashes: outcomes.flatMap(({ crash }) => crash ?? []),
      verdict: (id) => judged.find((one) => one.requirement.id === id)?.verdict,
      rows: (verdict) =>
        judged.filter((one) => one.verdict === verdict).map((one) => `${one.requirement.id}: ${one.reason}`),
    };
  } finally {
    await client.close();
  }
}

function isCreated({ operation, response }: Exchange): boolean {
  return operation === 'create' && (response === null || response.status < 400 || response.status > 499);
}
