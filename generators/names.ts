import * as fc from 'fast-check';
import { partition, type Partitions } from './partitions.ts';

/** The affixes of an unusual animal name; the run puts a unique text between them. */
export interface UnusualName {
  readonly before: string;
  readonly after: string;
  /** The unique text: only digits, none, or the name of an existing animal with this change. Default: a plain name. */
  readonly core?: 'digits' | 'none' | Change;
  /** A category that is not configured; absent if the create uses a configured category. */
  readonly categoryId?: bigint;
  /** The animal's status, if the name depends on it. */
  readonly status?: 'available' | 'sold';
}

/** Changes that turn a name into another name, although a careless comparison treats both names as equal. */
const CHANGES = {
  'in capitals': (name) => name.toUpperCase(),
  'in small letters': (name) => name.toLowerCase(),
  'and a space': (name) => `${name} `,
  'with a mark above': (name) => `${name.slice(0, 1)}\u0301${name.slice(1)}`,
} as const satisfies Record<string, (name: string) => string>;

type Change = keyof typeof CHANGES;

/** Applies a change to the name of an existing animal. */
export function applyNameChange(name: string, change: Change): string {
  return CHANGES[change](name);
}

/** Any Unicode character except lone surrogates; fast-check's own `unit` builds tables of all characters, which takes 0.5 s. */
const character: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0xa0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));

const piece = fc.array(character, { minLength: 1, maxLength: 6 }).map((characters) => characters.join(''));

/** Placeholder for the unique text of a name. */
const NAME = '¤';

/** Splits each text at the placeholder; a text without one is the whole name. */
function made(...texts: readonly string[]): readonly UnusualName[] {
  return texts.map((text) => {
    const [before = '', after] = text.split(NAME);
    return after === undefined ? { before, after: '', core: 'none' } : { before, after };
  });
}

function number(...texts: readonly string[]): readonly UnusualName[] {
  return made(...texts).map((one) => ({ ...one, core: 'digits' }));
}

/** A name that contains the word of another status: a status filter must not look at names. */
function withStatus(status: 'available' | 'sold', name: string): readonly UnusualName[] {
  return made(name).map((one) => ({ ...one, status }));
}

function like(core: Change): readonly UnusualName[] {
  return [{ before: '', after: '', core }];
}

/**
 * Affixes for any name: characters that languages, databases and frameworks cut, fold, escape, normalise or interpret.
 * Several pairs of affixes can be put around one name; the first pair is the outermost. Lone surrogates are left out: UTF-8
 * cannot carry them, and RFC 8259 (section 8.2) leaves their handling open.
 */
export const unusualNameParts: Partitions<UnusualName> = partition<UnusualName>({
  'spaces at the ends': made(' ¤ '),
  'other kinds of space at the ends': made('\u00a0¤\u00a0', '\u3000¤', '¤\u2028', '¤\u0085', '\u2003¤'),
  // The first four affixes of this list begin a name: see `packed` in suites/create-inputs.ts.
  'a formula of a table': made('=1+¤'),
  'a word for tests in front': made('Test ¤', 'test_¤'),
  'spaces inside': made('Mr  ¤  the 3rd', 'x  ¤', '¤  of  two'),
  'an emoji': made('¤\u{1F436}', '¤\u{1F431} the 3rd'),
  'an emoji of several parts': made('¤\u{1F436}\u{1F3FD}', '¤\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'),
  'a flag or a keycap': made('¤\u{1F1E9}\u{1F1EA}', '¤1\ufe0f\u20e3'),
  'a variation selector': made('¤\u2764\ufe0f', '¤\u2603\ufe0e'),
  'letters beyond the basic plane': made('¤\u{20BB7}', '¤\u{1D400}'),
  'letters of Latin-1': made('¤\u00e9\u00fc', '¤\u00f1\u00e7'),
  'letters of Windows code pages': made('¤\u0152\u0160', '¤\u20ac'),
  'letters of eastern Europe': made('¤\u0142\u017c', '¤\u010d\u0159'),
  'letters of Greek or Cyrillic': made('¤\u0416\u0443\u043a', '¤\u03b1\u03b2'),
  'letters of the right to left': made('¤\u05d0\u05d1', '¤\u0627\u0644'),
  'letters of Asia': made('¤\u72ac', '¤\u0e2b', '¤\ud55c'),
  'typographic quotes': made('\u201c¤\u201d', '¤\u2019s'),
  dashes: made('¤\u2013x', '¤\u2014x'),
  'an ellipsis': made('¤\u2026'),
  'double quotes': made('"¤"', 'x"¤'),
  'single quotes': made("'¤'", "O'¤"),
  backticks: made('`¤`'),
  'JSON around it': made('{"name":"¤"}', '["¤"]'),
  markup: made('<b>¤</b>', '<i>¤</i>'),
  'signs of markup': made('¤ < 3', '3 > ¤'),
  'a comment of markup': made('<!-- ¤ -->x'),
  entities: made('¤&amp;', '¤&lt;', '¤&#65;'),
  'an ampersand': made('¤ & x'),
  'combining characters': made('e\u0301\u00e9¤', '¤n\u0303o', '\u1e9b\u0323¤'),
  'compatibility characters': made('¤\ufb01', '¤\uff21', '¤\u2460', '¤\u212b', '¤\u00bd'),
  'letters whose case is special': made('¤\u00df', '¤\u0130', '¤\u0131', '¤\u03c2', '¤\u1e9e', '¤\u01c5'),
  'capitals and small letters': made('mc¤DOG', 'VAN ¤x', 'd¤E'),
  'zero-width characters': made('¤\u200bx', '¤\u200dx', '¤\u2060x', '¤\ufeffx'),
  'a soft hyphen': made('¤\u00adx'),
  'signs of direction': made('\u202e¤\u202c', '\u200f¤x', '\u2067¤\u2069'),
  'a backslash before a letter': made('¤\\n', '¤\\u0041', '¤\\x41'),
  'two backslashes': made('¤\\\\x'),
  'a backslash at an end': made('¤\\', '\\¤'),
  'escapes of addresses': made('¤%20', '¤%41', '¤%00'),
  'a plus sign': made('¤+x'),
  'a percent sign': made('¤%', '¤%zz'),
  'a template in braces': made('{{7*7}}¤', '#{7*7}¤'),
  'a template with a dollar': made('${7*7}¤', '¤$HOME'),
  'a pattern of printing': made('¤%s%d', '¤{0}'),
  'a template in brackets': made('<%= 7*7 %>¤'),
  'a path': made('../../¤', '/¤', 'C:\\¤', '¤/', '¤?x=1#y'),
  'a query': made("'; DROP TABLE pets;--¤", "¤' OR '1'='1"),
  wildcards: made('¤_', '¤*', '¤?'),
  'patterns of replacement': made('¤$&', '¤$$', "¤$'"),
  'numbers of groups': made('¤$1', '¤\\1'),
  punctuation: made('...¤', '¤!', '[¤]', '{¤}', '¤,', '#¤', '¤;', '¤:'),
  'marks of YAML': made('¤: x', '- ¤', '¤ #x'),
  'marks of a table': made('¤,x', '¤;x', '¤|x'),
  'a comment of a database': made('¤--', '¤/*x*/'),
  'an emoji by its short name': made(':dog:¤', '¤:smile:'),
  'an emoticon': made('¤ :-)', '¤ :) x'),
  'a sign in letters': made('¤ (c)', '¤ (C) x'),
  'signs for an arrow or a trade mark': made('¤ -> x(tm)', '¤ <- x(r)'),
  'a fraction in figures': made('¤ 1/2', '¤ 3/4'),
  'a number of a telephone': made('¤ 555-0199', '¤ +1 202 555 0142'),
  'an address of the web': made('¤ https://example.com/a', '¤ http://example.com/?b'),
  'another address': made('www.example.com/¤', 'mailto:¤@example.com'),
  'a scheme that runs scripts': made('javascript:¤', '¤ onload=x'),
  'marks of Markdown': made('**¤**', '~~¤~~', '[¤](x)'),
  'marks of a forum': made('[b]¤[/b]', '¤[i]x[/i]'),
  'an account': made('@¤'),
  'any of Unicode': fc.record({ before: piece, after: piece }),
});

/** Control characters, which many servers reject: all of them around one name, without other affixes. */
export const namesWithControlCharacters: Partitions<UnusualName> = partition<UnusualName>({
  'control characters': made('¤\ttab', '¤\r\nline', '¤\u001b[31m', '¤\u0007', '¤\u007f', '¤\u0001'),
});

/** Unusual names that must be sent alone: they are the whole name, or servers often reject them. */
export const unusualNamesSentAlone: Partitions<UnusualName> = partition<UnusualName>({
  nothing: made(''),
  'what is nothing, or false, somewhere': made(
    'null',
    'undefined',
    'None',
    'NULL',
    'nil',
    'NaN',
    'false',
    '0',
  ),
  'a status, and not its own': [...withStatus('available', 'sold'), ...withStatus('sold', 'available')],
  // A zero in front is lost in a number, and digits alone may become one.
  'digits only': number('00¤'),
  'looks like a number': [...number('¤e5', '0x¤', '-¤', '¤.0', '+¤', '¤_000'), ...made('1e5', '7e12')],
  'a time': made('2031-07-01T10:00:00+02:00', '1999-12-31T23:59:59Z'),
  'a NUL': made('¤\u0000tail'),
  // A server that cuts names after 255 characters also cuts the name of the class `past 1,000 characters`.
  'past 100 characters, and past 255 bytes': made(NAME + '\u72ac'.repeat(100)),
  'as another one, in other letters': [...like('in capitals'), ...like('in small letters')],
  'as another one, and what is hardly seen': [...like('and a space'), ...like('with a mark above')],
  // Names this long come last: a target may well refuse them, and a category sent with such a name then proves nothing.
  'past 1,000 characters': made(NAME + 'x'.repeat(1100)),
  'past 2,000 characters': made(NAME + 'x'.repeat(2100)),
});
