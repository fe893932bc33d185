const hexCode = (character: string): string => character.charCodeAt(0).toString(16);

/** Every way of writing a text that the redactor has to see through. */
export const ENCODINGS = {
  plain: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  reversed: (text) => [...text].toReversed().join(''),
  'percent, as needed': encodeURIComponent,
  'percent, fully, lower case': (text) =>
    text.replaceAll(/./gsu, (one) => `%${hexCode(one).padStart(2, '0')}`),
  'percent, fully, upper case': (text) =>
    text.replaceAll(/./gsu, (one) => `%${hexCode(one).padStart(2, '0').toUpperCase()}`),
  'percent, every third, twice': (text) =>
    encodeURIComponent(
      text.replaceAll(
        /(.)(.?.?)/gsu,
        (_, one: string, rest: string) => `%${hexCode(one)}${encodeURIComponent(rest)}`,
      ),
    ),
  json: (text) => JSON.stringify(text).slice(1, -1),
  'json in json': (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  'json, fully': (text) => text.replaceAll(/./gsu, (one) => `\\u${hexCode(one).padStart(4, '0')}`),
  script: (text) => text.replaceAll(/./gsu, (one) => `\\x${hexCode(one).padStart(2, '0')}`),
  'html, as needed': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  'html, decimal': (text) => text.replaceAll(/./gsu, (one) => `&#${one.charCodeAt(0)};`),
  'html, hexadecimal': (text) => text.replaceAll(/./gsu, (one) => `&#x${hexCode(one)};`),
  hex: (text) => Buffer.from(text).toString('hex'),
  'hex, upper case': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 of Basic': (text) => Buffer.from(`user:${text}`).toString('base64'),
  'base64 of Bearer': (text) => Buffer.from(`Bearer ${text}`).toString('base64'),
  'base64 in between': (text) => Buffer.from(`ab${text}yz`).toString('base64url'),
  'base64 in a URL': (text) => encodeURIComponent(Buffer.from(`a${text}`).toString('base64')),
} as const satisfies Record<string, (text: string) => string>;
