import type { Hooks, Patch } from '../hooks.ts';
import type { World } from '../model.ts';
import { answers } from './answers.ts';
import { auth } from './auth.ts';
import { create } from './create.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { messages } from './messages.ts';

/** The steps of the conformant server, overridden by the patches in their order. */
export function compose(world: World, patches: readonly Patch[]): Readonly<Hooks> {
  // Steps call each other through this object, so that every step uses a patched one.
  const hooks = {} as Hooks;
  for (const part of [answers, auth, list, create, get, messages]) {
    Object.assign(hooks, part(hooks, world));
  }
  for (const patch of patches) Object.assign(hooks, patch({ ...hooks }, world));
  return hooks;
}
