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

/** Judges every server of a fleet with every seed from 1 to `seeds`. */
export async function survey(
  fleet: Fleet,
  settings: Settings,
  judge: Judge,
  variants = fleet.variants,
): Promise<Survey> {
  const seeds = Array.from({ length: settings.seeds }, (_, index) => index + 1);
  const runs = settings.runs === undefined ? {} : { runs: settings.runs };
  const crashes: string[] = [];
  const each = async <R extends FaultResult | VariantResult>(
    id: string,
    subject: Omit<Subject, 'seed'>,
    assess: (told: Told) => R,
  ) => {
    const told = await Promise.all(
      seeds.map(async (seed) => {
        const one = await judge({ ...subject, ...runs, seed });
        const result = assess(one);
        for (const wrong of wrongs(result)) settings.tell?.(`${id} with seed ${seed} ${wrong}`);
        return { seed, result, needed: one.needed };
      }),
    );
    for (const { seed, result } of told) {
      crashes.push(...result.crashes.map((crash) => `${id} with seed ${seed}: ${crash}`));
    }
    return { id, results: told, needed: told.map((one) => one.needed) };
  };
  const [faults, lawful] = await Promise.all([
    Promise.all(
      fleet.faults.map((fault) =>
        each(fault.id, { faults: [fault.id], variants: [] }, (told) => assessFault(fault, told, variants)),
      ),
    ),
    Promise.all(
      fleet.variants.map((variant) =>
        each(variant.id, { faults: [], variants: [variant.id] }, (told) =>
          assessVariant(variant, told, isAdvisory),
        ),
      ),
    ),
  ]);
  return {
    faults: new Map(faults.map(({ id, results }) => [id, results])),
    variants: new Map(lawful.map(({ id, results }) => [id, results])),
    needs: new Map(faults.map(({ id, needed }) => [id, common(needed)])),
    crashes: crashes.toSorted(),
  };
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
