import { requirements, type RequirementId } from '../requirements/index.ts';
import { loadFaults, loadVariants, startReference, type RunHints } from '../reference/index.ts';
import type { Config } from '../src/config/types.ts';
import type { Check } from '../src/kit/check.ts';
import { judgeAll, judgeNone, type Judgement } from '../src/kit/judge.ts';
import { selectChecks, selectedIds } from '../src/kit/select.ts';
import { Session } from '../src/kit/session.ts';
import { createClient } from '../src/target/client.ts';
import { checks as allChecks } from '../suites/index.ts';

/** A server of the reference fleet, and how it is judged. */
export interface Subject {
  readonly faults: readonly string[];
  readonly variants: readonly string[];
  readonly seed: number;
  readonly runs?: number;
  /** The checks that run; default: all of them. */
  readonly checks?: readonly Check[];
}

/** What a run said about one server: plain data. */
export interface Told {
  readonly failed: readonly RequirementId[];
  readonly warned: readonly RequirementId[];
  readonly undecided: readonly { readonly id: RequirementId; readonly reason: string }[];
  readonly reasons: Readonly<Record<string, string>>;
  /** Why the run could not begin. */
  readonly abort?: string;
  readonly crashes: readonly string[];
  readonly requests: number;
  readonly created: number;
}

/** Milliseconds until an animal has to be readable: the default for lawful servers, and soon for those that break it. */
const CONSISTENCY_MS = { lawful: 2000, broken: 120 };
const DEFAULT_RUNS = 6;

/** Starts a server of the fleet, runs the checks against it in this process, and tells the verdicts. */
export async function runOne(subject: Subject): Promise<Told> {
  const hints = await hintsOf(subject);
  const reference = await startReference({
    faults: subject.faults,
    variants: subject.variants,
    ...(hints.asOf === undefined ? {} : { asOf: hints.asOf }),
  });
  const config = configFor(subject, hints, reference);
  const client = createClient({
    timeoutMs: config.timeoutMs,
    concurrency: config.concurrency,
    headers: [],
    secrets: [config.apiKey],
    userAgent: 'petstore-conformance/trust',
  });
  try {
    const selected = selectedIds(config.only);
    const session = new Session(config, client, selectChecks(subject.checks ?? allChecks, selected));
    const outcomes = await session.all();
    const abort = await session.preflight();
    const scope = { selected, claimed: ['animals', 'messages'] as const };
    const judged =
      abort === undefined ? judgeAll(requirements, outcomes, scope) : judgeNone(requirements, scope, abort);
    return {
      ...tell(judged),
      ...(abort === undefined ? {} : { abort: abort.message }),
      crashes: outcomes.flatMap(({ crash }) => (crash === undefined ? [] : [crash])),
      requests: client.traffic.requests,
      created: session.world.api.budget.spent,
    };
  } finally {
    await client.close();
    await reference.close();
  }
}

function tell(judged: readonly Judgement[]): Pick<Told, 'failed' | 'warned' | 'undecided' | 'reasons'> {
  const ids = (verdict: Judgement['verdict']) =>
    judged.filter((one) => one.verdict === verdict).map((one) => one.requirement.id);
  return {
    failed: ids('fail'),
    warned: ids('warn'),
    undecided: judged
      .filter((one) => one.verdict === 'inconclusive')
      .map(({ requirement, reason }) => ({ id: requirement.id, reason })),
    reasons: Object.fromEntries(
      judged
        .filter((one) => one.verdict === 'fail' || one.verdict === 'warn')
        .map((one) => [one.requirement.id, one.reason]),
    ),
  };
}

async function hintsOf({ faults, variants }: Subject): Promise<RunHints> {
  const known = [...(await loadFaults()), ...(await loadVariants())];
  const wanted = known.filter(({ id }) => faults.includes(id) || variants.includes(id));
  const needed = wanted.flatMap((one) =>
    'needs' in one && Array.isArray(one.needs) ? (one.needs as string[]) : [],
  );
  const hints = [...known.filter(({ id }) => needed.includes(id)), ...wanted].map(
    ({ config }) => config ?? {},
  );
  return Object.assign({}, ...hints) as RunHints;
}

function configFor(
  subject: Subject,
  hints: RunHints,
  reference: { baseUrl: string; messagesUrl: string; key: string; messagesKey: string },
): Config {
  return {
    baseUrl: reference.baseUrl,
    apiKey: reference.key,
    embedded: false,
    messages: { url: reference.messagesUrl, apiKey: reference.messagesKey },
    categoryIds: (hints.categoryIds ?? '1').split(',').map((id) => BigInt(id)),
    categoryIdsGiven: hints.categoryIds !== undefined,
    consistencyMs:
      hints.consistencyMs ?? (subject.faults.length > 0 ? CONSISTENCY_MS.broken : CONSISTENCY_MS.lawful),
    timeoutMs: 3000,
    concurrency: 8,
    runs: subject.runs ?? DEFAULT_RUNS,
    seed: hints.seed ?? subject.seed,
    readOnly: false,
    maxCreated: 150,
    only: [],
    headers: [],
    asOf: hints.asOf ?? '2026-11-21',
    strict: false,
    out: '',
  };
}
