import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { listDiffersFromCreateFlaws, getDiffersFromCreateFlaws } from '../../suites/agreement.ts';
import { petStatusConfirmation } from '../../suites/changed-status.ts';
import { findListShowing } from '../../suites/lists.ts';
import type { CheckContext } from '../../src/engine/plan/context.ts';
import type { FlawedReply } from '../../src/engine/plan/finding.ts';
import type { GetReply, ListReply, PetStatus } from '../../src/engine/target/replies.ts';
import type { JsonObject } from '../../src/json/types.ts';
import { benchOf } from '../engine/context-of.ts';
import { FakeStore, ok } from '../engine/fake-store.ts';
import { present } from '../present.ts';

/** What a get (or a list) shows in the place of an animal's status, undefined for none; its turn counts such answers from 1. */
type Shows = (pet: JsonObject, turn: number) => string | undefined;

const always: Shows = ({ status }) => status as string;

/** A target that shows statuses in its own way; creates are answered as they were sent. */
function target({ gets = always, lists = always }: { gets?: Shows; lists?: Shows }, config = {}) {
  const store = new FakeStore();
  const turns = { get: 0, list: 0 };
  const show = (pet: JsonObject, shows: Shows, turn: number): JsonObject => {
    const { status: _, ...others } = pet;
    const status = shows(pet, turn);
    return { ...others, ...(status !== undefined && { status }) };
  };
  return benchOf(
    (ask) => {
      const found = ask.url.split('/').at(-1);
      if (ask.operation === 'get') {
        const pet = store.animals.find(({ id }) => `${id as number}` === found);
        if (pet !== undefined) return ok(200, show(pet, gets, (turns.get += 1)));
      }
      if (ask.operation === 'list' && !ask.url.includes('status=')) {
        turns.list += 1;
        return ok(
          200,
          store.animals.map((pet) => show(pet, lists, turns.list)),
        );
      }
      return store.answer(ask);
    },
    { consistencyMs: 1, ...config },
  );
}

const confirmGet = petStatusConfirmation<GetReply>(({ api }, { id }) => api.get(id));
const confirmList = petStatusConfirmation<ListReply>(findListShowing);

async function lookedAtGet(status: PetStatus, ways: Parameters<typeof target>[0], config = {}) {
  const { context, client } = target(ways, config);
  const made = present(await context.creates.plain(status));
  const reply = await context.api.get(present(made.id));
  const [flaw] = getDiffersFromCreateFlaws(reply, context);
  const before = client.asks.length;
  const wrongs = (again: GetReply) => getDiffersFromCreateFlaws(again, context);
  return {
    came: await confirmGet(context, { reply, flaw: present(flaw) }, wrongs),
    asks: client.asks.slice(before),
  };
}

async function flawedList(context: CheckContext, status: PetStatus): Promise<FlawedReply<ListReply>> {
  await context.creates.plain(status);
  const reply = await context.api.list({ limit: '100' });
  return { reply, flaw: present(listDiffersFromCreateFlaws(reply, context)[0]) };
}

const OPEN = { why: expect.stringMatching(/^Either .*, or the service/) as unknown };
const as =
  (from: string, to: string): Shows =>
  ({ status }) =>
    (status === from ? to : status) as string;

describe('another status than an animal was created with', () => {
  it.each([1, 2, 8])(
    'counts where it shows on fresh animals at once, concurrency %i',
    async (concurrency) => {
      const { came } = await lookedAtGet('sold', { gets: as('sold', 'available') }, { concurrency });
      expect(came).toMatchObject({ times: 3, of: 3 });
    },
  );

  it('is left open where it does not, with both readings', async () => {
    const once: Shows = ({ status }, turn) => (turn === 1 ? 'available' : (status as string));
    const { came } = await lookedAtGet('sold', { gets: once });
    expect(came).toMatchObject({
      why: expect.stringContaining('another client or the service itself changed a status') as unknown,
    });
    expect(came).not.toHaveProperty('final');
  });

  it('counts where get and list show that animal differently for good', async () => {
    const first: Shows = ({ id, status }) => (id === 1 ? 'available' : (status as string));
    expect((await lookedAtGet('sold', { gets: first })).came).toMatchObject({
      times: 3,
      of: 3,
      more: '; GET shows status "available", and lists show status "sold", 3 of 3 times',
    });
  });

  it.each<[string, Shows, Shows]>([
    [
      'get shows what was created by then',
      ({ id, status }, turn) => (id === 1 && turn === 1 ? 'available' : (status as string)),
      always,
    ],
    [
      'get shows another one each time',
      ({ id, status }, turn) => (id === 1 ? present(['available', 'pending'][turn % 2]) : (status as string)),
      always,
    ],
    ['the list shows the same', as('sold', 'available'), as('sold', 'available')],
  ])('is no difference for good where %s', async (_, gets, lists) => {
    const few = { maxCreated: 2 };
    expect((await lookedAtGet('sold', { gets, lists }, few)).came).toMatchObject(OPEN);
  });

  it('is told from what nobody may change: that is sent once more', async () => {
    const { came, asks } = await lookedAtGet('sold', { gets: as('sold', 'gone') });
    expect(came).toMatchObject({ times: 1, of: 1 });
    expect(asks.map(({ operation }) => operation)).toEqual(['get']);
  });
});

describe('an animal that is shown without its status', () => {
  const from =
    (shown: number): Shows =>
    ({ status }, turn) =>
      turn < shown ? undefined : (status as string);

  it('counts where the status is missing after the consistency time too, if only at times', async () => {
    expect((await lookedAtGet('sold', { gets: () => undefined })).came).toMatchObject({ times: 1, of: 1 });
    const atTimes: Shows = ({ status }, turn) => (turn % 3 === 1 ? undefined : (status as string));
    expect((await lookedAtGet('sold', { gets: atTimes })).came).toMatchObject({ times: 1, of: 3 });
  });

  it('may lag where the status shows then', async () => {
    expect((await lookedAtGet('sold', { gets: from(2) }, { consistencyMs: 100 })).came).toMatchObject({
      why: expect.stringContaining('can be read later than the animal') as unknown,
    });
  });

  it('may lag where a newer animal alone lacks its status then', async () => {
    const late: Shows = ({ id, status }, turn) => (id === 1 && turn > 1 ? (status as string) : undefined);
    const { context } = target({ lists: late }, { consistencyMs: 100 });
    const flawed = await flawedList(context, 'sold');
    const came = confirmList(context, flawed, (page) => listDiffersFromCreateFlaws(page, context));
    await context.creates.plain('sold');
    expect(await came).toMatchObject({ why: expect.any(String) as unknown });
  });
});

describe('a pending animal that is shown with another status', () => {
  const moved = as('pending', 'sold');

  it('may have been moved on: it is left open, however often it shows, and one look is enough', async () => {
    const { came } = await lookedAtGet('pending', { gets: moved, lists: moved });
    expect(came).toMatchObject({ ...OPEN, final: true });
  });

  it('counts where lists go on showing it as pending', async () => {
    expect((await lookedAtGet('pending', { gets: moved })).came).toMatchObject({ times: 3, of: 3 });
  });

  it('is a matter of lists where those show it otherwise, and get does not', async () => {
    const { context } = target({ lists: moved });
    const flawed = await flawedList(context, 'pending');
    const came = await confirmList(context, flawed, (page) => listDiffersFromCreateFlaws(page, context));
    expect(came).toMatchObject({ times: 3, of: 3 });
  });

  it('counts where it is shown as pending again, three fresh ones too', async () => {
    const byTurns: Shows = ({ status }, turn) =>
      status === 'pending' && turn % 3 === 1 ? 'sold' : (status as string);
    // Time for three reads of each animal on a busy machine too.
    const { came } = await lookedAtGet('pending', { gets: byTurns, lists: moved }, { consistencyMs: 500 });
    expect(came).toMatchObject({
      times: 3,
      of: 3,
      more: '; 3 new pending animals also got another status, and were pending again later',
    });
  });

  it('is left open where it was set back once, and fresh ones are not', async () => {
    const once: Shows = ({ id, status }, turn) =>
      status === 'pending' && (turn === 1 || id !== 1) ? 'sold' : (status as string);
    expect((await lookedAtGet('pending', { gets: once, lists: once })).came).toMatchObject(OPEN);
  });

  it('is left open where no fresh animal may be added', async () => {
    const { came } = await lookedAtGet('pending', { gets: moved, lists: moved }, { maxCreated: 1 });
    expect(came).toMatchObject(OPEN);
  });
});

/** What happened since an animal was created, and the status of the animal that was created last. */
interface Since {
  readonly answers: number;
  readonly creates: number;
  readonly last: string;
}

/**
 * Judges a list that shows an available animal otherwise. Lists without a status show the oldest animal alone, as if more were
 * before the new ones. `delays`: how long the service waits before it answers lists, and before it answers creates.
 */
async function lookedAtLists(status: (since: Since) => string, delays?: { list: number; create: number }) {
  const store = new FakeStore();
  const answersBefore: number[] = [];
  let answers = 0;
  const look = (pet: JsonObject, at: number): JsonObject => {
    if (pet['status'] !== 'available') return pet;
    const creates = store.animals.length - 1 - at;
    const last = present(store.animals.at(-1))['status'] as string;
    return { ...pet, status: status({ answers: answers - present(answersBefore[at]), creates, last }) };
  };
  const { context } = benchOf(
    async (ask) => {
      if (ask.operation === 'create') {
        const said = store.answer(ask);
        answersBefore.push(answers);
        await pause(delays?.create ?? 0);
        return said;
      }
      if (ask.operation === 'list') await pause(delays?.list ?? 0);
      const { pathname, searchParams } = new URL(ask.url);
      const filter = searchParams.get('status');
      const pets = store.animals.map(look);
      answers += 1;
      if (ask.operation === 'list')
        return ok(200, filter === null ? pets.slice(0, 1) : pets.filter((pet) => pet['status'] === filter));
      return ok(200, present(pets.find(({ id }) => pathname.endsWith(`/${String(id as number)}`))));
    },
    { consistencyMs: 1 },
  );
  await context.creates.plain('available');
  await context.creates.plain('pending');
  for (let n = 0; n < 6; n += 1) await context.api.list();
  const reply = await context.api.list();
  const wrongs = (page: ListReply) => listDiffersFromCreateFlaws(page, context);
  return confirmList(context, { reply, flaw: present(wrongs(reply)[0]) }, wrongs);
}

describe('an available animal that is shown with another status later', () => {
  it('counts where new ones are shown so from the start', async () => {
    const came = await lookedAtLists(() => 'pending');
    expect(came).toMatchObject({ times: 3, of: 3 });
    expect(came).not.toHaveProperty('more');
  });

  it('counts where it takes the status of the next animal, and keeps its own without one', async () => {
    expect(await lookedAtLists(({ creates, last }) => (creates > 0 ? last : 'available'))).toMatchObject({
      times: 3,
      of: 3,
      more: expect.stringContaining('kept their status until the next animal was added') as unknown,
    });
  });

  it('is left open where each next animal moves it to one status', async () => {
    expect(await lookedAtLists(({ creates }) => (creates > 0 ? 'pending' : 'available'))).toMatchObject(OPEN);
  });

  const after =
    (times: number) =>
    ({ answers }: Since): string =>
      answers < times ? 'available' : 'pending';

  it.each([1, 2, 3, 4, 5, 6])(
    'is left open where %i reads change it without a next animal',
    async (times) => {
      expect(await lookedAtLists(after(times))).toMatchObject(OPEN);
    },
  );

  it('is left open where only a list sent during the create shows it as it was created', async () => {
    expect(await lookedAtLists(after(3), { list: 5, create: 15 })).toMatchObject(OPEN);
  });
});
