import type { Json } from '../src/json/types.ts';
import { notStrings } from './bodies.ts';
import { drawn, type Drawn } from './drawn.ts';

/** Values of `message` that are no string. */
export const notMessages: Drawn<Json> = notStrings;

/** Texts that every service has to take: short, and of plain letters. */
export const plainTexts: Drawn<string> = drawn<string>({
  words: ['Hello from the conformance run', 'hello', 'Is Rex still there'],
  'one letter': ['a'],
  'two lines of plain words': ['Rex has eaten and Luna sleeps'],
});

/** Texts that a service may refuse, and that come back as they are where it takes them. */
export const unusualTexts: Drawn<string> = drawn<string>(
  {
    'beyond the basic plane': ['hello \u{1F436}\u{1F3FD}', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
    'quotes and markup': ['say "hello" & <b>bye</b>', "it's \\ here"],
    'spaces at the ends': [' hello ', 'hello '],
  },
  {
    'several lines': ['hello\nRex', 'a\r\nb', 'a\tb'],
    'looks like something else': ['12345', 'null', 'true', '{"message":"x"}'],
    'combining characters': ['e\u0301\u00e9', 'n\u0303'],
    long: ['x'.repeat(500), 'word '.repeat(300)],
    nothing: [''],
  },
);

/** Bodies without a member called `message`. */
export const withoutMessage: Drawn<Json> = drawn<Json>(
  {
    'an empty object': [{}],
    'another member': [{ text: 'hello' }, { msg: 'hello' }, { body: 'hello' }],
    'in other case': [{ Message: 'hello' }, { MESSAGE: 'hello' }],
    'one level down': [{ data: { message: 'hello' } }],
    'no object': [[], null, 'hello', [{ message: 'hello' }]],
  },
  { 'a name that is near': [{ 'message ': 'hello' }, { messages: 'hello' }, { message_: 'hello' }] },
);

/** Content types that are not `application/json`; null is none at all. */
export const otherContentTypes: Drawn<string | null> = drawn<string | null>(
  {
    none: [null],
    text: ['text/plain', 'text/plain; charset=utf-8', 'text/html'],
    'a form': ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'],
    xml: ['application/xml', 'text/xml'],
    'JSON under another name': ['text/json', 'application/vnd.api+json', 'application/x-json'],
  },
  {
    bytes: ['application/octet-stream', 'image/png'],
    'a name that begins alike': ['application/jsonp', 'application/json-patch+json', 'application/json5'],
    'a name that ends alike': ['x-application/json'],
  },
);
