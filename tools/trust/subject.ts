import { loadAllFaults, startReference, type ReferenceServer } from '../../reference/index.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { configFromOptions } from '../../src/config/read.ts';
import type { Config } from '../../src/config/types.ts';
import { type CheckOutcome, selectChecks, selectedIds } from '../../src/engine/plan/index.ts';
import { attributeCauses, type Judgement } from '../../src/engine/judge/index.ts';
import { openRun } from '../../src/run/open.ts';
import { checks as allChecks } from '../../suites/index.ts';

/** A server of the reference fleet, and the options of its judgement. */
export interface ServerUnderTest {
  /** Ids of faults and variants to enable; without any, the server is the conformant one. */
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  /** A 32-bit integer from which the inputs are drawn. */
  readonly seed: number;
  /** Values drawn for each input class; default: the kit's own. */
  readonly runs?: number | undefined;
  /** Ids of checks that are left out. */
  readonly without?: readonly string[];
  /** Requirements that are judged; default: all. */
  readonly only?: readonly RequirementId[] | undefined;
}

/** The result of a run on a server. */
export interface ServerResult {
  readonly failed: readonly RequirementId[];
  readonly warned: readonly RequirementId[];
  readonly undecided: readonly RequirementId[];
  /** The reason of each requirement that did not pass, by id. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Checks that found the failure of broken requirements: without their findings these would not have failed. */
  readonly needed: readonly { readonly check: string; readonly for: readonly RequirementId[] }[];
  /** Why the run was aborted, and errors of the kit itself. */
  readonly problems: readonly string[];
  readonly requests: number;
  readonly created: number;
}

/** Milliseconds for --consistency-ms: the default for lawful servers, and less for faulty ones, which would take too long. */
const CONSISTENCY_MS = { lawful: 2000, broken: 120 };
/** A day before the removal of GET /pets/{petId}. */
const AS_OF = '2026-11-21';
/** Shorter than the default timeout, because some servers leave half of the requests without a response. */
const TIMEOUT_MS = 3000;

/** Starts a server of the fleet and judges it in this process. */
export async function judgeServer(subject: ServerUnderTest): Promise<ServerResult> {
  const [told] = await judgeServerTimes(subject, 1);
  if (told === undefined) throw new Error('the run ended without a result');
  return told;
}

/** Judges a server several times; each run finds the animals of the earlier ones. */
export async function judgeServerTimes(
  subject: ServerUnderTest,
  times: number,
): Promise<readonly ServerResult[]> {
  const { faults = [], variants = [] } = subject;
  const all = await loadAllFaults(faults);
  const broken = all.filter(({ id }) => faults.includes(id)).flatMap(({ breaks }) => breaks);
  const reference = await startReference({ faults, variants });
  try {
    const told: ServerResult[] = [];
    for (let time = 0; time < times; time += 1) {
      told.push(await judgeOnce(configFor(subject, reference), subject, broken));
    }
    return told;
  } finally {
    await reference.close();
  }
}

async function judgeOnce(
  config: Config,
  { without = [] }: ServerUnderTest,
  broken: readonly RequirementId[],
): Promise<ServerResult> {
  const some = allChecks.filter(({ id }) => !without.includes(id));
  const checks = selectChecks(some, selectedIds(config.only));
  const { report, judgements, outcomes, crashes } = await openRun(config, { checks }).finish();
  const ids = (wanted: Judgement['verdict']): readonly RequirementId[] =>
    judgements.filter(({ verdict }) => verdict === wanted).map(({ requirement }) => requirement.id);
  return {
    failed: ids('fail'),
    warned: ids('warn'),
    undecided: ids('inconclusive'),
    reasons: Object.fromEntries(
      judgements
        .filter(({ verdict }) => verdict !== 'pass')
        .map(({ requirement, reason }) => [requirement.id, reason]),
    ),
    needed: needed(outcomes, broken),
    problems: [...(report.aborted === undefined ? [] : [report.aborted.message]), ...crashes],
    requests: report.traffic.requests,
    created: report.traffic.created,
  };
}

/** Returns the checks whose findings were necessary for some of the broken requirements to fail. */
function needed(outcomes: readonly CheckOutcome[], broken: readonly RequirementId[]): ServerResult['needed'] {
  const { failed } = attributeCauses(outcomes);
  const found = broken.filter((id) => failed.has(id));
  const tells = (outcome: CheckOutcome): boolean =>
    outcome.findings.some(({ kind, requirement }) => kind === 'violation' && broken.includes(requirement));
  return outcomes
    .filter(tells)
    .map((outcome) => {
      const rest = attributeCauses(outcomes.filter((other) => other !== outcome)).failed;
      return { check: outcome.check, for: found.filter((id) => !rest.has(id)) };
    })
    .filter((one) => one.for.length > 0);
}

/** Returns the default configuration, with the hints of the server and the options of the subject. */
function configFor(
  { faults = [], runs, seed, only }: ServerUnderTest,
  { baseUrl, key, messagesUrl, messagesKey, hints }: ReferenceServer,
): Config {
  const config = configFromOptions({
    baseUrl,
    apiKey: key,
    messagesUrl,
    messagesApiKey: messagesKey,
    consistencyMs: faults.length > 0 ? CONSISTENCY_MS.broken : CONSISTENCY_MS.lawful,
    timeoutMs: TIMEOUT_MS,
    runs,
    seed,
    asOf: AS_OF,
    only,
    ...hints,
  });
  if (config.baseUrl === undefined) throw new Error('a server of the fleet has an address');
  return config;
}
