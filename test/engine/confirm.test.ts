import type { Operation } from '../../reports/exchange.ts';
import { describe, expect, it } from 'vitest';
import { resendRequest, confirmByResending } from '../../src/engine/verbs/confirm.ts';
import type { Flaw } from '../../src/engine/plan/finding.ts';
import type { CheckContext } from '../../src/engine/plan/context.ts';
import type { Reply } from '../../src/engine/target/replies.ts';
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
