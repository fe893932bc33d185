import type { Exchange } from '../../reports/exchange.ts';
import { counted } from '../../reports/measures.ts';
import { endOf, startOf } from '../../reports/requests.ts';
import { jsonOf, pathsOf } from '../../reports/places.ts';
import { isBeside } from '../../reports/race.ts';
import { subject, type Flaw } from '../engine/finding.ts';
import { itemsIn } from '../engine/recorded.ts';
import { isObject } from '../engine/replies.ts';
import { writeJson } from '../json/json.ts';
import type { Finding } from './finding.ts';
import type { Told } from './rules.ts';
import { headerIn, namesOf } from './send.ts';
import { askedIn, idIn, idOf } from './state.ts';

/** Right answers for each wrong one from which on another right one says nothing. */
const SHARE = 1 / 4;

/** Something that the run tried, what it was like, and whether it went right. */
interface Trial {
  readonly traits: ReadonlySet<string>;
  readonly isRight: boolean;
}

/** What a finding is held against: what its rule says of each answer of the run, and that of now. */
interface Against {
  readonly evidence: readonly Exchange[];
  readonly told: ReadonlyMap<Exchange, Told>;
  readonly answer: Exchange;
  /** That of the names of the run. */
  readonly tag?: string;
}

/**
 * Why a right answer says nothing: the run itself saw as much go right that was like what went wrong, in all that this has in
 * common. Then something else brought it about, which may not be there now.
 */
export function likeness(finding: Finding, against: Against): string | undefined {
  const trials = animalsTried(finding, against) ?? requestsTried(finding, against);
  const wrong = trials.filter(({ isRight }) => !isRight);
  const common = [...(wrong[0]?.traits ?? [])].filter((trait) =>
    wrong.every(({ traits }) => traits.has(trait)),
  );
  const right = trials.filter(({ isRight, traits }) => isRight && common.every((trait) => traits.has(trait)));
  if (right.length <= SHARE * wrong.length) return undefined;
  return `such a request went right ${counted(right.length, 'time')} in the run itself, and wrong ${counted(wrong.length, 'time')}: one more says nothing`;
}

/** Where a finding is about animals that were added, or refused, before: those, each as its body was; undefined elsewhere. */
function animalsTried(
  { check, proof, requests, race }: Finding,
  { evidence, told, tag }: Against,
): readonly Trial[] | undefined {
  const creates = evidence
    .filter(({ operation }) => operation === 'create')
    .toSorted((a, b) => endOf(a) - endOf(b));
  const isAbout = (one: Exchange, { about = [], beside = [] }: Flaw): boolean =>
    about.includes(subject.animal(idIn(one))) || beside.some(({ outcome }) => outcome.exchange.id === one.id);
  const readings = [...told].flatMap(([reading, found]) =>
    found === 'no-evidence' ? [] : { reading, flaws: found === 'met' ? [] : found },
  );
  const isWrong = (one: Exchange): boolean =>
    readings.some(({ flaws }) => flaws.some((flaw) => isAbout(one, flaw)));
  const isOwn = (one: Exchange): boolean =>
    one.operation === 'create' && isWrong(one) && (proof.operation !== 'get' || idIn(one) === askedIn(proof));
  const own = requests.findLast(isOwn);
  if (own === undefined || own === proof) return undefined;
  const unnamed = namelessBy(tag);
  const shows = (reading: Exchange, one: Exchange): boolean =>
    (itemsIn(reading)?.map(idOf) ?? [askedIn(reading)]).includes(idIn(one));
  // One that was left out only while it was the newest tells of those that were looked for as early, and after it alone.
  const isLeftOut = proof.operation === 'list' && pathsOf(check).every(([index]) => index === undefined);
  const added = creates.filter((one) => isLeftOut && idIn(one) !== undefined);
  const since = (one: Exchange, reading: Exchange): number =>
    added.filter((other) => endOf(other) > endOf(one) && endOf(other) <= startOf(reading)).length;
  const most = Math.max(
    ...readings.flatMap(({ reading, flaws }) =>
      flaws.some((flaw) => isAbout(own, flaw)) ? since(own, reading) : [],
    ),
  );
  const isRead = (one: Exchange): boolean =>
    idIn(one) === undefined
      ? unnamed(one.request.body ?? '') !== one.request.body
      : readings.some(({ reading }) => shows(reading, one) && since(one, reading) <= most);
  const trials = creates
    .slice(isLeftOut ? creates.findIndex(isWrong) : 0)
    .filter((one) => one.response?.status === own.response?.status && (isWrong(one) || isRead(one)))
    .map((one) => ({
      traits: new Set([...bodyTraits(one, unnamed), ...besides(one, creates, race)]),
      isRight: !isWrong(one),
    }));
  const wrong = trials.filter(({ isRight }) => !isRight);
  // Of one alone nobody can tell which of its traits it was, but the member that is wrong.
  const member = pathsOf(check)[0]?.at(-1);
  const ofMember = ({ traits }: Trial): string | undefined =>
    [...traits].find((trait) => trait.startsWith(`${member ?? ''}=`));
  const values = new Set(wrong.map(ofMember));
  const like = trials.filter((one) => values.has(ofMember(one)));
  return wrong.length > 1 ? like : like.map(({ isRight }) => ({ traits: new Set(), isRight }));
}

/** Elsewhere the answers to what the proof asked for too, the names of the run aside, each as that was written. */
function requestsTried({ proof, race }: Finding, { evidence, told, answer, tag }: Against): readonly Trial[] {
  const unnamed = namelessBy(tag);
  const creates = evidence.filter(({ operation }) => operation === 'create');
  const made = new Set(creates.map(idIn));
  const whatOf = (one: Exchange): string => {
    const { url, credential, body } = one.request;
    const address = one.operation === 'get' && made.has(askedIn(one)) ? '' : url;
    const asked = body === null ? [address] : bodyTraits(one, unnamed);
    const kind = [one.operation, credential?.label, headerIn(one, 'content-type')];
    const created = one.operation === 'create' ? besides(one, creates, race) : [];
    return [...kind, ...asked, ...created].join(' ');
  };
  const count = itemsIn(answer)?.length;
  const isAsFull = (one: Exchange): boolean => {
    const length = itemsIn(one)?.length;
    return count === undefined || (length !== undefined && length >= count && length > 0 === count > 0);
  };
  const what = whatOf(proof);
  return [...told].flatMap(([one, found]) => {
    const isRight = found === 'met' && isAsFull(one);
    if ((!isRight && typeof found !== 'object') || whatOf(one) !== what) return [];
    return { traits: new Set([unnamed(one.request.body ?? '')]), isRight };
  });
}

/** A text without the names of a run. */
function namelessBy(tag?: string): (text: string) => string {
  return (text) => (tag === undefined ? text : text.replaceAll(namesOf(tag), ''));
}

/** The members of a body that was sent, each with its value. */
function bodyTraits({ request }: Exchange, unnamed: (text: string) => string): readonly string[] {
  const body = request.body ?? '';
  const sent = jsonOf(body);
  if (!isObject(sent)) return [unnamed(body)];
  const members = Object.entries(sent).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    members.map(([name]) => name).join(),
    ...members.map(([name, value]) => `${name}=${unnamed(writeJson(value))}`),
  ];
}

/** Whether an animal was sent with the very body of an earlier one, and, for what is a race, whether beside another one. */
function besides(one: Exchange, creates: readonly Exchange[], race: Finding['race']): readonly string[] {
  const isCopy = (other: Exchange): boolean =>
    one.request.body === other.request.body && endOf(other) <= startOf(one);
  const isRaced = race !== undefined && creates.some((other) => isBeside(one, other));
  return [creates.some(isCopy) ? 'copy' : '', isRaced ? 'beside' : ''];
}
