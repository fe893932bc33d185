import { startReference, type Reference } from '../../reference/index.ts';
import { closeLater, KEY } from '../e2e/servers.ts';

/** The reference server itself, for whom nothing has to stand between: a relay sends every request once more. */
export async function target(...faults: readonly string[]): Promise<Reference> {
  const server = await startReference({ key: KEY, faults });
  closeLater(() => server.close());
  return server;
}
