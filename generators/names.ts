import * as fc from 'fast-check';
import { drawn, type Drawn } from './drawn.ts';

/** How an unusual name is made: what stands around the part that makes it unique. */
export interface Unusual {
  readonly before: string;
  readonly after: string;
  /**
   * `digits`: what looks like a number may be stored as one; `none`: the name is what stands around, and no more; otherwise
   * the name of an animal that is there, changed a little.
   */
  readonly core?: 'digits' | 'none' | Change;
  /** The category that it goes out with, where another than a configured one. */
  readonly categoryId?: bigint;
}

/** What a careless comparison passes over: a name that differs in it from another one is another name. */
const CHANGES = {
  'in capitals': (there) => there.toUpperCase(),
  'in small letters': (there) => there.toLowerCase(),
  'and a space': (there) => `${there} `,
  'with a mark above': (there) => `${there.slice(0, 1)}\u0301${there.slice(1)}`,
} as const satisfies Record<string, (there: string) => string>;

type Change = keyof typeof CHANGES;

/** The name of an animal that is there, changed. */
export function changed(there: string, change: Change): string {
  return CHANGES[change](there);
}

/** Any character of Unicode but lone surrogates; fast-check's own units build tables of all of them, which costs 0.5 s. */
const character: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: 0xa0, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));

const piece = fc.array(character, { minLength: 1, maxLength: 6 }).map((characters) => characters.join(''));

function after(...texts: readonly string[]): readonly Unusual[] {
  return texts.map((text) => ({ before: '', after: text }));
}

function around(...pairs: readonly (readonly [before: string, after: string])[]): readonly Unusual[] {
  return pairs.map(([before, text]) => ({ before, after: text }));
}

function number(...pairs: readonly (readonly [before: string, after: string])[]): readonly Unusual[] {
  return around(...pairs).map((one) => ({ ...one, core: 'digits' }));
}

function whole(...names: readonly string[]): readonly Unusual[] {
  return names.map((name) => ({ before: name, after: '', core: 'none' }));
}

function like(core: Change): readonly Unusual[] {
  return [{ before: '', after: '', core }];
}

/**
 * What may stand around any name: what is cut, folded, escaped, normalised or read as something else by languages, databases
 * and frameworks. Several may stand around one name, the first of them outermost. Lone surrogates are left out: UTF-8 cannot
 * carry them, and RFC 8259 (section 8.2) leaves open what becomes of them.
 */
export const unusualParts: Drawn<Unusual> = drawn<Unusual>({
  'spaces at the ends': around([' ', ' '], ['', ' '], [' ', '']),
  'other kinds of space at the ends': around(
    ['\u00a0', '\u00a0'],
    ['\u3000', ''],
    ['', '\u2028'],
    ['', '\u0085'],
    ['\u2003', ''],
  ),
  'spaces inside': around(['Mr  ', '  the 3rd'], ['x  ', ''], ['', '  of  two']),
  'beyond the basic plane': after(
    '\u{1F436}\u{1F3FD} the 3rd',
    '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    '\u{20BB7}',
  ),
  'letters past Latin': after('\u0416\u0443\u043a', '\u72ac', '\u05d0\u05d1', '\u0627\u0644', '\u0e2b'),
  quotes: around(['"', '"'], ["'", "'"], ['O\'"', ''], ['`', '`']),
  'JSON around it': around(['{"name":"', '"}'], ['["', '"]']),
  markup: around(['<b>', '</b>'], ['<script>', '</script>'], ['<!-- ', '']),
  entities: after('&amp;', '&lt;', '&#65;', '&'),
  'combining characters': around(['e\u0301\u00e9', ''], ['', 'n\u0303o'], ['\u1e9b\u0323', '']),
  'compatibility characters': after('\ufb01', '\uff21', '\u2460', '\u212b', '\u00bd'),
  'letters whose case is special': after('\u00df', '\u0130', '\u0131', '\u03c2', '\u1e9e', '\u01c5'),
  'capitals and small letters': around(['mc', 'DOG'], ['VAN ', 'x'], ['d', 'E']),
  'zero-width characters': after('\u200bx', '\u200dx', '\u2060x', '\ufeffx', '\u00adx'),
  'signs of direction': around(['\u202e', '\u202c'], ['\u200f', 'x'], ['\u2067', '\u2069']),
  backslashes: after('\\n', '\\u0041', '\\x41', '\\\\', '\\', '\\0'),
  'escapes of addresses': after('%20', '%41', '+', '%00', '%zz'),
  'a formula': around(['=1+', ''], ['@SUM(', ')'], ['+', ''], ['-', '']),
  'a template': around(['{{7*7}}', ''], ['${7*7}', ''], ['%s%n', ''], ['<%= 7*7 %>', ''], ['#{7*7}', '']),
  'a path': around(['../../', ''], ['/', ''], ['C:\\', ''], ['', '/'], ['', '?x=1#y']),
  'a query': around(["'; DROP TABLE pets;--", ''], ['', '%'], ['', '_'], ['', "' OR '1'='1"], ['', '*']),
  'patterns of replacement': after('$&', '$1', '$$', '\\1', "$'"),
  punctuation: around(
    ['...', ''],
    ['', '!'],
    ['[', ']'],
    ['{', '}'],
    ['', ','],
    ['#', ''],
    ['', ';'],
    ['', ':'],
  ),
  'any of Unicode': fc.record({ before: piece, after: piece }),
});

/** What has to stand around a name by itself: it hangs on the whole of it, or is often refused. */
export const unusualWholes: Drawn<Unusual> = drawn<Unusual>({
  nothing: whole(''),
  'a space alone': whole(' ', '\t'),
  'a letter alone': whole('Q', '\u00e9'),
  'what is false somewhere': whole('0', 'false', 'False'),
  'what is nothing, or no number, somewhere': whole('null', 'undefined', 'None', 'NULL', 'nil', 'NaN'),
  'what every object has': whole('constructor', '__proto__', 'toString'),
  'digits only': number(['', ''], ['00', '']),
  'looks like a number': number(['', 'e5'], ['0x', ''], ['-', ''], ['', '.0'], ['+', ''], ['', '_000']),
  'a date, or a number with an exponent': fc
    .oneof(
      fc
        .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 3, max: 30 }))
        .map(([digits, power]) => `${String(digits)}e${String(power)}`),
      fc
        .integer({ min: 0, max: 36_500 })
        .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
    )
    .map((before) => ({ before, after: '', core: 'none' as const })),
  'control characters': after('\ttab', '\r\nline', '\u001b[31m', '\u0007', '\u007f', '\u0001'),
  'a NUL': after('\u0000tail'),
  'past 30 characters': after('x'.repeat(30)),
  'past 100 characters': after('x'.repeat(120)),
  'past 100 bytes, and not characters': after('\u72ac'.repeat(50)),
  'past 255 characters': after('x'.repeat(300)),
  'past 1,000 characters': after('x'.repeat(1100)),
  'as another one, in other letters': [...like('in capitals'), ...like('in small letters')],
  'as another one, and a space': like('and a space'),
  'as another one, with a mark above': like('with a mark above'),
});
