// A conformant Pet Store in Express. `npm start` serves it; conformance.test.js judges it.
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import express from 'express';

const STATUSES = ['available', 'pending', 'sold'];
const CATEGORIES = [1, 2, 3];
const REMOVAL = new Date('2030-12-05T00:00:00Z');

/** A rejection with a 4xx status; the error handler at the end turns it into an Error object. */
class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const bad = (message) => new Refusal(400, 'bad_request', message);

/** Comes first, before the body is read: a client without a valid key must not learn anything else. */
function authenticate(apiKey) {
  return (request, response, next) => {
    const [, token] = /^bearer +(\S+)$/iu.exec(request.get('authorization') ?? '') ?? [];
    if (token === apiKey) return next();
    response.set('WWW-Authenticate', 'Bearer');
    throw new Refusal(401, 'unauthorized', 'A valid key is needed: Authorization: Bearer <key>.');
  };
}

/** Returns the JSON object in the body. `otherType` is the status for another Content-Type. */
function objectOf(request, otherType) {
  if (!request.is('application/json')) {
    throw new Refusal(otherType, 'media_type', 'Send the body as application/json.');
  }
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bad('Send a JSON object.');
  return body;
}

/** Returns the members of an animal that a client may set; others, such as an id, are ignored. */
function readAnimal({ name, categoryId, status }) {
  if (typeof name !== 'string' || name === '') throw bad('name has to be a string that is not empty.');
  if (!CATEGORIES.includes(categoryId)) throw bad(`categoryId has to be one of ${CATEGORIES.join(', ')}.`);
  if (status === undefined) return { name, categoryId };
  if (!STATUSES.includes(status)) throw bad(`status has to be one of ${STATUSES.join(', ')}.`);
  return { name, categoryId, status };
}

function readQuery({ limit = '20', status }) {
  const most = /^\d{1,3}$/u.test(limit) ? Number(limit) : 0;
  if (most < 1 || most > 100) throw bad('limit has to be an integer from 1 to 100.');
  if (status !== undefined && !STATUSES.includes(status)) {
    throw bad(`status has to be one of ${STATUSES.join(', ')}.`);
  }
  return { most, status };
}

function animals() {
  // By id as text, so that ids in paths are compared exactly, whatever their length.
  const stored = new Map();
  const router = express.Router();
  router.get('/pets', (request, response) => {
    const { most, status } = readQuery(request.query);
    const matching = [...stored.values()].filter((pet) => status === undefined || pet.status === status);
    response.json(matching.slice(0, most));
  });
  router.post('/pets', (request, response) => {
    const pet = { id: stored.size + 1, ...readAnimal(objectOf(request, 415)) };
    stored.set(String(pet.id), pet);
    response.status(201).json(pet);
  });
  router.get('/pets/:petId', (request, response) => {
    if (new Date() > REMOVAL) throw new Refusal(410, 'gone', 'Use the list of animals.');
    const pet = stored.get(request.params.petId);
    if (pet === undefined) throw new Refusal(404, 'not_found', 'There is no such animal.');
    response.set({ Deprecation: '@1767225600', Sunset: REMOVAL.toUTCString() }).json(pet);
  });
  return router;
}

function messages(request, response) {
  const { message } = objectOf(request, 400);
  if (typeof message !== 'string') throw bad('message has to be a string.');
  response.status(202).json({
    id: randomUUID(),
    message,
    status: 'queued',
    createdAt: new Date().toISOString(),
  });
}

/** Resolves to the server's addresses and a function that stops it. Port 0 selects a free port. */
export async function startServer({ apiKey, port = 0 }) {
  const app = express().disable('x-powered-by');
  app.use(authenticate(apiKey));
  app.use(express.json());
  app.use('/v1', animals());
  app.post('/messages', messages);
  app.use(() => {
    throw new Refusal(404, 'not_found', 'There is nothing at this address.');
  });
  // Express recognises an error handler by its four parameters.
  app.use((error, _request, response, _next) => {
    const status = error.status ?? 500;
    const [code, message] =
      status < 500 ? [error.code ?? 'bad_request', error.message] : ['internal', 'Sorry.'];
    response.status(status).json({ code, message, status });
  });
  const server = await new Promise((resolve, reject) => {
    const listening = app.listen(port, '127.0.0.1', (error) => (error ? reject(error) : resolve(listening)));
  });
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
