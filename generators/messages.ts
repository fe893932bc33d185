import type * as fc from 'fast-check';
import type { Json } from '../src/json/types.ts';
import { notStrings } from './bodies.ts';

/** Values of `message` that are no string. */
export const notMessages: fc.Arbitrary<Json> = notStrings;
export const tellingNotMessages: readonly Json[] = [734512903, null, false, [], ['hello'], { text: 'hello' }];

/** Bodies without a member called `message`. */
export const withoutMessage: readonly Json[] = [
  {},
  { text: 'hello' },
  { data: { message: 'hello' } },
  [],
  null,
  'hello',
];

/** Content types that are not `application/json`; null is none at all. */
export const otherContentTypes: readonly (string | null)[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/vnd.api+json',
  'multipart/form-data; boundary=x',
  'text/json',
  null,
];
