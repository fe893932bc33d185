/** A secret with fewer characters stands in ordinary text by chance. */
const LEAST = 8;

/** Words of the interface and of HTTP that are long enough for a key: any answer may hold one. */
const WORDS = [
  'available',
  'categoryId',
  'createdAt',
  'messages',
  'petstore',
  'conformance',
  'application',
  'application/json',
  'Authorization',
  'authentication',
  'Content-Type',
  'Content-Length',
  'WWW-Authenticate',
  'Connection',
  'keep-alive',
  'Transfer-Encoding',
  'Deprecation',
  'deprecated',
  'Location',
  'Unauthorized',
  'Not Found',
  'Bad Request',
  'not_found',
  'bad_request',
  'invalid_request',
  'localhost',
  '127.0.0.1',
].map((word) => word.toLowerCase());

const KNOWN = new Set(WORDS);

/** Whether a text is a word that the interface or HTTP itself uses. */
export function isInterfaceWord(text: string): boolean {
  return KNOWN.has(text.toLowerCase());
}

/** Whether a text, in lower case, is one of those words or stands within one. */
export function isWithinWord(text: string): boolean {
  return WORDS.some((word) => word.includes(text));
}

/**
 * Whether a secret cannot be kept apart from ordinary text, being too short or a word of the interface: it is taken out
 * only where it is a whole value.
 */
export function isWeak(secret: string): boolean {
  return secret.length < LEAST || isInterfaceWord(secret);
}
