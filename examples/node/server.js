// A conformant Pet Store without a framework. `npm start` serves it; conformance.test.js judges it.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const STATUSES = ['available', 'pending', 'sold'];
const CATEGORIES = [1, 2, 3];
const REMOVAL = new Date('2030-12-05T00:00:00Z');
const LARGEST_BODY = 100_000;

/** A rejection with a 4xx status and an Error object. */
class Refusal extends Error {
  constructor(status, code, message, headers = {}) {
    super(message);
    this.answer = { status, headers, body: { code, message, status } };
  }
}

const bad = (message) => new Refusal(400, 'bad_request', message);
const notFound = (message) => new Refusal(404, 'not_found', message);

function authenticate({ headers }, apiKey) {
  const [, token] = /^bearer +(\S+)$/iu.exec(headers.authorization ?? '') ?? [];
  if (token === apiKey) return;
  const message = 'A valid key is needed: Authorization: Bearer <key>.';
  throw new Refusal(401, 'unauthorized', message, { 'WWW-Authenticate': 'Bearer' });
}

/** Returns the JSON object in the body. `otherType` is the status for another Content-Type. */
async function readObject(request, otherType) {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new Refusal(otherType, 'media_type', 'Send the body as application/json.');
  }
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Refusal(413, 'too_large', 'The body is too large.');
    chunks.push(chunk);
  }
  let body;
  try {
    // A body that is not UTF-8 is not JSON either.
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw bad('The body is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bad('Send a JSON object.');
  return body;
}

function known(name, value, values) {
  if (!values.includes(value)) throw bad(`${name} has to be one of ${values.join(', ')}.`);
}

function list(stored, { query }) {
  const limit = query.get('limit') ?? '20';
  const most = /^\d{1,3}$/u.test(limit) ? Number(limit) : 0;
  if (most < 1 || most > 100) throw bad('limit has to be an integer from 1 to 100.');
  const status = query.get('status');
  if (status !== null) known('status', status, STATUSES);
  const matching = [...stored.values()].filter((pet) => status === null || pet.status === status);
  return { status: 200, body: matching.slice(0, most) };
}

/** Stores an animal with the members that a client may set; others, such as an id, are ignored. */
async function create(stored, { request }) {
  const { name, categoryId, status } = await readObject(request, 415);
  if (typeof name !== 'string' || name === '') throw bad('name has to be a string that is not empty.');
  known('categoryId', categoryId, CATEGORIES);
  if (status !== undefined) known('status', status, STATUSES);
  const pet = { id: stored.size + 1, name, categoryId, status };
  stored.set(String(pet.id), pet);
  return { status: 201, body: pet };
}

/** Compares ids as text, which is exact whatever their length. */
function get(stored, { params: [id] }) {
  if (new Date() > REMOVAL) throw new Refusal(410, 'gone', 'Use the list of animals.');
  const pet = stored.get(id);
  if (pet === undefined) throw notFound('There is no such animal.');
  const headers = { Deprecation: '@1767225600', Sunset: REMOVAL.toUTCString() };
  return { status: 200, headers, body: pet };
}

async function send(_stored, { request }) {
  const { message } = await readObject(request, 400);
  if (typeof message !== 'string') throw bad('message has to be a string.');
  const body = { id: randomUUID(), message, status: 'queued', createdAt: new Date().toISOString() };
  return { status: 202, body };
}

const ROUTES = [
  ['GET', /^\/v1\/pets$/u, list],
  ['POST', /^\/v1\/pets$/u, create],
  ['GET', /^\/v1\/pets\/([^/]+)$/u, get],
  ['POST', /^\/messages$/u, send],
];

/** Checks the key before the path and the body: a client without a valid key must not learn anything else. */
async function answer(request, stored, apiKey) {
  authenticate(request, apiKey);
  const [path, search] = request.url.split('?', 2);
  const query = new URLSearchParams(search);
  for (const [method, pattern, handle] of ROUTES) {
    const found = request.method === method ? pattern.exec(path) : null;
    if (found !== null) return handle(stored, { request, query, params: found.slice(1) });
  }
  throw notFound('There is nothing at this address.');
}

/** Resolves to the server's addresses and a function that stops it. Port 0 selects a free port. */
export async function startServer({ apiKey, port = 0 }) {
  const stored = new Map();
  const server = createServer(async (request, response) => {
    const failed = { status: 500, body: { code: 'internal', message: 'Sorry.', status: 500 } };
    const { status, headers, body } = await answer(request, stored, apiKey).catch(
      (error) => error.answer ?? failed,
    );
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    baseUrl: `${origin}/v1`,
    messagesUrl: `${origin}/messages`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { PETSTORE_API_KEY: apiKey = 'example-key', PORT: port = '8080' } = process.env;
  const { baseUrl, messagesUrl } = await startServer({ apiKey, port: Number(port) });
  console.log(`Animals at ${baseUrl}, messages at ${messagesUrl}`);
}
