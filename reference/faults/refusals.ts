import { LosslessNumber } from 'lossless-json';
import { patchAsIs, type Fault, faultsOf, MAY_FAIL_WITH_500 } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { isObject, member, type ParsedJson } from '../json.ts';
import type { Call } from '../model.ts';
import { crash, replaceStep } from '../modify.ts';
import { isNumber, STATUSES } from '../values.ts';

/** Accepts some invalid names; the conformant reading applies if `own` returns undefined. */
const names = (own: (value: ParsedJson | undefined, call: Call) => string | undefined): Patch =>
  replaceStep('readName', own);

const categories = (own: (value: ParsedJson | undefined) => bigint | undefined): Patch =>
  replaceStep('readCategory', own);

/** Accepts some invalid statuses; the conformant reading applies if `own` returns false. */
const statuses = (own: (value: ParsedJson) => string | undefined | false): Patch => {
  return (base) => ({
    readStatus(value, call) {
      const isGood = value === undefined || (typeof value === 'string' && STATUSES.includes(value));
      const status = isGood ? false : own(value);
      return status === false ? base.readStatus(value, call) : status;
    },
  });
};

/** Accepts a text that `fix` turns into a valid status. */
const fixed = (fix: (status: string) => string): Patch =>
  statuses((value) => (typeof value === 'string' && STATUSES.includes(fix(value)) ? fix(value) : false));

const fractionOf = (value: ParsedJson | undefined): number | undefined => {
  const number = isNumber(value) ? Number(value.value) : Number.NaN;
  return Number.isFinite(number) && !Number.isInteger(number) ? number : undefined;
};

const any = { start: { anyCategory: true } };
const create = faultsOf('create');

export const createRefusalFaults: readonly Fault[] = [
  ...create('create.missing.name', [], names, {
    'name-not-required-of-browsers': [
      'Takes nameless bodies of browsers.',
      (value, call) =>
        value === undefined && call.headers.accept?.startsWith('text/html') === true ? 'Unnamed' : undefined,
    ],
    'name-not-required-with-charset': [
      'Takes nameless bodies whose media type has a charset.',
      (value, call) =>
        value === undefined && call.headers['content-type']?.includes('charset') === true
          ? 'Unnamed'
          : undefined,
    ],
    'name-not-required': ['Takes nameless bodies.', (value) => (value === undefined ? 'Unnamed' : undefined)],
  }),
  ...create('create.missing.category', [], categories, {
    'category-not-required': ['Takes a missing category.', (value) => (value === undefined ? 1n : undefined)],
  }),
  ...create('create.missing.category', [], patchAsIs, {
    'category-missing-unless-status': [
      'Takes a body without a category where it has no status either.',
      (base) => ({
        readDraft(value, call) {
          const has = (name: string): boolean => isObject(value) && member(value, name) !== undefined;
          const isBare = isObject(value) && !has('status') && !has('categoryId');
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

  ...create('create.invalid.status', [], patchAsIs, {
    'status-not-checked-in-chunks': [
      'Takes any status of a body in chunks.',
      (base) => ({
        readStatus: (value, call) =>
          'transfer-encoding' in call.headers && typeof value === 'string'
            ? value
            : base.readStatus(value, call),
      }),
    ],
  }),

  ...create('create.invalid.category', MAY_FAIL_WITH_500, categories, {
    'category-infinite-crash': [
      'Fails with 500 at a category that is infinite as a double.',
      (value) => (isNumber(value) && !Number.isFinite(Number(value.value)) ? crash() : undefined),
    ],
  }),
  ...create('create.invalid.category', any, categories, {
    'category-string-taken': [
      'Turns a string of digits for a category into a number.',
      (value) => (typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined),
    ],
    'category-fraction-cut': [
      'Cuts the fraction off a category.',
      (value) => {
        const number = fractionOf(value);
        return number === undefined ? undefined : BigInt(Math.trunc(number));
      },
    ],
    'category-exponent-cut': [
      'Tells a fraction by its point alone, and cuts 15e-1 to 1.',
      (value) => {
        const number = fractionOf(value);
        const hasPoint = isNumber(value) && value.value.includes('.');
        return number === undefined || hasPoint ? undefined : BigInt(Math.trunc(number));
      },
    ],
    'category-near-integer-taken': [
      'Takes a category within 1e-9 of an integer for that one.',
      (value) => {
        const number = fractionOf(value);
        const near = Math.round(number ?? Number.NaN);
        return Math.abs((number ?? Number.NaN) - near) < 1e-9 ? BigInt(near) : undefined;
      },
    ],
    'category-long-fraction-cut': [
      'Cuts the fraction off a category of more than 15 digits.',
      (value) => {
        const [, whole] = isNumber(value) ? (/^(\d{16,})\.\d+$/.exec(value.value) ?? []) : [];
        return whole === undefined ? undefined : BigInt(whole);
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
    'status-trimmed': ['Cuts spaces off a status before it checks it.', (status) => status.trim()],
  }),
  ...create('create.invalid.status', [], statuses, {
    'status-empty-dropped': ['Passes over an empty status.', (value) => (value === '' ? undefined : false)],
    'status-any-stored': [
      'Stores any string as a status.',
      (value) => (typeof value === 'string' ? value : false),
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
];
