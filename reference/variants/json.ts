import { LosslessNumber } from 'lossless-json';
import { patchAsIs, type Variant, makeVariants } from '../define.ts';
import type { Patch } from '../steps.ts';
import { membersOf, type ObjectMembers, type WritableJson, writeJson } from '../json.ts';
import type { Animal } from '../model.ts';
import { changeResult, setErrorMembers, setPetMembers } from '../modify.ts';

const text = (change: (text: string) => string): Patch =>
  changeResult('write', (body) => change(String(body)));

/** Changes every object in a response body. */
const objects = (change: (members: ObjectMembers) => ObjectMembers): Patch => {
  const deep = (value: WritableJson): WritableJson => {
    if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
    return Array.isArray(value) ? value.map(deep) : change(membersOf(value));
  };
  return changeResult('finish', (reply) => ({ ...reply, value: deep(reply.value) }));
};

/** Writes every integer of a response in another notation. */
const integers = (notation: (integer: string) => string): Patch =>
  objects((members) =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]) =>
        typeof value === 'bigint' || Number.isInteger(value)
          ? [name, new LosslessNumber(notation(writeJson(value ?? null)))]
          : [name, value],
      ),
    ),
  );

const errorStatus = (notation: (status: number) => string): Patch =>
  setErrorMembers(({ status }) => ({ status: new LosslessNumber(notation(status)) }));

const shown = (own: (animal: Animal) => ObjectMembers): Patch =>
  setPetMembers(['list', 'create', 'get'], own);

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const large = 'x'.repeat(5000);

/** Variants of JSON that the document leaves open. */
export const jsonVariants: readonly Variant[] = [
  ...makeVariants('json', patchAsIs, {
    pretty: [
      'Writes JSON on many lines.',
      changeResult('write', (body, { value }) => (body === '' ? '' : `${writeJson(value, 2)}\n`)),
    ],
  }),
  ...makeVariants('json', text, {
    spaced: ['Puts white space before and after every body.', (body) => ` \r\n\t${body}\r\n\n `],
    'byte-order-mark': ['Begins every body with a byte-order mark.', (body) => `\uFEFF${body}`],
    escaped: [
      'Escapes every character outside ASCII, and slashes.',
      (body) => body.replace(/[^\0-\x7f]/g, escape).replaceAll('/', '\\/'),
    ],
    'escaped-letters': [
      'Escapes the letter a wherever it stands.',
      (body) => body.replace(/\\u[0-9a-f]{4}|\\.|a/g, (found) => (found === 'a' ? '\\u0061' : found)),
    ],
    'duplicate-members': ['Repeats a member.', (body) => body.replace(/\{"([a-z]+)":/gi, '{"$1":null,"$1":')],
  }),
  ...makeVariants('json', objects, {
    'members-reversed': [
      'Writes members in the opposite order.',
      (members) => Object.fromEntries(Object.entries(members).toReversed()),
    ],
    'more-members': [
      'Adds members at many depths.',
      (members) => ({
        ...members,
        links: { self: { href: '/', templated: false } },
        tags: [{ id: null, name: null }],
        deletedAt: null,
        version: 1.5,
      }),
    ],
    'hostile-members': [
      "Adds members with the names of an object's own workings.",
      (members) =>
        Object.fromEntries([
          ...Object.entries(members),
          ['__proto__', { id: 'no' }],
          ['constructor', 1],
          ['toString', null],
        ]),
    ],
  }),
  ...makeVariants('json', setErrorMembers, {
    'more-in-errors': [
      'Adds members to the Error object.',
      () => ({ timestamp: 1, errors: [{ field: null, status: 'bad' }], details: null }),
    ],
  }),
  ...makeVariants('json', shown, {
    'nested-pets': [
      'Adds the category and a mate to every animal, with ids of their own.',
      ({ categoryId: id }) => ({
        category: { id, name: 'Any' },
        mate: { id: 'none', name: 7, status: 'unknown' },
      }),
    ],
    large: ['Adds five thousand characters to every animal.', () => ({ description: large })],
  }),
  ...makeVariants('json', integers, {
    'integers-with-fraction': ['Writes every integer with a fraction of zero.', (integer) => `${integer}.0`],
    'integers-with-exponent': ['Writes every integer with an exponent of zero.', (integer) => `${integer}e0`],
  }),
  ...makeVariants('json', errorStatus, {
    'error-status-fraction': ['Writes the status of an Error as 400.0.', (status) => `${status}.0`],
    'error-status-exponent': [
      'Writes the status of an Error as 4e2.',
      (status) => (status % 100 === 0 ? `${status / 100}e2` : `${status}e0`),
    ],
  }),
];
