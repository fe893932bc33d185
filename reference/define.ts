import type { RequirementId } from '../requirements/index.ts';
import type { Patch } from './steps.ts';
import type { RefusalReason, ReferenceOptions } from './model.ts';

/** Settings that a run against this server needs, named like the command-line options. */
export interface RequiredRunSettings {
  /** Comma-separated, such as `1,2`. */
  readonly categoryIds?: string;
  readonly consistencyMs?: number;
  /** A date, `YYYY-MM-DD`. */
  readonly asOf?: string;
  readonly seed?: number;
  readonly maxCreated?: number;
  readonly concurrency?: number;
  /** Requirement ids or glob patterns. */
  readonly only?: readonly string[];
}

/** Start options that a fault or variant sets; the caller's options take precedence. */
export type ModifierStartOptions = Pick<
  ReferenceOptions,
  'seedAnimals' | 'asOf' | 'firstId' | 'anyCategory' | 'prefix'
>;

interface Modifier {
  /** Kebab case with a group, such as `list/limit-ignored`. */
  readonly id: string;
  /** The behaviour of the server in one sentence. */
  readonly title: string;
  /** The steps that the fault or variant overrides. */
  readonly patch?: Patch;
  readonly start?: ModifierStartOptions;
  readonly config?: RequiredRunSettings;
  /** Ids of variants that are enabled too. */
  readonly needs?: readonly string[];
}

/** A server behaviour that violates the document or good practice. */
export interface Fault extends Modifier {
  /** Requirements that must fail. */
  readonly breaks: readonly RequirementId[];
  /** Requirements that may fail as a consequence of the fault. */
  readonly mayFall: readonly RequirementId[];
  /** Requirements that stay undecided, because the relevant requests get no response. */
  readonly leaves?: readonly RequirementId[];
}

/** A server behaviour that the document allows on a point that it leaves open. */
export interface Variant extends Modifier {
  /** Advisory requirements that get a warning. */
  readonly warns: readonly RequirementId[];
  /** Requirements that no run can decide on this server; they must not pass. */
  readonly leaves?: readonly RequirementId[];
  /** If true, the run cannot be completed: the report says why, and no requirement fails. */
  readonly ends?: true;
}

/** Optional members of a fault. */
export type FaultExtras = Partial<Pick<Fault, 'mayFall' | 'leaves' | 'needs' | 'start' | 'config'>>;

/** Optional members of a fault, or only its list of `mayFall`. */
export type FaultExtrasOrMayFall = FaultExtras | readonly RequirementId[];

export function toFaultExtras(extra: FaultExtrasOrMayFall): FaultExtras {
  return 'length' in extra ? { mayFall: extra } : extra;
}

/** Rows of faults by the last part of their id: title, argument of `make`, and optional members. */
export type FaultRows<How> = Readonly<
  Record<string, readonly [title: string, how: NoInfer<How>, more?: FaultExtrasOrMayFall]>
>;

/**
 * Makes the faults of a group that break the same requirements. Each fault's `mayFall` is added to the common list; the
 * broken requirements are removed from it.
 */
export function faultMaker(group: string) {
  return <How>(
    broken: RequirementId | readonly RequirementId[],
    more: FaultExtrasOrMayFall,
    make: (how: How) => Patch,
    rows: FaultRows<How>,
  ): readonly Fault[] =>
    Object.entries(rows).map(([id, [title, how, own = []]]) => {
      const breaks = [broken].flat();
      const [{ mayFall = [], ...all }, { mayFall: also = [], ...one }] = [
        toFaultExtras(more),
        toFaultExtras(own),
      ];
      const falls = [...new Set([...mayFall, ...also])].filter((row) => !breaks.includes(row));
      const patch: Patch = (base, world) => make(how)(base, world);
      return { id: `${group}/${id}`, title, breaks, mayFall: falls, patch, ...all, ...one };
    });
}

/** Optional members of a variant. */
export type VariantExtras = Partial<Pick<Variant, 'warns' | 'leaves' | 'ends' | 'start' | 'config'>>;

/** Makes the variants of a group from rows: the key is the last part of the id; title, argument of `make`, optional members. */
export function makeVariants<How>(
  group: string,
  make: (how: How) => Patch,
  rows: Readonly<Record<string, readonly [title: string, how: NoInfer<How>, more?: VariantExtras]>>,
): readonly Variant[] {
  return Object.entries(rows).map(([id, [title, how, more]]) => ({
    id: `${group}/${id}`,
    title,
    warns: [],
    patch: (base, world) => make(how)(base, world),
    ...more,
  }));
}

/** Returns a patch unchanged: the `make` function for rows that contain a patch. */
export const patchAsIs = (patch: Patch): Patch => patch;

/** Requirements that may fail if a valid create gets a wrong response. */
export const MAY_FAIL_WITH_CREATE: readonly RequirementId[] = [
  'create.success',
  'create.status.optional',
  'create.status.values',
];

/** For each reason to reject a create: the requirement for the 400, the code in the Error object, and words for the bodies. */
export const CREATE_REJECTIONS = [
  ['create.missing.name', 'missing_name', 'without a name'],
  ['create.missing.category', 'missing_category', 'without a category'],
  ['create.invalid.name', 'invalid_name', 'whose name is not a string'],
  ['create.invalid.category', 'invalid_category', 'whose category is not an int64'],
  ['create.invalid.status', 'invalid_status', 'whose status is none of the three'],
  ['create.invalid.body', 'invalid_body', 'that are not objects'],
  ['create.malformed-json', 'malformed_json', 'that are not JSON'],
] as const satisfies readonly (readonly [RequirementId, RefusalReason, words: string])[];
export const CREATE_400_REQUIREMENTS: readonly RequirementId[] = CREATE_REJECTIONS.map(([row]) => row);

/** Requirements that may fail if the server answers a request with 500. */
export const MAY_FAIL_WITH_500: readonly RequirementId[] = ['robust.no-5xx'];
