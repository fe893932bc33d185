import { composeSteps } from '../../reference/conformant/index.ts';
import type { Fault, Variant } from '../../reference/index.ts';
import type { ServerState } from '../../reference/model.ts';
import type { RequirementId } from '../../requirements/index.ts';

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

/** The steps and hints of a server that a fault or a variant replaces. */
function replaces({ patch, start = {}, config = {} }: Fault | Variant): readonly string[] {
  return Object.keys({ ...patch?.({ ...CONFORMANT }, WORLD), ...start, ...config });
}

/** What of a server a variant has to itself: what it replaces, and what its group is about. */
function ofVariant(variant: Variant): readonly string[] {
  const { id, leaves = [] } = variant;
  const [group = id] = id.split('/');
  // Where no animal can be added, what is there from the start tells why.
  const held = leaves.includes('create.success') ? 'what is held' : [];
  // A replica that lags shows what was there before, under ids that are given again by then.
  const given = leaves.includes('create.id.unique') ? 'lag' : [];
  return [...replaces(variant), group, SHARED[group] ?? [], held, given].flat();
}

/** What a run stands on: where one of these is broken, it sees less of the rest. */
const GROUND: readonly RequirementId[] = [
  'auth.accepted',
  'auth.first',
  'create.success',
  'create.id.assigned',
  'create.id.unique',
  'list.success',
  'list.complete',
  'get.removed',
  'messages.media',
];

function isAlone({ breaks, leaves = [] }: Fault): boolean {
  return leaves.length > 0 || breaks.some((id) => GROUND.includes(id));
}

/** What of a server a fault has to itself: what it replaces, its group, and the requirements that may tell of it. */
function ofFault(fault: Fault): readonly string[] {
  const { id, breaks, mayFall, needs = [] } = fault;
  return [...replaces(fault), ...id.split('/').slice(0, 1), ...breaks, ...mayFall, ...needs];
}

/** Puts each together with others that leave what it changes as it is. */
function together<T>(
  all: readonly T[],
  ownOf: (one: T) => readonly string[],
  most = Infinity,
): readonly (readonly T[])[] {
  const servers: { readonly has: T[]; readonly taken: Set<string> }[] = [];
  for (const one of all) {
    const own = ownOf(one);
    const fits = servers.find(({ has, taken }) => has.length < most && own.every((it) => !taken.has(it)));
    const { has, taken } = fits ?? { has: [], taken: new Set<string>() };
    if (fits === undefined) servers.push({ has, taken });
    has.push(one);
    for (const it of own) taken.add(it);
  }
  return servers.map(({ has }) => has);
}

/** Servers that have every variant, some of them together: each is there whole, and what they add up to is lawful. */
export function variantsInCompany(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  return together(variants, ofVariant, MOST);
}

/** Servers that have every fault, most of them together: each replaces other steps, and other requirements tell of it. */
export function faultsInCompany(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  const others = faults.filter((fault) => !isAlone(fault));
  return [...faults.filter(isAlone).map((fault) => [fault]), ...together(others, ofFault)];
}
