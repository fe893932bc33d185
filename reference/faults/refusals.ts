import { LosslessNumber } from 'lossless-json';
import type { RequirementId } from '../../requirements/index.ts';
import { type Fault, type FaultRow, faultsOf, type More } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { int64Of, isObject, member, type Value } from '../json.ts';
import { Refusal } from '../model.ts';
import { crash, isNumber, STATUSES } from '../modify.ts';

/** Reads some names that the document refuses; undefined leaves the conformant reading. */
const names = (own: (value: Value | undefined) => string | undefined): Patch => {
  return (base) => ({ readName: (value, call) => own(value) ?? base.readName(value, call) });
};

const categories = (own: (value: Value | undefined) => bigint | undefined): Patch => {
  return (base) => ({ readCategory: (value, call) => own(value) ?? base.readCategory(value, call) });
};

/** Reads some statuses that the document refuses; false leaves the conformant reading. */
const statuses = (own: (value: Value) => string | undefined | false): Patch => {
  return (base) => ({
    readStatus(value, call) {
      if (value === undefined || (typeof value === 'string' && STATUSES.includes(value))) {
        return base.readStatus(value, call);
      }
      const status = own(value);
      return status === false ? base.readStatus(value, call) : status;
    },
  });
};

/** The finite double that a JSON number is nearest to. */
function numberOf(value: Value | undefined): number | undefined {
  const number = isNumber(value) ? Number(value.value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const five: readonly RequirementId[] = ['robust.no-5xx'];
const any: More = { start: { anyCategory: true } };
const shown: readonly RequirementId[] = [
  'create.success',
  'create.status.optional',
  'list.success',
  'get.success',
  'create.echo',
  'list.agrees',
  'get.agrees',
];
const one = new LosslessNumber('1');

const rows: readonly FaultRow[] = [
  [
    'name-not-required',
    'Takes a body without a name and calls the animal Unnamed.',
    'create.missing.name',
    names((value) => (value === undefined ? 'Unnamed' : undefined)),
  ],
  [
    'name-missing-undefined',
    'Takes a body without a name and calls the animal undefined.',
    'create.missing.name',
    names((value) => (value === undefined ? String(value) : undefined)),
  ],
  [
    'name-missing-crash',
    'Fails with 500 where a body has no name.',
    'create.missing.name',
    names((value) => (value === undefined ? crash() : undefined)),
    [...five, 'create.missing.category'],
  ],
  [
    'category-not-required',
    'Takes a body without a category and puts the animal into category 1.',
    'create.missing.category',
    categories((value) => (value === undefined ? 1n : undefined)),
  ],
  [
    'category-missing-zero',
    'Takes a body without a category and puts the animal into category 0.',
    'create.missing.category',
    categories((value) => (value === undefined ? 0n : undefined)),
    any,
  ],
  [
    'category-missing-crash',
    'Fails with 500 where a body has no category, as a NOT NULL column does.',
    'create.missing.category',
    categories((value) => (value === undefined ? crash() : undefined)),
    five,
  ],
  [
    'category-missing-unless-status',
    'Takes a body without a category where it has no status either.',
    'create.missing.category',
    (base) => ({
      readDraft: (value, call) =>
        base.readDraft(
          isObject(value) &&
            member(value, 'status') === undefined &&
            member(value, 'categoryId') === undefined
            ? { ...value, categoryId: one }
            : value,
          call,
        ),
    }),
  ],

  [
    'name-number-taken',
    'Turns a number for a name into a string.',
    'create.invalid.name',
    names((value) => (isNumber(value) ? value.value : undefined)),
  ],
  [
    'name-boolean-taken',
    'Turns a boolean for a name into a string.',
    'create.invalid.name',
    names((value) => (typeof value === 'boolean' ? String(value) : undefined)),
  ],
  [
    'name-null-taken',
    'Takes null for a name and calls the animal null.',
    'create.invalid.name',
    names((value) => (value === null ? 'null' : undefined)),
  ],
  [
    'name-array-taken',
    'Joins an array for a name into a string.',
    'create.invalid.name',
    names((value) => (Array.isArray(value) ? value.join(',') || '-' : undefined)),
  ],
  [
    'name-object-taken',
    'Calls an animal [object Object] where its name is an object.',
    'create.invalid.name',
    names((value) => (isObject(value) ? '[object Object]' : undefined)),
  ],
  [
    'name-object-crash',
    'Fails with 500 where a name is an object.',
    'create.invalid.name',
    names((value) => (isObject(value) ? crash() : undefined)),
    five,
  ],

  [
    'category-string-taken',
    'Turns a string of digits for a category into a number.',
    'create.invalid.category',
    categories((value) => (typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined)),
    any,
  ],
  [
    'category-word-taken',
    'Reads any string for a category as 0.',
    'create.invalid.category',
    categories((value) => (typeof value === 'string' && !/^-?\d+$/.test(value) ? 0n : undefined)),
    any,
  ],
  [
    'category-fraction-cut',
    'Cuts the fraction off a category.',
    'create.invalid.category',
    categories((value) =>
      numberOf(value) !== undefined && !Number.isInteger(numberOf(value))
        ? BigInt(Math.trunc(numberOf(value) ?? 0))
        : undefined,
    ),
    any,
  ],
  [
    'category-null-taken',
    'Reads null for a category as 0.',
    'create.invalid.category',
    categories((value) => (value === null ? 0n : undefined)),
    any,
  ],
  [
    'category-boolean-taken',
    'Reads true for a category as 1 and false as 0.',
    'create.invalid.category',
    categories((value) => (typeof value === 'boolean' ? BigInt(value) : undefined)),
    any,
  ],
  [
    'category-array-taken',
    'Takes the number in an array for a category.',
    'create.invalid.category',
    categories((value) => (Array.isArray(value) ? (int64Of(value[0] as Value) ?? 0n) : undefined)),
    any,
  ],
  [
    'category-past-int64-wrapped',
    'Wraps a category past int64 around.',
    'create.invalid.category',
    categories((value) =>
      isNumber(value) && /^-?\d{1,40}$/.test(value.value)
        ? BigInt.asIntN(64, BigInt(value.value))
        : undefined,
    ),
    any,
  ],
  [
    'category-past-int64-clamped',
    'Brings a category past int64 down to the highest one.',
    'create.invalid.category',
    categories((value) =>
      numberOf(value) !== undefined && (numberOf(value) ?? 0) > 9.3e18 ? 2n ** 63n - 1n : undefined,
    ),
  ],
  [
    'category-fraction-crash',
    'Fails with 500 where a category has a fraction.',
    'create.invalid.category',
    categories((value) =>
      numberOf(value) !== undefined && !Number.isInteger(numberOf(value)) ? crash() : undefined,
    ),
    five,
  ],
  [
    'category-past-int64-crash',
    'Fails with 500 where a category does not fit int64.',
    'create.invalid.category',
    categories((value) =>
      isNumber(value) && Number.isInteger(Number(value.value)) && int64Of(value) === undefined
        ? crash()
        : undefined,
    ),
    five,
  ],
  [
    'category-object-404',
    'Answers 404 where a category is not a number.',
    'create.invalid.category',
    categories((value) => {
      if (value === undefined || isNumber(value)) return undefined;
      throw new Refusal(404, 'unknown_category', 'There is no such category.');
    }),
  ],

  [
    'status-any-case-taken',
    'Takes a status in any case and stores it in lower case.',
    'create.invalid.status',
    statuses((value) =>
      typeof value === 'string' && STATUSES.includes(value.toLowerCase()) ? value.toLowerCase() : false,
    ),
  ],
  [
    'status-trimmed',
    'Cuts spaces off a status before it checks it.',
    'create.invalid.status',
    statuses((value) =>
      typeof value === 'string' && STATUSES.includes(value.trim()) ? value.trim() : false,
    ),
  ],
  [
    'status-unknown-available',
    'Takes an unknown status for available.',
    'create.invalid.status',
    statuses((value) => (typeof value === 'string' ? 'available' : false)),
  ],
  [
    'status-unknown-dropped',
    'Passes over an unknown status.',
    'create.invalid.status',
    statuses((value) => (typeof value === 'string' ? undefined : false)),
  ],
  [
    'status-empty-dropped',
    'Passes over an empty status.',
    'create.invalid.status',
    statuses((value) => (value === '' ? undefined : false)),
  ],
  [
    'status-number-taken',
    'Takes a number for the status at that place of the list.',
    'create.invalid.status',
    statuses((value) => (isNumber(value) ? 'sold' : false)),
  ],
  [
    'status-not-string-dropped',
    'Passes over a status that is no string.',
    'create.invalid.status',
    statuses((value) => (typeof value === 'string' || value === null ? false : undefined)),
  ],
  [
    'status-any-stored',
    'Stores any string as a status.',
    'create.invalid.status',
    statuses((value) => (typeof value === 'string' ? value : false)),
    shown,
  ],
  [
    'status-unknown-crash',
    'Fails with 500 at an unknown status.',
    'create.invalid.status',
    statuses((value) => (typeof value === 'string' ? crash() : false)),
    five,
  ],
];

export const refusalFaults: readonly Fault[] = faultsOf('create', rows);
