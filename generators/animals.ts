import * as fc from 'fast-check';

/** What stands around a unique name to make it an unusual one. */
export interface Around {
  readonly before: string;
  readonly after: string;
  /** Digits in place of letters for the unique name: what looks like a number may be stored as one. */
  readonly digits?: true;
}

/** Any character of Unicode but lone surrogates; fast-check's own units build tables of all of them, which costs 0.5 s. */
const character: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));

const piece = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '  ',
    "'",
    '"',
    '\\',
    '<b>',
    '&amp;',
    '%20',
    '\t',
    '\u00e9',
    'e\u0301',
    '\u{1F436}',
    '\u00df',
  ),
  fc.array(character, { maxLength: 6 }).map((characters) => characters.join('')),
);

/** Surroundings from all of Unicode, without lone surrogates, which UTF-8 cannot carry. */
export const unusualNames: fc.Arbitrary<Around> = fc.record({ before: piece, after: piece });

/** Names that services are known to change: trimmed, normalised, escaped, cut short, or cut at an emoji. */
export const tellingUnusualNames: readonly Around[] = [
  { before: ' ', after: ' ' },
  { before: '', after: ' \u{1F436}\u{1F3FD} the 3rd' },
  { before: 'O\'"\\<b>&amp;', after: '%20+' },
  { before: 'e\u0301\u00e9', after: '\u00df\u0130' },
  { before: '', after: '\u0000tail' },
  { before: '', after: '\r\nline' },
  { before: '00', after: '', digits: true },
  { before: '', after: 'x'.repeat(300) },
  { before: '', after: 'x'.repeat(1100) },
];

const INT64_MAX = 2n ** 63n - 1n;

/** Category ids from all of int64. */
export const categories: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 2n ** 53n, max: INT64_MAX }),
  fc.bigInt({ min: -(2n ** 63n), max: -1n }),
  fc.bigInt({ min: 1n, max: 2n ** 40n }),
);

/** The ends of int64, and the places where 32 bits and doubles give up. */
export const tellingCategories: readonly bigint[] = [
  2n ** 31n,
  2n ** 32n + 1n,
  2n ** 53n + 1n,
  INT64_MAX,
  -(2n ** 63n),
  -1n,
  -(2n ** 53n) - 1n,
  0n,
];
