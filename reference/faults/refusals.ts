import { LosslessNumber } from 'lossless-json';
import { patchAsIs, type Fault, faultMaker, MAY_FAIL_WITH_500 } from '../define.ts';
import type { Patch } from '../steps.ts';
import { bodyMember, isNumber, isObject, type ParsedJson } from '../json.ts';
import { fail500, refuseWith, replaceStep, type When } from '../modify.ts';
import { STATUSES } from '../model.ts';

type Value = ParsedJson | undefined;

/** Accepts some invalid names; the conformant reading applies if `own` returns undefined. */
const names = (own: (value: Value) => string | undefined): Patch => replaceStep('readName', own);

/** Accepts the matching creates without a name. */
const nameless = (when: When): Patch =>
  replaceStep('readName', (value, call) => (value === undefined && when(call) ? 'Unnamed' : undefined));

const categories = (own: (value: Value) => bigint | undefined): Patch => replaceStep('readCategory', own);

/** Accepts a status text that is invalid, if `fix` turns it into a valid status. */
const fixed = (fix: (status: string) => string): Patch =>
  replaceStep('readStatus', (value) => {
    const status = typeof value === 'string' ? fix(value) : '';
    return STATUSES.includes(status) ? status : undefined;
  });

/** Reads a number with a fraction as the integer that `own` returns; the conformant reading applies if it returns none. */
const fractions =
  (own: (number: number, text: string) => number | undefined) =>
  (value: Value): bigint | undefined => {
    const number = isNumber(value) ? Number(value.value) : Number.NaN;
    if (!isNumber(value) || !Number.isFinite(number) || Number.isInteger(number)) return undefined;
    const integer = own(number, value.value);
    return integer === undefined ? undefined : BigInt(integer);
  };

const any = { start: { anyCategory: true } };
const create = faultMaker('create');

export const createRefusalFaults: readonly Fault[] = [
  ...create('create.missing.name', [], nameless, {
    'name-not-required-of-browsers': [
      'Takes nameless bodies of browsers.',
      ({ headers }) => headers.accept?.startsWith('text/html') === true,
    ],
    'name-not-required-with-charset': [
      'Takes nameless bodies whose media type has a charset.',
      ({ headers }) => headers['content-type']?.includes('charset') === true,
    ],
    'name-not-required': ['Takes nameless bodies.', () => true],
  }),
  ...create('create.missing.category', [], categories, {
    'category-not-required': ['Takes a missing category.', (value) => (value === undefined ? 1n : undefined)],
  }),
  ...create('create.missing.category', [], patchAsIs, {
    'category-missing-unless-status': [
      'Takes a body without a category where it has no status either.',
      (base) => ({
        readDraft(value, call) {
          const isBare =
            isObject(value) && !Object.hasOwn(value, 'status') && !Object.hasOwn(value, 'categoryId');
          return base.readDraft(isBare ? { ...value, categoryId: new LosslessNumber('1') } : value, call);
        },
      }),
    ],
  }),

  ...create('create.invalid.name', [], names, {
    'name-number-taken': ['Takes a number as name.', (value) => (isNumber(value) ? value.value : undefined)],
    'name-null-taken': ['Takes null as the name "null".', (value) => (value === null ? 'null' : undefined)],
    'name-array-taken': [
      'Joins an array for a name into a string.',
      (value) => (Array.isArray(value) ? value.join(',') || '-' : undefined),
    ],
  }),

  ...create('create.invalid.name', [], patchAsIs, {
    'name-unchecked-without-status': [
      'Writes null and numbers for a name as text where a body has no status.',
      replaceStep('readName', (value, { body }) => {
        if (bodyMember(body, 'status') !== undefined) return undefined;
        return value === null ? 'null' : isNumber(value) ? value.value : undefined;
      }),
    ],
  }),

  ...create('create.invalid.status', [], patchAsIs, {
    'status-not-checked-in-chunks': [
      'Takes any status of a body in chunks.',
      replaceStep('readStatus', (value, { headers }) =>
        'transfer-encoding' in headers && typeof value === 'string' ? value : undefined,
      ),
    ],
    'status-empty-dropped': [
      'Passes over an empty status.',
      (base) => ({ readStatus: (value, call) => base.readStatus(value === '' ? undefined : value, call) }),
    ],
    'status-any-stored': [
      'Stores any string as a status.',
      replaceStep('readStatus', (value) => (typeof value === 'string' ? value : undefined)),
      [
        'create.success',
        'create.status.optional',
        'list.success',
        'get.success',
        'create.echo',
        'list.agrees',
        'get.agrees',
      ],
    ],
  }),

  ...create('create.invalid.category', MAY_FAIL_WITH_500, categories, {
    'category-infinite-crash': [
      'Fails with 500 at a category that is infinite as a double.',
      (value) => (isNumber(value) && !Number.isFinite(Number(value.value)) ? fail500() : undefined),
    ],
  }),
  ...create('create.invalid.category', [], categories, {
    'category-too-long': [
      'Refuses a category of more than twenty digits with 413.',
      (value) =>
        isNumber(value) && value.value.length > 20
          ? refuseWith(413, 'body_too_large', 'The number is too long.')()
          : undefined,
    ],
  }),
  ...create('create.invalid.category', any, categories, {
    'category-string-taken': [
      'Turns a string of digits for a category into a number.',
      (value) => (typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined),
    ],
    'category-fraction-cut': ['Cuts the fraction off a category.', fractions(Math.trunc)],
    'category-exponent-cut': [
      'Tells a fraction by its point alone, and cuts 15e-1 to 1.',
      fractions((number, text) => (text.includes('.') ? undefined : Math.trunc(number))),
    ],
    'category-near-integer-taken': [
      'Takes a category within 1e-9 of an integer for that one.',
      fractions((number) => {
        const near = Math.round(number);
        return Math.abs(number - near) < 1e-9 ? near : undefined;
      }),
    ],
    'category-long-fraction-cut': [
      'Cuts the fraction off a category of more than 15 digits.',
      (value) => {
        const [, whole] = isNumber(value) ? (/^(\d{16,})\.\d+$/.exec(value.value) ?? []) : [];
        return whole === undefined ? undefined : BigInt(whole);
      },
    ],
    'category-path-taken': [
      'Takes the path of a category.',
      (value) => {
        const [, id] = typeof value === 'string' ? (/\/categories\/(\d+)$/u.exec(value) ?? []) : [];
        return id === undefined ? undefined : BigInt(id);
      },
    ],
    'category-null-taken': ['Reads null for a category as 0.', (value) => (value === null ? 0n : undefined)],
    'category-past-int64-wrapped': [
      'Wraps a category past int64 around.',
      (value) =>
        isNumber(value) && /^-?\d{1,40}$/.test(value.value)
          ? BigInt.asIntN(64, BigInt(value.value))
          : undefined,
    ],
  }),

  ...create('create.invalid.name', any, patchAsIs, {
    'name-unchecked-in-new-category': [
      'Does not look at the type of a name in a category that it adds along with the animal.',
      (base) => ({
        readName: (value, call) => {
          const category = bodyMember(call.body, 'categoryId');
          const isNew = isNumber(category) && category.value.length > 4;
          return base.readName(isNew && isNumber(value) ? value.value : value, call);
        },
      }),
    ],
  }),
  ...create('create.invalid.status', [], fixed, {
    'status-any-case-taken': ['Takes a status in any case, and lowers it.', (status) => status.toLowerCase()],
    'status-cut-at-nul': ['Reads a status up to a NUL, as C does.', (status) => status.split('\0')[0] ?? ''],
    'status-separators-dropped': [
      'Passes over dashes and underscores of a status.',
      (status) => status.replaceAll(/[-_]/gu, ''),
    ],
    'status-accents-dropped': [
      'Compares a status as a collation does that knows no accents.',
      (status) => status.normalize('NFD').replaceAll(/\p{M}/gu, ''),
    ],
    'status-single-quotes-dropped': [
      'Takes single quotes off a status.',
      (status) => status.replace(/^'(.*)'$/u, '$1'),
    ],
    'status-after-enumeration-taken': [
      'Takes a status behind the name of its enumeration, as Python writes it.',
      (status) => status.replace(/^PetStatus\./u, ''),
    ],
    'status-constant-taken': [
      'Takes STATUS_SOLD for sold.',
      (status) => (/^STATUS_[A-Z]+$/u.test(status) ? status.slice(7).toLowerCase() : status),
    ],
    'status-long-constant-taken': [
      'Takes PET_STATUS_SOLD for sold, as a constant of a proto is called.',
      (status) => (/^PET_STATUS_[A-Z]+$/u.test(status) ? status.slice(11).toLowerCase() : status),
    ],
    'status-misspelt-taken': [
      'Takes the misspelling of a client for available.',
      (status) => (status === 'availible' ? 'available' : status),
    ],
    'status-sold-out-taken': ['Takes sold_out for sold.', (status) => status.replace('sold_out', 'sold')],
    'status-trimmed': ['Cuts spaces off a status before it checks it.', (status) => status.trim()],
  }),
];
