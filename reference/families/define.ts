import { createHash } from 'node:crypto';
import type { RequirementId } from '../../requirements/index.ts';
import { toFaultExtras, type FaultExtrasOrMayFall, type Fault } from '../define.ts';
import { faults } from '../faults/index.ts';
import type { Hooks, Patch } from '../hooks.ts';
import type { Call } from '../model.ts';
import type { InputSelector, CallSelector } from './which.ts';

/**
 * A kind of fault that affects only a share of the inputs, like a bug behind a condition. Each server of the family gets
 * other inputs wrong. The title contains `one in N` for the share.
 */
export interface Family extends Pick<Fault, 'id' | 'title' | 'mayFall' | 'start' | 'config'> {
  /** The requirement that fails if a run sends one of these inputs. */
  readonly breaks: RequirementId;
  readonly patch: (hits: InputSelector) => Patch;
}

/** Families by name: title, broken requirement, patch, and optional members. */
export type FamilyRows = Readonly<
  Record<string, readonly [title: string, breaks: RequirementId, patch: Patch, more?: FaultExtrasOrMayFall]>
>;

/** Makes families of a group that apply their patch to the inputs that `some` selects. */
export function makeFamilies(
  group: 'share' | 'flaky',
  some: CallSelector,
  rows: FamilyRows,
): readonly Family[] {
  return Object.entries(rows).map(([name, [title, breaks, patch, extra = []]]) => {
    const { mayFall = [], ...more } = toFaultExtras(extra);
    const falls = mayFall.filter((row) => row !== breaks);
    return { id: `${group}/${name}`, title, breaks, mayFall: falls, patch: onSome(some, patch), ...more };
  });
}

/**
 * Makes families from faults: the same patch, applied to a share of the inputs.
 * @param words the inputs, for the title: "one in N WORDS"
 * @param rows by name, the id of the fault and further requirements that may fail because only some inputs are wrong
 */
export function makeFamiliesFromFaults(
  group: 'share' | 'flaky',
  some: CallSelector,
  words: string,
  rows: Readonly<Record<string, readonly [fault: string, ...mayFall: RequirementId[]]>>,
): readonly Family[] {
  return Object.entries(rows).flatMap(([name, [id, ...more]]) => {
    const { title, breaks, mayFall, patch, start, config } =
      faults.find((one) => one.id === id) ?? missing(id);
    const [first = missing(id), ...rest] = breaks;
    return makeFamilies(group, some, {
      [name]: [
        `${title.slice(0, -1)}, but only for one in N ${words}.`,
        first,
        patch ?? missing(id),
        {
          mayFall: [...new Set([...rest, ...mayFall, ...more])],
          ...(start && { start }),
          ...(config && { config }),
        },
      ],
    });
  });
}

function missing(id: string): never {
  throw new Error(`${id} is no fault that can be shown in part`);
}

/** Applies the patched steps only to calls that `some` selects; other calls use the original steps. */
function onSome(some: CallSelector, patch: Patch): (hits: InputSelector) => Patch {
  return (hits) => {
    const isHit = some(hits);
    return (base, world) => {
      const own = patch(base, world);
      const steps = Object.keys(own) as (keyof Hooks)[];
      return Object.fromEntries(
        steps.map((name) => {
          const [as, other] = [base[name], own[name]] as readonly ((...args: unknown[]) => unknown)[];
          return [
            name,
            (...args: unknown[]) => (isHit(args.at(-1) as Call, args[0]) ? other : as)?.(...args),
          ];
        }),
      );
    };
  };
}

/** Returns one server of a family as a fault: `share/limit-refused@10#3` is the third one with a share of one in ten. */
export function faultOfFamily(family: Family, oneIn: number, number: number): Fault {
  const { id, title, breaks, patch, ...rest } = family;
  const hits = drawHits(`${id} ${number}`, oneIn);
  return {
    ...rest,
    id: `${id}@${oneIn}#${number}`,
    title: title.replace('one in N', `one in ${oneIn}`),
    breaks: [breaks],
    // Each start of the server makes new hits, so that their random sequence starts again.
    patch: (base, world) => patch(hits())(base, world),
  };
}

function drawHits(salt: string, oneIn: number): () => InputSelector {
  /** A pseudo-random number from 0 to 1; equal inputs give equal numbers. */
  const place = (...input: readonly (bigint | number | string)[]): number => {
    const hash = createHash('sha256').update([salt, ...input].join('\u0000'));
    return hash.digest().readUInt32BE(0) / 2 ** 32;
  };
  return () => {
    let count = 0;
    return {
      oneIn,
      on: (...input) => place('on', ...input) < 1 / oneIn,
      among(first, last) {
        const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
        const sorted = all.toSorted((a, b) => place('among', a) - place('among', b));
        return new Set(sorted.slice(0, Math.max(1, Math.round(all.length / oneIn))));
      },
      byChance: () => place('chance', count++) < 1 / oneIn,
    };
  };
}
