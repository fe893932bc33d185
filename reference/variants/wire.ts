import { gzipSync } from 'node:zlib';
import { defineVariant, type Variant } from '../define.ts';
import type { Hooks, Patch } from '../hooks.ts';
import { sleep } from '../modify.ts';
import type { HeaderLine, Wire } from '../model.ts';

const sends = (own: (base: Readonly<Hooks>) => Hooks['send']): Patch => {
  return (base) => ({ send: own(base) });
};

/** Changes what goes out before it goes out. */
const changed = (change: (wire: Wire) => Wire): Patch =>
  sends((base) => (wire, response, call) => base.send(change(wire), response, call));

const more = (...lines: readonly HeaderLine[]): Patch =>
  changed((wire) => ({ ...wire, headers: [...wire.headers, ...lines] }));

/** Writes the body in pieces, without a Content-Length. */
const inPieces = (size: number, pause: number): Patch =>
  sends(() => async (wire, response) => {
    for (const [name, value] of wire.headers) response.appendHeader(name, value);
    response.statusCode = wire.status;
    for (let start = 0; start < wire.payload.length; start += Math.ceil(wire.payload.length / size)) {
      response.write(wire.payload.subarray(start, start + Math.ceil(wire.payload.length / size)));
      if (pause > 0) await sleep(pause);
    }
    response.end();
  });

const contentType =
  (type: string): Patch =>
  () => ({ contentType: () => type });

type Row = readonly [id: string, title: string, patch: Patch];

const rows: readonly Row[] = [
  ['chunked', 'Sends every body in chunks.', inPieces(3, 0)],
  ['dribbled', 'Sends every body in pieces with pauses between them.', inPieces(4, 2)],
  ['close', 'Closes the connection after every answer.', more(['Connection', 'close'])],
  [
    'close-every-third',
    'Closes the connection after every third answer.',
    sends((base) => (wire, response, call) => {
      if (call.number % 3 === 0) response.setHeader('Connection', 'close');
      return base.send(wire, response, call);
    }),
  ],
  [
    'close-after-errors',
    'Closes the connection after every error.',
    sends((base) => (wire, response, call) => {
      if (wire.status >= 400) response.setHeader('Connection', 'close');
      return base.send(wire, response, call);
    }),
  ],
  [
    'ended-by-close',
    'Ends every body by closing the connection, as HTTP/1.0 does.',
    sends(() => (wire, response) => {
      response.useChunkedEncodingByDefault = false;
      response.setHeader('Connection', 'close');
      for (const [name, value] of wire.headers) response.appendHeader(name, value);
      response.statusCode = wire.status;
      response.write(wire.payload);
      response.end();
    }),
  ],
  [
    'headers-upper-case',
    'Writes the names of headers in upper case.',
    changed((wire) => ({
      ...wire,
      headers: wire.headers.map(([name, value]) => [name.toUpperCase(), value] as const),
    })),
  ],
  [
    'headers-lower-case',
    'Writes the names of headers in lower case.',
    changed((wire) => ({
      ...wire,
      headers: wire.headers.map(([name, value]) => [name.toLowerCase(), value] as const),
    })),
  ],
  ['charset', 'Says the charset beside the media type.', contentType('application/json; charset=utf-8')],
  [
    'media-type-upper-case',
    'Writes the media type in upper case, with a quoted parameter.',
    contentType('APPLICATION/JSON;Charset="UTF-8"'),
  ],
  [
    'media-type-parameters',
    'Sends parameters of its own with the media type.',
    contentType('application/json ; profile="pets,animals"; odata.metadata=minimal'),
  ],
  [
    'gateway-headers',
    'Adds the headers of a gateway to every answer.',
    more(
      ['Via', '1.1 gateway'],
      ['X-Request-Id', '6f1c'],
      ['Strict-Transport-Security', 'max-age=1'],
      ['X-RateLimit-Remaining', '17'],
      ['Server', 'bank/7'],
    ),
  ],
  [
    'cache-headers',
    'Adds a weak ETag and caching headers to every answer.',
    more(
      ['ETag', 'W/"1"'],
      ['Cache-Control', 'private, max-age=0'],
      ['Vary', 'Authorization'],
      ['Vary', 'Accept'],
    ),
  ],
  [
    'cookies',
    'Sets cookies with every answer.',
    more(['Set-Cookie', 'session=1; Path=/; HttpOnly'], ['Set-Cookie', 'node=b; Path=/']),
  ],
  [
    'cross-origin-headers',
    'Allows every origin in every answer.',
    more(['Access-Control-Allow-Origin', '*'], ['Access-Control-Expose-Headers', '*']),
  ],
  [
    'no-date',
    'Sends no Date header.',
    sends((base) => (wire, response, call) => {
      response.sendDate = false;
      return base.send(wire, response, call);
    }),
  ],
  [
    'reason-phrase',
    'Sends reason phrases of its own.',
    sends((base) => (wire, response, call) => {
      response.statusMessage = 'As You Wish';
      return base.send(wire, response, call);
    }),
  ],
  [
    'early-hints',
    'Sends an interim answer before every answer.',
    sends((base) => (wire, response, call) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      return base.send(wire, response, call);
    }),
  ],
  [
    'trailers',
    'Sends trailers after every body.',
    sends(() => (wire, response) => {
      for (const [name, value] of wire.headers) response.appendHeader(name, value);
      response.statusCode = wire.status;
      response.setHeader('Trailer', 'X-Checksum');
      response.write(wire.payload);
      response.addTrailers({ 'X-Checksum': '0' });
      response.end();
    }),
  ],
  [
    'compressed-if-asked',
    'Compresses bodies for those who accept it.',
    sends((base) => (wire, response, call) => {
      if (!/\bgzip\b/.test(call.headers['accept-encoding'] ?? '')) return base.send(wire, response, call);
      const headers: HeaderLine[] = [...wire.headers, ['Content-Encoding', 'gzip']];
      return base.send({ ...wire, headers, payload: gzipSync(wire.payload) }, response, call);
    }),
  ],
  [
    'slow',
    'Takes 25 milliseconds for every answer.',
    sends((base) => async (wire, response, call) => {
      await sleep(25);
      return base.send(wire, response, call);
    }),
  ],
  [
    'uneven',
    'Takes up to 40 milliseconds for an answer, so that later ones overtake.',
    sends((base) => async (wire, response, call) => {
      await sleep((call.number * 17) % 40);
      return base.send(wire, response, call);
    }),
  ],
  [
    'one-at-a-time',
    'Answers one request at a time.',
    (base) => {
      let last: Promise<unknown> = Promise.resolve();
      return {
        answer(call) {
          const answer = last.then(() => base.answer(call));
          last = answer.catch(() => {});
          return answer;
        },
      };
    },
  ],
  [
    'reads-dropped',
    'Drops the connection instead of answering every twentieth read.',
    sends((base) => (wire, response, call) => {
      if (call.method === 'GET' && call.number % 20 === 0) {
        response.destroy();
        return undefined;
      }
      return base.send(wire, response, call);
    }),
  ],
];

/** What HTTP leaves open. */
export const wireVariants: readonly Variant[] = rows.map(([id, title, patch]) =>
  defineVariant({ id: `wire/${id}`, title, patch }),
);
