import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as bodies from '../../generators/bodies.ts';
import {
  notMessages,
  otherContentTypes,
  tellingNotMessages,
  withoutMessage,
} from '../../generators/messages.ts';
import { writeJson } from '../../src/json/json.ts';
import { holdsForAll, integerIn, isInt64 } from './laws.ts';

describe('values of another type', () => {
  it.each([
    ['notStrings', bodies.notStrings, bodies.tellingNotStrings],
    ['notMessages', notMessages, tellingNotMessages],
  ])('%s are JSON, and no string', (_, arbitrary, examples) => {
    holdsForAll(arbitrary, examples, (value) => {
      expect(typeof JSON.parse(writeJson(value))).not.toBe('string');
    });
  });

  it('notInt64s are never an integer of int64, however it is written', () => {
    holdsForAll(bodies.notInt64s, bodies.tellingNotInt64s, (value) => {
      const text = writeJson(value);
      expect(() => JSON.parse(text) as unknown).not.toThrow();
      if (typeof value !== 'number' && typeof value !== 'bigint') return;
      const denoted = integerIn(text);
      expect(denoted !== undefined && isInt64(denoted)).toBe(false);
      // Nor one for a reader of few digits: a fraction that rounding swallows proves nothing.
      if (typeof value === 'number') expect(Math.fround(value) % 1).not.toBe(0);
    });
  });

  it('notStatuses are never one of the three, and never null', () => {
    holdsForAll(bodies.notStatuses, bodies.tellingNotStatuses, (value) => {
      expect(['available', 'pending', 'sold', null]).not.toContain(value);
      expect(() => JSON.parse(writeJson(value)) as unknown).not.toThrow();
    });
  });

  it('notObjects are JSON, and no object', () => {
    holdsForAll(bodies.notObjects, [], (value) => {
      const read = JSON.parse(writeJson(value)) as unknown;
      expect(typeof read !== 'object' || read === null || Array.isArray(read)).toBe(true);
    });
  });
});

describe('spoilers', () => {
  const name = fc.stringMatching(/^[A-Za-z]{1,14}$/);
  /** Whatever the kit spoils: an animal, with or without a status, and a message. */
  const texts = fc.oneof(
    fc.record(
      { name, categoryId: fc.integer(), status: fc.constantFrom('available', 'pending', 'sold') },
      { requiredKeys: ['name', 'categoryId'] },
    ),
    fc.record({ message: name, to: name }),
  );

  it.each(bodies.spoilers)('$label: what is left is no JSON', ({ spoil }) => {
    fc.assert(
      fc.property(texts, (body) => {
        const text = JSON.stringify(body);
        expect(() => JSON.parse(text) as unknown).not.toThrow();
        expect(() => JSON.parse(spoil(text)) as unknown).toThrow(SyntaxError);
      }),
    );
  });

  it('have labels that tell them apart, and the drawn ones are of them', () => {
    expect(new Set(bodies.spoilers.map(({ label }) => label)).size).toBe(bodies.spoilers.length);
    holdsForAll(bodies.spoiling, bodies.spoilers, (spoiler) => expect(bodies.spoilers).toContain(spoiler));
  });
});

describe('messages', () => {
  it('withoutMessage have no such member of their own', () => {
    for (const body of withoutMessage) {
      expect(writeJson(body).startsWith('{"message"')).toBe(false);
    }
  });

  it('otherContentTypes are never application/json', () => {
    for (const type of otherContentTypes) {
      expect((type ?? '').split(';', 1).join('').trim().toLowerCase()).not.toBe('application/json');
    }
    expect(otherContentTypes).toContain(null);
  });
});
