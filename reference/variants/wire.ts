import type { ServerResponse } from 'node:http';
import { writeHead } from '../conformant/answers.ts';
import { patchAsIs, type Variant, makeVariants } from '../define.ts';
import type { Patch } from '../steps.ts';
import type { Call, SerializedReply } from '../model.ts';
import { hangUp, replaceSend, sendZipped, sleep } from '../modify.ts';

/** Changes a response before it is sent. */
const changed = (change: (wire: SerializedReply) => SerializedReply): Patch =>
  replaceSend((wire, response, call, base) => base.send(change(wire), response, call));

/** Adds header lines such as `Vary: Accept`. */
const more = (lines: readonly string[]): Patch =>
  changed((wire) => ({
    ...wire,
    headers: [...wire.headers, ...lines.map((line) => line.split(': ') as [string, string])],
  }));

const named = (change: (name: string) => string): Patch =>
  changed((wire) => ({
    ...wire,
    headers: wire.headers.map(([name, value]) => [change(name), value] as const),
  }));

/** Calls `prepare` on the Node.js response before it is sent. */
const prepared = (prepare: (response: ServerResponse, call: Call, wire: SerializedReply) => unknown): Patch =>
  replaceSend(async (wire, response, call, base) => {
    await prepare(response, call, wire);
    return base.send(wire, response, call);
  });

/** Sends status and headers, and lets `body` send the body. */
const written = (body: (payload: Buffer, response: ServerResponse) => void | Promise<void>): Patch =>
  replaceSend((wire, response) => {
    writeHead(wire, response);
    return body(wire.payload, response);
  });

/** Sends the body in several chunks, without a Content-Length. */
const inPieces = ([count, pause]: readonly [count: number, pause: number]): Patch =>
  written(async (payload, response) => {
    const size = Math.ceil(payload.length / count);
    for (let start = 0; start < payload.length; start += size) {
      response.write(payload.subarray(start, start + size));
      if (pause > 0) await sleep(pause);
    }
    response.end();
  });

const contentType = (type: string): Patch => {
  return () => ({ contentType: () => type });
};

const oneAtATime: Patch = (base) => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    answer(call) {
      const answer = last.then(() => base.answer(call));
      last = answer.catch(() => {});
      return answer;
    },
  };
};

/** Variants of HTTP that the document leaves open. */
export const wireVariants: readonly Variant[] = [
  ...makeVariants('wire', inPieces, {
    chunked: ['Sends every body in chunks.', [3, 0]],
    dribbled: ['Sends every body in pieces with pauses between them.', [4, 2]],
  }),
  ...makeVariants('wire', prepared, {
    'close-every-third': [
      'Closes the connection after every third answer.',
      (response, { number }) => number % 3 === 0 && response.setHeader('Connection', 'close'),
    ],
    'close-after-errors': [
      'Closes the connection after every error.',
      (response, _, { status }) => status >= 400 && response.setHeader('Connection', 'close'),
    ],
    'no-date': ['Sends no Date header.', (response) => (response.sendDate = false)],
    'reason-phrase': ['Makes up reason phrases.', (response) => (response.statusMessage = 'As You Wish')],
    'early-hints': [
      'Sends a 103 before every answer.',
      (response) => response.writeEarlyHints({ link: '</style.css>; rel=preload' }),
    ],
    continue: ['Sends a 100 before every answer, unasked.', (response) => response.writeContinue()],
    slow: ['Takes 25 milliseconds for every answer.', () => sleep(25)],
    uneven: ['Takes up to 40 ms, so that answers overtake.', (_, { number }) => sleep((number * 17) % 40)],
  }),
  ...makeVariants('wire', written, {
    'ended-by-close': [
      'Ends every body by closing the connection, as HTTP/1.0 does.',
      (payload, response) => {
        response.useChunkedEncodingByDefault = false;
        response.setHeader('Connection', 'close');
        response.write(payload);
        response.end();
      },
    ],
    trailers: [
      'Sends trailers after every body.',
      (payload, response) => {
        response.setHeader('Trailer', 'X-Checksum');
        response.write(payload);
        response.addTrailers({ 'X-Checksum': '0' });
        response.end();
      },
    ],
  }),
  ...makeVariants('wire', named, {
    'headers-upper-case': ['Writes the names of headers in upper case.', (name) => name.toUpperCase()],
    'headers-lower-case': ['Writes the names of headers in lower case.', (name) => name.toLowerCase()],
  }),
  ...makeVariants('wire', contentType, {
    charset: ['Says the charset beside the media type.', 'application/json; charset=utf-8'],
    'media-type-upper-case': ['Writes the media type in upper case.', 'APPLICATION/JSON;Charset="UTF-8"'],
    'media-type-parameters': [
      'Sends parameters of its own with the media type.',
      'application/json ; profile="pets,animals"; odata.metadata=minimal',
    ],
  }),
  ...makeVariants('wire', more, {
    close: ['Closes the connection after every answer.', ['Connection: close']],
    'gateway-headers': [
      'Adds the headers of a gateway to every answer.',
      [
        'Via: 1.1 gateway',
        'X-Request-Id: 6f1c',
        'Strict-Transport-Security: max-age=1',
        'X-RateLimit-Remaining: 17',
        'Server: bank/7',
      ],
    ],
    'cache-headers': [
      'Adds a weak ETag and caching headers to every answer.',
      ['ETag: W/"1"', 'Cache-Control: private, max-age=0', 'Vary: Authorization', 'Vary: Accept'],
    ],
    'headers-of-17-kb': [
      'Sends a header of 17,000 characters with every answer.',
      [`X-Trace: ${'x'.repeat(17_000)}`],
      { ends: true },
    ],
    cookies: [
      'Sets cookies with every answer.',
      ['Set-Cookie: session=1; Path=/; HttpOnly', 'Set-Cookie: node=b; Path=/'],
    ],
    'cross-origin-headers': [
      'Allows every origin in every answer.',
      ['Access-Control-Allow-Origin: *', 'Access-Control-Expose-Headers: *'],
    ],
  }),
  ...makeVariants('wire', patchAsIs, {
    'compressed-if-asked': ['Compresses bodies for those who accept it.', sendZipped((zipped) => zipped)],
    'one-at-a-time': ['Answers one request at a time.', oneAtATime],
    'reads-dropped': [
      'Drops the connection instead of answering every twentieth read.',
      replaceSend(hangUp, ({ method, number }) => method === 'GET' && number % 20 === 0),
    ],
  }),
];
