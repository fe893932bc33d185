import { partition, type Partitions } from './partitions.ts';

/** A change that turns a JSON text into one that RFC 8259 rejects. */
export interface Corruption {
  readonly label: string;
  /** Corrupts the JSON text of an object; the result is not JSON. */
  readonly corrupt: (text: string) => string;
  /** True if the fault arrives after the JSON value: a parser may have stopped there. */
  readonly inPieces?: true;
}

/** Appends one more member to the object. */
const within = (label: string, more: string): Corruption => ({
  label,
  corrupt: (text) => `${text.slice(0, -1)},${more}}`,
});

/** Appends a member `note` with each of the given invalid values. */
const values = (...texts: readonly string[]): readonly Corruption[] =>
  texts.map((text) => within(`the value ${text}`, `"note":${text}`));

/** Appends a member `note` whose string has the given raw content, invalid inside quotes. */
const strings = (...texts: readonly string[]): readonly Corruption[] =>
  texts.map((text) => within(`${JSON.stringify(text)} in a string`, `"note":"${text}"`));

/** Replaces the first match of `from`, such as a comma or a brace, with each of the given texts. */
const instead = (what: string, from: RegExp, ...others: readonly string[]): readonly Corruption[] =>
  others.map((to) => ({
    label: `${what}: ${JSON.stringify(to)}`,
    corrupt: (text) => text.replace(from, () => to),
  }));

/** Appends each of the given texts after the JSON text. */
const behind = (...others: readonly string[]): readonly Corruption[] =>
  others.map((more) => ({ label: `${JSON.stringify(more)} behind it`, corrupt: (text) => `${text}${more}` }));

/** Makes the values of a class with a single corruption; the corruption has the name of the class as its label. */
const way = (corrupt: Corruption['corrupt']) => (label: string) => [{ label, corrupt }];
const member = (more: string) => (name: string) => [within(name, more)];

/** Each grammar rule of RFC 8259 (sections 2 to 7) broken once, and other formats such as XML. */
const rules: Partitions<Corruption> = partition<Corruption>({
  // This class comes first because even the simplest parser rejects a body that is cut off.
  'cut off before its end': way((text) => text.slice(0, -1)),
  'cut off in the middle': way((text) => text.slice(0, text.indexOf(':') + 1)),
  'a comma before the end': way((text) => `${text.slice(0, -1)},}`),
  'a comma before the first member': instead('a comma in front', /^\{/u, '{,'),
  'two commas': instead('two commas', /,(?=")/u, ',,'),
  'no comma': instead('in place of a comma', /,(?=")/u, ' ', '\n'),
  'no colon': instead('in place of a colon', /:/u, '', ' '),
  'an equals sign for a colon': instead('in place of a colon', /:/u, '='),
  'a member without a value': member('"note":'),
  'a name alone': member('"note"'),
  'a value without a name': member(':1'),
  'a number for a name': member('1:2'),
  'single quotes': way((text) => text.replaceAll('"', "'")),
  'names without quotes': way((text) => text.replaceAll(/"(\w+)":/gu, '$1:')),
  'a quote too few or too many': instead('in place of a quote', /"/u, '', '""'),
  'a string that is not closed': member('"note":"a'),
  'another bracket in front': instead('in place of the first brace', /^\{/u, '(', '[', '<', ''),
  'a brace too many behind': behind('}'),
  'an array that is not closed': member('"tags":["a"'),
  'an array with a comma before its end': member('"tags":["a",]'),
  'a block comment': way((text) => `${text.slice(0, -1)}/* Rex */}`),
  'a comment to the end of the line': instead('a comment to the end of the line', /^\{/u, '{// Rex\n'),
  'a hash and a comment': instead('a comment to the end of the line', /^\{/u, '{# Rex\n'),
  'a word behind the value': behind(' x', 'null'),
  'a word behind the value, a moment later': behind(' z').map((one) => ({ ...one, inPieces: true as const })),
  'a second value': way((text) => `${text}${text}`),
  'a second value on a line of its own': way((text) => `${text}\n${text}`),
  'a NUL behind the value': behind('\u0000'),
  'a word in front': instead('in front', /^\{/u, 'json{', 'data={', '={', ',{'),
  'NaN for a number': values('NaN'),
  'Infinity for a number': values('Infinity'),
  'undefined for a value': values('undefined'),
  'None for a value': values('None'),
  'a word in capitals': values('TRUE', 'NULL', 'FALSE'),
  'True for a value': values('True'),
  'a leading zero': values('01', '00'),
  'a plus sign': values('+1'),
  'a point without digits before it': values('.5', '-.5'),
  'a point without digits behind it': values('1.'),
  'an exponent without digits': values('1e', '1e+'),
  'a hexadecimal number': values('0x1F'),
  'a letter behind a number': values('1f', '1L', '1n'),
  'a raw line break in a string': strings('a\nb', 'a\r\nb'),
  'a raw tab in a string': strings('a\tb'),
  'a raw NUL in a string': strings('a\u0000b'),
  'a raw control character in a string': strings('a\u0001b'),
  'an unknown escape': strings(String.raw`\q`),
  'an escape of two digits': strings(String.raw`\x41`),
  'an escaped single quote': strings(String.raw`\'`),
  'half of an escape': strings(String.raw`\u12`, String.raw`\u`),
  'a space that JSON does not know': instead('a space', /^\{/u, '{\u2003'),
  // A byte-order mark may only stand in front (RFC 8259, section 8.1).
  'a byte-order mark inside': instead('a byte-order mark', /^\{/u, '{\ufeff'),
  'a fault in an object one level down': member('"note":{"a" 1}'),
  YAML: way(() => 'name: Rex\ncategoryId: 1\n'),
  XML: way(() => '<pet><name>Rex</name></pet>'),
  'spaces alone': way(() => ' \n'),
});

/** Other ways to break the same rules, which some parsers accept. */
const otherWays: Partitions<Corruption> = partition<Corruption>({
  'a semicolon for a comma': instead('in place of a comma', /,(?=")/u, ';'),
  'another sign for a comma': instead('in place of a comma', /,(?=")/u, '|', ' & ', ':'),
  'an arrow for a colon': instead('in place of a colon', /:/u, '=>'),
  'another sign for a colon': instead('in place of a colon', /:/u, '::', ' is ', ';'),
  'other quotes': instead('in place of a quote', /"/u, '`', '\u201c', "\\'"),
  'a brace too many in front': instead('in place of the first brace', /^\{/u, '{{'),
  'a bracket for the last brace': instead('in place of the last brace', /\}$/u, ']', ')'),
  'an array with two commas': member('"tags":["a",,"b"]'),
  'an array without a comma': member('"tags":["a" "b"]'),
  'a comment behind': behind('\n// Rex', ' /* Rex */'),
  'a comment in front': instead('a comment in front', /^\{/u, '//\n{', '#\n{', '/**/{'),
  'a comma behind the value': behind(','),
  'another sign behind the value': behind(';', '#'),
  'a NUL in front': way((text) => `\u0000${text}`),
  'what guards against scripts in front': way((text) => `)]}',\n${text}`),
  'a call around it': way((text) => `callback(${text})`),
  'nan for a number': values('nan'),
  'Infinity with a sign': values('-Infinity'),
  'a word of another language': values('Null'),
  'a half word': values('tru', 'nul'),
  'a leading zero behind a sign': values('-01'),
  'a point before an exponent': values('1.e1'),
  'a sign alone': values('-'),
  'two signs': values('--1', '- 1'),
  'two points': values('1.2.3', '1..2'),
  'a binary or octal number': values('0b1', '0o7'),
  'an underscore in a number': values('1_000'),
  'other separators in a number': values('1,5', '1 0'),
  'a raw form feed or backspace in a string': strings('a\fb', 'a\bb'),
  'the last control character in a string': strings('a\u001fb'),
  'an escape with a capital': strings(String.raw`\N`, String.raw`\U0041`),
  'an escape of C': strings(String.raw`\v`, String.raw`\a`, String.raw`\e`),
  'an escape with braces': strings(String.raw`\u{62}`),
  'a line that goes on behind a backslash': strings('a\\\nb'),
  'an escaped zero': strings(String.raw`\0`),
  'an escape with another letter': strings(String.raw`\u00g0`),
  'an escape of the end': strings('a\\'),
  'a space behind it that JSON does not know': behind('\v'),
  'a form feed for a space': instead('a space', /^\{/u, '{\f'),
  'a vertical tab for a space': instead('a space', /^\{/u, '{\v'),
});

export const animalJsonCorruptions: Partitions<Corruption> = [...rules, ...otherWays];

/** Message bodies that are not JSON: each rule broken once, and the empty body. */
export const messageJsonCorruptions: Partitions<Corruption> = [
  ...partition<Corruption>({ 'no bytes': way(() => '') }),
  ...rules,
];
