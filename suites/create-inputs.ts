import * as fc from 'fast-check';
import {
  categories,
  tellingCategories,
  tellingUnusualNames,
  unusualNames,
  type Around,
} from '../generators/animals.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { int64, jsonInteger } from '../src/json/int64.ts';
import { writeJson } from '../src/json/json.ts';
import type { Json } from '../src/json/types.ts';
import type { Lab } from '../src/kit/lab.ts';
import { bodyOf } from '../src/kit/population.ts';
import type { Trial } from '../src/kit/property.ts';
import { isSuccess, type CreateReply, type Reply } from '../src/kit/replies.ts';
import { echoDifference } from './plain-creates.ts';
import { settleProperty } from './trials.ts';

/** An animal with an unusual name: judged only where it is accepted. */
async function tryName(lab: Lab, { before, after, digits }: Around): Promise<Trial> {
  const base = lab.population.plainBody(await lab.population.rarestStatus());
  const core = digits === true ? lab.names.digits() : base.name;
  const submitted = { ...base, name: `${before}${core}${after}` };
  const reply = await lab.api.createJson(bodyOf(submitted), { intent: 'odd', submitted });
  if (reply?.pet === undefined) return { kind: 'void', ...(reply === undefined ? {} : { reply }) };
  const found = echoDifference(reply);
  if (found?.member !== 'name') return { kind: 'held', replies: [reply] };
  const { expected, actual } = found;
  return { kind: 'broke', expected: `name ${expected}`, actual: `name ${actual}`, replies: [reply] };
}

const unusual = defineCheck({
  id: 'create/unusual-names',
  title: 'names with spaces, emoji, markup and the rest of Unicode: unchanged where they are accepted',
  decides: ['create.echo'],
  stage: 'scenario',
  needs: ['create'],
  probe: async (lab) => {
    const judgedNames = {
      arbitrary: unusualNames,
      always: tellingUnusualNames,
      runs: Math.ceil(lab.config.runs / 2),
      ask: (around: Around) => tryName(lab, around),
    };
    await settleProperty(lab, 'create.echo', judgedNames, {
      subject: ({ before, after }) =>
        `an animal whose name has ${JSON.stringify(before)} before it and ${JSON.stringify(after)} behind it`,
      note: (tried) => `${String(tried)} unusual names, each refused or unchanged`,
      optional: true,
    });
  },
});

/** Where not even plain animals come back with an integer category, exactness is not the matter. */
function plainCategoriesAreTyped(lab: Lab): boolean {
  return lab.api.log.every(
    (reply) =>
      reply.operation !== 'create' ||
      reply.intent !== 'plain' ||
      reply.pet === undefined ||
      int64(reply.pet['categoryId']) !== undefined,
  );
}

async function tryCategory(lab: Lab, categoryId: bigint): Promise<Trial> {
  const submitted = { ...lab.population.plainBody(await lab.population.rarestStatus()), categoryId };
  const body = { ...bodyOf(submitted), categoryId: jsonInteger(categoryId) };
  const created = await lab.api.createJson(body, { intent: 'odd', submitted });
  if (created === undefined) return { kind: 'void' };
  if (created.answer === undefined) return { kind: 'void', reply: created };
  // However it is refused: only what is accepted can come back wrong.
  if (!isSuccess(created.answer)) return { kind: 'held', replies: [created] };
  const expected = `categoryId ${String(categoryId)}`;
  const differs = (reply: Reply, value: Json | undefined): Trial | undefined =>
    int64(value) === categoryId
      ? undefined
      : {
          kind: 'broke',
          expected,
          actual: `categoryId ${value === undefined ? 'absent' : writeJson(value)}`,
          replies: [reply],
        };
  if (created.pet === undefined) return { kind: 'void', reply: created };
  if (!plainCategoriesAreTyped(lab)) return { kind: 'void', reply: created };
  const echoed = differs(created, created.pet['categoryId']);
  if (echoed !== undefined) return echoed;
  if (created.id === undefined || !(await lab.baseline.of('get')).usable)
    return { kind: 'held', replies: [created] };
  const got = await lab.baseline.getMade(created.id, created.answer.receivedAt);
  // Another animal in its place, or none, is a matter of get; so is a category that is no integer.
  const isIt = got.pet !== undefined && int64(got.pet['id']) === created.id;
  if (got.pet === undefined || !isIt || int64(got.pet['categoryId']) === undefined)
    return { kind: 'held', replies: [created] };
  const read = differs(got, got.pet['categoryId']);
  return read?.kind === 'broke'
    ? { ...read, replies: [created, got] }
    : { kind: 'held', replies: [created, got] };
}

const int64s = defineCheck({
  id: 'create/categories',
  title: 'category ids from all of int64: exact in every answer where they are accepted',
  decides: ['create.int64'],
  stage: 'scenario',
  needs: ['create'],
  probe: async (lab) => {
    await settleProperty(
      lab,
      'create.int64',
      {
        arbitrary: categories,
        always: [
          ...tellingCategories,
          ...lab.config.categoryIds.filter((id) => !Number.isSafeInteger(Number(id))),
        ],
        runs: Math.ceil(lab.config.runs / 3),
        ask: (categoryId) => tryCategory(lab, categoryId),
      },
      {
        subject: (categoryId) => `an animal of category ${String(categoryId)}`,
        input: (categoryId) => ({ categoryId }),
        note: (tried) => `${String(tried)} category ids from all of int64, each refused or exact`,
        explainedBy: ['create.id.unique', 'create.id.by-service'],
      },
    );
  },
});

const ownId = defineCheck({
  id: 'create/own-id',
  title: 'bodies that bring an id of their own: a free one, and one that is taken',
  decides: ['create.id.by-service'],
  stage: 'scenario',
  needs: ['animal'],
  probe: async (lab) => {
    const [taken] = lab.population.animals();
    const free = [
      ...fc.sample(fc.bigInt({ min: 2n ** 40n, max: 2n ** 52n }), { seed: lab.seed(), numRuns: 1 }),
      ...fc.sample(fc.bigInt({ min: 2n ** 29n, max: 2n ** 31n - 1n }), { seed: lab.seed(), numRuns: 1 }),
    ];
    const ids = [...free, ...(taken === undefined ? [] : [taken.id])];
    await Promise.all(
      ids.map(async (id) => {
        const submitted = lab.population.plainBody(await lab.population.rarestStatus());
        const reply = await lab.api.createJson(
          { ...bodyOf(submitted), id: jsonInteger(id) },
          { intent: 'odd', submitted },
        );
        if (reply === undefined) lab.outOfBudget('create.id.by-service');
        else if (reply.id === id) {
          await lab.confirm('create.id.by-service', reply, (again) => again.id === id, {
            message: `a body that brought the id ${String(id)} made an animal with just that id`,
            expected: 'an id that the service assigned, or 400',
            actual: `id ${String(id)}`,
            input: { id },
            ...(id === taken?.id ? { explainedBy: ['create.id.unique'] as const } : {}),
          });
        } else await askForIt(lab, id, reply);
      }),
    );
  },
});

/** The id that a body brought must not name its animal behind the 201's back either. */
async function askForIt(lab: Lab, id: bigint, reply: CreateReply): Promise<void> {
  if (reply.answer === undefined) {
    lab.silent('create.id.by-service', reply);
    return;
  }
  if (isSuccess(reply.answer) && (await lab.baseline.of('get')).usable) {
    const got = await lab.api.get(id);
    if (got.pet !== undefined && got.pet['name'] === reply.submitted?.name) {
      lab.broken('create.id.by-service', {
        message: `an animal was stored under the id ${String(id)} that its body brought, although the 201 shows another`,
        expected: 'an id that the service assigned, or 400',
        actual: `the animal is found under id ${String(id)}`,
        exchanges: [reply.outcome.exchange, got.outcome.exchange],
        input: { id },
      });
      return;
    }
  }
  lab.held('create.id.by-service', 'bodies with an id of their own: refused, or given another', reply);
}

export const inputChecks: readonly Check[] = [unusual, int64s, ownId];
