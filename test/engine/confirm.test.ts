import type { Operation } from '../../reports/exchange.ts';
import { describe, expect, it } from 'vitest';
import { resendRequest, confirmOnFreshAnimals, confirmByResending } from '../../src/engine/verbs/confirm.ts';
import { flawSubjectKey, type Flaw } from '../../src/engine/plan/finding.ts';
import { writeJson } from '../../src/json/json.ts';
import type { CheckContext } from '../../src/engine/plan/context.ts';
import type { GetReply, Reply } from '../../src/engine/target/replies.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import { present } from '../present.ts';
import type { Script } from './fake-client.ts';
import { FakeStore, ok, refusal } from './fake-store.ts';
import { benchOf } from './context-of.ts';

const FLAW: Flaw = { message: 'it broke', expected: 'this', actual: 'that' };

describe('the same request once more', () => {
  const ways: Record<Operation, (context: CheckContext) => Promise<Reply | undefined>> = {
    list: (context) =>
      context.api.list(
        { limit: '7', status: 'x' },
        { credential: { value: 'Basic x', kind: 'malformed', label: 'x', pieces: [], valid: false } },
      ),
    get: (context) => context.api.get('a/b'),
    create: (context) =>
      context.api.create('{"name":', { intent: 'invalid', contentType: 'text/plain', marker: 'x' }),
    message: (context) => context.api.message('{}', { contentType: null, intent: 'borderline', sent: {} }),
  };

  it.each(Object.entries(ways))('is put to the target as it was the first time: %s', async (_, way) => {
    const { client, context } = benchOf(new FakeStore().answer);
    const reply = present(await way(context));
    const again = present(await resendRequest(context, reply));
    expect(client.asks[1]).toEqual(client.asks[0]);
    const facts = ({ outcome: _o, answer: _a, ...rest }: Reply) => ({ ...rest, pet: 0, id: 0, items: 0 });
    expect(facts(again)).toEqual(facts(reply));
  });

  it('of an animal that every target has to accept goes out under a fresh name, spelled alike', async () => {
    const { client, context } = benchOf(new FakeStore().answer);
    const reply = present(await context.creates.plain('sold', { spelling: 'on lines' }));
    await resendRequest(context, reply);
    const bodies = client.asks.map(({ body }) => body ?? '');
    const values = bodies.map((body) => JSON.parse(body) as { name: string; status: string });
    expect(new Set(values.map(({ name }) => name)).size).toBe(2);
    expect(values.map(({ status }) => status)).toEqual(['sold', 'sold']);
    for (const body of bodies) expect(body).toContain('\n');
  });

  it.each<[string, Script, object]>([
    ['comes again', refusal(500), { times: 1, of: 1 }],
    ['does not', ok(200, []), { times: 0, of: 1, replies: [] }],
    ['is not answered', 'timeout', { times: 0, of: 0, replies: [] }],
  ])('says whether a flaw stands that %s: it always does', async (_, again, told) => {
    let asked = 0;
    const { context } = benchOf(() => ((asked += 1) === 1 ? refusal(500) : again));
    const reply = await context.api.list();
    const wrongs = ({ answer }: Reply) => (answer?.status === 500 ? [FLAW] : []);
    const confirmed = await confirmByResending(context, { reply, flaw: FLAW }, wrongs);
    expect(confirmed).toMatchObject(told);
    expect(confirmed.replies).toHaveLength(confirmed.times);
  });

  it('of an empty list does not tell once the store holds animals: the flaw was in what is empty', async () => {
    let asked = 0;
    const { context } = benchOf(() =>
      ok(200, (asked += 1) === 1 ? null : [{ id: 1, name: 'Rex', categoryId: 1 }]),
    );
    const reply = await context.api.list();
    expect(await confirmByResending(context, { reply, flaw: FLAW }, () => [])).toEqual({
      times: 0,
      of: 0,
      replies: [],
    });
  });

  it('is not sent where the budget is used up, and the flaw stands as it is', async () => {
    const { client, context } = benchOf(new FakeStore().answer, { maxCreated: 1 });
    const reply = present(await context.creates.plain('sold'));
    const confirmed = await confirmByResending(context, { reply, flaw: FLAW }, () => [FLAW]);
    expect(confirmed).toEqual({ times: 0, of: 0, replies: [] });
    expect(client.asks).toHaveLength(1);
  });
});

describe('what somebody else may have changed', () => {
  const read = (context: CheckContext, { id }: { readonly id: bigint }) => context.api.get(id);
  /** An animal of the run that was sold is shown with another status. */
  const wrong = ({ id, pet }: GetReply): readonly Flaw[] =>
    pet === undefined || pet['status'] === 'sold'
      ? []
      : [
          {
            ...FLAW,
            actual: writeJson(pet['status'] ?? null),
            subjects: [flawSubjectKey.animal(id)],
            mayChange: true,
          },
        ];

  /** Gets an animal from a target that answers gets in its own way, and looks at what is wrong again. */
  async function looked(
    answers: (turn: number, store: FakeStore, ask: OutgoingRequest) => Script | undefined,
    config = {},
    { readAs = read } = {},
  ) {
    const store = new FakeStore();
    let turn = 0;
    const bench = benchOf((ask) => {
      const special = ask.operation === 'get' ? answers((turn += 1), store, ask) : undefined;
      return special ?? store.answer(ask);
    }, config);
    const made = present(await bench.context.creates.plain('sold'));
    const reply = await bench.context.api.get(present(made.id));
    const [found] = wrong(reply);
    const flaw = { ...present(found), comparedWith: [made] };
    const confirmed = await confirmOnFreshAnimals<GetReply>(readAs)(bench.context, { reply, flaw }, wrong);
    return { confirmed, ...bench };
  }

  const shownAs =
    (status: (turn: number) => string | undefined) =>
    (turn: number, { animals }: FakeStore, { url }: OutgoingRequest): Script | undefined => {
      const shown = status(turn);
      const pet = animals.find(({ id }) => url.endsWith(`/${String(id as number)}`));
      return shown === undefined ? undefined : ok(200, { ...pet, status: shown });
    };

  const PENDING = shownAs(() => 'pending');

  it('counts where fresh animals show it at once, every one of them', async () => {
    const { confirmed, client } = await looked(PENDING);
    expect(confirmed).toMatchObject({ times: 3, of: 3 });
    expect(confirmed?.replies).toHaveLength(1);
    // One after the other: made with the same status, and read.
    const order = client.asks.slice(2).map(({ operation }) => operation);
    expect(order).toEqual(['create', 'get', 'create', 'get', 'create', 'get']);
    const made = client.asks.filter(({ operation }) => operation === 'create');
    expect(made.every(({ body }) => body?.includes('"sold"') === true)).toBe(true);
  });

  it.each<[string, (turn: number) => string | undefined]>([
    ['the first fresh animal is as it should be', (turn) => (turn === 1 ? 'pending' : undefined)],
    ['the last one is', (turn) => (turn < 4 ? 'pending' : undefined)],
    ['they show something else', (turn) => (turn === 1 ? 'pending' : 'available')],
  ])('does not where %s', async (_, status) => {
    expect((await looked(shownAs(status))).confirmed).toBeUndefined();
  });

  it('does not where the animal that is read is not the fresh one', async () => {
    const readAs = (context: CheckContext) => context.api.get(1n);
    expect((await looked(PENDING, {}, { readAs })).confirmed).toBeUndefined();
  });

  it('does not where no fresh animal can be had', async () => {
    expect((await looked(PENDING, { maxCreated: 2 })).confirmed).toBeUndefined();
  });
});
