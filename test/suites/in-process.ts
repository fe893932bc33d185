import { startReference, type ReferenceOptions } from '../../reference/index.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Config } from '../../src/config/types.ts';
import type { Judgement } from '../../src/engine/judge/judgement.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { RunVerdict, Verdict } from '../../reports/model.ts';
import { openRun } from '../../src/run/open.ts';
import { configOf } from '../engine/config.ts';

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
    runs: 1,
  };
  return {
    run: (config = {}) => runChecks(configOf({ ...address, ...config })),
    close: () => reference.close(),
  };
}

async function runChecks(config: Config): Promise<Told> {
  const { report, evidence, judgements, crashes } = await openRun(config).finish();
  return {
    whole: report.verdict,
    judged: judgements,
    exchanges: evidence,
    spent: report.traffic.created,
    created: evidence.filter(isCreated).length,
    crashes,
    verdict: (id) => judgements.find((one) => one.requirement.id === id)?.verdict,
    rows: (verdict) =>
      judgements
        .filter((one) => one.verdict === verdict)
        .map((one) => `${one.requirement.id}: ${one.reason}`),
  };
}

function isCreated({ operation, response }: Exchange): boolean {
  return operation === 'create' && (response === null || response.status < 400 || response.status > 499);
}
