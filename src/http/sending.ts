import type { Client } from './types.ts';

/** A client that sends in another way, as undici composes dispatchers, and is else the same. */
export function sendingBy(client: Client, send: Client['send']): Client {
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
