import { patchAsIs, type VariantExtras, type Variant, makeVariants } from '../define.ts';
import type { Patch } from '../steps.ts';
import { isNumber, isObject, member, type ParsedJson } from '../json.ts';
import { type RefusalReason, RefusedRequest, STATUSES } from '../model.ts';
import {
  acceptMediaTypes,
  changeRefusalStatus,
  changeResult,
  whenCallNumber,
  fail500,
  every,
  isAnimalsCall,
  refuseWith,
  replaceRefusal,
  replaceStep,
  setErrorMembers,
  changeStoredAnimal,
} from '../modify.ts';
import { quotaVariants } from './quotas.ts';

/** Accepts only names that match the pattern; a name that is not a string gets the conformant 400. */
const names = ([pattern, refuse = refuseWith(400, 'refused_name', 'Use a plain name.')]: readonly [
  pattern: RegExp,
  refuse?: () => never,
]): Patch =>
  replaceStep('readName', (value) => {
    if (typeof value !== 'string') return undefined;
    return pattern.test(value) ? value : refuse();
  });

/** Accepts only known categories. */
const categories = (known: (id: bigint) => boolean): Patch => {
  const refuse = refuseWith(400, 'unknown_category', 'There is no such category.');
  return () => ({ checkCategory: (id) => (known(id) ? undefined : refuse()) });
};

/** Reads a category as `read` returns it; the conformant reading applies if it returns none. */
const readCategoryAs = (read: (value: ParsedJson | undefined) => bigint | undefined): Patch =>
  replaceStep('readCategory', read);

/** Answers rejections of the animals interface for a reason with another status. */
const refusedWith = ([status, reason]: readonly [number, RefusalReason]): Patch =>
  changeRefusalStatus(status, isAnimalsCall, reason);

/** Lets `read` parse the text of the `limit` parameter. */
const limits = (read: (text: string) => number): Patch =>
  replaceStep('readLimit', ([text]) => (text === undefined ? undefined : read(text)));

const clamp = (limit: number): number => Math.min(100, Math.max(1, limit));
const isInteger = (text: string): boolean => /^-?\d+$/.test(text);

const defaultStatus = (value: string): Patch => changeResult('readStatus', (read) => read ?? value);

const media: VariantExtras = { warns: ['create.media-type'] };
const KNOWN = ['name', 'categoryId', 'status'];

/** Variants for inputs that the document does not describe. */
export const inputHandlingVariants: readonly Variant[] = [
  ...makeVariants('names', names, {
    'plain-only': ['Refuses names with signs but hyphens and apostrophes.', [/^[A-Za-z0-9 '-]{1,60}$/]],
    'letters-only': [
      'Refuses names with anything but at most 20 letters.',
      [/^[A-Za-z]{1,20}$/, refuseWith(400, 'refused_name', 'Use letters.')],
    ],
    'up-to-24': ['Refuses names of more than 24 characters.', [/^.{1,24}$/su]],
    'unusual-422': [
      'Refuses unusual names with 422.',
      [/^[A-Za-z0-9 ]{1,40}$/, refuseWith(422, 'refused_name', 'Use a plain name.')],
    ],
    'unusual-500': [
      'Fails with 500 at names that are not plain.',
      [/^[A-Za-z0-9 '-]{1,200}$/, refuseWith(500, 'internal', 'The server failed.')],
      { warns: ['robust.no-5xx'] },
    ],
    'no-words': ['Refuses names with vowels or tripled letters.', [/^(?!.*(.)\1\1)[^aeiou]{1,40}$/iu]],
    'with-a-vowel': [
      'Refuses names without a vowel with 400.',
      [/[aeiou]/iu, refuseWith(400, 'refused_name', 'A name needs a vowel.')],
      { leaves: ['create.success', 'list.limit.maximum', 'get.success'] },
    ],
    'with-a-vowel-beside-old-ones': [
      'Refuses names without a vowel with 422, and holds 30 animals.',
      [/[aeiou]/iu, refuseWith(422, 'refused_name', 'A name needs a vowel.')],
      { start: { seedAnimals: 30 }, leaves: ['create.success', 'list.limit.maximum'] },
    ],
    any: ['Takes every string for a name, the empty one too.', [/^/]],
  }),
  ...quotaVariants,
  ...makeVariants('names', patchAsIs, {
    unique: [
      'Refuses a name that an animal has already.',
      (base, { animals }) => ({
        readDraft(value, call) {
          const draft = base.readDraft(value, call);
          if ([...animals.values()].some(({ name }) => name === draft.name))
            throw new RefusedRequest(400, 'refused_name', 'This name is taken.');
          return draft;
        },
      }),
    ],
  }),

  ...makeVariants('categories', categories, {
    'one-only': ['Knows category 1 only.', (id) => id === 1n],
    configured: [
      'Knows category 9007199254740993 only, and the run was given so.',
      (id) => id === 2n ** 53n + 1n,
      { config: { categoryIds: '9007199254740993' } },
    ],
    any: ['Takes every category of int64.', () => true],
    'closed-to-new-ones': [
      'Refuses new animals of the category that its old ones have.',
      (id) => id !== 1n,
      { start: { seedAnimals: 30 }, leaves: ['create.success', 'list.limit.maximum'] },
    ],
    'positive-only': ['Refuses categories below 1, and takes all others.', (id) => id >= 1n],
  }),
  ...makeVariants('categories', readCategoryAs, {
    'whole-doubles': [
      'Reads a number with a fraction as a double (RFC 8259, section 6), and takes it if that double is whole.',
      (value) => {
        const double = isNumber(value) && value.value.includes('.') ? Number(value.value) : Number.NaN;
        return Number.isInteger(double) ? BigInt(double) : undefined;
      },
      { start: { anyCategory: true } },
    ],
  }),
  ...makeVariants('categories', patchAsIs, {
    'tenth-500': [
      'Fails with 500 at every tenth animal of a category other than 1.',
      (base, world) => {
        const isTenth = whenCallNumber(every(10));
        return replaceStep('checkCategory', (id, call) => {
          if (id !== 1n && isTenth(call)) fail500();
        })(base, world);
      },
      { warns: ['robust.no-5xx'] },
    ],
    'unknown-422-first': [
      'Looks the category up before it checks the name, and refuses unknown ones with 422.',
      (base, world) => ({
        ...refusedWith([422, 'unknown_category'])(base, world),
        readDraft(value, call) {
          base.checkCategory(base.readCategory(member(value, 'categoryId'), call), call);
          return base.readDraft(value, call);
        },
      }),
    ],
  }),
  ...makeVariants('categories', refusedWith, {
    'unknown-422': ['Refuses unknown categories with 422.', [422, 'unknown_category']],
    'unknown-404': ['Refuses unknown categories with 404.', [404, 'unknown_category']],
  }),

  ...makeVariants('status', patchAsIs, {
    'default-available': ['Makes an animal available if no status is submitted.', defaultStatus('available')],
    'default-pending': ['Makes an animal pending where no status is submitted.', defaultStatus('pending')],
    'default-by-store': [
      'Leaves the status of a new animal out of the answer where none was submitted, and shows it as available later.',
      changeStoredAnimal(({ status = 'available' }) => ({ status })),
    ],
    'null-is-none': [
      'Takes null for a status that is left out.',
      (base) => ({ readStatus: (value, call) => base.readStatus(value ?? undefined, call) }),
    ],
  }),

  ...makeVariants('input', refusedWith, {
    'media-type-400': ['Refuses other media types with 400.', [400, 'unsupported_media_type']],
    'bad-id-400': ['Answers 400 to an id that is not an int64.', [400, 'invalid_id']],
    'bad-id-422': ['Answers 422 to an id that is not an int64.', [422, 'invalid_id']],
    'limit-422': ['Answers 422 to a limit out of range or no integer.', [422, 'invalid_limit']],
    'status-422': ['Answers 422 to an unknown status in a filter.', [422, 'unknown_status_filter']],
  }),
  ...makeVariants('input', patchAsIs, {
    'strict-members': [
      'Refuses members that NewPet does not have with 400.',
      replaceStep('readDraft', (value) =>
        isObject(value) && Object.keys(value).some((name) => !KNOWN.includes(name))
          ? refuseWith(400, 'invalid_body', 'There is an unknown member.')()
          : undefined,
      ),
    ],
    'media-type-any': ['Takes JSON under any media type.', () => ({ checkMediaType: () => {} }), media],
    'media-type-plus-json': [
      'Takes media types that end in +json for JSON.',
      acceptMediaTypes('checkMediaType', (type) => type.endsWith('+json')),
      media,
    ],
    'small-bodies': [
      'Refuses bodies of more than 4096 bytes with 413.',
      replaceStep('parseBody', ({ body }) =>
        body.length > 4096 ? refuseWith(413, 'body_too_large', 'The body is too large.')() : undefined,
      ),
    ],
    'tiny-bodies': [
      'Refuses bodies of more than 300 bytes with 413.',
      replaceStep('parseBody', ({ body }) =>
        body.length > 300 ? refuseWith(413, 'body_too_large', 'The body is too large.')() : undefined,
      ),
    ],
    'negative-id-400': [
      'Answers 400 to an id below 1.',
      replaceStep('readId', (text) =>
        text.startsWith('-') || /^0+$/.test(text)
          ? refuseWith(400, 'invalid_id', 'An id is positive.')()
          : undefined,
      ),
    ],
    'limit-redirected': [
      'Redirects a limit out of range or no integer to one in range.',
      replaceRefusal('readLimit', () => {
        throw new RefusedRequest(307, 'invalid_limit', 'See the right limit.', [
          ['Location', '/v1/pets?limit=100'],
        ]);
      }),
      { warns: ['list.limit.out-of-range', 'list.limit.not-integer'] },
    ],
    'status-empty': ['Lists none of an unknown status.', () => ({ readStatusFilter: (texts) => texts[0] })],
    'status-ignored': [
      'Passes over an unknown status in a filter.',
      () => ({
        readStatusFilter: (texts) => (STATUSES.includes(texts[0] ?? '') ? texts[0] : undefined),
      }),
    ],
    'unknown-parameters-refused': [
      'Refuses query parameters that it does not know with 400.',
      replaceStep('list', ({ params }) =>
        [...params.keys()].every((name) => name === 'limit' || name === 'status')
          ? undefined
          : refuseWith(400, 'invalid_limit', 'There is an unknown parameter.')(),
      ),
    ],
    'redirects-elsewhere': [
      'Redirects from paths that it does not have.',
      replaceStep('answer', ({ resource }) =>
        resource === 'none'
          ? { status: 302, headers: [['Location', 'https://example.invalid/login']], value: null }
          : undefined,
      ),
    ],
  }),
  ...makeVariants('input', limits, {
    'limit-clamped': ['Clamps a limit into range.', (text) => (isInteger(text) ? clamp(Number(text)) : 20)],
    'limit-ignored': [
      'Passes over a limit that is out of range or no integer.',
      (text) => (isInteger(text) && clamp(Number(text)) === Number(text) ? Number(text) : 20),
      { warns: ['list.limit.out-of-range'] },
    ],
    'limit-read-loosely': [
      'Reads the digits at the beginning of a limit.',
      (text) => clamp(Number.parseInt(text, 10) || 20),
      { warns: ['list.limit.not-integer'] },
    ],
  }),

  ...makeVariants('errors', setErrorMembers, {
    codes: ['Gives its own codes.', (refusal) => ({ code: `E-${refusal.status}.${refusal.reason.length}` })],
    'empty-texts': ['Gives an empty code and an empty message.', () => ({ code: '', message: '' })],
    'other-language': [
      'Gives messages in another language.',
      () => ({ message: 'Неверный запрос – пожалуйста, проверьте “ключ” 🔑' }),
    ],
    'long-messages': [
      'Gives long messages with markup.',
      () => ({ message: `<p>${'Please look at the manual. '.repeat(300)}</p>\u001b[31m` }),
    ],
    'echoes-input': [
      'Repeats the request in its messages.',
      (_, { method, path, body }) => ({
        message: `${method} ${path}: ${body.toString('utf8').slice(0, 500)}`,
      }),
    ],
  }),
];
