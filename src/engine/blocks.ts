import { canFollow, leavesNothing, mendingOrder } from '../../requirements/mending.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Place } from '../../reports/model.ts';
import { isClientError } from './expect.ts';
import type { Violation } from './finding.ts';
import type { Judgement } from './judgement.ts';
import {
  isFilteredAlone,
  isSameLength,
  isSameValue,
  isSameWidth,
  isSentId,
  madeIn,
  overlap,
  type Sign,
} from './same-cause.ts';

/** Which failure another row comes from: of one that failed too, and of one that could not be decided. */
export interface Blocks {
  readonly follows: ReadonlyMap<RequirementId, RequirementId>;
  readonly because: ReadonlyMap<RequirementId, RequirementId>;
}

/** A requirement that was missed. */
interface Miss {
  readonly id: RequirementId;
  readonly isAdvisory: boolean;
  readonly signs: readonly Sign[];
}

/** So many requirements that crash where they have to refuse are one cause: nothing turns what was thrown into an answer. */
const MANY = 3;

/** Failures that another one can bring about in answers of their own, with what these have to show for it. */
const FROM: Partial<Record<RequirementId, Partial<Record<RequirementId, typeof isSameValue>>>> = {
  'create.success': { 'create.id.by-service': isSentId },
  'get.int64': { 'get.success': isSameWidth },
  'list.complete': { 'list.limit.respected': isSameLength, 'list.status.with-limit': isFilteredAlone },
  'list.status.with-limit': {
    'list.complete': (sign, root) => isSameLength(sign, root) && !isFilteredAlone(root, sign),
  },
};
/** Requirements on answers that show what was stored before. */
const SHOWS_STORED = /^(?:get|list)\./u;

/**
 * Finds the failures that have one cause, and what they left undecided. It is careful: two faults are never put together
 * because they are near each other. One follows another where each of its proofs is an answer that the other calls wrong at
 * the same place; where the same operation refuses with the same wrong status; where the catalogue says that it can
 * follow, and the answers are about the same; or where its answers show what an answer of the other stored, or how it was read.
 *
 * Requirements that both interfaces have, as `auth.malformed` and `messages.auth.malformed`, stay two causes where they fail
 * alike: each interface has an address of its own, and nothing in their answers tells one guard before both from two servers
 * with the same mistake. Two blocks of one cause cost a reader a line; one block of two would hide what is left to mend.
 */
export function blocksOf(judgements: readonly Judgement[], evidence: readonly Exchange[]): Blocks {
  const exchanges = new Map(evidence.map((exchange) => [exchange.id, exchange]));
  const missed = new Map(judgements.flatMap((one) => missOf(one, exchanges)).map((miss) => [miss.id, miss]));
  const misses = mendingOrder.flatMap((id) => missed.get(id) ?? []);
  const roots = misses.filter(({ isAdvisory }) => !isAdvisory);
  const made = misses.length < 2 ? new Set<string>() : madeIn(evidence);
  const leads = new Map<RequirementId, RequirementId>();
  const rootOf = (id: RequirementId): RequirementId => {
    const lead = leads.get(id);
    return lead === undefined ? id : rootOf(lead);
  };
  for (const [at, miss] of misses.entries()) {
    const earlier = roots.filter((root) => root !== miss && misses.indexOf(root) < at);
    const able = (canFollow[miss.id] ?? []).flatMap((id) => roots.find((root) => root.id === id) ?? []);
    const lead =
      earlier.find((root) => isSameFault(miss, root)) ??
      earlier.find((root) => isSameRefusal(miss, root, roots)) ??
      leadAmong(able, miss) ??
      roots.find(
        (root) =>
          (earlier.includes(root) || FROM[miss.id]?.[root.id]) && comesFrom(miss, root, made, earlier),
      );
    // Never in a circle.
    if (lead !== undefined && rootOf(lead.id) !== miss.id) leads.set(miss.id, lead.id);
  }
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
  const { about = [], places = [], asked } = violation;
  const proof = violation.proof ?? violation.exchanges.at(-1) ?? '';
  const exchange = exchanges.get(proof);
  const marks = exchange === undefined ? [] : places.map((place) => markOf(place, exchange));
  return {
    answers: new Map(
      [proof, ...about].flatMap((thing) => {
        const answer = exchanges.get(thing);
        return answer === undefined ? [] : [[thing, answer] as const];
      }),
    ),
    proof,
    marks,
    asked,
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
        (miss.isAdvisory || 2 * overlap(sign.answers, answers) > sign.answers.size),
    ),
  );
}

/** Whether the answers of a miss show that each part of it comes from the root. */
function comesFrom(miss: Miss, root: Miss, made: ReadonlySet<string>, all: readonly Miss[]): boolean {
  const others = all.flatMap(({ signs }) => signs);
  const shows = FROM[miss.id]?.[root.id] ?? (SHOWS_STORED.test(miss.id) ? isSameValue : undefined);
  return (
    shows !== undefined &&
    miss.signs.every((sign) => root.signs.some((rootSign) => shows(sign, rootSign, made, others)))
  );
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
  if (asked === undefined || !isClientError(asked)) return undefined;
  const marks = signs.flatMap((sign) => sign.marks);
  const isRefusal = (mark: string) => / status [45]\d\d$/u.test(mark);
  return marks.length > 0 && marks.every(isRefusal)
    ? marks.map((mark) => `${mark} for ${String(asked)}`)
    : undefined;
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
