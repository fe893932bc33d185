import { createHash } from 'node:crypto';
import type { RequirementId } from '../../requirements/index.ts';
import { besides, type Besides, type Fault } from '../define.ts';
import { faults } from '../faults/index.ts';
import type { Hooks, Patch } from '../hooks.ts';
import type { Call } from '../model.ts';
import type { Hits, Which } from './which.ts';

/**
 * Faults of one kind that get a share of their inputs wrong, as bugs do that lie behind a condition. Which inputs these
 * are is drawn for each server; their title has `one in N` for the share.
 */
export interface Family extends Pick<Fault, 'id' | 'title' | 'mayFall' | 'start' | 'config'> {
  /** What it breaks where one of those inputs is met. */
  readonly breaks: RequirementId;
  readonly patch: (hits: Hits) => Patch;
}

/** Families of their own by their names: what such a server does, what it breaks, its patch, and what may fall or what else. */
export type Families = Readonly<
  Record<string, readonly [title: string, breaks: RequirementId, patch: Patch, more?: Besides]>
>;

/** Makes families of a group that get the same share of something wrong; what one breaks need not be left out of what may fall. */
export function familiesOf(group: 'share' | 'flaky', some: Which, rows: Families): readonly Family[] {
  return Object.entries(rows).map(([name, [title, breaks, patch, extra = []]]) => {
    const { mayFall = [], ...more } = besides(extra);
    const falls = mayFall.filter((row) => row !== breaks);
    return { id: `${group}/${name}`, title, breaks, mayFall: falls, patch: onSome(some, patch), ...more };
  });
}

/**
 * Makes families of faults: a share of what the fault gets wrong each time.
 * @param words what one in N is said of
 * @param rows by their names the fault, and what may fall besides where not everything is wrong
 */
export function sharesOf(
  group: 'share' | 'flaky',
  some: Which,
  words: string,
  rows: Readonly<Record<string, readonly [fault: string, ...mayFall: RequirementId[]]>>,
): readonly Family[] {
  return Object.entries(rows).flatMap(([name, [id, ...more]]) => {
    const { title, breaks, mayFall, patch, start, config } =
      faults.find((one) => one.id === id) ?? missing(id);
    const [first = missing(id), ...rest] = breaks;
    return familiesOf(group, some, {
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

/** Shows a patch where a step is called with something that is hit alone. */
function onSome(some: Which, patch: Patch): (hits: Hits) => Patch {
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

/** The server of a family that a number stands for, as a fault: `share/limit-refused@10#3` is the third with one in ten. */
export function drawn(family: Family, oneIn: number, number: number): Fault {
  const { id, title, breaks, patch, ...rest } = family;
  const hits = drawHits(`${id} ${number}`, oneIn);
  return {
    ...rest,
    id: `${id}@${oneIn}#${number}`,
    title: title.replace('one in N', `one in ${oneIn}`),
    breaks: [breaks],
    // Drawn anew for each start of the server: chance begins again.
    patch: (base, world) => patch(hits())(base, world),
  };
}

function drawHits(salt: string, oneIn: number): () => Hits {
  /** From 0 to 1, as good as by chance, and the same for the same input. */
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
