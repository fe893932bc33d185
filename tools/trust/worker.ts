import { parentPort } from 'node:worker_threads';
import type { Order, Delivery } from './pool.ts';
import { runOne } from './run-one.ts';

// One thread of the pool: judges what it is sent, several servers side by side, since they mostly wait.
parentPort?.on('message', ({ ticket, subject }: Order) => {
  runOne(subject).then(
    (told) => parentPort?.postMessage({ ticket, told } satisfies Delivery, []),
    (error: unknown) => {
      const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort?.postMessage({ ticket, failure } satisfies Delivery, []);
    },
  );
});
