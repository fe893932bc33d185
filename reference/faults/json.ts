import { type Fault, faultMaker, patchAsIs } from '../define.ts';
import type { Patch } from '../steps.ts';
import { isJson } from '../json.ts';
import { acceptMediaTypes, changeCreateBody } from '../modify.ts';

/** Repairs the body of a create before parsing it, like a lenient parser. */
const fixes = (fix: (text: string) => string): Patch =>
  changeCreateBody((text) => (text === '' || isJson(text) ? text : fix(text)));

/** Repairs the body of a create that came in chunks. */
const fixesChunked = (fix: (text: string) => string): Patch => {
  return (base, world) => {
    const { parseBody = base.parseBody } = fixes(fix)(base, world);
    return {
      parseBody: (call) =>
        (call.headers['transfer-encoding'] === undefined ? base.parseBody : parseBody)(call),
    };
  };
};

/** Returns the longest prefix that is JSON, like a parser that reads one value and stops. */
function firstValue(text: string): string {
  for (let end = text.length; end > 0; end -= 1) if (isJson(text.slice(0, end))) return text.slice(0, end);
  return text;
}

/** Adds missing closing brackets and quotes, like parsers for truncated streams. */
function closed(text: string): string {
  const ends = ['}', '"}', '1}', 'null}', '""}', ':null}', '":null}', '"":null}'];
  return ends.map((end) => text.replace(/[,\s]+$/, '') + end).find(isJson) ?? text;
}

const takes = (when: (type: string) => boolean): Patch => acceptMediaTypes('checkMediaType', when);

const json = faultMaker('json');

export const jsonFaults: readonly Fault[] = [
  ...json('create.malformed-json', [], fixes, {
    'trailing-comma-taken': ['Takes trailing commas in JSON.', (text) => text.replace(/,(\s*[}\]])/g, '$1')],
    'trailing-bytes-taken': ['Passes over what follows the first JSON value of a body.', firstValue],
    'single-quotes-taken': ['Takes JSON with single quotes.', (text) => text.replaceAll("'", '"')],
    'bare-names-taken': [
      'Takes JSON whose member names have no quotes.',
      (text) => text.replace(/([{,]\s*)([A-Za-z]\w*)\s*:/g, '$1"$2":'),
    ],
    'comments-taken': ['Takes JSON with comments.', (text) => text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, ' ')],
    'leading-zeros-taken': ['Takes 007 for a number.', (text) => text.replace(/([:[,]\s*-?)0+(?=\d)/g, '$1')],
    'control-characters-taken': ['Takes raw control characters.', (text) => text.replace(/[\0-\x1f]/g, ' ')],
    'last-control-character-taken': [
      'Refuses control characters below 31, and takes that one.',
      (text) => text.replaceAll('\u001F', ' '),
    ],
    'escape-digits-unchecked': [
      'Reads four characters of an escape as a number, up to the first that is not a digit.',
      (text) => text.replaceAll(/\\u[0-9a-f]{1,3}[g-z][0-9a-z]*/gu, ' '),
    ],
    'escapes-of-c-taken': ['Knows the escapes of C in strings.', (text) => text.replace(/\\[vae]/g, ' ')],
    'capital-escapes-taken': [
      'Does not tell capitals from small letters in escapes.',
      (text) => text.replace(/\\[NU]/g, (escape) => escape.toLowerCase()),
    ],
    'capital-words-taken': [
      'Takes TRUE, FALSE and NULL.',
      (text) => text.replace(/:(TRUE|FALSE|NULL)\b/g, (word) => word.toLowerCase()),
    ],
    'minus-infinity-taken': ['Takes -Infinity for a number.', (text) => text.replaceAll('-Infinity', '0')],
    'form-feeds-taken': [
      'Takes raw form feeds and backspaces in strings.',
      (text) => text.replaceAll(/[\f\b]/gu, ' '),
    ],
    'other-spaces-taken': ['Trims the body as JavaScript trims.', (text) => text.trim()],
    'byte-order-marks-taken': [
      'Takes a byte-order mark for a space.',
      (text) => text.replaceAll('\ufeff', ' '),
    ],
    'objects-within-skipped': [
      'Skips an object in the body by its braces.',
      (text) => text.replace(/:\{[^{}]*\}/u, ':{}'),
    ],
    'cut-short-taken': ['Closes a body that is cut short.', closed],
  }),
  ...json('create.malformed-json', [], fixesChunked, {
    'later-chunks-unread': ['Stops reading a body in chunks once it has a whole value.', firstValue],
  }),
  ...json('create.malformed-json', [], patchAsIs, {
    'later-pieces-unread': [
      'Stops reading a body once a packet ends with a whole value.',
      (base, world) => {
        const { parseBody = base.parseBody } = fixes(firstValue)(base, world);
        return { parseBody: (call) => (call.pieces > 1 ? parseBody : base.parseBody)(call) };
      },
    ],
  }),
  ...json('create.media-type', [], takes, {
    'any-media-type-taken': ['Takes JSON under any media type.', () => true],
    'text-taken': ['Adds an animal from JSON that is sent as text/plain.', (type) => type === 'text/plain'],
  }),
];
