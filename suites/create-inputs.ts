import { CATEGORY_WITH_EXPONENT, int64CategoryIds } from '../generators/categories.ts';
import { partitionOfEach, mapPartitions, partition, type Partitions } from '../generators/partitions.ts';
import { nonJsonContentTypes } from '../generators/messages.ts';
import {
  applyNameChange,
  namesWithControlCharacters,
  unusualNameParts,
  unusualNamesSentAlone,
  type UnusualName,
} from '../generators/names.ts';
import { groupBy } from '../src/base/group-by.ts';
import { withoutUndefined } from '../src/base/without-undefined.ts';
import { int64Value, bigintToJson } from '../src/json/int64.ts';
import { EXPONENT_SPELLING } from '../src/json/spellings.ts';
import type { Json } from '../src/json/types.ts';
import type { Check, CheckContext } from '../src/engine/plan/index.ts';
import {
  deriveCheckSeed,
  type BorderlineCreate,
  type CreateReply,
  drawInputs,
  type DrawnInput,
  isSuccess,
  createLogIndex,
} from '../src/engine/target/index.ts';
import {
  expectClientError,
  judgeStatus,
  property,
  type Expectation,
  type InputBatch,
} from '../src/engine/verbs/index.ts';
import { mustBeAccepted, unlessTooLong } from './create-answers.ts';
import { hasQuotaStatus, propertyUnlessQuota } from './quotas.ts';
import { wrongMemberFlaw } from './shape.ts';

function named(
  { before, after, core }: UnusualName,
  plain: string,
  { names, population }: CheckContext,
): string {
  switch (core) {
    case undefined:
      return `${before}${plain}${after}`;
    case 'none':
      return `${before}${after}`;
    case 'digits':
      return `${before}${names.digits()}${after}`;
    default:
      return applyNameChange(population.animals()[0]?.submitted.name ?? plain, core);
  }
}

/** The category of a create, and the spelling that belongs to it. */
function writtenCategory(categoryId: bigint | undefined): Pick<BorderlineCreate, 'categoryId' | 'spelling'> {
  if (categoryId === undefined) return {};
  return categoryId === CATEGORY_WITH_EXPONENT ? { categoryId, spelling: EXPONENT_SPELLING } : { categoryId };
}

const CATEGORIES = 'create/categories';
/** The affixes are put around this many names, so that each name fits into most database columns. */
const NAMES = 4;

/** Combines inputs into one name, with the affixes of the first input outermost; returns a single input unchanged. */
function joined(group: readonly DrawnInput<UnusualName>[]): UnusualName {
  const [first] = group;
  if (group.length === 1 && first !== undefined) return first.value;
  return {
    before: group.map(({ value }) => value.before).join(''),
    after: group
      .map(({ value }) => value.after)
      .toReversed()
      .join(''),
  };
}

/** Puts inputs into few creates, since each costs an animal: several affixes share a name. Rejected groups are split. */
function packed(
  inputs: readonly DrawnInput<UnusualName>[],
  { config }: CheckContext,
): readonly InputBatch<UnusualName>[] {
  // The seed of the categories check, so that it draws the same categories.
  const seed = deriveCheckSeed(config.seed, CATEGORIES);
  const extraCategories = drawInputs(int64CategoryIds(config.categoryIds), config.runs, seed).map(
    ({ value }) => value,
  );
  const isPart = ({ from }: DrawnInput<UnusualName>): boolean =>
    unusualNameParts.some(({ name }) => name === from.name);
  const parts = new Map(inputs.filter(isPart).map((input, at) => [input, at]));
  // Groups in the order in which inputs were drawn, so that the first groups have every class once.
  const groups = groupBy(inputs, (input) => {
    const at = parts.get(input);
    // Affixes are distributed to the names in turn, so that the names are about equally long.
    if (at !== undefined) return at % NAMES;
    return namesWithControlCharacters.includes(input.from) ? 'controls' : input;
  });
  return [...groups.values()].map((group, at) => {
    const categoryId = extraCategories[at];
    const plain = joined(group);
    return {
      inputs: group,
      values: categoryId === undefined ? [plain] : [{ ...plain, categoryId }, plain],
      joined,
    };
  });
}

/** Finds in the log, for each category, the first accepted create that the target could have refused. */
const taken = createLogIndex(
  () => new Map<bigint, CreateReply>(),
  (first, reply) => {
    if (reply.operation !== 'create' || reply.intent !== 'borderline' || reply.pet === undefined) return;
    const categoryId = reply.submitted?.categoryId;
    if (categoryId !== undefined && !first.has(categoryId)) first.set(categoryId, reply);
  },
);

/** Collects from the log whether each accepted plain create shows an integer category; otherwise precision cannot be judged. */
const plainAnimals = createLogIndex(
  () => ({ areTyped: true }),
  (seen, reply) => {
    if (!mustBeAccepted(reply) || reply.pet === undefined) return;
    if (int64Value(reply.pet['categoryId']) === undefined) seen.areTyped = false;
  },
);

/** True for a 5xx that is not a quota: it proves nothing about the input. */
function isBreakdown(reply: CreateReply): boolean {
  return (reply.answer?.status ?? 0) >= 500 && !hasQuotaStatus(reply);
}

/** True if a 32-bit column cannot hold the category. */
function isWide({ submitted }: CreateReply): boolean {
  return submitted !== undefined && BigInt.asIntN(32, submitted.categoryId) !== submitted.categoryId;
}

const UNKNOWN_MEMBERS: Readonly<Record<string, Json>> = {
  note: 'house-trained',
  tags: [{ id: 1, name: 'quiet' }],
  photoUrls: ['https://example.com/a.jpg'],
  age: 3,
  // If a server stores this null as the id, it assigns no id.
  id: null,
  __v: 0,
  category: { id: 7, name: 'Dogs' },
  category_id: 7,
  owner: null,
};

const unknownMembers: Partitions<readonly string[]> = mapPartitions(
  partitionOfEach(Object.keys(UNKNOWN_MEMBERS), (member) => member),
  (member) => [member],
);

function membersOf(inputs: readonly DrawnInput<readonly string[]>[]): readonly string[] {
  return inputs.flatMap(({ value }) => value);
}

const IGNORED_OR_REFUSED: Expectation = {
  text: '201, or 400 with an Error object',
  met: (code, { answer }) => isSuccess(answer) || code === 400,
};

export const createInputChecks: readonly Check[] = [
  property('create/unusual-names', {
    decides: 'create.echo',
    needs: ['create'],
    draw: [...unusualNameParts, ...namesWithControlCharacters, ...unusualNamesSentAlone],
    whole: [...unusualNameParts, ...namesWithControlCharacters],
    batches: packed,
    ask: (unusual, context) =>
      context.creates.borderline({
        name: (plain) => named(unusual, plain, context),
        ...writtenCategory(unusual.categoryId),
        ...withoutUndefined({ status: unusual.status }),
      }),
    // The rejection of a name proves nothing; create/echo also judges every accepted animal.
    expect: ({ pet, submitted }) => {
      const name = pet?.['name'];
      if (typeof name !== 'string') return 'no-evidence';
      return name === submitted?.name ? 'met' : wrongMemberFlaw('name', submitted?.name, name);
    },
    passMessage: 'texts in unusual names, each returned unchanged',
    isServerError: isBreakdown,
    optional: true,
  }),

  propertyUnlessQuota(CATEGORIES, {
    decides: 'create.int64',
    needs: ['create'],
    // Categories that were sent with the unusual names are not sent again.
    dependsOn: ['create/unusual-names'],
    draw: (from) => int64CategoryIds(from.categoryIds),
    alreadySent: (categoryId, { api }) => taken(api).get(categoryId),
    ask: (categoryId, { creates }) => creates.borderline(writtenCategory(categoryId)),
    // Any rejection is accepted, except a 5xx or a quota, which prove nothing.
    expect: (reply, context) => {
      if ((reply.answer?.status ?? 0) >= 500) return 'no-evidence';
      if (!isSuccess(reply.answer)) return 'met';
      if (reply.pet === undefined || !plainAnimals(context.api).areTyped) return 'no-evidence';
      const { categoryId: shown } = reply.pet;
      const categoryId = reply.submitted?.categoryId;
      if (categoryId === undefined || int64Value(shown) === categoryId) return 'met';
      return wrongMemberFlaw('categoryId', bigintToJson(categoryId), shown);
    },
    passMessage: 'int64 category ids, each refused, or returned exactly',
    tally: {
      'accepted beyond 31 bits': (reply) => isSuccess(reply.answer) && isWide(reply),
      'accepted within 31 bits': (reply) => isSuccess(reply.answer) && !isWide(reply),
      refused: ({ answer }) => !isSuccess(answer),
    },
    isServerError: isBreakdown,
    possibleCauses: ['create.id.unique', 'create.id.by-service'],
  }),

  propertyUnlessQuota('create/other-media-type', {
    decides: 'create.media-type',
    needs: ['create'],
    turn: 0,
    // Without Content-Type, or with an empty one, a server may guess the type.
    draw: nonJsonContentTypes,
    ask: (contentType, { creates }) => creates.borderline({ contentType }),
    expect: expectClientError,
    passMessage: 'other media types, each refused with a 4xx',
  }),

  propertyUnlessQuota('create/status-null', {
    decides: 'create.status.optional',
    needs: ['create'],
    draw: partition({ 'the status null': ['null'] }),
    ask: (_, { creates }) => creates.borderline({ status: null }),
    // Null is no status, but some services take it for one that is left out.
    expect: ({ pet }) => (pet?.['status'] === null ? wrongMemberFlaw('status', undefined, null) : 'met'),
    passMessage: 'bodies with the status null, each refused, or taken as if it had none',
    isServerError: isBreakdown,
    optional: true,
  }),

  propertyUnlessQuota('create/unknown-members', {
    decides: 'create.unknown-members',
    needs: ['create'],
    draw: unknownMembers,
    batches: (inputs) => [{ inputs, values: [membersOf(inputs)], joined: membersOf }],
    ask: (members, { creates }) => {
      const more = Object.fromEntries(members.map((member) => [member, UNKNOWN_MEMBERS[member] ?? null]));
      return creates.borderline({ more });
    },
    expect: unlessTooLong((reply) => {
      const { submitted, pet } = reply;
      const shown = int64Value(pet?.['categoryId']);
      return submitted === undefined || shown === undefined || shown === submitted.categoryId
        ? judgeStatus(IGNORED_OR_REFUSED, reply)
        : wrongMemberFlaw('categoryId', bigintToJson(submitted.categoryId), pet?.['categoryId']);
    }),
    passMessage: 'bodies with unknown members, each ignored or refused',
    possibleCauses: ['create.status.values', 'create.success', 'create.echo', 'create.int64'],
  }),
];
