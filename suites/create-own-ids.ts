import * as fc from 'fast-check';
import { drawn } from '../generators/drawn.ts';
import { int64, jsonInteger } from '../src/json/int64.ts';
import type { Json } from '../src/json/types.ts';
import type { Check } from '../src/kit/check.ts';
import { subject, type Flaw } from '../src/kit/flaw.ts';
import type { Lab } from '../src/kit/lab.ts';
import { isSuccess, type CreateReply, type GetReply, type Reply } from '../src/kit/replies.ts';
import { always } from '../src/kit/verbs/always.ts';
import { each, overTheRun } from '../src/kit/verbs/each.ts';

/** An id that a body brings: a free one of many sizes, also in a string, or one that an animal has. */
const freeIds = drawn<bigint | string>({
  'one that is taken': ['taken'],
  'of 29 to 31 bits': fc.bigInt({ min: 2n ** 29n, max: 2n ** 31n - 1n }),
  'of 40 to 62 bits': fc.bigInt({ min: 2n ** 40n, max: 2n ** 62n }),
  'digits in a string': fc.bigInt({ min: 2n ** 40n, max: 2n ** 52n }).map(String),
});

/** The id that a body asks for, also in a string. */
function wanted(id: Json | undefined): bigint | undefined {
  return typeof id === 'string' && /^\d{1,18}$/.test(id) ? BigInt(id) : int64(id);
}

function idIn({ sent }: Extract<Reply, { operation: 'create' }>): bigint | undefined {
  return typeof sent === 'object' && sent !== null && 'id' in sent
    ? wanted((sent as { id: Json }).id)
    : undefined;
}

function broughtAnId(reply: Reply): reply is CreateReply {
  return reply.operation === 'create' && reply.intent === 'odd' && idIn(reply) !== undefined;
}

/** The id that a body brought names its animal, in the 201 or behind its back. */
function tookIt(
  reply: CreateReply,
  behind: ReadonlyMap<string, GetReply>,
  { population }: Lab,
): Flaw | undefined {
  const id = idIn(reply);
  const got = behind.get(String(id));
  const said = reply.id === id;
  const found = got?.pet?.['name'] !== undefined && got.pet['name'] === reply.submitted?.name;
  if (id === undefined || !isSuccess(reply.answer) || (!said && !found)) return undefined;
  return {
    message: said
      ? `a body that brought the id ${String(id)} made an animal with just that id`
      : `an animal was stored under the id ${String(id)} that its body brought, although the 201 shows another`,
    expected: 'an id that the service assigned, or 400',
    actual: said ? `id ${String(id)}` : `the animal is found under id ${String(id)}`,
    input: { id },
    ...(said ? { places: [{ part: 'body', pointer: '/id' }] } : { beside: got === undefined ? [] : [got] }),
    about: [subject.animal(id)],
    ...(population.animals().some((other) => other.id === id && other.reply !== reply)
      ? { explainedBy: ['create.id.unique'] }
      : {}),
  };
}

export const ownIdChecks: readonly Check[] = [
  each('create/bring-an-id', {
    title: 'bodies that bring an id of their own: a free one, and one that is taken',
    decides: 'create.id.by-service',
    needs: ['animal'],
    draw: freeIds,
    ask: (id, { creates, population }) => {
      const own = id === 'taken' ? (population.animals()[0]?.id ?? 1n) : id;
      return creates.odd({ more: { id: typeof own === 'string' ? own : jsonInteger(own) } });
    },
    expect: overTheRun,
    says: (id) => `a body that brings the id ${String(id)}`,
    passes: 'bodies with an id of their own',
    optional: true,
  }),

  always('create/own-id', {
    title: 'the id of every animal whose body brought one, in the 201 and behind it',
    decides: 'create.id.by-service',
    needs: ['animal'],
    pulls: ['create/bring-an-id'],
    of: broughtAnId,
    given: async (lab) => {
      const gets = new Map<string, GetReply>();
      if (!(await lab.baseline.of('get')).usable) return gets;
      for (const reply of lab.api.log.filter(broughtAnId)) {
        const id = String(idIn(reply));
        if (isSuccess(reply.answer)) gets.set(id, await lab.api.get(id));
      }
      return gets;
    },
    wrong: tookIt,
    passes: () => 'bodies with an id of their own: refused, or given another',
    lacks: () => 'no body with an id of its own could be sent',
  }),
];
