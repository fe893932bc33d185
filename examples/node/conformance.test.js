// `npm test` judges the server: one test for each check of the kit.
import { afterAll, beforeAll } from 'vitest';
import { conformance } from 'petstore-conformance/vitest';
import { startServer } from './server.js';

const apiKey = 'key-of-the-tests';
let server;
beforeAll(async () => {
  server = await startServer({ apiKey });
});
afterAll(() => server.close());

conformance(() => ({
  baseUrl: server.baseUrl,
  messagesUrl: server.messagesUrl,
  apiKey,
  categoryIds: [1, 2, 3],
}));
