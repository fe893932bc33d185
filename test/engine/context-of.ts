import type { Config } from '../../src/config/types.ts';
import { defineCheck, type Check } from '../../src/engine/plan/check.ts';
import type { CheckOutcome, Finding } from '../../src/engine/plan/finding.ts';
import { CheckContext } from '../../src/engine/plan/context.ts';
import { CheckSession } from '../../src/engine/plan/session.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import { configOf } from './config.ts';
import { fakeClient, type FakeClient, type Script } from './fake-client.ts';

/** A check that is told only what matters to a test. */
export function checkOf(id: string, different: Partial<Check> = {}): Check {
  return defineCheck({
    id,
    title: id,
    decides: ['list.success'],
    stage: 'scenario',
    probe: () => {},
    ...different,
  });
}

export interface Bench {
  readonly client: FakeClient;
  readonly session: CheckSession;
  readonly context: CheckContext;
}

/** A session against a scripted target, and a context of one check in it. */
export function benchOf(
  script: (ask: OutgoingRequest) => Script | Promise<Script>,
  config: Partial<Config> = {},
  checks: readonly Check[] = [checkOf('list/some')],
): Bench {
  const client = fakeClient(script);
  const session = new CheckSession(configOf(config), client, checks);
  return { client, session, context: new CheckContext(session.world, checks[0] ?? checkOf('list/some')) };
}

/** What the last of some checks finds out about a scripted target, once those before it are done. */
export async function foundBy(
  checks: readonly [...Check[], Check],
  script: (ask: OutgoingRequest) => Script | Promise<Script>,
  config: Partial<Config> = {},
): Promise<Bench & { readonly outcome: CheckOutcome; readonly findings: readonly Finding[] }> {
  const bench = benchOf(script, config, checks);
  const last: Check = checks[checks.length - 1] ?? checkOf('list/none');
  const outcome = await bench.session.outcome(last);
  if (outcome.crash !== undefined) throw new Error(outcome.crash);
  return { ...bench, outcome, findings: outcome.findings };
}
