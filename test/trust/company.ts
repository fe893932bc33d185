import { composeSteps } from '../../reference/conformant/index.ts';
import type { Fault, Variant } from '../../reference/index.ts';
import type { ServerState } from '../../reference/model.ts';
import type { RequirementId } from '../../requirements/index.ts';

/** What variants, or those of several groups, have to themselves: two that give ids would give some twice. */
const SHARED: Readonly<Record<string, string | readonly string[]>> = {
  ids: 'giving ids',
  others: 'giving ids',
  // It refuses ids that another one may give.
  'input/negative-id-400': 'giving ids',
  // Some of them write every answer anew, those of what stands in front too.
  mixed: ['giving ids', 'writing answers'],
  front: 'writing answers',
  // One thing at a time refuses requests, or loses them, before they are read. What sends a body in pieces sends nothing of a
  // shield.
  shield: ['letting in', 'wire'],
  entry: 'letting in',
  // A firewall is told by the form of its answers, headers included.
  firewall: ['letting in', 'json', 'wire'],
  // What is sent again and again through a slow or lossy line takes minutes.
  gateway: ['letting in', 'wire'],
  silent: ['letting in', 'wire'],
  rate: ['letting in', 'wire', 'writing answers'],
  // A store that held thousands before does not lose what it was to lose.
  population: 'what is held',
  trimmed: 'what is held',
  emptied: 'what is held',
  // A quota of what is held is never used up for good where animals go.
  conflict: 'what is held',
  quota: 'what is held',
};

/** Steps around all others, which those of several variants wrap one after the other: each sees every request. */
const AROUND: readonly string[] = ['answer', 'send'];

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

/** What of a server a variant has to itself: what it replaces, what its group is about, and what it leaves open. */
function ofVariant(variant: Variant): readonly string[] {
  const { id, leaves = [], needs = [] } = variant;
  const [group = id] = id.split('/');
  const inside = replaces(variant).filter((step) => !AROUND.includes(step));
  // A replica that lags shows what was there before, under ids that are given again by then.
  const given = leaves.includes('create.id.unique') ? 'lag' : [];
  // Where get is gone, nothing of it is open.
  const got = leaves.some((one) => one.startsWith('get.')) ? 'get' : [];
  const parts = needs.some((part) => part.startsWith('wire/')) ? 'wire' : [];
  return [...inside, group, SHARED[group] ?? [], SHARED[id] ?? [], parts, leaves, given, got].flat();
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

function isFaultAlone({ breaks, leaves = [] }: Fault): boolean {
  return leaves.length > 0 || breaks.some((id) => GROUND.includes(id));
}

/** Whether a variant leaves so little to see that a false alarm of another one would escape beside it. */
function isVariantAlone({ leaves = [], ends, config }: Variant): boolean {
  return (
    ends === true ||
    config?.only !== undefined ||
    leaves.some((id) => GROUND.includes(id) || id.startsWith('auth.'))
  );
}

/** What of a server a fault has to itself: what it replaces, its group, and the requirements that may tell of it. */
function ofFault(fault: Fault): readonly string[] {
  const { id, breaks, mayFall, needs = [] } = fault;
  return [...replaces(fault), ...id.split('/').slice(0, 1), ...breaks, ...mayFall, ...needs];
}

interface Server<T> {
  readonly has: T[];
  /** What its members have to themselves. */
  readonly taken: Set<string>;
}

/**
 * Puts each together with others that leave what it changes as it is, but for those that are to be alone.
 * @param first of the servers that one fits into, the one that it is put into
 */
function together<T>(
  all: readonly T[],
  isAlone: (one: T) => boolean,
  ownOf: (one: T) => readonly string[],
  first: (servers: readonly Server<T>[]) => Server<T> | undefined = ([server]) => server,
): readonly (readonly T[])[] {
  const servers: Server<T>[] = [];
  for (const one of all.filter((some) => !isAlone(some))) {
    const own = ownOf(one);
    const fits = first(servers.filter(({ taken }) => own.every((it) => !taken.has(it))));
    const { has, taken } = fits ?? { has: [], taken: new Set<string>() };
    if (fits === undefined) servers.push({ has, taken });
    has.push(one);
    for (const it of own) taken.add(it);
  }
  return [...all.filter(isAlone).map((one) => [one]), ...servers.map(({ has }) => has)];
}

/** Servers that have every variant, most of them together, in companies as small as their number allows. */
export function variantsInCompany(variants: readonly Variant[]): readonly (readonly Variant[])[] {
  const demand = new Map<string, number>();
  for (const own of variants.flatMap(ofVariant)) demand.set(own, (demand.get(own) ?? 0) + 1);
  const rank = (variant: Variant): number =>
    Math.max(...ofVariant(variant).map((own) => demand.get(own) ?? 0));
  return together(
    variants.toSorted((a, b) => rank(b) - rank(a)),
    isVariantAlone,
    ofVariant,
    (servers) => servers.toSorted((a, b) => a.has.length - b.has.length)[0],
  );
}

/** Servers that have every fault, most of them together: each replaces other steps, and other requirements tell of it. */
export function faultsInCompany(faults: readonly Fault[]): readonly (readonly Fault[])[] {
  return together(faults, isFaultAlone, ofFault);
}
