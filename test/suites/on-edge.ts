import { composeSteps } from '../../reference/conformant/index.ts';
import type { Patch } from '../../reference/steps.ts';
import { loadAllFaults } from '../../reference/index.ts';
import type { ServerState } from '../../reference/model.ts';
import { listen } from '../../reference/server.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Config } from '../../src/config/types.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { withDependencies } from '../../src/engine/plan/select.ts';
import { openRun } from '../../src/run/open.ts';
import { checks } from '../../suites/index.ts';
import { configOf } from '../engine/config.ts';

/** What one check found by itself. */
export interface Seen {
  /** Of its counterexamples, each once. */
  readonly broken: readonly RequirementId[];
  /** Whether it claims that something held. */
  readonly held: boolean;
  /** What it sent. */
  readonly sent: readonly Exchange[];
}

/** A server that is one step off, and how it is judged. */
export interface Edge {
  /** A fault of the fleet. */
  readonly fault?: string;
  readonly patch?: Patch;
  /** Animals that are there from the start. */
  readonly animals?: number;
  readonly config?: Partial<Config>;
}

const NONE: Patch = () => ({});

/** Runs one check, and those whose traffic it judges, against the conformant server with one change. */
export async function seenBy(
  id: string,
  { fault, patch = NONE, animals = 0, config = {} }: Edge,
): Promise<Seen> {
  const known = fault === undefined ? undefined : (await loadAllFaults()).find((one) => one.id === fault);
  if (fault !== undefined && known === undefined) throw new Error(`no fault ${fault}`);
  const key = 'pk_0123456789abcdef';
  const world: ServerState = {
    key,
    messagesKey: key,
    asOf: config.asOf ?? new Date().toISOString().slice(0, 10),
    anyCategory: false,
    prefix: '/v1',
    animals: new Map(),
    nextId: BigInt(animals) + 1n,
    nextMessage: 1,
  };
  for (let at = 1n; at <= animals; at += 1n) {
    world.animals.set(at, { id: at, name: `Old ${String(at)}`, categoryId: 1n, status: 'available' });
  }
  const steps = composeSteps(world, [known?.patch ?? NONE, patch]);
  const { origin, close } = await listen(steps, { host: '127.0.0.1', port: 0, prefix: world.prefix });
  const check = checks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`no check ${id}`);
  try {
    const judged = configOf({
      baseUrl: `${origin}/v1`,
      messages: { url: `${origin}/messages`, apiKey: key },
      apiKey: key,
      timeoutMs: 10_000,
      consistencyMs: 20,
      ...config,
    });
    const run = await openRun(judged, { checks: withDependencies(checks, [check]) }).finish();
    if (run.crashes.length > 0) throw new Error(run.crashes.join('\n'));
    const findings = run.outcomes.filter((one) => one.check === id).flatMap((one) => one.findings);
    return {
      broken: [...new Set(findings.flatMap((one) => (one.kind === 'violation' ? [one.requirement] : [])))],
      held: findings.some(({ kind }) => kind === 'witness'),
      sent: run.evidence.filter((one) => one.check === id),
    };
  } finally {
    await close();
  }
}
