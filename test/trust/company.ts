import { composeSteps } from '../../reference/conformant/index.ts';
import type { Variant } from '../../reference/index.ts';
import type { ServerState } from '../../reference/model.ts';

/** Variants that one server has at most. */
const MOST = 3;
/** What variants of several groups have to themselves: two that give ids would give some twice. */
const SHARED: Readonly<Record<string, string | readonly string[]>> = {
  ids: 'giving ids',
  others: 'giving ids',
  // Some of them write every answer anew, those of what stands in front too.
  mixed: ['giving ids', 'writing answers'],
  front: 'writing answers',
  firewall: 'writing answers',
  // A store that held thousands before does not lose what it was to lose.
  population: 'what is held',
  trimmed: 'what is held',
  emptied: 'what is held',
  // A quota of what is held is never used up for good where animals go.
  conflict: 'what is held',
  quota: 'what is held',
};

const WORLD: ServerState = {
  key: 'key',
  messagesKey: 'key',
  asOf: '2026-11-21',
  anyCategory: false,
  prefix: '/v1',
  animals: new Map(),
  nextId: 1n,
  nextMessage: 1,
};
const CONFORMANT = composeSteps(WORLD, []);

/** What of a server a variant has to itself: the steps and hints that it replaces, and what its group is about. */
function matters({ id, patch, leaves = [], start = {}, config = {} }: Variant): readonly string[] {
  const [group = id] = id.split('/');
  const steps = patch?.({ ...CONFORMANT }, WORLD) ?? {};
  const own = Object.keys({ ...steps, ...start, ...config, [group]: true });
  // Where no animal can be added, what is there from the start tells why.
  const held = leaves.includes('create.success') ? 'what is held' : [];
  // A replica that lags shows what was there before, under ids that are given again by then.
  const given = leaves.includes('create.id.unique') ? 'lag' : [];
  return [...own, SHARED[group] ?? [], held, given].flat();
}

/** Every variant, together with others that leave what it changes as it is: each is there whole, and what they add up to is lawful. */
export function inCompany(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const servers: { readonly has: Variant[]; readonly taken: Set<string> }[] = [];
  for (const variant of variants) {
    const own = matters(variant);
    const fits = servers.find(({ has, taken }) => has.length < MOST && own.every((one) => !taken.has(one)));
    const { has, taken } = fits ?? { has: [], taken: new Set<string>() };
    if (fits === undefined) servers.push({ has, taken });
    has.push(variant);
    for (const one of own) taken.add(one);
  }
  return servers.map(({ has }) => has);
}
