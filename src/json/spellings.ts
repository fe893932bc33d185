import type { Json, JsonObject } from './types.ts';
import { writeJson } from './json.ts';

/** Ways to write the same JSON object: every reader of RFC 8259 has to see the same value. */
export const spellings = ['tight', 'reversed', 'spaced', 'escaped', 'on lines', 'escaped names'] as const;
export type Spelling = (typeof spellings)[number];

/** A string with its first character as an escape (RFC 8259, section 7); no other text is touched. */
function escaped(text: string): string {
  const first = text.charCodeAt(0);
  if (text === '' || first < 0x30) return JSON.stringify(text);
  return `"\\u${first.toString(16).padStart(4, '0')}${JSON.stringify(text.slice(1)).slice(1)}`;
}

function members(
  object: JsonObject,
  name: (text: string) => string,
  value: (value: Json) => string,
  colon: string,
) {
  return Object.entries(object).map(([key, member]) => `${name(key)}${colon}${value(member)}`);
}

const plainValue = (value: Json): string => writeJson(value);
const escapedValue = (value: Json): string => (typeof value === 'string' ? escaped(value) : writeJson(value));

/** The JSON text of an object in one of the spellings. */
export function spelled(object: JsonObject, spelling: Spelling): string {
  switch (spelling) {
    case 'tight':
      return writeJson(object);
    case 'reversed':
      return writeJson(Object.fromEntries(Object.entries(object).toReversed()));
    case 'spaced':
      return ` { ${members(object, writeJson, plainValue, ' : ').join(' , ')} } `;
    case 'on lines':
      return `{\r\n\t${members(object, writeJson, plainValue, ':\n\t').join(',\r\n\t')}\n}\n`;
    case 'escaped':
      return `{${members(object, writeJson, escapedValue, ':').join(',')}}`;
    case 'escaped names':
      return `{${members(object, escaped, plainValue, ':').join(',')}}`;
  }
}
