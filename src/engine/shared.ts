import { readJson } from '../json/json.ts';
import type { Animal } from './population.ts';
import { isObject, isSuccess, type Reply } from './replies.ts';

/** What of a request is a number. */
interface Measure {
  readonly noun: string;
  /** Behind the number, where it is one of something that is counted. */
  readonly unit?: string;
  readonly of: (reply: Reply) => bigint | undefined;
  /** Whether a run goes through most values there are, so that those that show a flaw can be listed. */
  readonly listed?: true;
  /** Whether it is one of the answer. */
  readonly ofAnswer?: true;
  /** Whether most of its values are drawn from wide ranges: then only the edges of those are named as bounds. */
  readonly drawn?: true;
}

const MEASURES: readonly Measure[] = [
  {
    noun: 'limit',
    of: (reply) => (reply.operation === 'list' ? integer(reply.query.limit) : undefined),
    listed: true,
  },
  {
    noun: 'id',
    of: (reply) => (reply.operation === 'get' ? integer(reply.id) : undefined),
    drawn: true,
  },
  {
    noun: 'categoryId',
    of: (reply) => (reply.operation === 'create' ? reply.submitted?.categoryId : undefined),
    drawn: true,
  },
  { noun: 'name', unit: ' characters', of: (reply) => lengthOf(nameIn(reply)) },
  { noun: 'text', unit: ' characters', of: (reply) => lengthOf(textIn(reply)) },
  { noun: 'list', unit: ' animals', of: shownBy, ofAnswer: true },
];

/** What a request, or its answer, is like in one regard: words behind `exactly those`. */
type Trait = (reply: Reply, known: Known) => string | undefined;

const PATHS = {
  list: 'GET /pets',
  create: 'POST /pets',
  get: 'GET /pets/{petId}',
  message: 'POST /messages',
} as const;

const PLURALS = { list: 'lists', create: 'creates', get: 'gets', message: 'messages' } as const;

const TRAITS: readonly Trait[] = [
  ({ outcome: { ask } }) => `with Authorization: ${ask.credential.label}`,
  (reply) => (reply.operation === 'list' ? wordOf('status', reply.query.status) : undefined),
  (reply) =>
    reply.operation === 'list'
      ? reply.query.limit === undefined
        ? 'without a limit'
        : 'with a limit'
      : undefined,
  (reply) =>
    reply.operation === 'create' && reply.submitted !== undefined
      ? wordOf('status', reply.submitted.status)
      : undefined,
  (reply, { animals }) => {
    const animal = reply.operation === 'get' ? animals?.get(reply.id) : undefined;
    return animal && `of animals added ${wordOf('status', animal.submitted.status)}`;
  },
  (reply) => scriptOf('name', nameIn(reply)),
  (reply) => scriptOf('text', textIn(reply)),
  ({ operation }) => `of ${PATHS[operation]}`,
  bodyWord,
];

/** The same where it is not the status of the answers that is wrong. */
const ANSWERED: readonly Trait[] = [
  (reply) => {
    const shown = shownBy(reply);
    return shown === undefined
      ? undefined
      : `that show ${['no animal', 'one animal'][Number(shown)] ?? 'several animals'}`;
  },
  ({ answer }) => `answered with ${String(answer?.status)}`,
  ({ operation, answer }) => `of ${PATHS[operation]} answered with ${String(answer?.status)}`,
  (reply) => `of ${PATHS[reply.operation]} answered with ${String(reply.answer?.status)} ${bodyWord(reply)}`,
];

/** Values of one measure that are listed at most, and how many times as many others there have to be; none of more. */
const LISTED = { most: 6, others: 3, cut: 0 } as const;
/** The same of classes of input, which say more than a number: of more the first. */
const NAMED = { most: 8, others: 0, cut: 5 } as const;
/** Different requests on each side that a sentence needs: what one of them is like says nothing. */
const FEWEST = 2;
/** The chance, if that made no difference, that none of those sent alone shows it: above it nothing is said. */
const BY_CHANCE = 0.01;
/** Different values that are told from the only one of the other side. */
const OTHERS = 3;

/** What else is known of requests. */
export interface Known {
  /** The class of input that one was drawn from. */
  readonly classOf?: (reply: Reply) => string | undefined;
  /** All that was sent, in the order of the answers: what else was under way then. */
  readonly log: readonly Reply[];
  /** The animals of the run, by their ids. */
  readonly animals?: ReadonlyMap<string, Pick<Animal, 'submitted' | 'reply'>>;
  /** Whether it is the status of the answers that is wrong: then it is no news. */
  readonly isAboutStatus: boolean;
  /** The same of how many animals they show. */
  readonly isAboutLength?: true;
  /** Those that showed it when they were sent again, each on its own. */
  readonly again: readonly Reply[];
}

/**
 * What those that show a flaw have in common and no other has, where that is plain: of all that holds the shortest, and of
 * the classes that they were drawn from only where nothing else does.
 * @param failing requests that show it
 * @param passing requests that could have shown it
 */
export function shared(
  failing: readonly Reply[],
  passing: readonly Reply[],
  known: Known,
): string | undefined {
  if (failing.length < FEWEST || passing.length === 0) return undefined;
  const byClass = known.classOf && listing(failing, passing, known.classOf, ' classes', NAMED);
  if (passing.length < FEWEST) return byClass;
  const traits = [...TRAITS, ...(known.isAboutStatus ? [] : ANSWERED)];
  const measures = MEASURES.filter(({ ofAnswer }) => !ofAnswer || !known.isAboutLength);
  const [shortest] = [
    ...traits.map((trait) => alike(failing, passing, (reply) => trait(reply, known))),
    ...measures.map((measure) => measured(measure, failing, passing)),
  ]
    .filter((words) => words !== undefined)
    .toSorted((one, other) => one.length - other.length);
  if (shortest !== undefined) return shortest;
  // Of one status the trait says more.
  const isError = ({ answer }: Reply) => (answer?.status ?? 0) >= 400;
  if (!known.isAboutStatus && failing.every(isError) && !passing.some(isError)) return 'every error answer';
  return (
    (known.again.length > 0 ? undefined : onlyOverlapping(failing, passing, known.log)) ??
    // What was stored wrongly is shown wrongly however it is asked for.
    onlyOverlapping(addedBy(failing, known), addedBy(passing, known), known.log) ??
    byClass
  );
}

/** The requests that added the animals which others ask for. */
function addedBy(replies: readonly Reply[], { animals }: Known): readonly Reply[] {
  const added = replies.map((reply) =>
    reply.operation === 'get' ? animals?.get(reply.id)?.reply : undefined,
  );
  return [...new Set(added.filter((reply) => reply !== undefined))];
}

/**
 * Where none that was sent while no other of its kind was under way shows it, and that can hardly be by chance: some that
 * overlapped others may be right all the same.
 */
export function onlyOverlapping(
  failing: readonly Reply[],
  passing: readonly Reply[],
  log: readonly Reply[],
): string | undefined {
  const [operation, ...more] = new Set(failing.map((reply) => reply.operation));
  if (operation === undefined || more.length > 0) return undefined;
  const others = log.filter((reply) => reply.operation === operation);
  const rest = passing.filter((reply) => reply.operation === operation);
  const isAlone = (reply: Reply) => !others.some((other) => other !== reply && overlap(reply, other));
  const alone = rest.filter(isAlone).length;
  const right = (n: number) => (rest.length - n) / (rest.length + failing.length - n);
  const chance = Array.from({ length: alone }, (_, n) => right(n)).reduce((all, one) => all * one, 1);
  return chance <= BY_CHANCE && !failing.some(isAlone)
    ? `only where ${PLURALS[operation]} overlapped`
    : undefined;
}

function overlap({ answer: one }: Reply, { answer: other }: Reply): boolean {
  if (one === undefined || other === undefined) return false;
  return one.sentAt < other.receivedAt && other.sentAt < one.receivedAt;
}

/** Where all of one side are alike in a regard, and none of the other is. */
function alike(
  failing: readonly Reply[],
  passing: readonly Reply[],
  of: (reply: Reply) => string | undefined,
): string | undefined {
  const [wrong, right] = [new Set(failing.map(of)), new Set(passing.map(of))];
  if (right.has(undefined) || [...wrong].some((word) => word === undefined || right.has(word)))
    return undefined;
  const [word] = wrong.size === 1 ? wrong : [];
  const [other] = right.size === 1 && wrong.size >= OTHERS ? right : [];
  return word === undefined ? other && `all but those ${other}` : `exactly those ${word}`;
}

function measured(
  measure: Measure,
  failing: readonly Reply[],
  passing: readonly Reply[],
): string | undefined {
  const { noun, unit = '', of, listed, drawn } = measure;
  const wrong = valuesOf(failing, of);
  // Those that have none are not told apart by it.
  const right = valuesOf(passing, of);
  const [least, most] = [wrong[0], wrong.at(-1)];
  const [low, high] = [right[0], right.at(-1)];
  if (failing.some((reply) => of(reply) === undefined)) return undefined;
  if (least === undefined || most === undefined || low === undefined || high === undefined) return undefined;
  if (wrong.some((value) => right.includes(value))) return undefined;
  if (unit === '' && wrong.length === 1 && right.length >= OTHERS) return `${noun} ${String(least)} alone`;
  if (unit === '' && right.length === 1 && wrong.length >= OTHERS) return `every ${noun} but ${String(low)}`;
  if (wrong.length < FEWEST || right.length < FEWEST) return undefined;
  const [above, below] = unit === '' ? ['above', 'below'] : ['of more than', 'of fewer than'];
  const than = (words: string, value: bigint) =>
    `every ${noun} ${words} ${String(value)}${value === 1n ? unit.replace(/s$/u, '') : unit}`;
  if (least === high + 1n) return than(above, high);
  if (most === low - 1n) return than(below, low);
  if (drawn === true) return beyondEdges(noun, wrong, right);
  if (least > high) return `${than('from', least)} on, and none up to ${String(high)}`;
  if (most < low) return `${than('up to', most)}, and none from ${String(low)} on`;
  if (right.length > FEWEST && wrong.every((value) => value < low || value > high))
    return `every ${noun} outside ${String(low)} to ${String(high)}${unit}`;
  return listed === true ? listing(failing, passing, of, ` ${noun}s`, LISTED) : undefined;
}

/** Where a range of numbers ends: 0, and what is at most one off a power of two. */
function isEdge(value: bigint): boolean {
  const size = value < 0n ? -value : value;
  return size === 0n || [size - 1n, size, size + 1n].some((near) => near > 4n && (near & (near - 1n)) === 0n);
}

/** Where those that show it lie beyond all others, by bounds that are edges: of those that pass, else of those that fail. */
function beyondEdges(noun: string, wrong: readonly bigint[], right: readonly bigint[]): string | undefined {
  const [low = 0n, high = 0n] = [right[0], right.at(-1)];
  const below = wrong.filter((value) => value < low).at(-1);
  const above = wrong.find((value) => value > high);
  const bound = (passes: bigint, past: string, fails: bigint, from: string) =>
    isEdge(passes) ? `${past} ${String(passes)}` : isEdge(fails) ? from : undefined;
  const sides = [
    ...(below === undefined ? [] : [bound(low, 'below', below, `up to ${String(below)}`)]),
    ...(above === undefined ? [] : [bound(high, 'above', above, `from ${String(above)} on`)]),
  ];
  const isPlain = wrong.every((value) => value < low || value > high) && right.length > sides.length;
  return isPlain && !sides.includes(undefined) ? `every ${noun} ${sides.join(' or ')}` : undefined;
}

/** A few values of one side, and how many the other has. */
function listing(
  failing: readonly Reply[],
  passing: readonly Reply[],
  of: (reply: Reply) => bigint | string | undefined,
  unit: string,
  { most, others, cut }: typeof LISTED | typeof NAMED,
): string | undefined {
  const wrong = valuesOf(failing, of);
  const right = valuesOf(passing, of);
  if (failing.some((reply) => of(reply) === undefined) || wrong.some((value) => right.includes(value)))
    return undefined;
  const [fails, passes] = outcomes(failing, passing);
  // What all but a few classes show is told by those few.
  const isSwapped = wrong.length > most && right.length <= cut && passing.every((reply) => of(reply));
  const [few, many] = isSwapped ? [right, wrong] : [wrong, right];
  const shown = few.length <= most ? few : few.slice(0, cut);
  if (shown.length === 0 || many.length < others * few.length) return undefined;
  // The name of a class may hold commas; in quotes, `true` would be read as a string.
  const values = shown.map((value) =>
    typeof value === 'bigint' || /^(?:true|false|null)$/u.test(value) ? String(value) : JSON.stringify(value),
  );
  const [these, those] = isSwapped ? [passes, fails] : [fails, passes];
  const more = few.length > shown.length ? ` and ${String(few.length - shown.length)} more` : '';
  return `${these}: ${values.join(', ')}${more}; ${those}: the other ${String(many.length)}${unit}`;
}

/** What the two sides are called. */
function outcomes(failing: readonly Reply[], passing: readonly Reply[]): readonly [string, string] {
  const all = (some: readonly Reply[], least: number, below: number) =>
    some.every(({ answer }) => answer !== undefined && answer.status >= least && answer.status < below);
  if (all(failing, 400, 500) && all(passing, 200, 300)) return ['refused', 'accepted'];
  if (all(failing, 200, 300) && all(passing, 400, 500)) return ['accepted', 'refused'];
  return ['wrong', 'right'];
}

/** Each value once, in their order. */
function valuesOf<V extends bigint | string>(
  replies: readonly Reply[],
  of: (reply: Reply) => V | undefined,
): readonly V[] {
  const values = new Set(replies.flatMap((reply) => of(reply) ?? []));
  return [...values].toSorted((a, b) => (a < b ? -1 : 1));
}

function integer(text: string | undefined): bigint | undefined {
  return text !== undefined && /^-?\d+$/u.test(text) ? BigInt(text) : undefined;
}

function nameIn(reply: Reply): string | undefined {
  return reply.operation === 'create' ? reply.submitted?.name : undefined;
}

function textIn(reply: Reply): string | undefined {
  const text = reply.operation === 'message' ? reply.sent?.['message'] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** In characters, as a reader counts them. */
function lengthOf(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt([...text].length);
}

/** How many animals a list shows; one that is there without a list around it too. */
function shownBy(reply: Reply): bigint | undefined {
  if (reply.operation !== 'list' || !isSuccess(reply.answer)) return undefined;
  const { body } = reply.answer;
  return BigInt(reply.items?.length ?? Number(body.ok && isObject(body.value)));
}

function bodyWord({ outcome: { ask } }: Reply): string {
  const { body = null } = ask;
  if (body === null || body === '') return 'where no body was sent';
  return readJson(body).ok ? 'where the body sent is JSON' : 'where the body sent is not JSON';
}

function wordOf(name: string, value: string | undefined): string {
  return value === undefined ? `without ${name}` : `with ${name} ${value}`;
}

function scriptOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const isAscii = Buffer.byteLength(text) === text.length;
  return `with ${isAscii ? 'an ASCII' : 'a non-ASCII'} ${name}`;
}
