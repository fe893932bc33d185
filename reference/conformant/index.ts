import type { ServerSteps, Patch } from '../steps.ts';
import type { ServerState } from '../model.ts';
import { commonSteps } from './answers.ts';
import { authSteps } from './auth.ts';
import { createSteps } from './create.ts';
import { getSteps } from './get.ts';
import { listSteps } from './list.ts';
import { messageSteps } from './messages.ts';

/** The steps of the conformant server, overridden by the patches in their order. */
export function composeSteps(world: ServerState, patches: readonly Patch[]): Readonly<ServerSteps> {
  // Steps call each other through this object, so that a patched step also takes effect when another step calls it.
  const steps = {} as ServerSteps;
  for (const part of [commonSteps, authSteps, listSteps, createSteps, getSteps, messageSteps]) {
    Object.assign(steps, part(steps, world));
  }
  for (const patch of patches) Object.assign(steps, patch({ ...steps }, world));
  return steps;
}
