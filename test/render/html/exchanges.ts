import { keyBehindScheme } from '../../../generators/credentials.ts';
import { noCredential, validKey } from '../../../src/kit/credentials.ts';
import type { CredentialForm, Exchange, Header } from '../../../reports/exchange.ts';

/** The base address of the sample target. */
export const BASE = 'https://pets.example.test/v1';

interface Sketch {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly credential?: CredentialForm;
  readonly sent?: string;
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
}

/** An exchange of the sample target; without a status no answer came. */
export function exchange(id: string, sketch: Sketch): Exchange {
  const {
    method = 'GET',
    path,
    credential = validKey(''),
    sent,
    status,
    statusText = '',
    body = '',
  } = sketch;
  return {
    id,
    check: 'sample/check',
    operation: method === 'POST' ? 'create' : path.startsWith('/pets/') ? 'get' : 'list',
    startedAt: '2026-11-21T10:04:07.120Z',
    durationMs: 12.4,
    attempt: 1,
    request: {
      method,
      url: `${BASE}${path}`,
      headers: [
        ['accept', 'application/json'],
        ...(credential.pieces === null ? [] : [['authorization', `<${credential.label}>`] as const]),
        ...(sent === undefined ? [] : [['content-type', 'application/json'] as const]),
      ],
      credential: { kind: credential.kind, label: credential.label, pieces: credential.pieces },
      body: sent ?? null,
    },
    response:
      status === undefined
        ? null
        : {
            status,
            statusText,
            headers: sketch.headers ?? [
              ['date', 'Sat, 21 Nov 2026 10:04:07 GMT'],
              ['content-type', 'application/json; charset=utf-8'],
              ['content-length', String(Buffer.byteLength(body))],
            ],
            body,
            bodySize: Buffer.byteLength(body),
          },
    failure: status === undefined ? { kind: 'timeout', message: 'No answer within 10000 ms.' } : null,
  };
}

function animals(count: number): string {
  const names = ['Rex', 'Bella', 'Milo', 'Luna', 'Otis'];
  const items = Array.from({ length: count }, (_, index) => ({
    id: 4100 + index,
    name: `pc-7f3a ${names[index % names.length] ?? ''} ${index}`,
    categoryId: 1 + (index % 3),
    status: ['available', 'pending', 'sold'][index % 3],
  }));
  return JSON.stringify(items);
}

function error(code: string, message: string, status: number): string {
  return JSON.stringify({ code, message, status });
}

export const sampleEvidence: readonly Exchange[] = [
  exchange('x17', { path: '/pets', status: 200, statusText: 'OK', body: animals(25) }),
  exchange('x18', { path: '/pets?limit=20', status: 200, statusText: 'OK', body: animals(20) }),
  exchange('x31', {
    method: 'POST',
    path: '/pets',
    sent: '{"name":"pc-7f3a Rex","categoryId":"one"}',
    status: 400,
    statusText: 'Bad Request',
    body: error('invalid_category', 'categoryId has to be an integer', 422),
  }),
  exchange('x44', {
    method: 'POST',
    path: '/pets',
    sent: '{"name":"pc-7f3a Rex","categoryId":9007199254740993}',
    status: 201,
    statusText: 'Created',
    body: '{"id":4161,"name":"pc-7f3a Rex","categoryId":9007199254740992,"status":"available"}',
  }),
  exchange('x52', {
    path: '/pets?limit=1',
    credential: keyBehindScheme('Basic', ''),
    status: 200,
    statusText: 'OK',
    body: animals(1),
  }),
  exchange('x60', {
    path: '/pets',
    credential: noCredential,
    status: 401,
    statusText: 'Unauthorized',
    body: error('unauthorized', 'The API key is missing.', 401),
  }),
  exchange('x71', {
    path: '/pets?status=dragon',
    status: 500,
    statusText: 'Internal Server Error',
    body: error('internal', 'Cannot read properties of undefined', 500),
  }),
  exchange('x80', { path: '/pets?limit=100' }),
  exchange('x85', {
    path: '/pets/5934871209348120934',
    status: 410,
    statusText: 'Gone',
    body: error('gone', 'No such animal.', 410),
  }),
];
