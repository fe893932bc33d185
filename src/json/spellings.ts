import type { Json, JsonObject } from './types.ts';
import { writeJson } from './json.ts';

/** Writes a string with its first character as a \u escape (RFC 8259, section 7). */
function escaped(text: string): string {
  const first = text.charCodeAt(0);
  if (text === '' || first < 0x30) return JSON.stringify(text);
  return `"\\u${first.toString(16).padStart(4, '0')}${JSON.stringify(text.slice(1)).slice(1)}`;
}

/** Writes a string with every character as a \u escape, in capital digits. */
function escapedWhole(text: string): string {
  const digits = (at: number): string => text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return `"${Array.from({ length: text.length }, (_, at) => `\\u${digits(at)}`).join('')}"`;
}

/** Writes a string as PHP does: `\/` for a slash, and \u escapes for all but ASCII. */
function slashesEscaped(text: string): string {
  return JSON.stringify(text)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** A long run of blanks, as editors and generators leave between members. */
const GAP = ' '.repeat(900);

/** The spelling of PHP's json_encode; it differs only for texts with slashes or characters beyond ASCII. */
export const PHP_JSON_SPELLING = 'escaped slashes and letters past ASCII';
/** The spelling with an exponent; it differs only for integers with zeros at the end. */
export const EXPONENT_SPELLING = 'exponents';

/** How an object is written, where it differs from `JSON.stringify`. */
interface Form {
  readonly open?: string;
  readonly between?: string;
  readonly colon?: string;
  readonly close?: string;
  readonly name?: (text: string) => string;
  readonly text?: (text: string) => string;
  readonly number?: (digits: string) => string;
  readonly reversed?: true;
}

/** Ways to write one JSON object: RFC 8259 requires the same value for all of them. */
const FORMS = {
  tight: {},
  reversed: { reversed: true },
  spaced: { open: ' { ', between: ' , ', colon: ' : ', close: ' } ' },
  escaped: { text: escaped },
  'on lines': { open: '{\r\n\t', between: ',\r\n\t', colon: ':\n\t', close: '\n}\n' },
  'escaped names': { name: escaped },
  'escaped in capitals': { text: escapedWhole },
  'far apart': { open: `{${GAP}`, between: `,${GAP}`, close: `${GAP}}` },
  [PHP_JSON_SPELLING]: { text: slashesEscaped },
  [EXPONENT_SPELLING]: { number: (digits) => digits.replace(/0+$/u, (zeros) => `e${String(zeros.length)}`) },
} as const satisfies Readonly<Record<string, Form>>;

export type JsonSpelling = keyof typeof FORMS;
/** JSON spellings for any body; without those that leave most bodies unchanged. */
export const commonJsonSpellings = (Object.keys(FORMS) as JsonSpelling[]).filter(
  (one) => one !== PHP_JSON_SPELLING && one !== EXPONENT_SPELLING,
);

/** Writes an object as JSON text, in the given spelling. */
export function writeJsonSpelled(object: JsonObject, spelling: JsonSpelling): string {
  const form: Form = FORMS[spelling];
  const { open = '{', between = ',', colon = ':', close = '}', name = writeJson, text = writeJson } = form;
  const { number = (digits) => digits } = form;
  const written = (value: Json) => (typeof value === 'string' ? text(value) : number(writeJson(value)));
  const members = Object.entries(object).map(([key, value]) => `${name(key)}${colon}${written(value)}`);
  return `${open}${(form.reversed ? members.toReversed() : members).join(between)}${close}`;
}
