import { groupBy } from '../src/base/group-by.ts';
import type { CheckContext } from '../src/engine/plan/index.ts';
import { type Animal, isAuthenticatedPetGet } from '../src/engine/target/index.ts';

/** The ids in the addresses of all GETs that showed an animal. */
function shownIds({ api }: CheckContext): ReadonlySet<string> {
  return new Set(api.log.filter(isAuthenticatedPetGet).map(({ id }) => id));
}

/** Older animals of which a newer one has the name, and another category: a service may look up by name. */
function olderNamesakes({ population }: CheckContext): readonly Animal[] {
  const newest = new Map(population.animals().map((animal) => [animal.submitted.name, animal]));
  return population.animals().filter(({ isValid, submitted: { name, categoryId } }) => {
    const other = newest.get(name)?.submitted.categoryId;
    return isValid && other !== undefined && other !== categoryId;
  });
}

/**
 * Animals to get: a plain one of each status that no GET has shown, those with a newer namesake, and the unusual, whose values
 * often get lost.
 */
export function worthReading(context: CheckContext): readonly Animal[] {
  const { population, config } = context;
  const got = shownIds(context);
  const plain = population.animals().filter(({ isValid }) => isValid);
  const ofEach = [...groupBy(plain, ({ submitted }) => submitted.status).values()].flatMap((alike) =>
    alike.some(({ id }) => got.has(String(id))) ? [] : alike.slice(0, 1),
  );
  const odd = population.animals().filter(({ isValid }) => !isValid);
  const isOfOwnCategory = ({ submitted }: Animal) => !config.categoryIds.includes(submitted.categoryId);
  return [
    ...ofEach,
    ...olderNamesakes(context),
    ...odd.filter(isOfOwnCategory),
    ...odd.filter((animal) => !isOfOwnCategory(animal)).slice(0, Math.max(8, config.runs)),
  ];
}

/** Animals whose values a cache may lose: categories that no double holds, and names past Latin-1; two of each. */
export function cachedBadly(animals: readonly Animal[]): readonly Animal[] {
  const wide = animals.filter(({ submitted: { categoryId } }) => BigInt(Number(categoryId)) !== categoryId);
  const foreign = animals.filter(({ submitted: { name } }) => /[^\0-\xff]/u.test(name));
  return [...new Set([...wide.slice(0, 2), ...foreign.slice(0, 2)])];
}

/** Minimum number of plain animals of the run to get after the target is filled. */
const UNREAD = 40;

/** Animals of the run that no GET has shown, evenly spread over the time of creation, because any of them may be lost. */
export function spread(context: CheckContext): readonly Animal[] {
  const { population, config } = context;
  const got = shownIds(context);
  const unread = population.animals().filter((animal) => animal.isValid && !got.has(String(animal.id)));
  const count = Math.min(unread.length, Math.max(UNREAD, config.runs - 2));
  const step = (unread.length - 1) / Math.max(1, count - 1);
  const chosen = Array.from({ length: count }, (_, index) => unread[Math.round(index * step)]);
  // Newest first, because a server that looks several ids up at once may answer in the order of the ids.
  return chosen.filter((animal) => animal !== undefined).toReversed();
}

/** Animals that this run did not create: the first, a middle and the last one seen in lists. */
export function foreignAnimals({ population }: CheckContext): readonly bigint[] {
  const others = [...population.knownIds()].filter((id) => population.withId(id).length === 0);
  const { length } = others;
  return [...new Set([others[0], others[Math.floor(length / 2)], others[length - 1]])].filter(
    (id) => id !== undefined,
  );
}
