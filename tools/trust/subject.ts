import { loadFaults, startReference, type Reference } from '../../reference/index.ts';
import type { RequirementId } from '../../requirements/index.ts';
import { readOptions } from '../../src/config/read.ts';
import type { Config } from '../../src/config/types.ts';
import { type CheckOutcome, selectChecks, selectedIds } from '../../src/engine/plan/index.ts';
import { attribute, type Judgement } from '../../src/engine/judge/index.ts';
import { openRun } from '../../src/run/open.ts';
import { checks as allChecks } from '../../suites/index.ts';

/** A server of the reference fleet, and how it is judged. */
export interface Subject {
  /** Ids; both empty for the conformant server. */
  readonly faults?: readonly string[];
  readonly variants?: readonly string[];
  /** 32-bit integer; draws the same inputs again. */
  readonly seed: number;
  /** Default: the kit's own. */
  readonly runs?: number | undefined;
  /** Ids of checks that are left out. */
  readonly without?: readonly string[];
  /** Requirements that are judged; default: all. */
  readonly only?: readonly RequirementId[] | undefined;
}

/** What a run said about one server. */
export interface Told {
  readonly failed: readonly RequirementId[];
  readonly warned: readonly RequirementId[];
  readonly undecided: readonly RequirementId[];
  /** One sentence for each id that did not pass. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Checks without whose findings a requirement that the faults break would not have been found broken. */
  readonly needed: readonly string[];
  /** Why the run could not begin, or what the kit itself ran into. */
  readonly problems: readonly string[];
  readonly requests: number;
  readonly created: number;
}

/** Milliseconds until an animal has to be readable: the default for lawful servers, and soon for those that break it. */
const CONSISTENCY_MS = { lawful: 2000, broken: 120 };
/** A day on which everything is still there. */
const AS_OF = '2026-11-21';
/** Milliseconds: half a server that never answers is not waited for as long as in the command. */
const TIMEOUT_MS = 3000;

/** Starts a server of the fleet, judges it in this process, and tells the verdicts. */
export async function judgeSubject(subject: Subject): Promise<Told> {
  const [told] = await judgeTimes(subject, 1);
  if (told === undefined) throw new Error('the run ended without a result');
  return told;
}

/** Judges one server several times in a row, each run on what the ones before it left there. */
export async function judgeTimes(subject: Subject, times: number): Promise<readonly Told[]> {
  const { faults = [], variants = [] } = subject;
  const all = await loadFaults(faults);
  const broken = all.filter(({ id }) => faults.includes(id)).flatMap(({ breaks }) => breaks);
  const reference = await startReference({ faults, variants });
  try {
    const told: Told[] = [];
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
  { without = [] }: Subject,
  broken: readonly RequirementId[],
): Promise<Told> {
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

/** The checks whose findings alone hold up that everything broken was found. */
function needed(outcomes: readonly CheckOutcome[], broken: readonly RequirementId[]): readonly string[] {
  const found = broken.filter((id) => attribute(outcomes).failed.has(id));
  const tells = (outcome: CheckOutcome): boolean =>
    outcome.findings.some(({ kind, requirement }) => kind === 'violation' && broken.includes(requirement));
  return outcomes
    .filter(tells)
    .filter((outcome) => {
      const rest = attribute(outcomes.filter((other) => other !== outcome)).failed;
      return found.some((id) => !rest.has(id));
    })
    .map(({ check }) => check);
}

/** As the command has it, except what a row of the fleet asks for. */
function configFor(
  { faults = [], runs, seed, only }: Subject,
  { baseUrl, key, messagesUrl, messagesKey, hints }: Reference,
): Config {
  const config = readOptions({
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
