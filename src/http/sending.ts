import type { Client } from './types.ts';

/** Returns the client with another `send`, as undici composes dispatchers. */
export function clientWithSend(client: Client, send: Client['send']): Client {
  return {
    send,
    get traffic() {
      return client.traffic;
    },
    exchanges: client.exchanges,
    onExchange: (listener) => client.onExchange(listener),
    close: () => client.close(),
  };
}
