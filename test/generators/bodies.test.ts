import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as bodies from '../../generators/bodies.ts';
import type { Partitions } from '../../generators/partitions.ts';
import * as messages from '../../generators/messages.ts';
import * as spoilers from '../../generators/corruptions.ts';
import * as statuses from '../../generators/statuses.ts';
import * as values from '../../generators/values.ts';
import { writeJson } from '../../src/json/json.ts';
import type { Json, JsonObject } from '../../src/json/types.ts';
import { holdsForAll, integerIn, isInt64, valuesOf } from './laws.ts';

/** What a reader of JSON makes of a value, other than the kit's own. */
function read(value: Json): unknown {
  return JSON.parse(writeJson(value));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const STATUSES = ['available', 'pending', 'sold'];

const distinct = (list: readonly unknown[]) => expect(new Set(list).size).toBe(list.length);

describe('values of another type', () => {
  it.each<[string, Partitions<Json>]>([
    ['notStrings', values.nonStrings],
    ['notMessages', messages.nonStringMessages],
  ])('%s are JSON, and no string', (_, drawn) => {
    holdsForAll(drawn, (value) => expect(typeof read(value)).not.toBe('string'));
  });

  it('notInt64s are never an integer of int64, however it is written', () => {
    holdsForAll(values.nonInt64s, (value) => {
      expect(() => read(value)).not.toThrow();
      if (typeof value !== 'number' && typeof value !== 'bigint') return;
      const denoted = integerIn(writeJson(value));
      expect(denoted !== undefined && isInt64(denoted)).toBe(false);
      // Nor one for a reader of doubles: a fraction that rounding swallows proves nothing.
      if (denoted === undefined) expect(Number(value) % 1).not.toBe(0);
    });
  });

  it('notStatuses are never one of the three, nor null; unknownStatuses are texts, and none either', () => {
    holdsForAll(statuses.invalidFilterStatuses, (text) => expect(STATUSES).not.toContain(text));
    holdsForAll(statuses.invalidBodyStatuses, (value) => {
      expect([...STATUSES, null]).not.toContain(read(value));
    });
  });

  it('notObjects are JSON, and no object', () => {
    holdsForAll(bodies.nonObjects, (value) => expect(isObject(read(value))).toBe(false));
  });
});

/** Bodies of animals, with or without a status. */
const animals = (name: fc.Arbitrary<string>) =>
  fc.record(
    { name, categoryId: fc.integer(), status: fc.constantFrom(...STATUSES) },
    { requiredKeys: ['name', 'categoryId'] },
  );

describe.each(['name', 'categoryId'] as const)('bodies that lack %s', (member) => {
  const drawn = bodies.bodiesWithout(member);

  it('have no member of just that name, and what they have beside it is theirs', () => {
    holdsForAll(drawn, ({ without, label }) => {
      fc.assert(
        fc.property(animals(fc.string()), (body: JsonObject) => {
          const left = without(body);
          expect(Object.keys(left), label).not.toContain(member);
          const other = member === 'name' ? 'categoryId' : 'name';
          expect(left[other], label).toBe(body[other]);
          expect([...STATUSES, undefined], label).toContain(left['status']);
        }),
        { numRuns: 20 },
      );
    });
  });

  it('have labels that tell them apart, and differ from one another', () => {
    const all = valuesOf(drawn);
    const rex = { name: 'Rex', categoryId: 1, status: 'sold' };
    distinct(all.map(({ label }) => label));
    distinct(all.map(({ without, inQuery = '' }) => `${inQuery} ${writeJson(without(rex))}`));
  });
});

describe('spoilers', () => {
  const name = fc.stringMatching(/^[A-Za-z]{1,14}$/);
  /** Whatever the kit spoils: an animal, and a message. */
  const texts = fc.oneof(animals(name), fc.record({ message: name, to: name }));
  const all = valuesOf([...new Set([...spoilers.messageJsonCorruptions, ...spoilers.animalJsonCorruptions])]);

  it.each(all)('$label: what is left is not JSON', ({ corrupt }) => {
    fc.assert(
      fc.property(texts, (body) => {
        const text = JSON.stringify(body);
        expect(() => JSON.parse(corrupt(text)) as unknown).toThrow(SyntaxError);
      }),
      { numRuns: 30 },
    );
  });

  it('have labels that tell them apart, and spoil in ways of their own', () => {
    expect(all.length).toBeGreaterThan(40);
    distinct(all.map(({ label }) => label));
    distinct(all.map(({ corrupt }) => corrupt('{"name":"Rex","categoryId":1,"status":"sold"}')));
  });

  it('of an animal leave a body with something in it; only a message is sent without a byte', () => {
    for (const { corrupt } of valuesOf(spoilers.animalJsonCorruptions))
      expect(corrupt('{"a":1,"b":2}')).not.toBe('');
    expect(all.filter(({ corrupt }) => corrupt('{"a":1,"b":2}') === '')).toHaveLength(1);
  });
});

describe('messages', () => {
  it('bodiesWithoutMessage have no such member of their own', () => {
    holdsForAll(messages.bodiesWithoutMessage, (body) => {
      const value = read(body);
      expect(isObject(value) && Object.hasOwn(value, 'message')).toBe(false);
    });
  });

  it('wrongContentTypes are never application/json, and one is none at all', () => {
    holdsForAll(messages.wrongContentTypes, (type) => {
      expect((type ?? '').split(';', 1).join('').trim().toLowerCase()).not.toBe('application/json');
    });
    expect(valuesOf(messages.wrongContentTypes)).toContain(null);
  });

  it('plain texts are short and of plain letters; unusual ones are what UTF-8 can carry', () => {
    holdsForAll(messages.plainMessageTexts, (text) => expect(text).toMatch(/^[A-Za-z][A-Za-z ]{0,39}$/));
    holdsForAll(messages.unusualMessageTexts, (text) => expect(text.isWellFormed()).toBe(true));
    const plain = new Set(valuesOf(messages.plainMessageTexts));
    expect(valuesOf(messages.unusualMessageTexts).filter((text) => plain.has(text))).toEqual([]);
  });
});
