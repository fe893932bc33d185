import type { TestProject } from 'vitest/node';
import { readConfig } from '../config/read.ts';
import type { UserConfig } from '../config/types.ts';
import { UsageError } from '../config/usage-error.ts';
import { prepareTarget, waiversOf } from '../run/prepare.ts';
import type { Waiver } from '../waivers/types.ts';

/** Lets the suites be run by vitest itself: the target comes from the environment and `.env`, else it is the embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { user, waivers } = await configure();
  const { config, close } = await prepareTarget(user);
  project.provide('conformance', { config, waivers });
  return close;
}

async function configure(): Promise<{ user: UserConfig; waivers: readonly Waiver[] }> {
  try {
    const user = readConfig({ flags: {}, env: process.env, cwd: process.cwd() });
    return { user, waivers: await waiversOf(user) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // vitest shows every member and the stack, of which the sentences alone are of use.
    const plain = new Error(error.message);
    plain.stack = `Error: ${error.message}`;
    throw plain;
  }
}
