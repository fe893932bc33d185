import { describe, expect, it } from 'vitest';
import { noCredential } from '../../src/engine/target/credentials.ts';
import { createBodyOf } from '../../src/engine/target/creates.ts';
import type { CheckContext } from '../../src/engine/plan/context.ts';
import { PET_STATUSES, type CreateReply } from '../../src/engine/target/replies.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import type { JsonObject } from '../../src/json/types.ts';
import { commonJsonSpellings } from '../../src/json/spellings.ts';
import { FakeStore } from './fake-store.ts';
import { benchOf } from './context-of.ts';

function sent(asks: readonly OutgoingRequest[]): readonly OutgoingRequest[] {
  return asks.filter(({ operation }) => operation === 'create');
}

function bodyIn(ask: OutgoingRequest | undefined): Record<string, unknown> {
  return JSON.parse(ask?.body ?? 'null') as Record<string, unknown>;
}

/** What one way of asking for an animal sends, and what is known of it. */
async function asked(way: (context: CheckContext) => Promise<CreateReply | undefined>, config = {}) {
  const { client, context } = benchOf(new FakeStore().answer, config);
  const reply = await way(context);
  const [ask] = sent(client.asks);
  return { reply, ask, context, body: ask?.body };
}

it.each([
  [1n, 1, {}],
  [2n ** 53n, 2n ** 53n, { status: 'sold' }],
] as const)('the category %o stands in a body as %o', (submitted, categoryId, more) => {
  expect(createBodyOf({ name: 'Rex', categoryId: submitted, ...more })).toEqual({
    name: 'Rex',
    categoryId,
    ...more,
  });
});

describe('a plain animal', () => {
  it.each([undefined, ...PET_STATUSES])(
    'with status %s has that, a name of its own and a configured category',
    async (status) => {
      const { reply, ask, context } = await asked((one) => one.creates.plain(status), { categoryIds: [7n] });
      const body = bodyIn(ask);
      expect(body).toEqual({ name: reply?.submitted?.name, categoryId: 7, ...(status && { status }) });
      expect(context.names.isOurs(String(body['name']))).toBe(true);
      expect(reply).toMatchObject({ intent: 'valid', sent: body, marker: body['name'] });
      expect(ask).toMatchObject({ contentType: 'application/json', credential: { kind: 'valid' } });
    },
  );

  it('can be spelled in every way, each in its turn', async () => {
    const { client, context } = benchOf(new FakeStore().answer);
    for (let turn = 0; turn < 2 * commonJsonSpellings.length; turn += 1) {
      expect(context.creates.spelling(turn)).toBe(commonJsonSpellings[turn % commonJsonSpellings.length]);
      await context.creates.plain('sold', { spelling: context.creates.spelling(turn) });
    }
    const shapes = sent(client.asks).map((ask) => (ask.body ?? '').replaceAll(/[A-Za-z0-9]{4,}/g, 'x'));
    expect(new Set(shapes).size).toBeGreaterThanOrEqual(commonJsonSpellings.length - 1);
    for (const ask of sent(client.asks)) expect(bodyIn(ask)).toMatchObject({ status: 'sold', categoryId: 1 });
  });

  it('is not sent where the budget is used up', async () => {
    const { reply, ask } = await asked((context) => context.creates.plain(), { maxCreated: 0 });
    expect({ reply, ask }).toEqual({ reply: undefined, ask: undefined });
  });
});

describe('an animal that a target may refuse', () => {
  it('differs from a plain one in just what is asked for', async () => {
    const { reply, ask } = await asked((context) =>
      context.creates.borderline({
        name: (plain) => ` ${plain} `,
        categoryId: 2n ** 63n - 1n,
        more: { age: 3 },
        contentType: 'text/plain',
        credential: noCredential,
      }),
    );
    expect(ask?.body).toContain('"categoryId":9223372036854775807');
    expect(bodyIn(ask)).toMatchObject({ name: reply?.submitted?.name, age: 3 });
    expect(reply?.submitted?.name).toMatch(/^ \w+ $/);
    expect(reply).toMatchObject({ intent: 'borderline', submitted: { categoryId: 2n ** 63n - 1n } });
    expect(ask).toMatchObject({ contentType: 'text/plain', credential: { kind: 'none' } });
  });

  it('has a status whose lists show it, and leaves the rarest one to what must be refused', async () => {
    const store = new FakeStore();
    for (const status of ['sold', 'pending']) store.add({ name: 'Old', categoryId: 1, status });
    const { context } = benchOf(store.answer);
    expect(await context.creates.borderline({ categoryId: 5n })).toMatchObject({
      submitted: { status: 'sold' },
    });
    expect(await context.pages.rarestStatus()).toBe('available');
  });
});

describe('what has to be refused', () => {
  type Way = (context: CheckContext) => Promise<CreateReply | undefined>;
  const wrong =
    (make: Parameters<CheckContext['creates']['invalid']>[0]): Way =>
    (context) =>
      context.creates.invalid(make);
  const spoiled =
    (spoil: (text: string) => string): Way =>
    (context) =>
      context.creates.malformed(spoil);
  const keyless =
    (more: Parameters<CheckContext['creates']['unauthenticated']>[1] = {}): Way =>
    (context) =>
      context.creates.unauthenticated(noCredential, more);
  const cutText = (valid: JsonObject) => `{"name":${JSON.stringify(valid['name'])}`;

  it.each<[string, Way, string, boolean]>([
    ['a wrong category', wrong((valid) => ({ ...valid, categoryId: 'x' })), 'invalid', true],
    ['an animal in an array', wrong((valid) => [valid]), 'invalid', true],
    ['a wrong name', wrong((valid) => ({ ...valid, name: 7 })), 'invalid', false],
    ['no object', wrong(() => 7), 'invalid', false],
    ['a text that is cut', spoiled((text) => text.slice(0, -1)), 'invalid', true],
    ['another text', spoiled(() => 'x'), 'invalid', false],
    ['no bytes', spoiled(() => ''), 'invalid', false],
    ['a valid body without a key', keyless(), 'unauthenticated', true],
    ['a faulty body without a key', keyless({ turn: cutText, contentType: null }), 'unauthenticated', true],
    ['nothing without a key', keyless({ turn: () => '{}' }), 'unauthenticated', false],
  ])('%s is found again by its name where it has one', async (_, way, intent, marked) => {
    const { reply, ask, body, context } = await asked(way);
    expect(reply?.intent).toBe(intent);
    expect(reply?.marker !== undefined).toBe(marked);
    if (marked) expect(body).toContain(reply?.marker);
    if (marked) expect(context.names.isOurs(reply?.marker ?? '')).toBe(true);
    expect(ask?.credential.valid).toBe(intent === 'invalid');
  });

  it('keeps the value that was sent where it was JSON, and what was submitted only where that was valid', async () => {
    const faulty = await asked((context) => context.creates.invalid((valid) => ({ ...valid, name: 7 })));
    expect(faulty.reply).toMatchObject({ submitted: undefined, sent: { name: 7 } });
    const intruder = await asked((context) => context.creates.unauthenticated(noCredential));
    expect(intruder.reply?.sent).toEqual(bodyIn(intruder.ask));
    expect(intruder.reply?.submitted).toBeDefined();
    const broken = await asked((context) =>
      context.creates.unauthenticated(noCredential, { turn: () => '[]' }),
    );
    expect(broken.reply).toMatchObject({ submitted: undefined, sent: undefined });
  });
});
