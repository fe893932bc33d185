import { categories } from '../generators/categories.ts';
import { drawn, together } from '../generators/drawn.ts';
import { unusualNames, type Around } from '../generators/names.ts';
import { int64 } from '../src/json/int64.ts';
import { writeJson } from '../src/json/json.ts';
import type { Json } from '../src/json/types.ts';
import type { Check } from '../src/kit/check.ts';
import { clientError, either, judged, status } from '../src/kit/expect.ts';
import type { Lab } from '../src/kit/lab.ts';
import { isSuccess } from '../src/kit/replies.ts';
import { each } from '../src/kit/verbs/each.ts';
import { QUOTA } from './create-answers.ts';

function named({ before, after, core }: Around, plain: string, { names }: Lab): string {
  const middle = core === 'none' ? '' : core === 'digits' ? names.digits() : plain;
  return `${before}${middle}${after}`;
}

/** As many as `--runs` says, and a part of the animals that the target has to be filled up with anyway. */
function also(part: number) {
  return (runs: number, { population }: Lab): number => Math.max(runs, Math.floor(population.spare * part));
}

/** Where not even plain animals come back with an integer category, exactness is not the matter. */
function plainCategoriesAreTyped({ api }: Lab): boolean {
  return api.log.every(
    (reply) =>
      reply.operation !== 'create' ||
      reply.intent !== 'plain' ||
      reply.pet === undefined ||
      int64(reply.pet['categoryId']) !== undefined,
  );
}

const MORE: Readonly<Record<string, Json>> = {
  note: 'house-trained',
  tags: [{ id: 1, name: 'quiet' }],
  photoUrls: ['https://example.com/a.jpg'],
  age: 3,
  __v: 0,
  category: { id: 7, name: 'Dogs' },
  owner: null,
};

const IGNORED_OR_REFUSED = either(
  { text: '2xx', met: (_, { answer }) => isSuccess(answer) },
  status(400),
  '201, or 400 with an Error object',
);

const otherTypes = drawn<string>(
  { text: ['text/plain'], xml: ['application/xml'], 'a form': ['application/x-www-form-urlencoded'] },
  { bytes: ['application/octet-stream'], 'another JSON': ['application/jsonp'] },
);

export const inputChecks: readonly Check[] = [
  each('create/unusual-names', {
    title: 'names with spaces, emoji, markup and the rest of Unicode: unchanged where they are accepted',
    decides: 'create.echo',
    needs: ['create'],
    draw: unusualNames,
    inputs: also(1 / 3),
    ask: (around, lab) => lab.creates.odd({ name: (plain) => named(around, plain, lab) }),
    // A name that is refused proves nothing; what was accepted is judged by create/echo too, for every animal.
    expect: ({ pet, submitted }) => {
      const name = pet?.['name'];
      if (typeof name !== 'string') return 'void';
      const expected = `name ${writeJson(submitted?.name ?? '')}`;
      if (name === submitted?.name) return 'held';
      return { actual: `name ${writeJson(name)}`, expected, places: [{ part: 'body', pointer: '/name' }] };
    },
    says: ({ before, after }) =>
      `an animal whose name has ${JSON.stringify(before)} before it and ${JSON.stringify(after)} behind it`,
    passes: 'unusual names, each unchanged',
    optional: true,
  }),

  each('create/categories', {
    title: 'category ids from all of int64: exact where they are accepted',
    decides: 'create.int64',
    needs: ['create'],
    draw: ({ config }) =>
      together(
        categories,
        drawn({ configured: config.categoryIds.filter((id) => !Number.isSafeInteger(Number(id))) }),
      ),
    inputs: also(1 / 10),
    ask: (categoryId, { creates }) => creates.odd({ categoryId }),
    // However it is refused: only what is accepted can come back wrong.
    expect: (reply, categoryId, lab) => {
      if (!isSuccess(reply.answer)) return 'held';
      if (reply.pet === undefined || !plainCategoriesAreTyped(lab)) return 'void';
      const { categoryId: shown } = reply.pet;
      if (int64(shown) === categoryId) return 'held';
      const actual = shown === undefined ? 'no categoryId' : `categoryId ${writeJson(shown)}`;
      return {
        actual,
        expected: `categoryId ${String(categoryId)}`,
        places: [{ part: 'body', pointer: '/categoryId' }],
      };
    },
    says: (categoryId) => `an animal of category ${String(categoryId)}`,
    shows: (categoryId) => ({ categoryId }),
    passes: 'category ids from all of int64, each refused or exact',
    explainedBy: ['create.id.unique', 'create.id.by-service'],
  }),

  each('create/other-media-type', {
    title: 'a valid body sent as another media type',
    decides: 'create.media-type',
    needs: ['create'],
    draw: otherTypes,
    inputs: (runs) => Math.min(runs, 3),
    ask: (contentType, { creates }) => creates.odd({ contentType }),
    expect: clientError,
    says: (type) => `a body sent as ${type}`,
    shows: (type) => ({ 'Content-Type': type }),
    passes: 'other media types, each refused with a 4xx',
  }),

  each('create/unknown-members', {
    title: 'a valid body with members that NewPet does not have',
    decides: 'create.unknown-members',
    needs: ['create'],
    draw: drawn<string>(
      { text: ['note'], nested: ['tags', 'photoUrls'] },
      { others: Object.keys(MORE).slice(3) },
    ),
    inputs: (runs) => Math.min(runs, 2),
    ask: (member, { creates }) => creates.odd({ more: { [member]: MORE[member] ?? null } }),
    // A quota that is used up says nothing of the members.
    expect: (reply) => (QUOTA.has(reply.answer?.status ?? 0) ? 'void' : judged(IGNORED_OR_REFUSED, reply)),
    says: (member) => `a valid body with an unknown member (${member})`,
    shows: (member) => ({ member }),
    passes: 'bodies with unknown members, each ignored or refused',
    explainedBy: ['create.status.values', 'create.success'],
  }),
];
