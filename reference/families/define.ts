import { createHash } from 'node:crypto';
import type { RequirementId } from '../../requirements/index.ts';
import type { Fault, RunHints, StartHints } from '../define.ts';
import type { Patch } from '../hooks.ts';

/** A part of what may be put in, which one server of a family gets wrong. */
export interface Hits {
  /** One in this many. */
  readonly oneIn: number;
  /** Whether this input is among them: always the same for the same server and the same input. */
  on(...input: readonly (bigint | number | string)[]): boolean;
  /** The members of a small range that are among them: as many as the share says, and one at least. */
  among(first: number, last: number): ReadonlySet<number>;
  /** By chance, whatever the input: another answer each time. */
  byChance(): boolean;
}

/**
 * Faults of one kind that get a share of their inputs wrong, as bugs do that lie behind a condition. Which inputs these
 * are is drawn for each server.
 */
export interface Family {
  /** Kebab case, in the group `share` or `flaky`. */
  readonly id: string;
  /** What such a server does, with `one in N` for its share. */
  readonly title: string;
  /** What it breaks where one of those inputs is met. */
  readonly breaks: RequirementId;
  readonly mayFall: readonly RequirementId[];
  readonly patch: (hits: Hits) => Patch;
  readonly start?: StartHints;
  readonly config?: RunHints;
}

/** Families by their names: what such a server does, what it breaks, what it is made of, and what may fall or what else. */
export type Families<How> = Readonly<
  Record<
    string,
    readonly [
      title: string,
      breaks: RequirementId,
      how: NoInfer<How>,
      more?: readonly RequirementId[] | Partial<Pick<Family, 'mayFall' | 'start' | 'config'>>,
    ]
  >
>;

/** Makes families of a group in one way; what one breaks need not be left out of what may fall. */
export function familiesOf<How>(
  group: 'share' | 'flaky',
  make: (how: How) => (hits: Hits) => Patch,
  rows: Families<How>,
): readonly Family[] {
  return Object.entries(rows).map(([name, [title, breaks, how, extra = []]]) => {
    const { mayFall = [], ...more } = 'length' in extra ? { mayFall: extra } : extra;
    const falls = mayFall.filter((row) => row !== breaks);
    return { id: `${group}/${name}`, title, breaks, mayFall: falls, patch: make(how), ...more };
  });
}

/** For rows that are made of hits already. */
export const asIs = (patch: (hits: Hits) => Patch): ((hits: Hits) => Patch) => patch;

/** The server of a family that a number stands for, as a fault: `share/limit-refused@10#3` is the third with one in ten. */
export function drawn(family: Family, oneIn: number, number: number): Fault {
  const { id, title, breaks, mayFall, patch, start, config } = family;
  const hits = drawHits(`${id} ${number}`, oneIn);
  return {
    id: `${id}@${oneIn}#${number}`,
    title: title.replace('one in N', `one in ${oneIn}`),
    breaks: [breaks],
    mayFall,
    // Drawn anew for each start of the server: chance begins again.
    patch: (base, world) => patch(hits())(base, world),
    ...(start === undefined ? {} : { start }),
    ...(config === undefined ? {} : { config }),
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
