import type { Lab } from '../src/engine/lab.ts';
import type { Animal } from '../src/engine/population.ts';
import { isGet, STATUSES } from '../src/engine/replies.ts';

/** A plain animal of each status that none was got of, and the odd ones: what is unusual about them is what gets lost. */
export function worthReading({ api, population, config }: Lab): readonly Animal[] {
  const all = population.animals();
  const got = new Set(
    api.log.flatMap((reply) => (isGet(reply) && reply.pet !== undefined ? [reply.id] : [])),
  );
  const plain = all.filter((animal) => animal.plain);
  const gotStatuses = new Set(
    plain.filter(({ id }) => got.has(String(id))).map(({ submitted }) => submitted.status),
  );
  const ofEach = [undefined, ...STATUSES]
    .filter((status) => !gotStatuses.has(status))
    .flatMap((status) => plain.filter(({ submitted }) => submitted.status === status).slice(0, 1));
  const odd = all.filter((animal) => !animal.plain);
  const isOfOwnCategory = ({ submitted }: Animal) => !config.categoryIds.includes(submitted.categoryId);
  return [
    ...ofEach,
    ...odd.filter(isOfOwnCategory),
    ...odd.filter((animal) => !isOfOwnCategory(animal)).slice(0, Math.max(8, config.runs)),
  ];
}

/** The first animal of the run, some from its middle and the last, once the target is as full as it gets. */
export function spread({ population, config }: Lab): readonly Animal[] {
  const plain = population.animals().filter((animal) => animal.plain);
  const count = Math.max(3, config.runs - 2);
  const step = Math.max(1, (plain.length - 1) / (count - 1));
  const chosen = Array.from({ length: count }, (_, index) => plain[Math.round(index * step)]);
  return [...new Set([...chosen, plain.at(-1)])].filter((animal) => animal !== undefined);
}

/** Animals of other people: the first that a list showed, one from the middle and the last. */
export function strangers({ population }: Lab): readonly bigint[] {
  const own = new Set(population.animals().map(({ id }) => id));
  const others = [...population.knownIds()].filter((id) => !own.has(id));
  const { length } = others;
  return [...new Set([others[0], others[Math.floor(length / 2)], others[length - 1]])].filter(
    (id) => id !== undefined,
  );
}
