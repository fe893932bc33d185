import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, REDACTED } from '../../src/http/redact.ts';
import { isPartOfInterfaceWord } from '../../src/http/secrets.ts';
import { ENCODINGS } from './encodings.ts';

const KEY = 'sk-T3st/Key+with.%odd&"chars"<9>';

const keys = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~+/-]{8,60}$/u),
  fc.stringMatching(/^[0-9a-f]{32}$/u),
  fc.stringMatching(/^[!-~]{8,40}$/u),
);
/** Text that cannot hold a piece of a key by itself, nor be taken for a part of an encoded one. */
const surroundings = fc.stringMatching(/^[ \n\té雪]{0,40}$/u);

describe('createRedactor', () => {
  it.each(Object.entries(ENCODINGS))('replaces a whole key: %s', (_, encode) => {
    const shown = createRedactor([KEY]).text(`before (${encode(KEY)}) after`);
    expect(shown).toContain(REDACTED);
    expect(shown).toMatch(/^before \(.{0,9}\[redacted\].{0,5}\) after$/u);
  });

  it.each(Object.entries(ENCODINGS))('leaves no piece of any key: %s', (_, encode) => {
    fc.assert(
      fc.property(keys, surroundings, surroundings, fc.nat(), fc.nat(), (key, before, after, from, more) => {
        const start = from % (key.length - 7);
        const piece = key.slice(start, start + 8 + (more % (key.length - start - 7)));
        // What fast-check likes to draw may be a word that every answer may hold.
        fc.pre(!isPartOfInterfaceWord(piece));
        const redactor = createRedactor([key]);
        const shown = redactor.text(before + encode(piece) + after);
        // Up to three bytes beside the key may share a base64 character with it; the rest stays as it was.
        expect(shown).toContain(REDACTED);
        expect(shown.startsWith(before)).toBe(true);
        expect(shown.endsWith(after)).toBe(true);
        for (let at = 0; at + 8 <= piece.length; at += 1) {
          expect(shown).not.toContain(encode(piece.slice(at, at + 8)));
        }
        expect(shown.length).toBeLessThanOrEqual(before.length + REDACTED.length + 14 + after.length);
      }),
      { numRuns: 60 },
    );
  });

  it('leaves text alone that holds no piece', () => {
    fc.assert(
      fc.property(keys, fc.string({ maxLength: 200 }), (key, text) => {
        fc.pre(!sharesPiece(key, text));
        expect(createRedactor([key]).text(text)).toBe(text);
      }),
    );
    const page = JSON.stringify({ id: 1, name: 'Rex \\ "the" %41 & &amp; dog', status: 'available' }).repeat(
      50,
    );
    expect(createRedactor([KEY]).text(page)).toBe(page);
  });

  it('sees a key that looks like an escape, in JSON within JSON', () => {
    const key = '%00"&%%"!0!&';
    const twice = JSON.stringify(JSON.stringify(key).slice(1, -1)).slice(1, -1);
    expect(createRedactor([key]).text(`(${twice})`)).toBe(`(${REDACTED})`);
  });

  it.each<[what: string, secrets: readonly string[], text: string, shown: string]>([
    ['seven characters stay', ['abcdefghijklmnop'], 'x cdefghi x', 'x cdefghi x'],
    ['eight do not', ['abcdefghijklmnop'], 'x cdefghij x', `x ${REDACTED} x`],
    [
      'side by side',
      ['first-secret', 'second-secret'],
      'first-secretsecond-secret/first-secret',
      `${REDACTED}/${REDACTED}`,
    ],
    ['one of several', ['first-secret', 'second-secret'], 'first second-secret', `first ${REDACTED}`],
    ...['', '(', '((', '(((', '(((('].map((before): [string, string[], string, string] => [
      'pieces that share characters with one another',
      ['abcdefghijkl', 'hijklmno'],
      `${before}abcdefghijklmno)`,
      `${before}${REDACTED})`,
    ]),
    ['the first half of a short key', ['abcdefghijklm'], 'x abcdefg x', `x ${REDACTED} x`],
    ['the last half of a short key', ['abcdefghijklm'], 'x ghijklm x', `x ${REDACTED} x`],
    ['a part of a word of ours', ['reference-key'], 'a difference', 'a difference'],
    ['as a word of its own', ['reference-key'], 'a "ference"', `a "${REDACTED}"`],
    ['less than a half', ['abcdefghijklm'], 'x abcdef x', 'x abcdef x'],
    ['never less than six', ['abcdefgh'], 'x abcdef x abcde x', `x ${REDACTED} x abcde x`],
    ['a word in a key', ['my-available-key'], '{"status":"available"}', '{"status":"available"}'],
    ['a name of ours in a key', ['prototypeconstruct-1'], '{"name":"constructor"}', '{"name":"constructor"}'],
    ['more than the word', ['my-available-key'], '-available', REDACTED],
    ['a piece in an address', ['petstore-key'], 'http://petstore-/', `http://${REDACTED}/`],
    ['no secret', [''], 'late-secret', 'late-secret'],
  ])('%s: of %j, in %j', (_, secrets, text, shown) => {
    expect(createRedactor(secrets).text(text)).toBe(shown);
  });

  it.each(['k3y!', 'id', 'available', '1'])('takes a weak key, %s, only where it is a whole value', (key) => {
    const redactor = createRedactor([key]);
    const whole = [key, `"${key}"`, `'${key}'`, `Bearer ${key}`, `the token "${key}", again`];
    for (const text of whole) {
      expect(redactor.text(text)).toBe(text.replace(key, REDACTED));
      expect(redactor.whole(text)).toBe(text.replace(key, REDACTED));
    }
    expect(redactor.text(`{"name":"${key}"}`)).toBe(`{"name":"${REDACTED}"}`);
    expect(redactor.text(Buffer.from('k3y!').toString('base64'))).toBe(
      key === 'k3y!' ? REDACTED : 'azN5IQ==',
    );
    for (const text of [`{"${key}":1}`, `{"${key}" : 1}`, `a ${key} b`, `"x${key}"`, `limit=${key}`]) {
      expect(redactor.text(text)).toBe(text);
    }
  });

  it.each(['petstore-key', Buffer.from('petstore-key').toString('hex')])(
    'keeps pieces in text of its own, though never a whole key: %s',
    (key) => {
      const { whole } = createRedactor(['petstore-key']);
      expect(whole(`http://petstore-/v1?key=${key}`)).toBe(`http://petstore-/v1?key=${REDACTED}`);
    },
  );

  it('finds keys in megabytes of text', () => {
    const filler = 'sk-T3st "%41 \\u0041 &amp; lorem '.repeat(20_000);
    const shown = createRedactor([KEY]).text(`${filler}${KEY}${filler}${encodeURIComponent(KEY)}`);
    expect(shown).toBe(`${filler}${REDACTED}${filler}${REDACTED}`);
  });

  it('sees through keys that are not ASCII', () => {
    const key = 'schlüssel-größe-ß';
    const redactor = createRedactor([key]);
    for (const text of [
      key,
      encodeURIComponent(key),
      Buffer.from(key).toString('latin1'),
      Buffer.from(key, 'latin1').toString('base64'),
    ]) {
      expect(redactor.text(`(${text})`)).toBe(`(${REDACTED})`);
    }
  });
});

/** Whether a text may rightly be changed: judged far more broadly than the redactor does. */
function sharesPiece(key: string, text: string): boolean {
  const bytes = Buffer.from(key);
  const forms = [
    key,
    bytes.toString('hex'),
    ...[0, 1, 2].map((n) => Buffer.from('x'.repeat(n) + key).toString('base64')),
  ];
  const simple = text.toLowerCase();
  // Of a short key half is a piece, though never fewer than six; encoded, that is eight characters and more.
  const least = Math.min(8, Math.max(6, Math.ceil(key.length / 2)));
  return forms.some((form) => {
    const low = form.toLowerCase();
    const both = [low, [...low].toReversed().join('')];
    return both.some((one) =>
      [...one].some((_, at) => at + least <= one.length && simple.includes(one.slice(at, at + least))),
    );
  });
}
