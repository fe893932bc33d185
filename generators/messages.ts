import type { Json } from '../src/json/types.ts';
import { partition, type Partitions } from './partitions.ts';

export const nonStringMessages: Partitions<Json> = partition<Json>({
  'a number': [271_828_182, 1, 2.5],
  zero: [0],
  null: [null],
  true: [true],
  false: [false],
  'an empty array': [[]],
  'an array of one string': [['hello there']],
  'an empty object': [{}],
  'an object that holds one': [{ message: 'hello', text: 'hello', value: 'hello' }],
});

/** Start of the text of the message whose body is sent in two pieces. */
export const TEXT_SENT_IN_PIECES = 'First words and then some more of them';

/**
 * Starts of plain texts, each completed with a unique name: plain words, which neither a filter of words ("Hello" contains
 * "hell") nor one of gibberish refuses.
 */
export const plainMessageTexts: Partitions<string> = partition<string>({
  words: ['Good morning from this run', 'Just this one hour', 'Plans for next week'],
  'a body in two pieces': [TEXT_SENT_IN_PIECES],
});

/** Texts that a service may reject; if it accepts one, it should return it unchanged. */
export const unusualMessageTexts: Partitions<string> = partition<string>({
  'beyond the basic plane': ['hello \u{1F436}\u{1F3FD}', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
  'letters of Latin-1': ['\u00e9t\u00e9 ma\u00f1ana', 'Gr\u00fc\u00dfe'],
  'letters past Latin': ['\u0416\u0443\u043a', '\u72ac', '\u05d0\u05d1'],
  'typographic quotes': ['\u201chello\u201d', 'it\u2019s'],
  quotes: ['say "hello"', "it's \\ here", '`hello`'],
  markup: ['<b>hello</b>', 'a < b & c > d'],
  'spaces at the ends': [' hello '],
  'several lines': ['hello\nRex', 'a\r\nb', 'a\tb'],
  digits: ['12345', '0', '-1'],
  'a word of a language': ['null', 'true', 'undefined', 'false'],
  'JSON in a string': ['{"message":"x"}', '["x"]'],
  'combining characters': ['e\u0301\u00e9', 'n\u0303'],
  'escapes of addresses': ['100%', 'a%20b', 'a+b'],
  'a template': ['{{7*7}}', '${7*7}', '%s'],
  'a slash in front': ['/hlp', '//ths'],
  'an address': ['https://xmpl.tst/ www.xmpl.tst'],
  long: ['x'.repeat(500), 'word '.repeat(300)],
  'long, in letters past Latin': ['\u72ac'.repeat(200), '\u0436\u0443\u043a '.repeat(60)],
  'one letter': ['a'],
  nothing: [''],
});

/** A message nested under `name`, a property such as `constructor` that every JavaScript object has. */
function inObject(name: string): Json {
  return Object.fromEntries([[name, { message: 'hello' }]]);
}

/** Bodies that are valid JSON, but not an object with a member `message`. */
export const bodiesWithoutMessage: Partitions<Json> = partition<Json>({
  'an empty object': [{}],
  'text in its place': [{ text: 'hello' }],
  'msg in its place': [{ msg: 'hello' }],
  'body in its place': [{ body: 'hello' }],
  'content in its place': [{ content: 'hello' }],
  'something else to send': [
    { id: 'm1', template: 'hello', attachment: 'hello', attachments: ['hello'], media: 'hello' },
  ],
  'with a capital': [{ Message: 'hello' }],
  'in capitals': [{ MESSAGE: 'hello' }],
  'one level down': [{ data: { message: 'hello' } }],
  'a space at its end': [{ 'message ': 'hello' }],
  'in the plural': [{ messages: 'hello' }],
  'in another style': [{ message_: 'hello' }, { 'message-text': 'hello' }],
  'behind a prototype': [inObject('__proto__')],
  'behind a constructor': [inObject('constructor')],
  null: [null],
  'a string': ['hello'],
  'a number': [1, 0],
  'an empty array': [[]],
  'a message in an array': [[{ message: 'hello' }]],
});

export const nonJsonContentTypes: Partitions<string> = partition<string>({
  'plain text': ['text/plain', 'text/plain; charset=utf-8'],
  HTML: ['text/html', 'application/xhtml+xml'],
  'a form': ['application/x-www-form-urlencoded'],
  'a form in parts': ['multipart/form-data; boundary=x'],
  XML: ['application/xml', 'text/xml'],
  bytes: ['application/octet-stream', 'image/png'],
  'text that is JSON': ['text/json'],
  'a script': ['text/javascript', 'application/javascript'],
  'JSON under another name': ['application/x-json'],
  'JSON for linked data': ['application/ld+json'],
  'JSON for interfaces': ['application/vnd.api+json'],
  'JSON of one vendor': ['application/vnd.petstore.v1+json', 'application/vnd.petstore+json'],
  'a format on top of JSON': ['application/problem+json', 'application/hal+json'],
  'lines of JSON': ['application/x-ndjson', 'application/jsonlines'],
  'a name that begins alike': ['application/json-rpc', 'application/jsonrequest'],
  'a patch': ['application/json-patch+json', 'application/merge-patch+json'],
  'any type': ['*/*', 'application/*'],
  YAML: ['application/yaml', 'text/yaml'],
  'a table': ['text/csv'],
  'a name that ends alike': ['x-application/json', 'foo/json'],
  'half of the name': ['application', 'json', 'application/'],
  'a list of types': ['text/plain, application/json'],
  'the name in a parameter': ['text/plain; type="application/json"', 'text/plain; application/json'],
});

/** Content types other than `application/json`; null stands for no Content-Type header. */
export const wrongContentTypes: Partitions<string | null> = [
  ...partition<string | null>({ none: [null], 'an empty one': [''] }),
  ...nonJsonContentTypes,
];

/** A message in a format other than JSON, with the content type of that format. */
export interface NonJsonMessage {
  readonly contentType: string;
  readonly body: string;
}

/** Messages in form encodings with their true content type; frameworks parse these into the same object as JSON. */
export const nonJsonMessages: Partitions<NonJsonMessage> = partition<NonJsonMessage>({
  'a form': [{ contentType: 'application/x-www-form-urlencoded', body: 'message=hello' }],
  'a form in parts': [
    {
      contentType: 'multipart/form-data; boundary=x',
      body: '--x\r\nContent-Disposition: form-data; name="message"\r\n\r\nhello\r\n--x--\r\n',
    },
  ],
});
