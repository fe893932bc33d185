import * as fc from 'fast-check';
import { drawn, type Drawn } from './drawn.ts';

/** What stands around the part of an unusual name that makes it unique. */
export interface Around {
  readonly before: string;
  readonly after: string;
  /** `digits`: what looks like a number may be stored as one; `none`: the name is what stands around, and no more. */
  readonly core?: 'digits' | 'none';
}

/** Any character of Unicode but lone surrogates; fast-check's own units build tables of all of them, which costs 0.5 s. */
const character: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10_ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));

const piece = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''));

function after(...texts: readonly string[]): readonly Around[] {
  return texts.map((text) => ({ before: '', after: text }));
}

function around(...pairs: readonly (readonly [before: string, after: string])[]): readonly Around[] {
  return pairs.map(([before, text]) => ({ before, after: text }));
}

function number(...pairs: readonly (readonly [before: string, after: string])[]): readonly Around[] {
  return around(...pairs).map((one) => ({ ...one, core: 'digits' }));
}

function whole(...names: readonly string[]): readonly Around[] {
  return names.map((name) => ({ before: name, after: '', core: 'none' }));
}

/**
 * Names that a service may refuse, and has to keep as they are where it takes them. Lone surrogates are left out: UTF-8
 * cannot carry them, and RFC 8259 (section 8.2) leaves open what becomes of them.
 */
export const unusualNames: Drawn<Around> = drawn<Around>(
  {
    'spaces at the ends': around([' ', ' '], ['', ' '], [' ', '']),
    'spaces inside': around(['Mr ', ' the 3rd'], ['', '  of  two'], ['Sir ', '']),
    'digits only': number(['00', ''], ['', '']),
    'beyond the basic plane': after(
      ' \u{1F436}\u{1F3FD} the 3rd',
      '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
      '\u{20BB7}',
    ),
    'quotes and markup': around(['O\'"\\<b>&amp;', '%20+'], ['"', '"'], ['<script>', '</script>']),
    'combining characters': around(['e\u0301\u00e9', '\u00df\u0130'], ['', 'n\u0303o'], ['\u1e9b\u0323', '']),
    long: after('x'.repeat(300), 'x'.repeat(120), 'x'.repeat(60)),
    'of many kinds at once': around(
      ['  $& ', ' \\ %41 {{x}} \u{1F468}\u200D\u{1F469} "\' <i> &amp; e\u0301 +1'],
      ['-$1 ', " #{x} \u200b \ufb01 ' OR 1=1 \u05d0 \u00df ${x} %s ../ \u{1F3FD}"],
    ),
    'very long': after('x'.repeat(1100)),
    'control characters': after('\u0000tail', '\r\nline', '\ttab', '\u001b[31m', '\u0007', '\u007f'),
  },
  {
    'looks like a number': number(['', 'e5'], ['0x', ''], ['-', ''], ['', '.0'], ['+', ''], ['', '_000']),
    'looks like a word of a language': whole('null', 'true', 'undefined', 'None', 'NaN', 'false', 'NULL'),
    'a formula': around(['=1+', ''], ['@SUM(', ')'], ['+', ''], ['-', '']),
    'a template': around(['{{7*7}}', ''], ['${7*7}', ''], ['%s%n', ''], ['<%= 7*7 %>', ''], ['#{7*7}', '']),
    'a path': around(['../../', ''], ['/', ''], ['C:\\', ''], ['', '/'], ['', '?x=1#y']),
    'a query': around(["'; DROP TABLE pets;--", ''], ['', '%'], ['', '_'], ['', "' OR '1'='1"]),
    escapes: after('\\n', '\\u0041', '%20', '&lt;', '\\x41', '+', '&#65;'),
    'zero-width characters': after('\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad'),
    'right to left': around(['\u05d0\u05d1', ''], ['\u202e', '\u202c'], ['', '\u0627\u0644']),
    'letters whose case is special': after('\u00df', '\u0130', '\u0131', '\u03c2', '\u1e9e', '\u01c5'),
    'compatibility characters': after('\ufb01', '\uff21', '\u2460', '\u212b', '\u00bd'),
    'other kinds of space': around(
      ['\u00a0', '\u00a0'],
      ['\u3000', ''],
      ['', '\u2028x'],
      ['', '\u0085x'],
      ['', '\u2003x'],
    ),
    'capitals and small letters': around(['mc', 'DOG'], ['VAN ', ''], ['d', 'E']),
    punctuation: around(
      ['...', ''],
      ['', '!'],
      ['-', '-'],
      ['[', ']'],
      ['{', '}'],
      ['', ','],
      ['#', ''],
      ['', ';'],
    ),
    'a date': around(['2026-11-21 ', ''], ['', ' 21/11/2026']),
    'nothing but a date': fc.integer({ min: 0, max: 36_500 }).map((days) => ({
      before: new Date(days * 86_400_000).toISOString().slice(0, 10),
      after: '',
      core: 'none' as const,
    })),
    'an exponent': fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 3, max: 30 }))
      .map(([digits, power]) => ({
        before: `${String(digits)}e${String(power)}`,
        after: '',
        core: 'none' as const,
      })),
    'patterns of replacement': after('$&', '$1', '$$', '\\1', "$'", '&'),
    'any of Unicode': fc.record({ before: piece, after: piece }),
  },
);
