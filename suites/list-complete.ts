import type { RequirementId } from '../requirements/index.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { waitUntil } from '../src/kit/clock.ts';
import { int64 } from '../src/json/int64.ts';
import type { Json } from '../src/json/types.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Animal } from '../src/kit/population.ts';
import { isObject, itemId, type ListQuery, type ListReply } from '../src/kit/replies.ts';
import { lists } from './log.ts';
import { silence } from './trials.ts';

const DEFAULT = 20;
/** Different queries whose short pages are put to the target again. */
const QUERIES_CONFIRMED = 6;
/** Reads of a filtered list that an animal has to be missing on, seen with that status before and after each. */
const ROUNDS = 2;
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

/** Stands for the status of an animal that cannot be got any more: nobody changed it, it is gone. */
const GONE = 'gone for good';

/** The status of an animal as the run sees it now; undefined where it cannot be seen. */
async function observedStatus(lab: Lab, animal: Animal): Promise<Json | undefined> {
  if ((await lab.baseline.of('get')).usable) {
    const { answer, pet } = await lab.api.get(animal.id);
    return answer?.status === 404 ? GONE : pet?.['status'];
  }
  const wide = await lab.api.list({ limit: '100' });
  return wide.items?.filter(isObject).find((item) => itemId(item) === animal.id)?.['status'];
}

/** Whether any answer of the run showed the animal with another status: then others change statuses here. */
function everChanged(lab: Lab, animal: Animal, status: string): boolean {
  return lab.api.log.some((reply) => {
    if (reply.operation !== 'list' && reply.operation !== 'get') return false;
    const shown = reply.operation === 'get' ? [reply.pet] : (reply.items ?? []);
    return shown.some(
      (item) => isObject(item) && int64(item['id']) === animal.id && item['status'] !== status,
    );
  });
}

/**
 * Whether a filter really leaves out an animal that has the status: others may change it at any moment, so it has to be
 * seen with that status before and after every one of several reads that lack it.
 */
async function filteredOut(lab: Lab, animal: Animal, query: ListQuery): Promise<boolean> {
  const { status } = query;
  if (status === undefined) return true;
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = await observedStatus(lab, animal);
    if (everChanged(lab, animal, status) || (seen !== status && seen !== GONE)) return false;
    // A list may show how things stood a while ago.
    await lab.quiet();
    const page = await lab.api.list(query);
    if (!isShort(page) || missing([animal], page).length === 0) return false;
  }
  const last = await observedStatus(lab, animal);
  return last === status || last === GONE;
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
  const settled = (first.answer?.sentAt ?? 0) - lab.config.consistencyMs;
  const animals = lab.population.animals().filter((animal) => animal.since <= settled);
  const gone = new Set(missing(animals, first).map(({ id }) => id));
  for (const animal of missing(animals, second)
    .filter(({ id }) => gone.has(id))
    .slice(0, 2)) {
    if (await filteredOut(lab, animal, reply.query)) return { animal, reads: [first, second] };
  }
  return undefined;
}

const complete = defineCheck({
  id: 'list/completeness',
  title: 'every list that is shorter than its limit holds every animal of the run that matches',
  decides: ['list.complete'],
  stage: 'invariant',
  over: ['list/*'],
  pulls: ['list/limit-default', 'list/limit-in-range'],
  needs: ['list', 'animal'],
  probe: async (lab) => {
    // Once more, now that the target is as full as it gets: what was added first may have been pushed out.
    const all = [...lists(lab), ...(await lab.population.widest())];
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

/** How many animals are left out, and the status that all of them have: what they share is where to look. */
function common(absent: readonly Animal[]): string {
  const statuses = [...new Set(absent.map(({ submitted }) => submitted.status ?? 'none'))];
  const shared = statuses.length === 1 ? `, with status ${statuses.join('')}` : '';
  const [first] = absent;
  const id =
    first === undefined
      ? ''
      : ` (animal ${String(first.id)}${absent.length > 1 ? ' the first of them' : ''}${shared})`;
  return `${String(absent.length)} of this run that had been added${id}`;
}

function report(lab: Lab, reply: ListReply, { animal, reads }: Confirmed): void {
  const { limit, status } = reply.query;
  const limitText = limit === undefined ? 'no limit' : `limit=${limit}`;
  const statusWords = status === undefined ? '' : ` and status=${status}`;
  const last = reads.at(-1) ?? reply;
  lab.broken('list.complete', {
    message: `a list with ${limitText}${statusWords} held ${String(last.items?.length)} animals, and left out ${common(missing(lab.population.animals(), last))}`,
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
