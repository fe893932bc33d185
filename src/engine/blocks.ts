import { canFollow, leavesNothing, mendingOrder } from '../../requirements/mending.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Place } from '../../reports/model.ts';
import type { Violation } from './finding.ts';
import type { Judgement } from './judgement.ts';

/** Which failure another row comes from: of one that failed too, and of one that could not be decided. */
export interface Blocks {
  readonly follows: ReadonlyMap<RequirementId, RequirementId>;
  readonly because: ReadonlyMap<RequirementId, RequirementId>;
}

/** What a violation shows, for comparing it with others. */
interface Sign {
  /** Ids of the answers that show it. */
  readonly answers: ReadonlySet<string>;
  /** Id of the one that proves it. */
  readonly proof: string;
  /** Where and how: `get 200 body /name`, `create status 422`. */
  readonly marks: readonly string[];
  /** The status that is asked for, where one is. */
  readonly asked: string | undefined;
  readonly violation: Violation;
}

/** A requirement that was missed. */
interface Miss {
  readonly id: RequirementId;
  readonly isAdvisory: boolean;
  readonly signs: readonly Sign[];
}

/** So many requirements that crash where they have to refuse are one cause: nothing turns what was thrown into an answer. */
const MANY = 3;

/**
 * Finds the failures that have one cause, and what they left undecided. It is careful: two faults are never put together
 * because they are near each other. One follows another where each of its proofs is an answer that the other calls wrong at
 * the same place; where the same operation refuses with the same wrong status; or where the catalogue says that it can
 * follow, and the answers are about the same.
 */
export function blocksOf(judgements: readonly Judgement[], evidence: readonly Exchange[]): Blocks {
  const exchanges = new Map(evidence.map((exchange) => [exchange.id, exchange]));
  const missed = new Map(judgements.flatMap((one) => missOf(one, exchanges)).map((miss) => [miss.id, miss]));
  const misses = mendingOrder.flatMap((id) => missed.get(id) ?? []);
  const roots = misses.filter(({ isAdvisory }) => !isAdvisory);
  const leads = new Map<RequirementId, RequirementId>();
  for (const [at, miss] of misses.entries()) {
    const earlier = roots.filter((root) => root !== miss && misses.indexOf(root) < at);
    const able = (canFollow[miss.id] ?? []).flatMap((id) => roots.find((root) => root.id === id) ?? []);
    const lead =
      earlier.find((root) => isSameFault(miss, root)) ??
      earlier.find((root) => isSameRefusal(miss, root, roots)) ??
      leadAmong(able, miss);
    if (lead !== undefined) leads.set(miss.id, lead.id);
  }
  const rootOf = (id: RequirementId, passed: readonly RequirementId[] = []): RequirementId => {
    const lead = leads.get(id);
    return lead === undefined || passed.includes(lead) ? id : rootOf(lead, [...passed, id]);
  };
  const follows = new Map([...leads.keys()].map((id) => [id, rootOf(id)] as const));
  const because = judgements.flatMap((one) => {
    const id = blockerOf(one, missed);
    return id === undefined ? [] : [[one.requirement.id, rootOf(id)] as const];
  });
  return { follows, because: new Map(because) };
}

function missOf(
  { requirement, verdict, cause, findings }: Judgement,
  exchanges: ReadonlyMap<string, Exchange>,
): readonly Miss[] {
  // A waiver of what is met is nothing that the server does.
  if ((verdict !== 'fail' && verdict !== 'warn') || cause !== 'server') return [];
  const signs = findings.flatMap(({ finding }) =>
    finding.kind === 'violation' && finding.waived !== true ? [signOf(finding, exchanges)] : [],
  );
  return [{ id: requirement.id, isAdvisory: requirement.level === 'advisory', signs }];
}

function signOf(violation: Violation, exchanges: ReadonlyMap<string, Exchange>): Sign {
  const { about = [], places = [], expected } = violation;
  const proof = violation.proof ?? violation.exchanges.at(-1) ?? '';
  const exchange = exchanges.get(proof);
  const marks = exchange === undefined ? [] : places.map((place) => markOf(place, exchange));
  return {
    answers: new Set([proof, ...about.filter((thing) => exchanges.has(thing))]),
    proof,
    marks,
    asked: /^\d{3}\b/u.exec(expected)?.[0],
    violation,
  };
}

/** A place in the answers of an operation; items of a list are alike. */
function markOf(place: Place, { operation, response }: Exchange): string {
  const where = `${operation} ${place.part}`;
  switch (place.part) {
    case 'status':
      return `${where} ${String(response?.status ?? 0)}`;
    case 'header':
      return `${where} ${place.name.toLowerCase()}`;
    case 'url':
      return `${where} ${place.parameter ?? ''}`;
    case 'body':
    case 'request-body':
      return `${where} ${place.pointer.replaceAll(/\/\d+(?=\/|$)/gu, '/*')}`;
  }
}

/** Whether every proof of a miss, and most of what shows it, are answers that the root calls wrong at the same place. */
function isSameFault(miss: Miss, root: Miss): boolean {
  return miss.signs.every((sign) =>
    root.signs.some(
      ({ answers, marks }) =>
        answers.has(sign.proof) &&
        sign.marks.some((mark) => marks.includes(mark)) &&
        (miss.isAdvisory || 2 * shared(sign.answers, answers) > sign.answers.size),
    ),
  );
}

function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...some].filter((one) => others.has(one)).length;
}

/** Whether every answer that a miss names refuses, as the root's do, with one wrong status where another is asked for. */
function isSameRefusal(miss: Miss, root: Miss, all: readonly Miss[]): boolean {
  const refusals = refusalsOf(miss);
  const others = refusalsOf(root);
  return (
    refusals !== undefined &&
    refusals.every((refusal) => {
      const alike = all.filter((one) => refusalsOf(one)?.includes(refusal) === true);
      const isCrash = / status 5\d\d /u.test(refusal);
      return others?.includes(refusal) === true && (!isCrash || alike.length >= MANY);
    })
  );
}

/** What was refused, how, and how it had to be; undefined where anything else was wrong too. */
function refusalsOf({ signs }: Miss): readonly string[] | undefined {
  const asked = signs.find((sign) => sign.asked !== undefined)?.asked;
  if (asked === undefined || !asked.startsWith('4')) return undefined;
  const marks = signs.flatMap((sign) => sign.marks);
  const isRefusal = (mark: string) => / status [45]\d\d$/u.test(mark);
  return marks.length > 0 && marks.every(isRefusal) ? marks.map((mark) => `${mark} for ${asked}`) : undefined;
}

/** Of failures that a miss can follow, the first, where all of the miss is about what they are about. */
function leadAmong(able: readonly Miss[], { signs }: Miss): Miss | undefined {
  const explains = ({ signs: others }: Miss, sign: Sign) => others.some((other) => isAbout(sign, other));
  const isAll = signs.every((sign) => able.some((root) => explains(root, sign)));
  return isAll ? able.find((root) => signs.some((sign) => explains(root, sign))) : undefined;
}

/** Whether it shows in an answer that the other calls wrong, at the same place, or in the same thing in the same way. */
function isAbout(sign: Sign, other: Sign): boolean {
  if (other.answers.has(sign.proof) || sign.marks.some((mark) => other.marks.includes(mark))) return true;
  const isStatus = other.marks.some((mark) => / status /u.test(mark));
  const { about = [], actual } = other.violation;
  const isShared = sign.violation.about?.some((thing) => about.includes(thing)) === true;
  return isShared && (isStatus || sign.violation.actual === actual);
}

/** The failure that left a row undecided: the one that it names, where that failed, or the first that took its answers away. */
function blockerOf(
  { requirement, verdict, reason, cause, findings }: Judgement,
  missed: ReadonlyMap<RequirementId, Miss>,
): RequirementId | undefined {
  if (verdict !== 'inconclusive') return undefined;
  const open = findings.flatMap(({ finding }) => (finding.kind === 'undecided' ? [finding] : []))[0];
  // What was cut off says so, whatever was open by then.
  if (open !== undefined && open.reason !== reason) return undefined;
  if (open?.because !== undefined && missed.has(open.because)) return open.because;
  const wrong = [...missed.values()].find(
    ({ isAdvisory, signs }) =>
      !isAdvisory && open?.exchanges.some((id) => signs.some(({ answers }) => answers.has(id))) === true,
  );
  if (wrong !== undefined) return wrong.id;
  if (cause !== 'test-data' && cause !== 'server') return undefined;
  const able = leavesNothing.filter((id) => missed.has(id));
  const area = requirement.id.split('.')[0];
  const from = (start: string | undefined) => able.find((id) => id.split('.')[0] === start);
  return from(area) ?? (requirement.profile === 'animals' ? from('create') : from('messages'));
}
