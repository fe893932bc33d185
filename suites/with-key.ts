import type { CheckContext } from '../src/engine/plan/index.ts';
import { type Reply, withRequestScope, validCredential } from '../src/engine/target/index.ts';
import type { TestedOperation } from './operations.ts';

function keyed({ name, ask }: TestedOperation, context: CheckContext): Promise<Reply | undefined> {
  const { apiKey, messages } = context.config;
  if (name === 'message') return ask(context, validCredential(messages?.apiKey ?? ''), 0);
  // The same animal that is asked for without the key: a cache may show it to anybody afterwards.
  return name === 'get' ? ask(context, validCredential(apiKey), 0) : context.api.list();
}

/** Sends a request twice beside three with the key; returns the first response that is not 401, otherwise the first. */
export async function besideKey(
  operation: TestedOperation,
  context: CheckContext,
  send: () => Promise<Reply | undefined>,
): Promise<Reply | undefined> {
  const withKey = () => keyed(operation, context);
  const [, one, , another] = await Promise.all([withKey(), send(), withKey(), send(), withKey()]);
  const answered = [one, another].filter((reply) => reply?.answer !== undefined);
  return answered.find((reply) => reply?.answer?.status !== 401) ?? answered[0] ?? one;
}

/** Sends a request with the key, then calls `send` on the same connection, and again if the response is 401. */
export async function behindKey(
  operation: TestedOperation,
  context: CheckContext,
  send: () => Promise<Reply | undefined>,
): Promise<Reply | undefined> {
  await withRequestScope({ connection: { own: 0, last: false } }, () => keyed(operation, context));
  const next = await withRequestScope({ connection: { own: 0, last: false } }, send);
  return next?.answer?.status === 401 ? withRequestScope({ connection: { own: 0, last: true } }, send) : next;
}
