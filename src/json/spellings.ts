import type { JsonObject } from './types.ts';
import { writeJson } from './json.ts';

/** A string with its first character as an escape (RFC 8259, section 7); no other text is touched. */
function escaped(text: string): string {
  const first = text.charCodeAt(0);
  if (text === '' || first < 0x30) return JSON.stringify(text);
  return `"\\u${first.toString(16).padStart(4, '0')}${JSON.stringify(text.slice(1)).slice(1)}`;
}

/** A string with each of its characters as an escape, in capital digits. */
function escapedWhole(text: string): string {
  const digits = (at: number): string => text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return `"${Array.from({ length: text.length }, (_, at) => `\\u${digits(at)}`).join('')}"`;
}

/** A string as PHP writes it: its slashes behind a backslash, and each unit past ASCII as an escape. */
function slashesEscaped(text: string): string {
  return JSON.stringify(text)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Blanks between two members, as an editor or a generator leaves them. */
const GAP = ' '.repeat(900);

/** How many servers write JSON, PHP for one: what it escapes that plain bodies do not have. */
export const SLASHES_ESCAPED = 'escaped slashes and letters past ASCII';

/** How an object is written, where that is not the shortest way. */
interface Form {
  readonly open?: string;
  readonly between?: string;
  readonly colon?: string;
  readonly close?: string;
  readonly name?: (text: string) => string;
  readonly text?: (text: string) => string;
  readonly reversed?: true;
}

/** Ways to write the same JSON object: every reader of RFC 8259 has to see the same value. */
const FORMS = {
  tight: {},
  reversed: { reversed: true },
  spaced: { open: ' { ', between: ' , ', colon: ' : ', close: ' } ' },
  escaped: { text: escaped },
  'on lines': { open: '{\r\n\t', between: ',\r\n\t', colon: ':\n\t', close: '\n}\n' },
  'escaped names': { name: escaped },
  'escaped in capitals': { text: escapedWhole },
  'far apart': { open: `{${GAP}`, between: `,${GAP}`, close: `${GAP}}` },
  [SLASHES_ESCAPED]: { text: slashesEscaped },
} as const satisfies Readonly<Record<string, Form>>;

export type Spelling = keyof typeof FORMS;
/** The ways that any body can be written in. */
export const spellings = (Object.keys(FORMS) as Spelling[]).filter((one) => one !== SLASHES_ESCAPED);

/** The JSON text of an object in one of the spellings. */
export function spelled(object: JsonObject, spelling: Spelling): string {
  const form: Form = FORMS[spelling];
  const { open = '{', between = ',', colon = ':', close = '}', name = writeJson, text = writeJson } = form;
  const members = Object.entries(object).map(
    ([key, value]) => `${name(key)}${colon}${typeof value === 'string' ? text(value) : writeJson(value)}`,
  );
  return `${open}${(form.reversed ? members.toReversed() : members).join(between)}${close}`;
}
