import { randomBytes } from 'node:crypto';
import { composeSteps } from './conformant/index.ts';
import type { Fault, RequiredRunSettings, ModifierStartOptions, Variant } from './define.ts';
import type { FaultFamily } from './families/define.ts';
import type { Patch } from './steps.ts';
import type { ReferenceOptions, ServerState } from './model.ts';
import { listen } from './server.ts';

export type { Fault, RequiredRunSettings, Variant } from './define.ts';
export type { FaultFamily } from './families/define.ts';
export type { ReferenceOptions } from './model.ts';

/** A running reference server. */
export interface ReferenceServer {
  /** Base address of the animals, without a trailing slash; its path is the version prefix, `/v1` by default. */
  readonly baseUrl: string;
  /** Full address for messages. */
  readonly messagesUrl: string;
  readonly key: string;
  readonly messagesKey: string;
  /** Settings that a run needs to judge this server as intended. */
  readonly hints: RequiredRunSettings;
  /** Stops the server at once, and closes open connections. */
  close(): Promise<void>;
}

/**
 * Loads every fault of `startReference`, and the family members among `asked`, such as `share/limit-refused@10#3`. These
 * modules are imported only here, because starting a server without faults does not need them.
 */
export async function loadAllFaults(asked: readonly string[] = []): Promise<readonly Fault[]> {
  const { faults } = await import('./faults/index.ts');
  if (!asked.some((id) => id.includes('@'))) return faults;
  const { findFamilyFault } = await import('./families/index.ts');
  return [...faults, ...asked.flatMap((id) => findFamilyFault(id) ?? [])];
}

/** Loads every family of faults. Each server of a family fails on other inputs. */
export async function loadFaultFamilies(): Promise<readonly FaultFamily[]> {
  return (await import('./families/index.ts')).allFaultFamilies;
}

/** Loads every lawful variant of `startReference`. */
export async function loadVariants(): Promise<readonly Variant[]> {
  return (await import('./variants/index.ts')).variants;
}

/**
 * Starts an in-memory server for both profiles on one port. Rejects with one sentence for an unknown fault or variant,
 * and with the system error if the port is not available.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const modifiers = await chosen(options);
  const settings = { ...modifiers.start, ...options };
  const key = settings.key ?? `pk_${randomBytes(16).toString('hex')}`;
  const world: ServerState = {
    key,
    messagesKey: settings.messagesKey ?? key,
    asOf: settings.asOf ?? new Date().toISOString().slice(0, 10),
    anyCategory: settings.anyCategory ?? false,
    prefix: settings.prefix ?? '/v1',
    animals: new Map(),
    nextId: settings.firstId ?? 1n,
    nextMessage: 1,
  };
  const steps = composeSteps(world, modifiers.patches);
  seed(world, settings.seedAnimals ?? 0);
  const { origin, close } = await listen(steps, {
    host: settings.host ?? '127.0.0.1',
    port: settings.port ?? 0,
    prefix: world.prefix,
    name: settings.name,
  });
  return {
    baseUrl: `${origin}${world.prefix}`,
    messagesUrl: `${origin}/messages`,
    key,
    messagesKey: world.messagesKey,
    hints: modifiers.hints,
    close,
  };
}

/** Combines the settings and patches of faults and variants; a fault's settings override a variant's. */
async function chosen({ faults = [], variants = [] }: ReferenceOptions): Promise<{
  readonly start: ModifierStartOptions;
  readonly hints: RequiredRunSettings;
  readonly patches: readonly Patch[];
}> {
  if (faults.length === 0 && variants.length === 0) return { start: {}, hints: {}, patches: [] };
  const known = await loadVariants();
  const broken = pick('fault', faults.length === 0 ? [] : await loadAllFaults(faults), faults);
  const needed = [...pick('variant', known, variants), ...broken].flatMap(({ needs = [] }) => needs);
  const modifiers = [...pick('variant', known, [...new Set([...variants, ...needed])]), ...broken];
  return {
    start: Object.assign({}, ...modifiers.map(({ start }) => start)) as ModifierStartOptions,
    hints: Object.assign({}, ...modifiers.map(({ config }) => config)) as RequiredRunSettings,
    patches: modifiers.flatMap(({ patch = [] }) => patch),
  };
}

/** Returns the items with these ids, in the order of the ids. Throws for an unknown id. */
function pick<Item extends { readonly id: string }>(
  kind: 'fault' | 'variant',
  items: readonly Item[],
  ids: readonly string[],
): readonly Item[] {
  return ids.map((id) => {
    const found = items.find((item) => item.id === id);
    if (found === undefined) throw new Error(`There is no ${kind} '${id}'.`);
    return found;
  });
}

/** Adds `count` animals: categories 1 to 5 and every status, or none, in turn. */
function seed(world: ServerState, count: number): void {
  const statuses = ['available', 'pending', 'sold', undefined];
  for (let index = 0; index < count; index += 1) {
    const id = world.nextId++;
    world.animals.set(id, {
      id,
      name: `Seed ${index + 1}`,
      categoryId: BigInt((index % 5) + 1),
      status: statuses[index % statuses.length],
    });
  }
}
