import { mayBeCausedBy, prerequisites, fixOrder } from '../../../requirements/fix-order.ts';
import type { Requirement, RequirementId } from '../../../requirements/index.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import type { Cause, ExchangePart, Verdict } from '../../../reports/model.ts';
import { isClientError } from '../target/index.ts';
import type { CheckOutcome, Finding, Violation } from '../plan/index.ts';

export interface CauseAttribution {
  /** The requirements with a violation that no other failure explains. */
  readonly failed: ReadonlySet<RequirementId>;
  /** Returns the requirement whose failure explains a violation, if there is one. */
  readonly causeOf: (violation: Violation) => RequirementId | undefined;
}

/** Attributes a violation to its first possible cause with an unexplained one of the same exchange or subject; no circles. */
export function attributeCauses(outcomes: readonly CheckOutcome[]): CauseAttribution {
  const violations = outcomes.flatMap(({ findings }) =>
    findings.filter((finding) => finding.kind === 'violation'),
  );
  const known = new Map<Violation, boolean>();
  const causeOf = (violation: Violation): RequirementId | undefined =>
    violation.possibleCauses?.find((id) =>
      violations.some((other) => other.requirement === id && shares(other, violation) && isOwn(other)),
    );
  const isOwn = (violation: Violation): boolean => {
    const before = known.get(violation);
    if (before !== undefined) return before;
    known.set(violation, false);
    const own = causeOf(violation) === undefined;
    known.set(violation, own);
    return own;
  };
  return { failed: new Set(violations.filter(isOwn).map(({ requirement }) => requirement)), causeOf };
}

function shares(one: Violation, other: Violation): boolean {
  const things = new Set([...one.exchanges, ...(one.subjects ?? [])]);
  return [...other.exchanges, ...(other.subjects ?? [])].some((thing) => things.has(thing));
}

interface Row {
  readonly requirement: Requirement;
  readonly verdict: Verdict;
  readonly cause?: Cause;
  readonly findings: readonly { readonly finding: Finding }[];
}

interface Symptom {
  readonly violation: Violation;
  /** Ids of the exchanges that show the violation, and of the exchange that proves it. */
  readonly answers: ReadonlySet<string>;
  readonly proof: string;
  /** The places of the violation: `get body /name`, `create status 422`. */
  readonly marks: readonly string[];
  /** The members of animals with wrong values; undefined if anything else is wrong. */
  readonly members: readonly string[] | undefined;
}

interface Failure {
  readonly id: RequirementId;
  readonly isAdvisory: boolean;
  readonly symptoms: readonly Symptom[];
}

/** If this many requirements get the same 5xx in place of a refusal, they have one cause: uncaught errors. */
const MANY = 3;

/**
 * Returns, for each requirement that fails or is undecided because of another failure, the failure that must be fixed first.
 * Two failures share a cause only if one of these holds: each proof of one is a response that the other finds wrong at the same
 * place; both refusals have the same wrong status; both show the same members of animals wrongly; the catalogue says that one
 * may follow the other, and their responses are about the same thing.
 *
 * Two such requirements as `auth.malformed` and `messages.auth.malformed` stay two causes: the responses cannot show whether
 * one shared guard or two servers have the fault. Two blocks for one cause cost the reader one more line; one block for two
 * causes would hide a fault.
 */
export function failuresToFixFirst(
  rows: readonly Row[],
  evidence: readonly Exchange[],
): ReadonlyMap<RequirementId, RequirementId> {
  const exchanges = new Map(evidence.map((exchange) => [exchange.id, exchange]));
  const byId = new Map(rows.flatMap((one) => failureOf(one, exchanges)).map((one) => [one.id, one]));
  const failures = fixOrder.flatMap((id) => byId.get(id) ?? []);
  const roots = failures.filter(({ isAdvisory }) => !isAdvisory);
  const edges = new Map<RequirementId, RequirementId>();
  const rootOf = (id: RequirementId): RequirementId => {
    const cause = edges.get(id);
    return cause === undefined ? id : rootOf(cause);
  };
  for (const [at, failure] of failures.entries()) {
    const earlier = roots.filter((root) => failures.indexOf(root) < at);
    const able = roots.filter(({ id }) => mayBeCausedBy[failure.id]?.includes(id) === true);
    const cause =
      earlier.find((root) => isSameFault(failure, root)) ??
      earlier.find((root) => isSameRefusal(failure, root, roots)) ??
      causeAmong(able, failure) ??
      earlier.find((root) => isSameMember(failure, root));
    if (cause !== undefined && rootOf(cause.id) !== failure.id) edges.set(failure.id, cause.id);
  }
  for (const row of rows) {
    const cause = blockerOf(row, failures);
    if (cause !== undefined) edges.set(row.requirement.id, cause);
  }
  return new Map([...edges.keys()].map((id) => [id, rootOf(id)]));
}

function failureOf(
  { requirement: { id, level }, verdict, findings }: Row,
  exchanges: ReadonlyMap<string, Exchange>,
): readonly Failure[] {
  if (verdict !== 'fail' && verdict !== 'warn') return [];
  const symptoms = findings.flatMap(({ finding }) =>
    finding.kind === 'violation' ? [symptomOf(finding, exchanges)] : [],
  );
  return [{ id, isAdvisory: level === 'advisory', symptoms }];
}

function symptomOf(violation: Violation, exchanges: ReadonlyMap<string, Exchange>): Symptom {
  const { subjects = [], places = [] } = violation;
  const proof = violation.proof ?? violation.exchanges.at(-1) ?? '';
  const exchange = exchanges.get(proof);
  const marks = exchange === undefined ? [] : places.map((place) => markOf(place, exchange));
  const members = marks.map(
    (mark) => /^(?:create|get|list) body (?:\/\*)?(\/(?!id$)\w+)$/u.exec(mark)?.[1] ?? '',
  );
  return {
    violation,
    answers: new Set([proof, ...subjects].filter((thing) => exchanges.has(thing))),
    proof,
    marks,
    members: members.length === 0 || members.includes('') ? undefined : members,
  };
}

/** A place in the responses of an operation; all items of a list count as one place, and an Error's members are not a Pet's. */
function markOf(place: ExchangePart, { operation, response }: Exchange): string {
  const where = `${operation} ${place.part}`;
  switch (place.part) {
    case 'status':
      return `${where} ${String(response?.status ?? 0)}`;
    case 'header':
      return `${where} ${place.name.toLowerCase()}`;
    case 'url':
      return where;
    case 'body':
      return `${(response?.status ?? 0) >= 400 ? 'refused ' : ''}${where} ${place.pointer.replaceAll(/\/\d+(?=\/|$)/gu, '/*')}`;
  }
}

/** True if each proof of a failure, and most of its exchanges, show the failure `root` too, at the same place. */
function isSameFault({ isAdvisory, symptoms }: Failure, root: Failure): boolean {
  return symptoms.every(({ answers, proof, marks }) =>
    root.symptoms.some(
      (other) =>
        other.answers.has(proof) &&
        marks.some((mark) => other.marks.includes(mark)) &&
        (isAdvisory || 2 * [...answers].filter((id) => other.answers.has(id)).length > answers.size),
    ),
  );
}

/** True if each wrong member of an animal in this failure is also wrong in the failure `root`. */
function isSameMember({ symptoms }: Failure, root: Failure): boolean {
  const wrong = new Set(root.symptoms.flatMap(({ members = [] }) => members));
  return symptoms.every(({ members }) => members?.every((member) => wrong.has(member)) === true);
}

/** True if `root` and this failure have the same wrong status in place of the same required status, in each refusal. */
function isSameRefusal(failure: Failure, root: Failure, all: readonly Failure[]): boolean {
  const refusals = refusalsOf(failure);
  const isCrash = (refusal: string) => / status 5\d\d /u.test(refusal);
  const count = (refusal: string) => all.filter((one) => refusalsOf(one).includes(refusal)).length;
  const others = refusalsOf(root);
  return (
    refusals.length > 0 &&
    refusals.every((one) => others.includes(one) && (!isCrash(one) || count(one) >= MANY))
  );
}

/** The refusals of a failure: operation, wrong status and required status; empty if anything else was wrong too. */
function refusalsOf({ symptoms }: Failure): readonly string[] {
  const required = symptoms.find(({ violation }) => violation.requiredStatus !== undefined)?.violation
    .requiredStatus;
  const marks = symptoms.flatMap((symptom) => symptom.marks);
  const isRefused = marks.every((mark) => / status [45]\d\d$/u.test(mark));
  if (required === undefined || !isClientError(required) || !isRefused) return [];
  return marks.map((mark) => `${mark} for ${String(required)}`);
}

/** Returns the first failure that explains at least one symptom, if the possible causes together explain every symptom. */
function causeAmong(able: readonly Failure[], { symptoms }: Failure): Failure | undefined {
  const causeOf = (root: Failure, symptom: Symptom) => root.symptoms.some((other) => isAbout(symptom, other));
  const isAll = symptoms.every((symptom) => able.some((root) => causeOf(root, symptom)));
  return isAll ? able.find((root) => symptoms.some((symptom) => causeOf(root, symptom))) : undefined;
}

/** True if the proof of a symptom shows `other` too, or both have the same wrong place, or the same subject and error. */
function isAbout({ violation, proof, marks }: Symptom, other: Symptom): boolean {
  if (other.answers.has(proof) || marks.some((mark) => other.marks.includes(mark))) return true;
  const isStatus = other.marks.some((mark) => / status /u.test(mark));
  const { subjects = [], actual } = other.violation;
  const isShared = violation.subjects?.some((thing) => subjects.includes(thing)) === true;
  return isShared && (isStatus || violation.actual === actual);
}

/** Returns the failure that left a requirement undecided: one that its finding or its responses show, or a prerequisite. */
function blockerOf(
  { requirement, verdict, cause, findings }: Row,
  failures: readonly Failure[],
): RequirementId | undefined {
  if (verdict !== 'inconclusive') return undefined;
  const open = findings.flatMap(({ finding }) => (finding.kind === 'undecided' ? [finding] : []))[0];
  const failed = new Set(failures.map(({ id }) => id));
  if (open?.because !== undefined && failed.has(open.because)) return open.because;
  const wrong = failures.find(
    ({ isAdvisory, symptoms }) =>
      !isAdvisory && open?.exchanges.some((id) => symptoms.some(({ answers }) => answers.has(id))) === true,
  );
  if (wrong !== undefined) return wrong.id;
  if (cause !== 'test-data' && cause !== 'server') return undefined;
  const areaOf = (id: RequirementId) => id.split('.')[0];
  const able = prerequisites.filter((id) => failed.has(id));
  const from = (area: string | undefined) => able.find((id) => areaOf(id) === area);
  return from(areaOf(requirement.id)) ?? from(requirement.profile === 'animals' ? 'create' : 'messages');
}
