import { createHash } from 'node:crypto';
import type { RequirementId } from '../../requirements/index.ts';
import { toFaultExtras, type FaultExtrasOrMayFall, type Fault } from '../define.ts';
import { faults } from '../faults/index.ts';
import type { ServerSteps, Patch } from '../steps.ts';
import type { Call } from '../model.ts';
import type { InputSelector, CallSelector } from './which.ts';

/**
 * A kind of fault that affects only a share of the inputs, like a bug behind a condition. Each server of the family gets other
 * inputs wrong. The title contains `one in N`, the share of inputs that are wrong.
 */
export interface FaultFamily extends Pick<Fault, 'id' | 'title' | 'mayFall' | 'start' | 'config'> {
  /** The requirement that fails if a run sends an input that the server gets wrong. */
  readonly breaks: RequirementId;
  readonly patch: (hits: InputSelector) => Patch;
}

/** Makes families of faults from patches; a patch takes effect for the calls that `select` selects. */
export function makeFaultFamilies(
  group: 'share' | 'flaky',
  select: CallSelector,
  rows: Readonly<
    Record<string, readonly [title: string, breaks: RequirementId, patch: Patch, more?: FaultExtrasOrMayFall]>
  >,
): readonly FaultFamily[] {
  return Object.entries(rows).map(([name, [title, breaks, patch, extra = []]]) => {
    const { mayFall = [], ...more } = toFaultExtras(extra);
    const falls = mayFall.filter((row) => row !== breaks);
    return { id: `${group}/${name}`, title, breaks, mayFall: falls, patch: onSome(select, patch), ...more };
  });
}

/**
 * Makes families from faults: the same patch, applied to a share of the inputs.
 * @param words noun for the inputs in titles, after "one in N"
 * @param rows for each name: id of a fault, and further requirements that may fail if only some inputs are wrong
 */
export function makeFamiliesFromFaults(
  group: 'share' | 'flaky',
  select: CallSelector,
  words: string,
  rows: Readonly<Record<string, readonly [fault: string, ...mayFall: RequirementId[]]>>,
): readonly FaultFamily[] {
  return Object.entries(rows).map(([name, [faultId, ...more]]) => {
    const fault = faults.find(({ id }) => id === faultId);
    const [breaks, ...rest] = fault?.breaks ?? [];
    if (fault?.patch === undefined || breaks === undefined)
      throw new Error(`${faultId} is no fault that can be shown in part`);
    return {
      ...fault,
      id: `${group}/${name}`,
      title: `${fault.title.slice(0, -1)}, but only for one in N ${words}.`,
      breaks,
      mayFall: [...new Set([...rest, ...fault.mayFall, ...more])].filter((row) => row !== breaks),
      patch: onSome(select, fault.patch),
    };
  });
}

/** Applies the patched steps only to calls that `select` selects; other calls use the original steps. */
const onSome =
  (select: CallSelector, patch: Patch) =>
  (hits: InputSelector): Patch =>
  (base, world) => {
    const isHit = select(hits);
    const own = patch(base, world);
    const names = Object.keys(own) as (keyof ServerSteps)[];
    return Object.fromEntries(
      names.map((name) => {
        const [as, other] = [base[name], own[name]] as readonly ((...args: unknown[]) => unknown)[];
        return [name, (...args: unknown[]) => (isHit(args.at(-1) as Call, args[0]) ? other : as)?.(...args)];
      }),
    );
  };

/** Returns one server of a family as a fault: `share/limit-refused@10#3` is the third one with a share of one in ten. */
export function faultOfFamily(family: FaultFamily, oneIn: number, number: number): Fault {
  const { id, title, breaks, patch, ...rest } = family;
  return {
    ...rest,
    id: `${id}@${oneIn}#${number}`,
    title: title.replace('one in N', `one in ${oneIn}`),
    breaks: [breaks],
    // Each server draws its own hits, so that its random sequence starts from the beginning.
    patch: (base, world) => patch(makeInputSelector(`${id} ${number}`, oneIn))(base, world),
  };
}

/** Returns a selector of one in `oneIn` inputs; another `salt` selects others. */
export function makeInputSelector(salt: string, oneIn: number): InputSelector {
  let count = 0;
  /** A pseudo-random number from 0 to 1; equal inputs give equal numbers. */
  const place = (...input: readonly (bigint | number | string)[]): number => {
    const hash = createHash('sha256').update([salt, ...input].join('\u0000'));
    return hash.digest().readUInt32BE(0) / 2 ** 32;
  };
  return {
    on: (...input) => place('on', ...input) < 1 / oneIn,
    among(first, last) {
      const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      const sorted = all.toSorted((a, b) => place('among', a) - place('among', b));
      return new Set(sorted.slice(0, Math.max(1, Math.round(all.length / oneIn))));
    },
    byChance: () => place('chance', count++) < 1 / oneIn,
  };
}
