import { LosslessNumber } from 'lossless-json';
import { defineVariant, type Variant } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Out, writeJson } from '../json.ts';
import { type Members, membersOf, pets } from '../modify.ts';

const text = (change: (text: string) => string): Patch => {
  return (base) => ({ write: (reply, call) => change(String(base.write(reply, call))) });
};

/** Changes every object that an answer is made of. */
const objects = (change: (members: Members) => Members): Patch => {
  const deep = (value: Out): Out =>
    value instanceof LosslessNumber
      ? value
      : Array.isArray(value)
        ? value.map(deep)
        : typeof value === 'object' && value !== null
          ? change(membersOf(value))
          : value;
  return (base) => ({
    async finish(reply, call) {
      const finished = await base.finish(reply, call);
      return { ...finished, value: deep(finished.value) };
    },
  });
};

/** Writes every integer of an answer in another notation. */
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

const errorStatus = (notation: (status: number) => string): Patch => {
  return (base) => ({
    renderError: (refusal, call) => ({
      ...membersOf(base.renderError(refusal, call)),
      status: new LosslessNumber(notation(refusal.status)),
    }),
  });
};

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const large = 'x'.repeat(5000);

const rows: readonly (readonly [id: string, title: string, patch: Patch])[] = [
  [
    'pretty',
    'Writes JSON on many lines.',
    (base) => ({
      write: (reply, call) => (base.write(reply, call) === '' ? '' : `${writeJson(reply.value, 2)}\n`),
    }),
  ],
  ['spaced', 'Puts white space before and after every body.', text((body) => ` \r\n\t${body}\r\n\n `)],
  ['byte-order-mark', 'Begins every body with a byte-order mark.', text((body) => `\uFEFF${body}`)],
  [
    'escaped',
    'Escapes every character outside ASCII, and slashes.',
    text((body) => body.replace(/[^\0-\x7f]/g, escape).replaceAll('/', '\\/')),
  ],
  [
    'escaped-letters',
    'Escapes the letter a wherever it stands.',
    text((body) => body.replace(/\\u[0-9a-f]{4}|\\.|a/g, (found) => (found === 'a' ? '\\u0061' : found))),
  ],
  [
    'duplicate-members',
    'Writes every object with a member twice.',
    text((body) => body.replace(/\{"([a-z]+)":/gi, '{"$1":null,"$1":')),
  ],
  [
    'members-reversed',
    'Writes members in the opposite order.',
    objects((members) => Object.fromEntries(Object.entries(members).toReversed())),
  ],
  [
    'more-members',
    'Adds members at many depths.',
    objects((members) => ({
      ...members,
      links: { self: { href: '/', templated: false } },
      tags: [{ id: null, name: null }],
      deletedAt: null,
      version: 1.5,
    })),
  ],
  [
    'more-in-errors',
    'Adds members to the Error object.',
    (base) => ({
      renderError: (refusal, call) => ({
        ...membersOf(base.renderError(refusal, call)),
        timestamp: 1,
        errors: [{ field: null, status: 'bad' }],
        details: null,
      }),
    }),
  ],
  [
    'nested-pets',
    'Adds the category and a mate to every animal, with ids of their own.',
    pets(['list', 'create', 'get'], (pet, animal) => ({
      ...pet,
      category: { id: animal.categoryId, name: 'Any' },
      mate: { id: 'none', name: 7, status: 'unknown' },
    })),
  ],
  [
    'hostile-members',
    "Adds members with the names of an object's own workings.",
    objects((members) =>
      Object.fromEntries([
        ...Object.entries(members),
        ['__proto__', { id: 'no' }],
        ['constructor', 1],
        ['toString', null],
      ]),
    ),
  ],
  [
    'large',
    'Adds five thousand characters to every animal.',
    pets(['list', 'create', 'get'], (pet) => ({ ...pet, description: large })),
  ],
  [
    'integers-with-fraction',
    'Writes every integer with a fraction of zero.',
    integers((integer) => `${integer}.0`),
  ],
  [
    'integers-with-exponent',
    'Writes every integer with an exponent of zero.',
    integers((integer) => `${integer}e0`),
  ],
  [
    'error-status-fraction',
    'Writes the status of an Error as 400.0.',
    errorStatus((status) => `${status}.0`),
  ],
  [
    'error-status-exponent',
    'Writes the status of an Error as 4e2.',
    errorStatus((status) => (status % 100 === 0 ? `${status / 100}e2` : `${status}e0`)),
  ],
];

/** What JSON leaves open. */
export const jsonVariants: readonly Variant[] = rows.map(([id, title, patch]) =>
  defineVariant({ id: `json/${id}`, title, patch }),
);
