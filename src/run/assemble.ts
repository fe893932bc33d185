import { specification } from '../../requirements/document.ts';
import { skippedTokenLabels } from '../../generators/substitute-keys.ts';
import { catalogueVersion, type Profile, type RequirementId } from '../../requirements/index.ts';
import type {
  CheckCoverage,
  CheckReport,
  Report,
  RequirementReport,
  RunVerdict,
} from '../../reports/model.ts';
import { isOtherDay } from '../../reports/measures.ts';
import { secretsOf, weakSecretsNote } from '../http/secrets.ts';
import { settingsToRecord, reportScopeOf } from '../config/record.ts';
import type { Config } from '../config/types.ts';
import { createOutputFilter, type Finding } from '../engine/plan/index.ts';
import type { AbortReason } from '../engine/silence/index.ts';
import { profileVerdicts, wholeRunVerdict } from '../engine/judge/index.ts';
import { catalogueDigest } from '../base/digests.ts';
import { withoutUndefined } from '../base/without-undefined.ts';
import { kitDigest } from '../base/kit-digest.ts';
import { version } from '../base/version.ts';
import type { WaivedJudgement } from '../waivers/apply.ts';

interface RunFacts extends Pick<Report, 'startedAt' | 'finishedAt' | 'durationMs' | 'traffic' | 'created'> {
  readonly tag: Report['tag'] | undefined;
  readonly waits: Report['waits'] | undefined;
  readonly coverage: readonly CheckCoverage[];
  readonly abort: AbortReason | undefined;
}

/** Returns a value as plain JSON, integers beyond 2^53 as strings. */
function plainJson(value: unknown): unknown {
  if (value === undefined) return undefined;
  const plain = (member: bigint) => (Number.isSafeInteger(Number(member)) ? Number(member) : String(member));
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? plain(member) : member,
  );
  return JSON.parse(text) as unknown;
}

function checkReport(name: string, level: RequirementReport['level'], finding: Finding): CheckReport {
  const exchanges = finding.kind === 'left-out' ? [] : [...new Set(finding.exchanges)];
  switch (finding.kind) {
    case 'witness':
      return { name, verdict: 'pass', message: finding.note, exchanges };
    case 'undecided':
      return { name, verdict: 'inconclusive', message: finding.reason, exchanges };
    case 'left-out': {
      const gap = finding.limitsVerdict ? undefined : (false as const);
      return withoutUndefined({ name, verdict: 'not-tested', message: finding.reason, exchanges, gap });
    }
    case 'violation': {
      const { message, operation, expected, actual, input, reproduced, places, spread } = finding;
      const { proof, comparison, requests } = finding;
      return withoutUndefined({
        name,
        verdict: finding.waived === true ? 'waived' : level === 'advisory' ? 'warn' : 'fail',
        message,
        operation,
        expected,
        actual,
        counterexample: plainJson(input),
        reproduced,
        exchanges,
        proof,
        comparison,
        requests,
        places,
        spread,
      });
    }
  }
}

function requirementReport(
  judgement: WaivedJudgement,
  failed: ReadonlySet<RequirementId>,
): RequirementReport {
  const { requirement, verdict, reason, findings, waivers, cause, next, causedBy } = judgement;
  const { id, profile, level, area, sections, statement } = requirement;
  // A failure that is waived, or undecided because the run was cut off, is not named as a cause.
  const root = causedBy !== undefined && failed.has(causedBy) ? causedBy : undefined;
  return withoutUndefined({
    id,
    profile,
    level,
    area,
    section: sections.join(', '),
    statement,
    verdict,
    reason,
    cause,
    next,
    because: verdict === 'inconclusive' ? root : undefined,
    follows: verdict === 'fail' || verdict === 'warn' ? root : undefined,
    waivers,
    checks: findings.map(({ check, finding }) => checkReport(check, level, finding)),
  });
}

/** Returns labels of the wrong tokens that could not be made from the keys, by profile; undefined if all could be made. */
function keysLack({ apiKey, messages }: Config): Report['keysLack'] | undefined {
  const said = Object.entries({ animals: apiKey, messages: messages?.apiKey }).flatMap(([profile, key]) => {
    const lacking = key === undefined ? [] : skippedTokenLabels(key);
    return lacking.length === 0 ? [] : [[profile, lacking] as const];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

/** Returns the report of a run. The verdict of an aborted run is `inconclusive`, except if it failed before a lockout. */
export function assembleReport(
  config: Config,
  claimed: readonly Profile[],
  judgements: readonly WaivedJudgement[],
  { abort, traffic, tag, waits, created, coverage, ...times }: RunFacts,
): Report {
  const { strict, seed, asOf } = config;
  const { own } = createOutputFilter(secretsOf(config));
  const weak = weakSecretsNote(config);
  const otherDay = isOtherDay(asOf, times.startedAt);
  const isFailed = ({ verdict }: WaivedJudgement) => verdict === 'fail' || verdict === 'warn';
  const failed = new Set(judgements.filter(isFailed).map(({ requirement }) => requirement.id));
  const ofAborted = (verdict: RunVerdict): RunVerdict =>
    abort === undefined || (abort.isLockout && verdict === 'non-conformant') ? verdict : 'inconclusive';
  const totals = { pass: 0, fail: 0, warn: 0, inconclusive: 0, 'not-tested': 0, waived: 0 };
  for (const { verdict } of judgements) totals[verdict] += 1;
  const named = (text: string | undefined) => (text === undefined ? undefined : own(text));
  const product = withoutUndefined({ name: named(config.product), vendor: named(config.vendor) });
  return withoutUndefined({
    schemaVersion: '1',
    tool: { name: 'petstore-conformance', version: version(), digest: kitDigest() },
    catalogue: { version: catalogueVersion, digest: catalogueDigest() },
    specification,
    target: {
      baseUrl: own(config.baseUrl),
      messagesUrl: config.messages === null ? null : own(config.messages.url),
      embedded: config.embedded,
    },
    product: Object.keys(product).length === 0 ? undefined : product,
    ...times,
    seed,
    scope: { ...reportScopeOf(config), profiles: claimed },
    settings: settingsToRecord(config, new Date(times.startedAt), own),
    notes: weak === undefined ? undefined : [weak],
    verdict: ofAborted(wholeRunVerdict(judgements, strict, otherDay)),
    aborted: abort && { cause: abort.cause, message: abort.message },
    profiles: Object.fromEntries(
      Object.entries(profileVerdicts(judgements, claimed, strict, otherDay)).map(([profile, verdict]) => [
        profile,
        ofAborted(verdict),
      ]),
    ),
    totals,
    traffic,
    keysLack: keysLack(config),
    tag,
    waits,
    created,
    coverage: coverage.length === 0 ? undefined : coverage,
    requirements: judgements.map((judgement) => requirementReport(judgement, failed)),
  });
}
