import { defineCheck, type Check } from '../src/kit/check.ts';
import { int64 } from '../src/json/int64.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Animal } from '../src/kit/population.ts';
import { isObject, itemId, type ListReply } from '../src/kit/replies.ts';
import { differences, type Difference } from './agreement.ts';
import { lists } from './log.ts';

interface Disagreement extends Difference {
  readonly animal: Animal;
  readonly reply: ListReply;
}

/** Differences of one kind that are put to the target again, until one is confirmed. */
const ATTEMPTS = 3;

/** Fresh animals on which another status has to show again at once, since others may change statuses. */
const FRESH = 3;

type Animals = ReadonlyMap<bigint, Animal>;

function animalsById(lab: Lab): Animals {
  return new Map(lab.population.animals().map((animal) => [animal.id, animal]));
}

/** The items of a list that are animals of the run, with those animals. */
function own(reply: ListReply, animals: Animals) {
  return (reply.items ?? []).filter(isObject).flatMap((item) => {
    const animal = animals.get(itemId(item) ?? -1n);
    return animal === undefined ? [] : [{ item, animal }];
  });
}

/** How the items of a list differ from the animals that this run made. */
function disagreements(lab: Lab, reply: ListReply, animals: Animals): readonly Disagreement[] {
  const mine = own(reply, animals);
  // Where plain animals are shown without an integer category, that is a matter of the shape, not of exactness.
  const typed = mine.every(({ item, animal }) => !animal.plain || int64(item['categoryId']) !== undefined);
  return mine
    .flatMap(({ item, animal }) =>
      differences(animal, item, lab.config.categoryIds).map((found) => ({ ...found, animal, reply })),
    )
    .filter((found) => typed || !found.mistyped);
}

/** A difference put to the target again; undefined where it may be others who changed the animal. */
async function confirm(
  lab: Lab,
  found: Disagreement,
): Promise<{ times: number; replies: ListReply[] } | undefined> {
  if (!found.mayChange) {
    const page = await lab.api.list(found.reply.query);
    const again = disagreements(lab, page, animalsById(lab)).some((one) => one.member === found.member);
    return { times: again ? 1 : 0, replies: again ? [page] : [] };
  }
  const replies: ListReply[] = [];
  for (let round = 0; round < FRESH; round += 1) {
    const fresh = await lab.population.createPlain(found.animal.submitted.status);
    if (fresh?.id === undefined) return undefined;
    const page = await lab.api.list(found.reply.query);
    const again = disagreements(lab, page, animalsById(lab)).some(
      (one) => one.animal.id === fresh.id && one.member === 'status' && one.actual === found.actual,
    );
    if (!again) return undefined;
    replies.push(page);
  }
  return { times: FRESH, replies };
}

async function judgeAgreement(lab: Lab, pages: readonly ListReply[]): Promise<void> {
  const animals = animalsById(lab);
  const attempts = new Map<string, number>();
  for (const one of pages.flatMap((reply) => disagreements(lab, reply, animals))) {
    const requirement = one.int64 ? 'create.int64' : 'list.agrees';
    const kind = `${requirement} ${one.member} ${one.member === 'status' ? one.expected : ''}`;
    const before = attempts.get(kind) ?? 0;
    if (before >= ATTEMPTS) continue;
    attempts.set(kind, before + 1);
    const confirmed = await confirm(lab, one);
    if (confirmed === undefined) continue;
    attempts.set(kind, ATTEMPTS);
    lab.broken(requirement, {
      message: `the animal ${String(one.animal.id)} was created with ${one.member} ${one.expected}, and a list shows ${one.actual}`,
      expected: `${one.member} ${one.expected}`,
      actual: `${one.member} ${one.actual}`,
      exchanges: [one.animal.reply, one.reply, ...confirmed.replies].map(({ outcome }) => outcome.exchange),
      reproduced: { times: confirmed.times, of: one.mayChange ? FRESH : 1 },
      explainedBy: ['create.id.unique', 'create.id.by-service'],
    });
  }
}

const atOnce = defineCheck({
  id: 'list/agreement-at-once',
  title: 'animals of the run in lists that were read soon after they were added',
  decides: ['list.agrees'],
  stage: 'read-back',
  over: ['list/*', 'create/*'],
  pulls: [],
  needs: ['list', 'animal'],
  probe: async (lab) => {
    await judgeAgreement(lab, [...(await lab.population.readBack()), ...lists(lab)]);
  },
});

const late = defineCheck({
  id: 'list/agreement',
  title: 'animals of the run in every list',
  decides: ['list.agrees', 'create.int64'],
  stage: 'invariant',
  over: ['list/*', 'create/*'],
  pulls: ['list/limit-default', 'list/limit-in-range'],
  needs: ['list', 'animal'],
  probe: async (lab) => {
    const animals = animalsById(lab);
    const showing = (reply: ListReply) => own(reply, animals).length > 0;
    const early = lists(lab);
    const pages = early.some(showing) ? early : await lab.settledLists();
    await judgeAgreement(lab, pages);
    const seen = pages.filter(showing);
    if (seen.length > 0) {
      const note = `animals of the run in ${String(seen.length)} lists, each with the values it was created with`;
      lab.held('list.agrees', note, ...seen.slice(0, 3));
    } else lab.scarce('list.agrees', 'no list showed an animal of the run', ...pages.slice(0, 1));
  },
});

export const agreementChecks: readonly Check[] = [atOnce, late];
