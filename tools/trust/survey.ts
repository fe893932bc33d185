import { requirement, isRequirementId } from '../../requirements/index.ts';
import { assessFault, assessVariant, type FaultResult, type Trouble, type VariantResult } from './assess.ts';
import type { Fleet } from './fleet.ts';
import type { Results } from './matrix.ts';
import type { Subject, Told } from './run-one.ts';

/** Judges a subject, here or in another thread. */
export type Judge = (subject: Subject) => Promise<Told>;

export interface Survey {
  readonly faults: Results<FaultResult>;
  readonly variants: Results<VariantResult>;
  /** For each fault the checks without which it escapes, whatever the seed. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  readonly crashes: readonly string[];
}

function isAdvisory(id: string): boolean {
  return isRequirementId(id) && requirement(id).level === 'advisory';
}

interface Settings {
  readonly seeds: number;
  readonly runs: number | undefined;
  /** Told at once what a run got wrong, in a line. */
  readonly tell?: (line: string) => void;
}

/** One run that was assessed. */
interface One<R> {
  readonly id: string;
  readonly seed: number;
  readonly result: R;
  readonly needed: readonly string[];
}

/** Judges every server of a fleet with every seed from 1 to `seeds`; the first seed of all comes before the next one. */
export async function survey(
  fleet: Fleet,
  settings: Settings,
  judge: Judge,
  variants = fleet.variants,
): Promise<Survey> {
  const runs = settings.runs === undefined ? {} : { runs: settings.runs };
  const one = async <R extends FaultResult | VariantResult>(
    id: string,
    subject: Subject,
    assess: (told: Told) => R,
  ): Promise<One<R>> => {
    const told = await judge({ ...subject, ...runs });
    const result = assess(told);
    for (const wrong of wrongs(result)) settings.tell?.(`${id} with seed ${subject.seed} ${wrong}`);
    return { id, seed: subject.seed, result, needed: told.needed };
  };
  const rounds = Array.from({ length: settings.seeds }, (_, index) => {
    const seed = index + 1;
    return {
      faults: fleet.faults.map((fault) =>
        one(fault.id, { faults: [fault.id], variants: [], seed }, (told) =>
          assessFault(fault, told, variants),
        ),
      ),
      variants: fleet.variants.map((variant) =>
        one(variant.id, { faults: [], variants: [variant.id], seed }, (told) =>
          assessVariant(variant, told, isAdvisory),
        ),
      ),
    };
  });
  const [faults, lawful] = await Promise.all([
    Promise.all(rounds.flatMap((round) => round.faults)),
    Promise.all(rounds.flatMap((round) => round.variants)),
  ]);
  const crashes = [...faults, ...lawful].flatMap(({ id, seed, result }) =>
    result.crashes.map((crash) => `${id} with seed ${seed}: ${crash}`),
  );
  return {
    faults: byId(faults),
    variants: byId(lawful),
    needs: new Map(
      [...byId(faults)].map(([id, some]) => [id, common(some.map(({ needed }) => needed))] as const),
    ),
    crashes: crashes.toSorted(),
  };
}

function byId<R>(ones: readonly One<R>[]): ReadonlyMap<string, readonly One<R>[]> {
  const found = new Map<string, One<R>[]>();
  for (const one of ones) found.set(one.id, [...(found.get(one.id) ?? []), one]);
  return found;
}

function wrongs(result: FaultResult | VariantResult): readonly string[] {
  const said = (how: string, trouble: Trouble): readonly string[] =>
    Object.entries(trouble).map(([id, reason]) => `${how} ${id}: ${reason}`);
  const crashes = result.crashes.map((crash) => `makes the kit fail: ${crash}`);
  return 'found' in result
    ? [...said('escapes', result.escaped), ...said('is blamed on', result.blamed), ...crashes]
    : [
        ...said('gets a false alarm of', result.alarms),
        ...said('is warned about', result.warnings),
        ...crashes,
      ];
}

/** What stands in every list. */
function common(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...rest] = lists;
  return first.filter((item) => rest.every((list) => list.includes(item)));
}
