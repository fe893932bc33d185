import { describe, expect, it } from 'vitest';
import { findStoreLoss, findStoreResetBetween } from '../../suites/store-loss.ts';
import type { Animal } from '../../src/engine/target/population.ts';
import type { JsonObject } from '../../src/json/types.ts';
import type { Config } from '../../src/config/types.ts';
import { benchOf } from '../engine/context-of.ts';
import { FakeStore, ok, refusal } from '../engine/fake-store.ts';
import { present } from '../present.ts';

/** Takes animals out of a store once one was added to it. */
type Loses = (animals: JsonObject[]) => void;

/** A target that loses animals, with so many of the run. @param forbidden what the key may not do */
async function losing(
  count: number,
  loses: Loses,
  config: Partial<Config> = {},
  first = 1,
  forbidden?: 'list' | 'get',
) {
  const store = new FakeStore();
  let next = first;
  const bench = benchOf(
    (ask) => {
      if (ask.operation === forbidden) return refusal(403);
      if (ask.operation !== 'create') return store.answer(ask);
      const pet = { ...(JSON.parse(ask.body ?? '') as JsonObject), id: next };
      next += 1;
      store.animals.push(pet);
      loses(store.animals);
      return ok(201, pet);
    },
    { consistencyMs: 0, maxCreated: 200, ...config },
  );
  const starters = await bench.context.population.starters();
  if (forbidden === 'list') await bench.context.baseline.of('get');
  for (let n = starters.length; n < count; n += 1) await bench.context.creates.plain('sold');
  return {
    ...bench,
    store,
    restart: (at = first) => (next = at),
    animal: (at: number): Animal => present(bench.context.population.animals().at(at)),
  };
}

const keeping =
  (most: number): Loses =>
  (animals) =>
    void animals.splice(0, animals.length - most);
const nothing: Loses = () => undefined;

describe('a store that lost animals legitimately', () => {
  it.each([
    ['of which the newest 30 remain', 30, 30],
    ['of which as many remain as a page has, and no create loses one', 21, 21],
  ])('is one %s', async (_, most, left) => {
    const { context, animal } = await losing(50, keeping(most));
    const loss = await findStoreLoss(context, animal(0));
    expect(loss?.why).toMatch(
      /^The store looks (?:emptied or trimmed|trimmed to its newest animals) during the run, seen right after POST .*/,
    );
    expect(loss?.why).toContain(
      `; ${String(50 - left)} animals of the run are gone from list and get alike, older than the ${String(left)} that remain, and new ones work`,
    );
  });

  it('is one that was emptied; the requests just before are named', async () => {
    const { context, animal, store } = await losing(30, nothing);
    await context.api.get(1n);
    store.animals.length = 0;
    await context.creates.plain();
    await context.api.list({ limit: '7' });
    await context.api.get(1n);
    const loss = await findStoreLoss(context, animal(0));
    expect(loss).toMatchObject({ isReset: true });
    expect(loss?.why).toContain(
      'emptied or trimmed during the run, seen right after POST /v1/pets (x37), between x36, the last to show animal 1, and x38; 30 animals',
    );
  });

  it('may be one of which all animals are gone, and the run may create no other', async () => {
    const { context, animal, store } = await losing(30, nothing, { maxCreated: 30 });
    await context.baseline.of('get');
    store.animals.length = 0;
    expect((await findStoreLoss(context, animal(0)))?.why).toContain(
      '; 30 animals of the run are gone from list and get alike, and --max-created allows no new one',
    );
  });

  it('is none if no response ever showed one of the lost animals, and the run may create no other', async () => {
    const { context, animal } = await losing(30, keeping(0), { maxCreated: 30 });
    expect(await findStoreLoss(context, animal(0))).toBeUndefined();
  });

  it('was trimmed where some were seen after others had gone', async () => {
    const { context, animal, store } = await losing(60, keeping(40));
    await context.api.get(animal(25).id);
    store.animals.splice(0, 10);
    expect((await findStoreLoss(context, animal(25)))?.why).toContain(
      'trimmed to its newest animals during the run',
    );
  });

  it('is looked at once for all that are as old', async () => {
    const { context, animal, client } = await losing(50, keeping(30));
    const loss = await findStoreLoss(context, animal(19));
    const { length } = client.asks;
    expect(await findStoreLoss(context, animal(3))).toBe(loss);
    expect(client.asks).toHaveLength(length);
  });
});

describe('a store that lost animals, of which the key may read', () => {
  it.each([
    ['get alone, since the key may not list', 'list'],
    ['list alone, since get does not work', 'get'],
  ] as const)('by %s', async (where, forbidden) => {
    const { context, animal } = await losing(60, keeping(30), {}, 1, forbidden);
    expect((await findStoreLoss(context, animal(0)))?.why).toContain(
      `; 30 animals of the run are gone from ${where}, older than the 30 that remain`,
    );
  });

  it.each<[string, number, Loses]>([
    ['unless it lost one among others', 4, (animals) => void (animals.length === 30 && animals.splice(4, 1))],
    ['unless it holds twenty, and loses one with each create', 0, keeping(20)],
  ])('by get alone, %s', async (_, at, loses) => {
    const { context, animal } = await losing(50, loses, {}, 1, 'list');
    expect(await findStoreLoss(context, animal(at))).toBeUndefined();
  });
});

describe('a store that lost animals and looks like one', () => {
  it.each<[string, number, Loses]>([
    ['holds the animal', 0, nothing],
    ['lost one among others', 4, (animals) => void (animals.length === 30 && animals.splice(4, 1))],
    ['holds twenty, and loses one with each create', 0, keeping(20)],
    ['holds the last alone', 0, keeping(1)],
    ['loses new ones too', 0, (animals) => void animals.splice(0)],
  ])('is one that %s', async (_, at, loses) => {
    const { context, animal } = await losing(50, loses);
    expect(await findStoreLoss(context, animal(at))).toBeUndefined();
  });

  it('is one whose lists show it still', async () => {
    const { context, animal, client, store } = await losing(30, nothing);
    const lists = store.animals.slice();
    store.animals.splice(0, 5);
    const { send } = client;
    client.send = (ask) => {
      if (ask.operation !== 'list') return send.call(client, ask);
      const kept = store.animals.splice(0);
      store.animals.push(...lists);
      const came = send.call(client, ask);
      store.animals.splice(0);
      store.animals.push(...kept);
      return came;
    };
    expect(await findStoreLoss(context, animal(0))).toBeUndefined();
  });
});

describe('an id that is given twice', () => {
  it('may be, once the store was emptied in between', async () => {
    const { context, store, restart, animal } = await losing(30, nothing);
    store.animals.length = 0;
    restart();
    await context.creates.plain();
    const [before, after] = [animal(0), animal(-1)];
    expect(after.id).toBe(before.id);
    expect(await findStoreResetBetween(context, before.reply, after.reply)).toMatchObject({ isReset: true });
    expect(await findStoreResetBetween(context, after.reply, before.reply)).toBeUndefined();
  });

  it.each([[false], [true]])(
    'may be, once it was emptied twice, unless the first was seen later: %s',
    async (isSeen) => {
      const { context, store, restart, animal } = await losing(30, nothing);
      const first = animal(0);
      if (!isSeen) store.animals.length = 0;
      restart();
      await context.creates.plain();
      const second = animal(-1);
      expect(second.id).toBe(first.id);
      if (isSeen) await context.api.get(first.id);
      store.animals.length = 0;
      await context.creates.plain();
      const loss = await findStoreResetBetween(context, first.reply, second.reply);
      expect(loss?.isReset).toBe(isSeen ? undefined : true);
    },
  );

  it.each([
    ['', undefined],
    [', and the key may not list', 'list'],
  ] as const)(
    'may not be where each create gets the id of an animal that is there%s',
    async (_, forbidden) => {
      let count = 0;
      const reuses: Loses = (animals) => {
        const pet = animals.pop();
        const id = 1 + (count++ % 30);
        const at = animals.findIndex((one) => one['id'] === id);
        if (at >= 0) animals.splice(at, 1);
        if (pet !== undefined) animals.push(Object.assign(pet, { id }));
      };
      const { context, animal } = await losing(70, reuses, {}, 1, forbidden);
      expect(animal(30).id).toBe(animal(0).id);
      expect(await findStoreResetBetween(context, animal(0).reply, animal(30).reply)).toBeUndefined();
      expect(await findStoreLoss(context, animal(0))).toBeUndefined();
    },
  );

  it.each([[true], [false]])(
    'may be another animal, of another client, once the store was emptied: %s',
    async (isEmptied) => {
      const { context, store, restart, animal } = await losing(30, nothing);
      if (isEmptied) {
        store.animals.length = 0;
        await context.api.list({ limit: '100' });
      }
      for (let n = 0; n < 30; n += 1) {
        const pet = { id: n + 1, name: `Other ${String(n)}`, categoryId: 1 };
        store.animals.splice(n, 1, pet);
      }
      restart(31);
      const loss = await findStoreLoss(context, animal(0));
      expect(loss?.isReset).toBe(isEmptied ? true : undefined);
    },
  );

  it('may not be while others are there that are older', async () => {
    const { context, store, restart, animal } = await losing(30, nothing);
    await context.api.get(1n);
    store.animals.splice(0, 1);
    restart();
    await context.creates.plain();
    expect(await findStoreResetBetween(context, animal(0).reply, animal(-1).reply)).toBeUndefined();
  });
});

it('is seen on lists alone once getting an animal is gone', async () => {
  const { context, animal } = await losing(60, keeping(30), { asOf: '2031-01-01' });
  expect((await findStoreLoss(context, animal(0)))?.why).toContain('older than the 30 that remain');
});
