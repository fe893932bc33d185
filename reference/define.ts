import type { RequirementId } from '../requirements/index.ts';
import type { Patch } from './hooks.ts';
import type { ReferenceOptions } from './model.ts';

/** What a run against this server has to be told, keyed and written like the options of the command line. */
export interface RunHints {
  /** `1,2` */
  readonly categoryIds?: string;
  readonly consistencyMs?: number;
  /** `YYYY-MM-DD` */
  readonly asOf?: string;
  readonly seed?: number;
  readonly maxCreated?: number;
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
}

/** One way in which a server breaks the document, or misses good practice. */
export interface Fault extends Modifier {
  /** The requirements that the server breaks. */
  readonly breaks: readonly RequirementId[];
  /** The requirements that may honestly fall with them. */
  readonly mayFall: readonly RequirementId[];
  /** The requirements that it leaves undecided, since what would tell gets no answer. */
  readonly leaves?: readonly RequirementId[];
  /** Variants that it stands on. */
  readonly needs?: readonly string[];
}

/** One way in which a server obeys the document and differs where it is silent. */
export interface Variant extends Modifier {
  /** Advisory requirements that it misses. */
  readonly warns: readonly RequirementId[];
}

/** A fault as it is written down; what may fall with it is nothing unless said. */
export function defineFault(fault: Omit<Fault, 'mayFall'> & Partial<Pick<Fault, 'mayFall'>>): Fault {
  return { mayFall: [], ...fault };
}

/** What a fault has besides what each has. */
export type More = Partial<Pick<Fault, 'mayFall' | 'needs' | 'start' | 'config'>>;

/** A fault as one row of a group. */
export type FaultRow = readonly [
  /** Without the group. */
  id: string,
  title: string,
  breaks: RequirementId | readonly RequirementId[],
  patch: Patch,
  /** A list is what may fall. */
  more?: More | readonly RequirementId[],
];

/** The faults of a group; what a fault breaks need not be left out of what may fall. */
export function faultsOf(group: string, rows: readonly FaultRow[]): readonly Fault[] {
  return rows.map(([id, title, broken, patch, extra = {}]) => {
    const breaks = [broken].flat();
    const { mayFall = [], ...more }: More = 'length' in extra ? { mayFall: extra } : extra;
    return defineFault({
      id: `${group}/${id}`,
      title,
      breaks,
      mayFall: mayFall.filter((one) => !breaks.includes(one)),
      patch,
      ...more,
    });
  });
}

/** A variant as it is written down; it warns about nothing unless said. */
export function defineVariant(variant: Omit<Variant, 'warns'> & Partial<Pick<Variant, 'warns'>>): Variant {
  return { warns: [], ...variant };
}
