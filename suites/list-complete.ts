import type { RequirementId } from '../requirements/index.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { waitUntil } from '../src/kit/clock.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Animal } from '../src/kit/population.ts';
import { isObject, itemId, type ListQuery, type ListReply } from '../src/kit/replies.ts';
import { lists } from './log.ts';
import { silence } from './trials.ts';

const DEFAULT = 20;
/** Different queries whose short pages are put to the target again. */
const QUERIES_CONFIRMED = 8;
/** Milliseconds between the two reads that an animal has to be missing on. */
const BETWEEN_READS = 50;

/** The limit that holds for a query, where the document says which. */
function limitOf({ limit }: ListQuery): number | undefined {
  if (limit === undefined) return DEFAULT;
  const value = /^\d+$/.test(limit) ? Number(limit) : 0;
  return value >= 1 && value <= 100 ? value : undefined;
}

/** Whether a page is shorter than its limit, and so the last one. */
function isShort(reply: ListReply): boolean {
  const limit = limitOf(reply.query);
  return limit !== undefined && reply.items !== undefined && reply.items.length < limit;
}

function matches(animal: Animal, { status }: ListQuery): boolean {
  return status === undefined || (animal.submitted.status === status && animal.pet['status'] === status);
}

/** The animals that were known to exist before the list was asked for, and that match it. */
function expected(animals: readonly Animal[], reply: ListReply): readonly Animal[] {
  const asked = reply.answer?.sentAt ?? 0;
  return animals.filter((animal) => animal.since <= asked && matches(animal, reply.query));
}

function missing(animals: readonly Animal[], reply: ListReply): readonly Animal[] {
  const shown = new Set((reply.items ?? []).map(itemId));
  return expected(animals, reply).filter((animal) => !shown.has(animal.id));
}

/** Whether an animal that a filter leaves out has another status by now: others may have changed it. */
async function changedByOthers(lab: Lab, animal: Animal, { status }: ListQuery): Promise<boolean> {
  if (status === undefined) return false;
  const get = await lab.api.get(animal.id);
  if (get.pet !== undefined) return get.pet['status'] !== status && get.pet['status'] !== undefined;
  const wide = await lab.api.list({ limit: '100' });
  const shown = wide.items?.filter(isObject).find((item) => itemId(item) === animal.id);
  return shown !== undefined && shown['status'] !== status && shown['status'] !== undefined;
}

interface Confirmed {
  readonly animal: Animal;
  readonly reads: readonly ListReply[];
}

/** Reads twice more, once the consistency time is over: the animal that is missing on both, if there is one. */
async function confirm(lab: Lab, reply: ListReply): Promise<Confirmed | undefined> {
  await lab.settle();
  const first = await lab.api.list(reply.query);
  await waitUntil(performance.now() + BETWEEN_READS);
  const second = await lab.api.list(reply.query);
  if (!isShort(first) || !isShort(second)) return undefined;
  const animals = lab.population.animals();
  const gone = new Set(missing(animals, first).map(({ id }) => id));
  for (const animal of missing(animals, second)
    .filter(({ id }) => gone.has(id))
    .slice(0, 2)) {
    if (!(await changedByOthers(lab, animal, reply.query))) return { animal, reads: [first, second] };
  }
  return undefined;
}

const complete = defineCheck({
  id: 'list/completeness',
  title: 'every list that is shorter than its limit holds every animal of the run that matches',
  decides: ['list.complete'],
  stage: 'invariant',
  over: ['list/*'],
  needs: ['list', 'animal'],
  probe: async (lab) => {
    const all = lists(lab);
    const animals = lab.population.animals();
    const short = all.filter((reply) => isShort(reply) && expected(animals, reply).length > 0);
    const suspects = new Map<string, ListReply>();
    for (const reply of short) {
      if (missing(animals, reply).length > 0) suspects.set(JSON.stringify(reply.query), reply);
    }
    const byExplanation = [...suspects.values()].toSorted(
      (a, b) => explanations(a.query).length - explanations(b.query).length,
    );
    for (const reply of byExplanation.slice(0, QUERIES_CONFIRMED)) {
      const found = await confirm(lab, reply);
      if (found === undefined) continue;
      report(lab, reply, found);
      return;
    }
    if (short.length > 0) {
      lab.held(
        'list.complete',
        `${String(short.length)} lists shorter than their limit, none without an animal known to match`,
        ...short.slice(0, 3),
      );
    } else if (all.every((reply) => reply.outcome.kind === 'no-answer')) silence(lab, 'list.complete', all);
    else {
      const reason =
        'every list was as long as its limit, so none had to be complete: the target holds too many animals';
      lab.undecided('list.complete', reason, 'test-data', ...all.slice(0, 1));
    }
  },
});

/** Requirements whose own failure makes a page with this query short. */
function explanations({ limit, status }: ListQuery): readonly RequirementId[] {
  return [
    ...(limit === undefined ? (['list.limit.default'] as const) : []),
    ...(status === undefined ? [] : (['list.status.filter'] as const)),
  ];
}

function report(lab: Lab, reply: ListReply, { animal, reads }: Confirmed): void {
  const { limit, status } = reply.query;
  const limitText = limit === undefined ? 'no limit' : `limit=${limit}`;
  const statusWords = status === undefined ? '' : ` and status=${status}`;
  const last = reads.at(-1) ?? reply;
  lab.broken('list.complete', {
    message: `a list with ${limitText}${statusWords} held ${String(last.items?.length)} animals, and left out animal ${String(animal.id)}, which had been added`,
    expected: `animal ${String(animal.id)} in the list: a page shorter than its limit is the last one`,
    actual: `${String(last.items?.length)} animals, animal ${String(animal.id)} not among them`,
    exchanges: [animal.reply, ...reads].map(({ outcome }) => outcome.exchange),
    input: reply.query,
    reproduced: { times: reads.length, of: reads.length },
    explainedBy: [
      'create.id.unique',
      'create.id.by-service',
      'create.id.assigned',
      ...explanations(reply.query),
    ],
  });
}

export const completeChecks: readonly Check[] = [complete];
