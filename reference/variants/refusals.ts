import type { RequirementId } from '../../requirements/index.ts';
import { defineVariant, type RunHints, type StartHints, type Variant } from '../define.ts';
import { mediaTypeOf } from '../conformant/create.ts';
import type { Patch } from '../hooks.ts';
import { isObject } from '../json.ts';
import { because, membersOf, refusedWith, STATUSES } from '../modify.ts';
import { type Call, type Reason, Refusal } from '../model.ts';

const refuses = (reason: Reason, message: string, status = 400): never => {
  throw new Refusal(status, reason, message);
};

/** Reads names its own way, after they are known to be strings. */
const names = (check: (name: string) => void): Patch => {
  return (base) => ({
    readName(value, call) {
      if (typeof value !== 'string') return base.readName(value, call);
      check(value);
      return value;
    },
  });
};

const categories =
  (check: (id: bigint) => void): Patch =>
  () => ({ checkCategory: check });

const status = (code: number, ...reasons: readonly Reason[]): Patch =>
  refusedWith(code, (refusal, call) => call.operation !== 'message' && because(...reasons)(refusal));

/** Reads the limit with a function of its own that gets the text. */
const limits = (read: (text: string) => number): Patch => {
  return (base) => ({
    readLimit: (texts, call) => (texts[0] === undefined ? base.readLimit(texts, call) : read(texts[0])),
  });
};

const clamp = (limit: number): number => Math.min(100, Math.max(1, limit));
const isInteger = (text: string): boolean => /^-?\d+$/.test(text);

const defaultStatus = (value: string): Patch => {
  return (base) => ({ readStatus: (read, call) => base.readStatus(read, call) ?? value });
};

const strict = (known: readonly string[]): Patch => {
  return (base) => ({
    readDraft: (value, call) =>
      isObject(value) && Object.keys(value).some((name) => !known.includes(name))
        ? refuses('invalid_body', 'There is an unknown member.')
        : base.readDraft(value, call),
  });
};

const errorBodies = (
  change: (error: ReturnType<typeof membersOf>, refusal: Refusal) => ReturnType<typeof membersOf>,
): Patch => {
  return (base) => ({
    renderError: (refusal, call) => change(membersOf(base.renderError(refusal, call)), refusal),
  });
};

function uniqueNames(): Patch {
  return (base) => {
    const taken = new Set<string>();
    return {
      readDraft(value, call) {
        const draft = base.readDraft(value, call);
        if (taken.has(draft.name)) refuses('refused_name', 'This name is taken.');
        taken.add(draft.name);
        return draft;
      },
    };
  };
}

interface More {
  readonly warns?: readonly RequirementId[];
  readonly start?: StartHints;
  readonly config?: RunHints;
}
type Row = readonly [id: string, title: string, patch: Patch, more?: More];

const rows: readonly Row[] = [
  [
    'names/plain-only',
    'Refuses names with anything but letters, digits, spaces, hyphens and apostrophes.',
    names((name) =>
      /^[A-Za-z0-9 '-]{1,60}$/.test(name) ? undefined : refuses('refused_name', 'Use a plain name.'),
    ),
  ],
  [
    'names/letters-only',
    'Refuses names with anything but at most 20 letters.',
    names((name) => (/^[A-Za-z]{1,20}$/.test(name) ? undefined : refuses('refused_name', 'Use letters.'))),
  ],
  [
    'names/unusual-422',
    'Refuses unusual names with 422.',
    names((name) =>
      /^[A-Za-z0-9 ]{1,40}$/.test(name) ? undefined : refuses('refused_name', 'Use a plain name.', 422),
    ),
  ],
  [
    'names/unusual-500',
    'Fails with 500 at names that are not plain.',
    names((name) =>
      /^[A-Za-z0-9 '-]{1,200}$/.test(name) ? undefined : refuses('internal', 'The server failed.', 500),
    ),
    { warns: ['robust.no-5xx'] },
  ],
  ['names/any', 'Takes every string for a name, the empty one too.', names(() => {})],
  ['names/unique', 'Refuses a name that an animal has already.', uniqueNames()],

  [
    'categories/one-only',
    'Knows category 1 only.',
    categories((id) => (id === 1n ? undefined : refuses('unknown_category', 'There is no such category.'))),
  ],
  [
    'categories/configured',
    'Knows category 9007199254740993 only, and the run is told so.',
    categories((id) =>
      id === 2n ** 53n + 1n ? undefined : refuses('unknown_category', 'There is no such category.'),
    ),
    { config: { categoryIds: '9007199254740993' } },
  ],
  ['categories/any', 'Takes every category of int64.', categories(() => {})],
  [
    'categories/positive-only',
    'Refuses categories below 1, and takes all others.',
    categories((id) => (id >= 1n ? undefined : refuses('unknown_category', 'There is no such category.'))),
  ],
  ['categories/unknown-422', 'Refuses unknown categories with 422.', status(422, 'unknown_category')],
  ['categories/unknown-404', 'Refuses unknown categories with 404.', status(404, 'unknown_category')],

  [
    'status/default-available',
    'Makes an animal available where no status is submitted.',
    defaultStatus('available'),
  ],
  [
    'status/default-pending',
    'Makes an animal pending where no status is submitted.',
    defaultStatus('pending'),
  ],
  [
    'status/default-by-store',
    'Leaves the status of a new animal out of the answer where none was submitted, and shows it as available later.',
    (base) => ({
      store: (animal, call) => base.store({ ...animal, status: animal.status ?? 'available' }, call),
    }),
  ],
  [
    'status/null-is-none',
    'Takes null for a status that is left out.',
    (base) => ({
      readStatus: (value, call) => base.readStatus(value === null ? undefined : value, call),
    }),
  ],

  [
    'input/strict-members',
    'Refuses members that NewPet does not have with 400.',
    strict(['name', 'categoryId', 'status']),
  ],
  ['input/media-type-400', 'Refuses other media types with 400.', status(400, 'unsupported_media_type')],
  [
    'input/media-type-any',
    'Adds an animal from JSON under any media type.',
    () => ({ checkMediaType: () => {} }),
    { warns: ['create.media-type'] },
  ],
  [
    'input/media-type-plus-json',
    'Takes media types that end in +json for JSON.',
    (base) => ({
      checkMediaType: (call) => (mediaTypeOf(call).endsWith('+json') ? undefined : base.checkMediaType(call)),
    }),
    { warns: ['create.media-type'] },
  ],
  [
    'input/small-bodies',
    'Refuses bodies of more than 4096 bytes with 413.',
    (base) => ({
      parseBody: (call) =>
        call.body.length > 4096
          ? refuses('body_too_large', 'The body is too large.', 413)
          : base.parseBody(call),
    }),
  ],
  ['input/bad-id-400', 'Answers 400 to an id that is no int64.', status(400, 'invalid_id')],
  ['input/bad-id-422', 'Answers 422 to an id that is no int64.', status(422, 'invalid_id')],
  [
    'input/negative-id-400',
    'Answers 400 to an id below 1.',
    (base) => ({
      readId: (text, call) =>
        text.startsWith('-') || /^0+$/.test(text)
          ? refuses('invalid_id', 'An id is positive.')
          : base.readId(text, call),
    }),
  ],
  ['input/limit-422', 'Answers 422 to a limit out of range or no integer.', status(422, 'invalid_limit')],
  [
    'input/limit-clamped',
    'Brings a limit out of range into range, and passes over one that is no integer.',
    limits((text) => (isInteger(text) ? clamp(Number(text)) : 20)),
  ],
  [
    'input/limit-redirected',
    'Redirects a limit out of range or no integer to one in range.',
    (base) => ({
      readLimit(texts, call) {
        try {
          return base.readLimit(texts, call);
        } catch {
          throw new Refusal(307, 'invalid_limit', 'See the right limit.', [
            ['Location', '/v1/pets?limit=100'],
          ]);
        }
      },
    }),
    { warns: ['list.limit.out-of-range', 'list.limit.not-integer'] },
  ],
  [
    'input/limit-ignored',
    'Passes over a limit that is out of range or no integer.',
    limits((text) => (isInteger(text) && clamp(Number(text)) === Number(text) ? Number(text) : 20)),
    { warns: ['list.limit.out-of-range'] },
  ],
  [
    'input/limit-read-loosely',
    'Reads the digits at the beginning of a limit.',
    limits((text) => clamp(Number.parseInt(text, 10) || 20)),
    { warns: ['list.limit.not-integer'] },
  ],
  ['input/status-422', 'Answers 422 to an unknown status in a filter.', status(422, 'unknown_status_filter')],
  [
    'input/status-empty',
    'Answers an unknown status in a filter with an empty list.',
    () => ({ readStatusFilter: (texts) => texts[0] }),
  ],
  [
    'input/status-ignored',
    'Passes over an unknown status in a filter.',
    () => ({
      readStatusFilter: (texts) => (STATUSES.includes(texts[0] ?? '') ? texts[0] : undefined),
    }),
  ],
  [
    'input/unknown-parameters-refused',
    'Refuses query parameters that it does not know with 400.',
    (base) => ({
      list: (call: Call) =>
        [...call.params.keys()].every((name) => name === 'limit' || name === 'status')
          ? base.list(call)
          : refuses('invalid_limit', 'There is an unknown parameter.'),
    }),
  ],
  [
    'input/redirects-elsewhere',
    'Redirects from paths that it does not have.',
    (base) => ({
      answer: async (call) =>
        call.resource === 'none'
          ? { status: 302, headers: [['Location', 'https://example.invalid/login']], value: null }
          : base.answer(call),
    }),
  ],

  [
    'errors/codes',
    'Gives codes in a form of its own.',
    errorBodies((error, refusal) => ({ ...error, code: `E-${refusal.status}.${refusal.reason.length}` })),
  ],
  [
    'errors/empty-texts',
    'Gives an empty code and an empty message.',
    errorBodies((error) => ({ ...error, code: '', message: '' })),
  ],
  [
    'errors/other-language',
    'Gives messages in another language.',
    errorBodies((error) => ({ ...error, message: 'Неверный запрос – пожалуйста, проверьте “ключ” 🔑' })),
  ],
  [
    'errors/long-messages',
    'Gives long messages with markup.',
    errorBodies((error) => ({
      ...error,
      message: `<p>${'Please look at the manual. '.repeat(300)}</p>\u001b[31m`,
    })),
  ],
  [
    'errors/echoes-input',
    'Repeats the request in its messages.',
    (base) => ({
      renderError: (refusal, call) => ({
        ...membersOf(base.renderError(refusal, call)),
        message: `${call.method} ${call.path}: ${call.body.toString('utf8').slice(0, 500)}`,
      }),
    }),
  ],
];

/** What a server may do with inputs that the document does not describe. */
export const refusalVariants: readonly Variant[] = rows.map(([id, title, patch, more]) =>
  defineVariant({ id, title, patch, ...more }),
);
