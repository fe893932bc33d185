import type { Ask, Client, NoAnswer } from '../client/types.ts';

/** Requests in a row that get no answer before the target is asked whether it still answers at all. */
const IN_A_ROW = 8;

/**
 * A client that notices when the target has stopped answering: so many requests in a row got no answer, and the read that
 * was answered last gets none either when it is sent once more. A run could else wait for each of its requests.
 * @param most requests under way at once; the others wait here, so that the question does not have to wait behind them
 * @param gone called once, with what came of the last try
 */
export function steadyClient(client: Client, most: number, gone: (silence: NoAnswer) => void): Client {
  const queue: (() => void)[] = [];
  let inside = 0;
  let silent = 0;
  let asking = false;
  let lastRead: Ask | undefined;

  const admit = (): void => {
    for (;;) {
      if (asking || inside >= most) return;
      const next = queue.shift();
      if (next === undefined) return;
      inside += 1;
      next();
    }
  };
  const ask = async (read: Ask): Promise<void> => {
    asking = true;
    const outcome = await client.send(read);
    asking = false;
    silent = 0;
    if (outcome.kind === 'no-answer' && outcome.why !== 'cancelled') gone(outcome);
  };
  return {
    send: async (request) => {
      await new Promise<void>((resolve) => {
        queue.push(resolve);
        admit();
      });
      try {
        const outcome = await client.send(request);
        if (outcome.kind === 'answer' || outcome.why === 'too-large') {
          // An answer that is too much for the kit is one all the same.
          silent = 0;
          if (request.method === 'GET') lastRead = request;
        } else {
          silent += 1;
          if (silent >= IN_A_ROW && !asking && lastRead !== undefined) await ask(lastRead);
        }
        return outcome;
      } finally {
        inside -= 1;
        admit();
      }
    },
    get traffic() {
      return client.traffic;
    },
    exchanges: client.exchanges,
    onExchange: (listener) => client.onExchange(listener),
    close: () => client.close(),
  };
}
