import type { RequirementId } from '../requirements/index.ts';
import type { Patch } from './hooks.ts';
import type { Reason, ReferenceOptions } from './model.ts';

/** What a run against this server has to be told, keyed and written like the options of the command line. */
export interface RunHints {
  /** `1,2` */
  readonly categoryIds?: string;
  readonly consistencyMs?: number;
  /** `YYYY-MM-DD` */
  readonly asOf?: string;
  readonly seed?: number;
  readonly maxCreated?: number;
  readonly concurrency?: number;
  /** Globs of requirements. */
  readonly only?: readonly string[];
}

/** How the server starts under a fault or a variant, unless its caller says otherwise. */
export type StartHints = Pick<
  ReferenceOptions,
  'seedAnimals' | 'asOf' | 'firstId' | 'anyCategory' | 'prefix'
>;

interface Modifier {
  /** Kebab case, grouped: `list/limit-ignored`. */
  readonly id: string;
  /** What this server does, in one sentence. */
  readonly title: string;
  /** The steps that it replaces. */
  readonly patch?: Patch;
  readonly start?: StartHints;
  readonly config?: RunHints;
  /** Variants that it stands on. */
  readonly needs?: readonly string[];
}

/** One way in which a server breaks the document, or misses good practice. */
export interface Fault extends Modifier {
  /** The requirements that the server breaks. */
  readonly breaks: readonly RequirementId[];
  /** The requirements that may honestly fall with them. */
  readonly mayFall: readonly RequirementId[];
  /** The requirements that it leaves undecided, since what would tell gets no answer. */
  readonly leaves?: readonly RequirementId[];
}

/** One way in which a server obeys the document and differs where it is silent. */
export interface Variant extends Modifier {
  /** Advisory requirements that it misses. */
  readonly warns: readonly RequirementId[];
  /** Requirements that no run can decide there, and that must not pass. */
  readonly leaves?: readonly RequirementId[];
  /** Whether a run comes to no end there: it is told why, and nothing is found broken. */
  readonly ends?: true;
}

/** What a fault has besides what each has. */
export type More = Partial<Pick<Fault, 'mayFall' | 'leaves' | 'needs' | 'start' | 'config'>>;

/** A list is what may fall. */
export type Besides = More | readonly RequirementId[];

export function besides(extra: Besides): More {
  return 'length' in extra ? { mayFall: extra } : extra;
}

/** Faults by their ids without the group: what each does, what it is made of, and what else is said of it alone. */
export type Faults<How> = Readonly<
  Record<string, readonly [title: string, how: NoInfer<How>, more?: Besides]>
>;

/**
 * Makes faults of a group that break the same and are made in the same way. What may fall with all and with one adds up;
 * what a fault breaks need not be left out of it.
 */
export function faultsOf(group: string) {
  return <How>(
    broken: RequirementId | readonly RequirementId[],
    more: Besides,
    make: (how: How) => Patch,
    rows: Faults<How>,
  ): readonly Fault[] =>
    Object.entries(rows).map(([id, [title, how, own = []]]) => {
      const breaks = [broken].flat();
      const [{ mayFall = [], ...all }, { mayFall: also = [], ...one }] = [besides(more), besides(own)];
      const falls = [...new Set([...mayFall, ...also])].filter((row) => !breaks.includes(row));
      return { id: `${group}/${id}`, title, breaks, mayFall: falls, patch: make(how), ...all, ...one };
    });
}

/** What a variant has besides what each has. */
export type Misses = Partial<Pick<Variant, 'warns' | 'leaves' | 'ends' | 'start' | 'config'>>;

/** Makes variants of a group in one way: by their ids without the group, what each does, what it is made of, and what else. */
export function variantsOf<How>(
  group: string,
  make: (how: How) => Patch,
  rows: Readonly<Record<string, readonly [title: string, how: NoInfer<How>, more?: Misses]>>,
): readonly Variant[] {
  return Object.entries(rows).map(([id, [title, how, more]]) => ({
    id: `${group}/${id}`,
    title,
    warns: [],
    patch: make(how),
    ...more,
  }));
}

/** For rows that are patches already. */
export const as = (patch: Patch): Patch => patch;

/** What may fall where a create is not answered as it should be, though the body was good. */
export const CREATE_REFUSED: readonly RequirementId[] = [
  'create.success',
  'create.status.optional',
  'create.status.values',
];

/** The rows that ask for the 400 of a refused create, what is wrong with it, and words for such bodies. */
export const REFUSED = [
  ['create.missing.name', 'missing_name', 'without a name'],
  ['create.missing.category', 'missing_category', 'without a category'],
  ['create.invalid.name', 'invalid_name', 'whose name is not a string'],
  ['create.invalid.category', 'invalid_category', 'whose category is not an int64'],
  ['create.invalid.status', 'invalid_status', 'whose status is none of the three'],
  ['create.invalid.body', 'invalid_body', 'that are not objects'],
  ['create.malformed-json', 'malformed_json', 'that are not JSON'],
] as const satisfies readonly (readonly [RequirementId, Reason, words: string])[];
export const CREATE_400: readonly RequirementId[] = REFUSED.map(([row]) => row);

/** What falls with a 500 to a request that is not the server's trouble. */
export const FIVE: readonly RequirementId[] = ['robust.no-5xx'];
