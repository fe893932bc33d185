import type { TestProject } from 'vitest/node';
import { startReference } from '../../reference/index.ts';
import { readConfig, withEmbedded } from '../config/read.ts';
import type { UserConfig } from '../config/types.ts';
import { UsageError } from '../config/usage-error.ts';

/** Lets the suites be run by vitest itself: the target comes from the environment and `.env`, else it is the embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const config = configure();
  if (config.baseUrl !== undefined) {
    project.provide('config', config);
    return () => Promise.resolve();
  }
  const reference = await startReference({ asOf: config.asOf });
  const { baseUrl, messagesUrl, key, messagesKey } = reference;
  project.provide(
    'config',
    withEmbedded(config, { baseUrl, messagesUrl, apiKey: key, messagesApiKey: messagesKey }),
  );
  return () => reference.close();
}

function configure(): UserConfig {
  try {
    return readConfig({ flags: {}, env: process.env, cwd: process.cwd() });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // vitest shows every member and the stack, of which the sentences alone are of use.
    const plain = new Error(error.message);
    plain.stack = `Error: ${error.message}`;
    throw plain;
  }
}
