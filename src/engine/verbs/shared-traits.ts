import { parseExactJson } from '../../json/json.ts';
import { type Animal, integerLimit, messageTextOf, type Reply } from '../target/index.ts';

/** Further facts about failing requests. */
export interface SharedTraitContext {
  /** The input class that a request was drawn from. */
  readonly classOf?: (reply: Reply) => string | undefined;
  /** All replies, in the order in which they came, to find requests that overlapped. */
  readonly log: readonly Reply[];
  /** The animals of the run, by id. */
  readonly animals?: ReadonlyMap<string, Pick<Animal, 'submitted' | 'reply'>>;
  /** True if the flaw is a wrong status: then the status is not listed as a trait that the failing requests share. */
  readonly isAboutStatus: boolean;
  /** Replies that showed the flaw again when their requests were resent, each on its own. */
  readonly again: readonly Pick<Reply, 'outcome'>[];
}

type Trait = (reply: Reply, context: SharedTraitContext) => string | undefined;

const PATHS = {
  list: 'GET /pets',
  create: 'POST /pets',
  get: 'GET /pets/{petId}',
  message: 'POST /messages',
} as const;

const PLURALS = { list: 'lists', create: 'creates', get: 'gets', message: 'messages' } as const;

const TRAITS: readonly Trait[] = [
  ({ outcome }) => `with Authorization: ${outcome.ask.credential.label}`,
  ({ operation }) => `of ${PATHS[operation]}`,
  (reply) => (reply.operation === 'list' ? withOrWithout('status', reply.query.status) : undefined),
  (reply) =>
    reply.operation === 'list'
      ? `${reply.query.limit === undefined ? 'without' : 'with'} a limit`
      : undefined,
  (reply) =>
    reply.operation === 'create' && reply.submitted !== undefined
      ? withOrWithout('status', reply.submitted.status)
      : undefined,
  (reply, { animals }) => {
    const animal = reply.operation === 'get' ? animals?.get(reply.id) : undefined;
    return animal && `of animals added ${withOrWithout('status', animal.submitted.status)}`;
  },
  (reply) => {
    const text = nameIn(reply) ?? messageTextOf(reply);
    const isAscii = text !== undefined && Buffer.byteLength(text) === text.length;
    return text === undefined ? undefined : `with ${isAscii ? 'ASCII' : 'non-ASCII'} text`;
  },
  ({ outcome }) => {
    const { body = null } = outcome.ask;
    if (body === null || body === '') return 'where no body was sent';
    return parseExactJson(body).ok ? 'where the body sent is JSON' : 'where the body sent is not JSON';
  },
  ({ answer }, { isAboutStatus }) => (isAboutStatus ? undefined : `answered with ${String(answer?.status)}`),
];

type Measure = (reply: Reply, context: SharedTraitContext) => bigint | undefined;

/** Numeric properties of a request, by their names in messages. */
const MEASURES: Readonly<Record<string, Measure>> = {
  limit: (reply) => (reply.operation === 'list' ? integerLimit(reply) : undefined),
  id: (reply, { animals }) =>
    reply.operation === 'get' && animals?.has(reply.id) === true ? BigInt(reply.id) : undefined,
  'name length': (reply) => lengthOf(nameIn(reply)),
  'text length': (reply) => lengthOf(messageTextOf(reply)),
};

/** If there are more input classes than `MOST_NAMED`, only the first are listed, and the further ones counted. */
const [MOST_NAMED, FIRST_NAMED] = [12, 6];
/** Minimum number of failing requests, and of passing requests, to speak of a pattern. */
const FEWEST = 2;
/** The maximum probability that "only overlapping requests fail" holds by chance; above it, the sentence is not used. */
const BY_CHANCE = 0.01;

/**
 * Returns what failing requests have in common and no other request has: `every limit above 50`, `exactly those with status
 * sold`, `only where creates overlapped`, or the failing input classes. Undefined if there is no clear pattern.
 */
export function sharedTraitText(
  failing: readonly Reply[],
  passing: readonly Reply[],
  context: SharedTraitContext,
): string | undefined {
  if (Math.min(failing.length, passing.length) < FEWEST) return undefined;
  const { classOf, log, again } = context;
  const [shortest] = [
    ...TRAITS.map((trait) => alike(failing, passing, (reply) => trait(reply, context))),
    ...Object.entries(MEASURES).map(([noun, of]) =>
      beyond(noun, failing, passing, (reply) => of(reply, context)),
    ),
  ]
    .filter((words) => words !== undefined)
    .toSorted((one, other) => one.length - other.length);
  return (
    shortest ??
    (again.length > 0 ? undefined : onlyOverlappingText(failing, passing, log)) ??
    // If an animal was stored wrongly, every get shows it wrongly, so the creates of the animals are compared.
    onlyOverlappingText(addedBy(failing, context), addedBy(passing, context), log) ??
    (classOf && classesIn(failing, passing, classOf))
  );
}

function addedBy(replies: readonly Reply[], { animals }: SharedTraitContext): readonly Reply[] {
  const gets = replies.filter((reply) => reply.operation === 'get');
  return [...new Set(gets.flatMap(({ id }) => animals?.get(id)?.reply ?? []))];
}

/**
 * Returns a text if only overlapping requests of one operation fail; undefined otherwise, or if it may be chance. Requests
 * that all fail before, or after, those that pass do not show it: a server that has changed, or that counts, is as likely.
 */
export function onlyOverlappingText(
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
  const isMixed =
    failing.some((one) => rest.some((other) => isBefore(one, other))) &&
    failing.some((one) => rest.some((other) => isBefore(other, one)));
  const isPlain = chance <= BY_CHANCE && isMixed && !failing.some(isAlone);
  return isPlain ? `only where ${PLURALS[operation]} overlapped` : undefined;
}

function overlap(one: Reply, other: Reply): boolean {
  const isAnswered = one.answer !== undefined && other.answer !== undefined;
  return isAnswered && !isBefore(one, other) && !isBefore(other, one);
}

/** True if a request was answered before another was sent. */
function isBefore({ answer: one }: Reply, { answer: other }: Reply): boolean {
  return one !== undefined && other !== undefined && one.receivedAt <= other.sentAt;
}

/** Returns the trait, computed by `of`, that all failing requests share and no passing request has. */
function alike(
  failing: readonly Reply[],
  passing: readonly Reply[],
  of: (reply: Reply) => string | undefined,
): string | undefined {
  const [word, ...more] = new Set(failing.map(of));
  const right = new Set(passing.map(of));
  const isPlain = word !== undefined && more.length === 0 && !right.has(undefined) && !right.has(word);
  return isPlain ? `exactly those ${word}` : undefined;
}

/** Returns a text if the numbers of all failing requests are above, or below, those of all passing requests. */
function beyond(
  noun: string,
  failing: readonly Reply[],
  passing: readonly Reply[],
  of: (reply: Reply) => bigint | undefined,
): string | undefined {
  const [wrong, right] = [valuesOf(failing, of), valuesOf(passing, of)];
  const [least, most] = [wrong[0], wrong.at(-1)];
  const [low, high] = [right[0], right.at(-1)];
  if (least === undefined || most === undefined || low === undefined || high === undefined) return undefined;
  if (wrong.length < FEWEST || right.length < FEWEST || failing.some((reply) => of(reply) === undefined))
    return undefined;
  if (least === high + 1n) return `every ${noun} above ${String(high)}`;
  if (most === low - 1n) return `every ${noun} below ${String(low)}`;
  if (least > high) return `every ${noun} from ${String(least)} on, and none up to ${String(high)}`;
  if (most < low) return `every ${noun} up to ${String(most)}, and none from ${String(low)} on`;
  return undefined;
}

/** The failing input classes, if no request of them passes. */
function classesIn(
  failing: readonly Reply[],
  passing: readonly Reply[],
  classOf: (reply: Reply) => string | undefined,
): string | undefined {
  const [wrong, right] = [valuesOf(failing, classOf), valuesOf(passing, classOf)];
  if (right.length === 0 || failing.some((reply) => classOf(reply) === undefined)) return undefined;
  if (wrong.some((name) => right.includes(name))) return undefined;
  // Names are quoted because they may contain commas, except for `true` and the like, which would read as strings.
  const names = wrong.map((name) => (/^(?:true|false|null)$/u.test(name) ? name : JSON.stringify(name)));
  const shown = names.length > MOST_NAMED ? names.slice(0, FIRST_NAMED) : names;
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}; none of ${String(right.length)} other classes`;
}

function valuesOf<V extends bigint | string>(
  replies: readonly Reply[],
  of: (reply: Reply) => V | undefined,
): readonly V[] {
  const values = new Set(replies.flatMap((reply) => of(reply) ?? []));
  return [...values].toSorted((a, b) => (a < b ? -1 : 1));
}

function nameIn(reply: Reply): string | undefined {
  return reply.operation === 'create' ? reply.submitted?.name : undefined;
}

function lengthOf(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt([...text].length);
}

function withOrWithout(name: string, value: string | undefined): string {
  return value === undefined ? `without ${name}` : `with ${name} ${value}`;
}
