import { createServer, request } from 'node:http';

// Imports the build by a computed name: otherwise the compiler would treat its own output as source files.
const REFERENCE = 'reference.js';
const { startReference } = await import(`../../dist/${REFERENCE}`);

/** Starts the reference server behind a proxy that delays each response by `latency` ms, or answers lists with `list`. */
export async function target({ animals = 0, latency = 0, list } = {}) {
  const reference = await startReference({ seedAnimals: animals });
  const { hostname, port } = new URL(reference.baseUrl);
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const isKeyed = headers.authorization === `Bearer ${reference.key}`;
    if (list !== undefined && method === 'GET' && isKeyed && /\/pets(?:\?|$)/u.test(url)) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(list);
      return;
    }
    const passed = request({ hostname, port, method, path: url, headers }, (came) => {
      setTimeout(() => {
        response.writeHead(came.statusCode, came.headers);
        came.pipe(response);
      }, latency);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    words: ['--base-url', `${origin}/v1`, '--api-key', reference.key, '--messages-url', `${origin}/messages`],
    close: async () => {
      server.closeAllConnections();
      server.close();
      await reference.close();
    },
  };
}

/** Returns the JSON of a list of this many animals. */
export function listOf(animals) {
  const statuses = ['available', 'pending', 'sold'];
  return JSON.stringify(
    Array.from({ length: animals }, (_, at) => ({
      id: at + 1_000_000,
      name: `Animal ${at}`,
      categoryId: 1,
      status: statuses[at % 3],
    })),
  );
}
