import { anyStep, moments, walks, type Step } from '../generators/walks.ts';
import type { RequirementId } from '../requirements/index.ts';
import { int64 } from '../src/json/int64.ts';
import type { Json } from '../src/json/types.ts';
import type { Check } from '../src/kit/check.ts';
import { statusText } from '../src/kit/expect.ts';
import type { Lab } from '../src/kit/lab.ts';
import { expected, isShort } from '../src/kit/left-out.ts';
import { isDocumented, limitOf } from '../src/kit/lists.ts';
import type { Animal } from '../src/kit/population.ts';
import {
  isObject,
  isSuccess,
  placesIn,
  type CreateReply,
  type GetReply,
  type ListReply,
  type Reply,
} from '../src/kit/replies.ts';
import type { Misstep, Path } from '../src/kit/verbs/follow.ts';
import { walk } from '../src/kit/verbs/walk.ts';
import { disagreements } from './agreement.ts';
import { QUOTA } from './create-answers.ts';
import { shown as bodyShown, wrongEcho } from './created.ts';
import { known, wrongGet } from './get-known.ts';
import { leftOut } from './list-complete.ts';
import { tooMany } from './list-limit.ts';
import { strangerFlaws } from './list-status.ts';
import { ask, refusal, says } from './walk-steps.ts';

/** A request that has to be refused in one way was answered in another: nobody else judges it. */
function wrongRefusal(step: Step, reply: Reply): readonly Misstep[] {
  const due = refusal(step);
  if (due === undefined || reply.answer?.status === due.status) return [];
  return [
    {
      requirement: due.requirement,
      kind: says(step),
      message: `${says(step)} was answered with ${statusText(reply)}`,
      expected: `${String(due.status)} with an Error object`,
      actual: statusText(reply),
      places: [{ part: 'status' }],
      own: true,
    },
  ];
}

/** What a list or a get shows of animals of the run. Somebody else may change a status, save that of a fresh animal each time. */
function wrongValues(
  items: readonly Json[],
  where: 'list' | 'get',
  { made }: Path,
  { config, population }: Lab,
): readonly Misstep[] {
  const fresh = new Set(made.map(({ id }) => id));
  const places = placesIn(items).of;
  return population.animals().flatMap((animal) => {
    const at = places.get(animal.id) ?? -1;
    const item = items[at];
    if (!isObject(item) || int64(item['categoryId']) === undefined) return [];
    const place = { configured: config.categoryIds, at: where === 'get' ? '' : `/${String(at)}`, where };
    return disagreements(animal, item, place)
      .filter(({ mayChange }) => mayChange !== true || fresh.has(animal.id))
      .map((flaw) => ({ ...flaw, requirement: flaw.requirement ?? (`${where}.agrees` as const) }));
  });
}

/** Whether any answer before a list showed the animal. */
function wasSeen({ api }: Lab, { id }: Animal, page: ListReply): boolean {
  return api.log.some((reply) => {
    if ((reply.answer?.receivedAt ?? Infinity) > (page.answer?.sentAt ?? 0)) return false;
    if (reply.operation === 'get') return int64(reply.pet?.['id']) === id;
    return reply.operation === 'list' && placesIn(reply.items).of.has(id);
  });
}

/** A list that is shorter than its limit, and lacks an animal; of a filtered one others may take it by right. */
function wrongLack(page: ListReply, { again }: Path, lab: Lab): readonly Misstep[] {
  if (page.query.status !== undefined || !isShort(page)) return [];
  const present = placesIn(page.items).of;
  const settled = (page.answer?.sentAt ?? 0) - lab.config.consistencyMs;
  const absent = expected(lab.population.animals(), page)
    .filter(({ id }) => !present.has(id))
    .filter((animal) => animal.since <= settled || (!again && wasSeen(lab, animal, page)));
  const flaw = leftOut(page, absent);
  return flaw === undefined
    ? []
    : [{ ...flaw, requirement: 'list.complete', kind: 'left out', settles: true }];
}

function refusedQuery({ query: { limit, status } }: ListReply): RequirementId {
  if (status !== undefined) return 'list.status.accepted';
  return limit === undefined ? 'list.success' : 'list.limit.accepted';
}

function wrongList(page: ListReply, path: Path, lab: Lab): readonly Misstep[] {
  if (!isDocumented(page)) return [];
  if (page.answer?.status !== 200) return [unlike(page, refusedQuery(page), '200', page.query)];
  const long = tooMany(page, limitOf(page) ?? 100);
  const requirement = page.query.limit === undefined ? 'list.limit.default' : 'list.limit.respected';
  return [
    ...(long === undefined ? [] : [{ ...long, requirement, kind: 'too many' } as const]),
    ...(page.query.status === undefined ? [] : strangerFlaws(page, true)).map((flaw) => ({
      ...flaw,
      requirement: 'list.status.filter' as const,
    })),
    ...wrongLack(page, path, lab),
    ...wrongValues(page.items ?? [], 'list', path, lab),
  ];
}

/** An answer with another status than every other of its kind. */
function unlike(reply: Reply, requirement: RequirementId, status: string, input: unknown): Misstep {
  return {
    requirement,
    kind: 'status',
    message: `a valid request (${reply.operation}) was answered with ${statusText(reply)} instead of ${status}`,
    expected: status,
    actual: statusText(reply),
    input,
    places: [{ part: 'status' }],
  };
}

function wrongCreate(reply: CreateReply, lab: Lab): readonly Misstep[] {
  const status = reply.answer?.status ?? 0;
  if (isSuccess(reply.answer)) {
    return wrongEcho(reply).map((flaw) => ({ ...flaw, requirement: 'create.echo' as const }));
  }
  const worked = lab.population.animals().some(({ plain }) => plain);
  return worked && !QUOTA.has(status) ? [unlike(reply, 'create.success', '201', bodyShown(reply))] : [];
}

function wrongPet(reply: GetReply, path: Path, lab: Lab): readonly Misstep[] {
  const flaw = wrongGet(reply, known(lab), lab);
  if (flaw !== undefined) return [{ ...flaw, requirement: 'get.success', kind: 'shape' }];
  return reply.pet === undefined ? [] : wrongValues([reply.pet], 'get', path, lab);
}

/** What is wrong with the answer to a step; a valid key that is refused is a matter of the key. */
function wrong(step: Step, reply: Reply, path: Path, lab: Lab): readonly Misstep[] {
  const { answer, operation } = reply;
  if (answer === undefined || step.kind === 'next') return [];
  if (answer.status === 401 && reply.outcome.ask.credential.valid) return [];
  if (refusal(step) !== undefined) return wrongRefusal(step, reply);
  switch (operation) {
    case 'list':
      return wrongList(reply, path, lab);
    case 'create':
      return wrongCreate(reply, lab);
    case 'get':
      return wrongPet(reply, path, lab);
    case 'message':
      return [];
  }
}

export const walkChecks: readonly Check[] = [
  walk<Step>('walk/any-order', {
    title:
      'lists, creates and gets, refused requests and strangers among them, in any order and side by side',
    decides: [
      'list.success',
      'list.limit.accepted',
      'list.limit.respected',
      'list.limit.default',
      'list.status.accepted',
      'list.status.filter',
      'list.complete',
      'list.agrees',
      'create.success',
      'create.echo',
      'create.int64',
      'create.missing.name',
      'create.missing.category',
      'create.invalid.name',
      'create.invalid.category',
      'create.invalid.status',
      'create.malformed-json',
      'get.success',
      'get.agrees',
      'get.not-found',
      'auth.missing',
      'auth.invalid',
    ],
    stage: 'walk',
    needs: ['list'],
    draw: walks,
    // The longer the run, the more of them.
    walks: (runs) => Math.ceil(runs / 10),
    step: anyStep,
    moments,
    closes: ({ last }) => last,
    ask,
    wrong,
    holds: (step) => refusal(step)?.requirement,
    says,
  }),
];
