import type { TestProject } from 'vitest/node';
import { startReference } from '../reference/index.ts';
import { readConfig, withEmbedded } from '../src/config/read.ts';

/** Lets the suites be run by vitest itself: the target comes from the environment and `.env`, else it is the embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const config = readConfig({ flags: {}, env: process.env, cwd: process.cwd() });
  if (config.baseUrl !== undefined) {
    project.provide('config', config);
    return () => Promise.resolve();
  }
  const reference = await startReference({
    asOf: config.asOf,
    anyCategory: config.categoryIdsGiven,
    ...(config.apiKey === undefined ? {} : { key: config.apiKey }),
    ...(config.messagesApiKey === undefined ? {} : { messagesKey: config.messagesApiKey }),
  });
  const { baseUrl, messagesUrl, key, messagesKey } = reference;
  project.provide(
    'config',
    withEmbedded(config, { baseUrl, messagesUrl, apiKey: key, messagesApiKey: messagesKey }),
  );
  return () => reference.close();
}
