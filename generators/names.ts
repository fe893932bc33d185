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

/** Stands for the part that makes a name unique. */
const NAME = '¤';

/** Texts around that part; without it, the name is the text and no more. */
function made(...texts: readonly string[]): readonly Unusual[] {
  return texts.map((text) => {
    const [before = '', after] = text.split(NAME);
    return after === undefined ? { before, after: '', core: 'none' } : { before, after };
  });
}

function number(...texts: readonly string[]): readonly Unusual[] {
  return made(...texts).map((one) => ({ ...one, core: 'digits' }));
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
  'spaces at the ends': made(' ¤ ', '¤ ', ' ¤'),
  'other kinds of space at the ends': made('\u00a0¤\u00a0', '\u3000¤', '¤\u2028', '¤\u0085', '\u2003¤'),
  'spaces inside': made('Mr  ¤  the 3rd', 'x  ¤', '¤  of  two'),
  'beyond the basic plane': made(
    '¤\u{1F436}\u{1F3FD} the 3rd',
    '¤\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    '¤\u{20BB7}',
  ),
  'letters past Latin': made('¤\u0416\u0443\u043a', '¤\u72ac', '¤\u05d0\u05d1', '¤\u0627\u0644', '¤\u0e2b'),
  quotes: made('"¤"', "'¤'", 'O\'"¤', '`¤`'),
  'JSON around it': made('{"name":"¤"}', '["¤"]'),
  markup: made('<b>¤</b>', '<script>¤</script>', '<!-- ¤'),
  entities: made('¤&amp;', '¤&lt;', '¤&#65;', '¤&'),
  'combining characters': made('e\u0301\u00e9¤', '¤n\u0303o', '\u1e9b\u0323¤'),
  'compatibility characters': made('¤\ufb01', '¤\uff21', '¤\u2460', '¤\u212b', '¤\u00bd'),
  'letters whose case is special': made('¤\u00df', '¤\u0130', '¤\u0131', '¤\u03c2', '¤\u1e9e', '¤\u01c5'),
  'capitals and small letters': made('mc¤DOG', 'VAN ¤x', 'd¤E'),
  'zero-width characters': made('¤\u200bx', '¤\u200dx', '¤\u2060x', '¤\ufeffx', '¤\u00adx'),
  'signs of direction': made('\u202e¤\u202c', '\u200f¤x', '\u2067¤\u2069'),
  backslashes: made('¤\\n', '¤\\u0041', '¤\\x41', '¤\\\\', '¤\\', '¤\\0'),
  'escapes of addresses': made('¤%20', '¤%41', '¤+', '¤%00', '¤%zz'),
  'a formula': made('=1+¤', '@SUM(¤)', '+¤', '-¤'),
  'a template': made('{{7*7}}¤', '${7*7}¤', '%s%n¤', '<%= 7*7 %>¤', '#{7*7}¤'),
  'a path': made('../../¤', '/¤', 'C:\\¤', '¤/', '¤?x=1#y'),
  'a query': made("'; DROP TABLE pets;--¤", '¤%', '¤_', "¤' OR '1'='1", '¤*'),
  'patterns of replacement': made('¤$&', '¤$$', "¤$'"),
  'numbers of groups': made('¤$1', '¤\\1'),
  punctuation: made('...¤', '¤!', '[¤]', '{¤}', '¤,', '#¤', '¤;', '¤:'),
  'any of Unicode': fc.record({ before: piece, after: piece }),
});

/** What has to stand around a name by itself: it hangs on the whole of it, or is often refused. */
export const unusualWholes: Drawn<Unusual> = drawn<Unusual>({
  nothing: made(''),
  'a space alone': made(' ', '\t'),
  'a letter alone': made('Q', '\u00e9'),
  'what is false somewhere': made('0', 'false', 'False'),
  'what is nothing, or no number, somewhere': made('null', 'undefined', 'None', 'NULL', 'nil', 'NaN'),
  'what every object has': made('constructor', '__proto__', 'toString'),
  'digits only': number('¤', '00¤'),
  'looks like a number': number('¤e5', '0x¤', '-¤', '¤.0', '+¤', '¤_000'),
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
  'control characters': made('¤\ttab', '¤\r\nline', '¤\u001b[31m', '¤\u0007', '¤\u007f', '¤\u0001'),
  'a NUL': made('¤\u0000tail'),
  'past 30 characters': made(NAME + 'x'.repeat(30)),
  'past 100 characters': made(NAME + 'x'.repeat(120)),
  'past 100 bytes, and not characters': made(NAME + '\u72ac'.repeat(50)),
  'past 255 characters': made(NAME + 'x'.repeat(300)),
  'past 1,000 characters': made(NAME + 'x'.repeat(1100)),
  'as another one, in other letters': [...like('in capitals'), ...like('in small letters')],
  'as another one, and a space': like('and a space'),
  'as another one, with a mark above': like('with a mark above'),
});
