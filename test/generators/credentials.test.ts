import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  alteredKey,
  randomTokenHeader,
  wrongTokens,
  keyInOtherScheme,
  malformedHeaders,
  malformedTokens,
  nonBearerSchemes,
  randomTokens,
  type InvalidAuthorization,
} from '../../generators/credentials.ts';
import { KEY } from './drawns.ts';
import { holdsForAll, holdsForEvery, valuesOf } from './laws.ts';

/** `Bearer 1*SP b64token` (RFC 6750, section 2.1), the scheme without regard to case. */
const BEARER = /^bearer +[A-Za-z0-9\-._~+/]+=*$/i;
/** What undici and node take for the value of a header. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;

const b64token = fc.stringMatching(/^[A-Za-z0-9\-._~+/]{1,60}={0,2}$/);
/** Whatever can be configured: visible ASCII; not padding alone, which is no key. */
const anyKey = fc.stringMatching(/^[\x21-\x7e]{1,60}$/).filter((key) => /[^=]/.test(key));
const hexKey = fc.stringMatching(/^[0-9a-f]{32}$/);
const keys = fc.oneof(b64token, anyKey, hexKey);
const EXAMPLES = ['a', 'ab', 'abc123', 'AAAAAAAAAAAA', 'pk_0123456789abcdef', '2n', 'Zm9vYmFyYmF6cXV4Zm9v=='];

it('tokens have the form of a token', () => {
  holdsForEvery(randomTokens, [], (token) => {
    expect(`Bearer ${token}`).toMatch(BEARER);
    expect(token.length).toBeGreaterThanOrEqual(16);
  });
});

describe.each([0, 1 / 4, 1 / 2, 3 / 4])('a key that was altered around %d of its length', (part) => {
  it('differs in more than the case of its letters and its end, and is as long', () => {
    holdsForEvery(keys, EXAMPLES, (key) => {
      const altered = alteredKey(key, part);
      if (altered === undefined) return;
      expect(altered.length).toBe(key.length);
      expect(altered.toLowerCase()).not.toBe(key.toLowerCase());
      // The last bits of base64 may not count: what comes before them has to differ.
      expect(altered.slice(0, -4).toLowerCase()).not.toBe(key.slice(0, -4).toLowerCase());
      expect(altered.slice(-4)).toBe(key.slice(-4));
    });
  });

  it('exists for every key of the usual length', () => {
    fc.assert(fc.property(hexKey, (key) => alteredKey(key, part) !== undefined));
    expect(alteredKey('abc', part)).toBeUndefined();
  });

  it('decodes to other bytes where the key is base64', () => {
    const base64 = fc
      .uint8Array({ minLength: 8, maxLength: 48 })
      .map((bytes) => Buffer.from(bytes).toString('base64url'));
    fc.assert(
      fc.property(base64, (key) => {
        const altered = alteredKey(key, part);
        fc.pre(altered !== undefined);
        expect(Buffer.from(altered ?? '', 'base64url')).not.toEqual(Buffer.from(key, 'base64url'));
      }),
    );
  });
});

/** What has labels that tell it apart, and that show nothing of the key. */
function expectToldApart(drafts: readonly InvalidAuthorization[]): void {
  for (const of of ['label', 'value'] as const) {
    expect(new Set(drafts.map((draft) => draft[of])).size).toBe(drafts.length);
  }
  expect(drafts.filter(({ label }) => label.includes('0123456789'))).toEqual([]);
}

describe('malformed headers', () => {
  const malformed = (key: string) => [...malformedHeaders(key), ...malformedTokens(key)];

  it('never have the form of the grammar, and can be sent', () => {
    holdsForEvery(keys, EXAMPLES, (key) => {
      for (const { value } of valuesOf(malformed(key))) {
        expect(value).not.toMatch(BEARER);
        expect(value).toMatch(SENDABLE);
      }
    });
    for (const key of [KEY, ...EXAMPLES]) {
      holdsForAll(malformed(key), ({ value }) => expect(value).not.toMatch(BEARER));
    }
  });

  it('are told apart, the plainest among them', () => {
    const drafts = valuesOf(malformed(KEY));
    expectToldApart(drafts);
    expect(drafts.map(({ value }) => value)).toEqual(expect.arrayContaining(['', 'Bearer', KEY]));
  });

  it('are apart from those that a lenient reader takes for a token', () => {
    for (const key of [KEY, ...EXAMPLES]) {
      holdsForAll(malformedTokens(key), ({ value }) => expect(value).toMatch(/^Bearer ./));
    }
  });

  it('with another scheme never name this one, in any case', () => {
    holdsForEvery(nonBearerSchemes, [], (scheme) => {
      expect(scheme.toLowerCase()).not.toBe('bearer');
      expect(`${scheme} abc`).not.toMatch(BEARER);
      expect(scheme).toMatch(/^[A-Za-z]+$/);
    });
  });
});

describe('invalid keys', () => {
  it('have the bearer form, and are never the key, nor the key in another case', () => {
    holdsForEvery(b64token, EXAMPLES, (key) => {
      for (const { value } of valuesOf(wrongTokens(key))) {
        expect(value).toMatch(BEARER);
        expect(value.toLowerCase()).not.toBe(`bearer ${key.toLowerCase()}`);
      }
    });
    holdsForAll(wrongTokens(KEY), ({ value, kind }) => {
      expect(value).toMatch(BEARER);
      expect(value).not.toContain(`${KEY} `);
      expect(kind).toBe('wrong-token');
    });
  });

  it('are many, and told apart', () => {
    expect(valuesOf(wrongTokens(KEY)).length).toBeGreaterThan(15);
    expectToldApart(valuesOf(wrongTokens(KEY)));
  });

  it('that may mean something are not made of a short key, or one with marks in it', () => {
    for (const key of EXAMPLES) {
      holdsForAll(wrongTokens(key), ({ value }) => expect(value).not.toBe(`Bearer ${key}`));
    }
    expect(wrongTokens('ab').length).toBeLessThan(wrongTokens(KEY).length);
  });
});

it('a drawn token or scheme is labelled without it where evidence keeps nothing of it', () => {
  expect(randomTokenHeader('Zm9vYmFy')).toMatchObject({ value: 'Bearer Zm9vYmFy', kind: 'wrong-token' });
  expect(JSON.stringify(randomTokenHeader('Zm9vYmFy').pieces)).not.toContain('Zm9vYmFy');
  expect(keyInOtherScheme('Digest', KEY)).toMatchObject({ value: `Digest ${KEY}`, kind: 'malformed' });
  expect(keyInOtherScheme('Digest', KEY).label).not.toContain(KEY);
});
