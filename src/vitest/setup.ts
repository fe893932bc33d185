import type { TestProject } from 'vitest/node';
import { readConfig } from '../config/read.ts';
import type { UserConfig } from '../config/types.ts';
import { UsageError } from '../config/usage-error.ts';
import { prepareTarget } from '../run/embedded.ts';

/** Lets the suites be run by vitest itself: the target comes from the environment and `.env`, else it is the embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { config, close } = await prepareTarget(configure());
  project.provide('config', config);
  project.provide('wire', undefined);
  return close;
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
