import type { RequirementId } from '../../requirements/index.ts';
import { returnExistingOnDuplicate, rejectConcurrentCreates } from '../conflicts.ts';
import { patchAsIs, type Fault, faultMaker, MAY_FAIL_WITH_CREATE } from '../define.ts';
import type { Patch } from '../steps.ts';
import type { ObjectMembers, WritableJson } from '../json.ts';
import { type Animal, RefusedRequest } from '../model.ts';
import {
  changeCreateBody,
  changeResult,
  fail500,
  refuseWith,
  replaceEveryNthResult,
  replaceRefusal,
  replaceStep,
  setPetMembers,
  changeStoredAnimal,
} from '../modify.ts';

/** Sets members of the Pet in the response to a create. */
const members = (own: (animal: Animal) => ObjectMembers | undefined): Patch => setPetMembers(['create'], own);

/** Changes the submitted name, in the response and in the store. */
const named = (change: (name: string) => string): Patch => changeResult('readName', change);

/** Changes the status that a create submits; `change` gets undefined if the body has no status. */
const stated = (change: (status: string | undefined) => string | undefined): Patch =>
  changeResult('readStatus', change);

/** Shows the given value as the status if none was submitted. */
const unset = (value: WritableJson): Patch => members(({ status = value }) => ({ status }));

/** Rejects creates with one status, or without a status. */
const refuses = ([refused, status]: readonly [refused: string | undefined, status: number]): Patch =>
  stated((given) => (given === refused ? fails(status) : given));
const fails = (status: number): never =>
  status === 500 ? fail500() : refuseWith(status, 'invalid_status', 'This status cannot be set.')();

/** Rejects a create for the spelling of its Content-Type, although the type is JSON. */
const refusesType = (isRefused: (type: string) => boolean): Patch =>
  replaceStep('checkMediaType', (call) => {
    const type = call.headers['content-type'] ?? '';
    if (type.toLowerCase().startsWith('application/json') && isRefused(type))
      throw new RefusedRequest(415, 'unsupported_media_type', 'Send the body as application/json.');
  });

/** Rejects a create by the raw text of its body. */
const refusesText = (isRefused: (text: string) => boolean): Patch =>
  replaceStep('parseBody', (call) => {
    if (call.operation === 'create' && isRefused(call.body.toString()))
      throw new RefusedRequest(400, 'malformed_json', 'The body cannot be read.');
  });

/** Returns an animal other than `equal`; `equal` itself if there is no other. */
const another = (equal: Animal, all: readonly Animal[]): Animal =>
  all.find(({ id }) => id !== equal.id) ?? equal;

const agree: readonly RequirementId[] = ['list.agrees', 'get.agrees'];
/** Requirements that may fail if the server rejects some creates, or shows another animal in its response. */
const refused = [...MAY_FAIL_WITH_CREATE, 'create.unknown-members', 'create.id.by-service'] as const;
const doubled = [...agree, 'create.echo', 'list.complete', 'list.distinct', 'create.id.by-service'] as const;
const create = faultMaker('create');

export const createFaults: readonly Fault[] = [
  ...create('create.success', [], patchAsIs, {
    'answer-wrapped': [
      'Wraps an added animal in an object.',
      changeResult('renderAnimal', (pet, _, place) => (place === 'create' ? { pet } : pet)),
      ['create.id.assigned'],
    ],
  }),
  ...create('create.success', MAY_FAIL_WITH_CREATE, patchAsIs, {
    'every-one-refused': [
      'Holds animals, and answers 405 to every create.',
      replaceStep('create', refuseWith(405, 'method_not_allowed', 'There is no such method.')),
      { start: { seedAnimals: 30 } },
    ],
    'body-read-once': [
      'Takes the first piece of a body for the whole body.',
      replaceStep('parseBody', (call) =>
        call.operation === 'create' && call.pieces > 1 && call.headers['transfer-encoding'] === undefined
          ? refuseWith(400, 'malformed_json', 'The body ends too early.')()
          : undefined,
      ),
    ],
  }),
  ...create('create.id.assigned', ['create.success'], patchAsIs, {
    'id-as-text-for-browsers': [
      'Answers a browser with the id as a string, to spare it the rounding.',
      setPetMembers(['create'], ({ id }, { headers }) =>
        headers['user-agent']?.startsWith('Mozilla/') === true ? { id: String(id) } : undefined,
      ),
    ],
  }),
  ...create('create.success', [], members, {
    'name-of-digits-as-number': [
      'Answers a create with a number where the name has nothing but digits.',
      ({ name }) => (/^\d+$/u.test(name) ? { name: Number(name) } : undefined),
    ],
  }),
  ...create('create.success', refused, patchAsIs, {
    'tenth-refused': [
      'Refuses every tenth create with 400.',
      replaceEveryNthResult(10, 'readDraft', refuseWith(400, 'internal', 'Try again.')),
    ],
    'two-letters-409': [
      'Answers 409 to a name that begins with H or K, as if that name was taken.',
      changeResult('readDraft', (draft) => {
        if (/^[HK]/u.test(draft.name)) throw new RefusedRequest(409, 'internal', 'The name is taken.');
        return draft;
      }),
    ],
    'try-again-in-vain': [
      'Answers 409 to a create while another one is under way, and to the same body ever after.',
      rejectConcurrentCreates(true),
    ],
  }),

  ...create('create.id.unique', doubled, returnExistingOnDuplicate, {
    'equal-as-another': ['Answers an equal create with 200 and another animal that is there.', another],
    'equal-renamed': [
      'Answers an equal create with 200 and the animal that is there, in another category.',
      (equal) => ({ ...equal, categoryId: equal.categoryId + 1n }),
    ],
  }),
  ...create('create.id.unique', doubled, patchAsIs, {
    'equal-but-for-status': [
      'Answers a create with 200 and the animal of that name and category, whatever its status.',
      returnExistingOnDuplicate(
        undefined,
        ({ name, categoryId }) =>
          (animal) =>
            animal.name === name && animal.categoryId === categoryId,
      ),
    ],
  }),

  ...create('create.echo', agree, named, {
    'name-as-replacement': [
      'Puts a name into its place by String.replace, which reads $& in it as a pattern.',
      (name) => '{name}'.replace('{name}', name),
    ],
    'name-cut-at-48': [
      'Takes names of 64 characters, and keeps 48 of them.',
      (name) =>
        name.length > 64 ? refuseWith(400, 'refused_name', 'The name is too long.')() : name.slice(0, 48),
    ],
    'name-zeros-lost': [
      'Leaves out the zeros in front of a name of digits.',
      (name) => (/^\d+$/u.test(name) ? name.replace(/^0+(?=\d)/u, '') : name),
    ],
    'name-lost': ['Names every animal Unnamed.', () => 'Unnamed'],
    'name-cut': ['Cuts names down to three characters.', (name) => name.slice(0, 3)],
    'name-time-in-utc': [
      'Writes a name that is a time of RFC 3339 in UTC, as a reader of JSON does that knows times.',
      (name) =>
        /^\d{4}-\d\d-\d\dT[\d:]{8}(?:Z|[+-]\d\d:\d\d)$/.test(name) ? new Date(name).toISOString() : name,
    ],
    'name-links-made': [
      'Makes a link of an address in a name.',
      (name) => name.replaceAll(/\bhttps?:\/\/\S+/gu, (address) => `<a href="${address}">${address}</a>`),
    ],
    'name-emoticons-drawn': [
      'Draws the emoticons in a name.',
      (name) => name.replaceAll(/ :-?\)/gu, ' \u{1F642}'),
    ],
    'name-escapes-of-terminals-dropped': [
      'Leaves the escapes of a terminal out of a name.',
      (name) => name.replaceAll(/\u001B\[\d+m/gu, ''),
    ],
    'name-apostrophes-straightened': [
      'Makes a straight apostrophe of a typographic one.',
      (name) => name.replaceAll('\u2019', "'"),
    ],
    'name-links-shortened': ['Takes www. off a name.', (name) => name.replaceAll('www.', '')],
    'name-signs-drawn': ['Makes a sign of (c) in a name.', (name) => name.replaceAll(/\(c\)/giu, '\u00a9')],
    'name-forum-marks-dropped': [
      'Leaves the marks of a forum out of a name.',
      (name) => name.replaceAll(/\[(b|i)\](.*?)\[\/\1\]/gsu, '$2'),
    ],
    'name-arrows-drawn': ['Draws the arrows in a name.', (name) => name.replaceAll('->', '\u2192')],
    'name-fractions-drawn': ['Makes a sign of 1/2 in a name.', (name) => name.replaceAll('1/2', '\u00bd')],
    'name-telephones-masked': [
      'Masks what looks like a telephone number in a name.',
      (name) => name.replaceAll(/\b\d{3}-\d{4}\b/gu, '***'),
    ],
    'name-soft-hyphens-dropped': [
      'Leaves soft hyphens out of a name.',
      (name) => name.replaceAll('\u00ad', ''),
    ],
    'name-cut-at-2000': [
      'Cuts names down to 2000 characters.',
      (name) => name.slice(0, 2000),
      { needs: ['names/any'] },
    ],
    'name-formulas-guarded': [
      'Writes an apostrophe before a name that a table takes for a formula.',
      (name) => (/^[=+@-]/u.test(name) ? `'${name}` : name),
    ],
    'name-cut-at-64-bytes': [
      'Cuts names down to 64 bytes.',
      (name) => (Buffer.byteLength(name) <= 64 ? name : Buffer.from(name).toString('utf8', 0, 63)),
    ],
    'name-trimmed': ['Cuts spaces off both ends of a name.', (name) => name.trim() || name],
    'name-ascii': ['Replaces what is not ASCII in a name by ?.', (name) => name.replace(/[^\0-\x7f]/gu, '?')],
  }),
  ...create('create.echo', [], members, {
    'category-lost': ['Answers a create with category 0.', () => ({ categoryId: 0 }), ['create.int64']],
  }),
  ...create('create.echo', [...agree, 'create.int64'], patchAsIs, {
    'category-first': [
      'Puts every animal into the first category.',
      changeResult('readCategory', () => 1n),
      { config: { categoryIds: '1,2,3' } },
    ],
  }),
  ...create('create.echo', [...agree, 'list.complete'], stated, {
    'status-forced': ['Makes every new animal available, whatever was submitted.', () => 'available'],
  }),

  ...create(agree, [], changeStoredAnimal, {
    'stored-name-cut': ['Stores three characters of a name.', ({ name }) => ({ name: name.slice(0, 3) })],
  }),
  ...create('list.complete', ['get.success'], patchAsIs, {
    'not-stored': [
      'Answers a create rightly and stores nothing where the status is pending.',
      (base) => ({
        store: (animal, call) => (animal.status === 'pending' ? undefined : base.store(animal, call)),
      }),
    ],
  }),

  ...create('create.status.optional', ['create.success'], refuses, {
    'status-required': ['Refuses a body without a status with 400.', [undefined, 400]],
  }),
  ...create('create.status.optional', ['create.success'], unset, {
    'status-unset-null': ['Answers null for a status that was not submitted.', null],
    'status-unset-empty': ['Answers an empty string for a status that was not submitted.', ''],
  }),
  ...create('create.status.optional', ['list.success', 'get.success'], patchAsIs, {
    'status-null-shown': [
      'Takes the status null, and shows it.',
      (base, world) => ({
        ...setPetMembers(['create', 'list', 'get'], ({ status }) =>
          status === 'null' ? { status: null } : {},
        )(base, world),
        readStatus: (value, call) => (value === null ? 'null' : base.readStatus(value, call)),
      }),
    ],
  }),
  ...create('create.status.optional', ['create.success', 'list.success', 'get.success'], stated, {
    'status-unset-draft': ['Stores draft for a status not submitted.', (status) => status ?? 'draft'],
  }),

  ...create('create.status.optional', ['create.success', 'list.success', 'get.success'], patchAsIs, {
    'status-unset-new-in-category-2': [
      'Stores new for a status not submitted in category 2.',
      changeResult('readDraft', (draft) =>
        draft.status === undefined && draft.categoryId === 2n ? { ...draft, status: 'new' } : draft,
      ),
      { config: { categoryIds: '1,2,3' } },
    ],
  }),

  ...create('create.status.values', ['create.success'], refuses, {
    'status-pending-refused': ['Refuses pending for a new animal with 400.', ['pending', 400]],
    'status-pending-409': ['Answers 409 to a new pending animal.', ['pending', 409]],
    'status-sold-409': ['Answers 409 to a new sold animal.', ['sold', 409], ['create.unknown-members']],
    'status-sold-refused': ['Answers 422 to a new sold animal.', ['sold', 422], ['create.unknown-members']],
  }),

  ...create('robust.equal-forms', [], refusesType, {
    'charset-refused': [
      'Compares the whole Content-Type with application/json, and refuses a charset.',
      (type) => type !== 'application/json',
    ],
    'media-type-in-other-case-refused': [
      'Compares the media type with regard to case.',
      (type) => !type.startsWith('application/json'),
    ],
  }),

  ...create('create.echo', ['get.agrees', 'list.agrees'], patchAsIs, {
    'chunks-read-as-text': [
      'Reads each chunk of a body as text, and loses a character that two of them share.',
      changeResult('readName', (name, _, call) =>
        call.headers['transfer-encoding'] === undefined
          ? name
          : name.replaceAll(/[^\0-\x7f]/gu, '\ufffd\ufffd'),
      ),
    ],
  }),
  ...create('create.echo', agree, changeCreateBody, {
    'escaped-slash-kept': [
      'Keeps the backslash of an escaped slash.',
      (text) => text.replaceAll(String.raw`\/`, String.raw`\\/`),
    ],
    'escaped-pairs-lost': [
      'Reads the two escapes of one character each by itself, and loses it.',
      (text) => text.replaceAll(/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g, String.raw`\ufffd`),
    ],
  }),
  ...create('robust.equal-forms', [], refusesText, {
    'escaped-slash-refused': [
      'Does not know a slash behind a backslash.',
      (text) => text.includes(String.raw`\/`),
    ],
    'wide-body-refused': ['Refuses a body above 2 kB.', (text) => text.length > 2048],
  }),
  ...create('create.success', [...MAY_FAIL_WITH_CREATE, 'create.echo'], refusesText, {
    'capital-digits-refused': [
      'Knows escapes with small hexadecimal digits only.',
      (text) => /\\u[0-9a-f]*[A-F]/u.test(text),
    ],
  }),
  ...create('create.success', [...MAY_FAIL_WITH_CREATE, 'create.echo'], patchAsIs, {
    'blanks-refused-by-turns': [
      'Refuses every other body with a run of 500 blanks.',
      (base, world) => {
        let count = 0;
        return refusesText((text) => / {500}/u.test(text) && (count += 1) % 2 === 1)(base, world);
      },
    ],
  }),

  ...create('robust.no-5xx', [], patchAsIs, {
    'long-name-crash': [
      'Fails with 500 at a name longer than 200 characters.',
      replaceStep('readName', (value) =>
        typeof value === 'string' && [...value].length > 200 ? fail500() : undefined,
      ),
    ],
    'long-name-503': [
      'Answers 503 to a name longer than 200 characters, each time.',
      replaceStep('readName', (value) =>
        typeof value === 'string' && [...value].length > 200
          ? refuseWith(503, 'internal', 'The server failed.')()
          : undefined,
      ),
    ],
    'unknown-category-crash': [
      'Fails with 500 at a category that it does not know, as a foreign key does.',
      replaceRefusal('checkCategory', fail500),
      { leaves: ['create.int64'] },
    ],
    'category-past-31-bits-crash': [
      'Fails with 500 at a category past 2^31, as a column of 32 bits does.',
      changeResult('readCategory', (id) => (BigInt.asIntN(32, id) === id ? id : fail500())),
      { start: { anyCategory: true }, leaves: ['create.int64'] },
    ],
  }),
];
