import type { RequirementId } from '../../requirements/index.ts';
import { defineFault, type Fault } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { readJson } from '../json.ts';
import { type Call, Refusal } from '../model.ts';
import { crash } from '../modify.ts';
import { mediaTypeOf } from '../conformant/create.ts';

/** Mends the text of a create's body before it is parsed, as a lenient parser does. */
function mends(mend: (text: string) => string): Patch {
  return (base) => ({
    parseBody(call) {
      if (call.operation !== 'create' || call.tooLarge || call.body.length === 0) return base.parseBody(call);
      try {
        return readJson(call.body);
      } catch {
        return base.parseBody({ ...call, body: Buffer.from(mend(call.body.toString('utf8'))) });
      }
    },
  });
}

const malformed = (fail: (call: Call) => never): Patch => {
  return (base) => ({
    parseBody(call) {
      if (call.operation !== 'create' || call.body.length === 0) return base.parseBody(call);
      try {
        return base.parseBody(call);
      } catch (error) {
        return error instanceof Refusal && error.reason === 'malformed_json' ? fail(call) : crash();
      }
    },
  });
};

/** The longest beginning that is JSON, as a parser that reads one value and stops. */
function firstValue(text: string): string {
  for (let end = text.length; end > 0; end -= 1) {
    try {
      JSON.parse(text.slice(0, end));
      return text.slice(0, end);
    } catch {
      // A shorter one may do.
    }
  }
  return text;
}

/** Closes what is open, as parsers for broken streams do. */
function closed(text: string): string {
  for (const end of ['}', '"}', '1}', 'null}', '""}', ':null}', '":null}', '"":null}']) {
    const mended = text.replace(/[,\s]+$/, '') + end;
    try {
      JSON.parse(mended);
      return mended;
    } catch {
      // Another end may do.
    }
  }
  return text;
}

const lenient: readonly (readonly [string, string, (text: string) => string])[] = [
  [
    'trailing-comma',
    'Takes JSON with a comma before a closing bracket.',
    (text) => text.replace(/,(\s*[}\]])/g, '$1'),
  ],
  ['trailing-bytes', 'Passes over what follows the first JSON value of a body.', firstValue],
  ['single-quotes', 'Takes JSON with single quotes.', (text) => text.replaceAll("'", '"')],
  [
    'bare-names',
    'Takes JSON whose member names have no quotes.',
    (text) => text.replace(/([{,]\s*)([A-Za-z]\w*)\s*:/g, '$1"$2":'),
  ],
  ['comments', 'Takes JSON with comments.', (text) => text.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, ' ')],
  [
    'leading-zeros',
    'Takes JSON whose numbers have leading zeros.',
    (text) => text.replace(/([:[,]\s*-?)0+(?=\d)/g, '$1'),
  ],
  [
    'control-characters',
    'Takes JSON with control characters inside strings.',
    (text) => text.replace(/[\0-\x1f]/g, ' '),
  ],
  ['cut-short', 'Closes a body that is cut short.', closed],
];

const broken: readonly RequirementId[] = ['create.malformed-json'];

const takesMediaType = (when: (type: string) => boolean): Patch => {
  return (base) => ({
    checkMediaType: (call) => (when(mediaTypeOf(call)) ? undefined : base.checkMediaType(call)),
  });
};

export const jsonFaults: readonly Fault[] = [
  ...lenient.map(([id, title, mend]) =>
    defineFault({ id: `json/${id}-taken`, title, breaks: broken, patch: mends(mend) }),
  ),
  defineFault({
    id: 'json/malformed-crash',
    title: 'Fails with 500 where a body is not JSON.',
    breaks: broken,
    mayFall: ['robust.no-5xx'],
    patch: malformed(crash),
  }),
  defineFault({
    id: 'json/malformed-422',
    title: 'Answers 422 where a body is not JSON.',
    breaks: broken,
    patch: malformed(() => {
      throw new Refusal(422, 'malformed_json', 'The body is not JSON.');
    }),
  }),
  defineFault({
    id: 'json/malformed-415',
    title: 'Answers 415 where a body is not JSON.',
    breaks: broken,
    patch: malformed(() => {
      throw new Refusal(415, 'malformed_json', 'The body is not JSON.');
    }),
  }),
  defineFault({
    id: 'json/any-media-type-taken',
    title: 'Adds an animal from JSON under any media type.',
    breaks: ['create.media-type'],
    patch: takesMediaType(() => true),
  }),
  defineFault({
    id: 'json/text-taken',
    title: 'Adds an animal from JSON that is sent as text/plain.',
    breaks: ['create.media-type'],
    patch: takesMediaType((type) => type === 'text/plain'),
  }),
  defineFault({
    id: 'json/other-media-type-crash',
    title: 'Fails with 500 where the media type is not JSON.',
    breaks: ['create.media-type'],
    mayFall: ['robust.no-5xx'],
    patch: (base) => ({
      checkMediaType(call) {
        try {
          base.checkMediaType(call);
        } catch {
          crash();
        }
      },
    }),
  }),
];
