import { describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../../src/http/types.ts';
import type { Check } from '../../src/engine/plan/check.ts';
import { defineCheck } from '../../src/engine/plan/check.ts';
import { keylessNotStoredChecks, rejectedNotStoredChecks } from '../../suites/not-stored.ts';
import type { Config } from '../../src/config/types.ts';
import { noCredential } from '../../src/engine/target/credentials.ts';
import type { CheckContext } from '../../src/engine/plan/context.ts';
import { parseExactJson, writeJson } from '../../src/json/json.ts';
import type { Json, JsonObject } from '../../src/json/types.ts';
import type { Script } from '../engine/fake-client.ts';
import { FakeStore, ok, refusal } from '../engine/fake-store.ts';
import { checkOf, foundBy } from '../engine/context-of.ts';

/** Sends what is to be refused, as a check would. */
function sending(send: Send): Check {
  return checkOf('create/refused', {
    decides: [],
    needs: ['create'],
    probe: async (context) => void (await send(context)),
  });
}

const wrongCategory = ({ creates }: CheckContext) =>
  creates.invalid((valid) => ({ ...valid, categoryId: 'x' }));
const wrongName = ({ creates }: CheckContext) =>
  creates.invalid((valid) => ({ ...valid, name: 123_456_789 }));
const noName = ({ creates }: CheckContext) =>
  creates.invalid(({ categoryId, status }) => ({ categoryId: categoryId ?? 1, status: status ?? 'sold' }));
const notJson = ({ creates }: CheckContext) => creates.malformed((text) => text.slice(0, -1));
const intruder = ({ creates }: CheckContext) => creates.unauthenticated(noCredential);

/** What a target does with a request that it refuses: it may store something of it all the same. */
type Keeps = (body: string, store: FakeStore, ask: OutgoingRequest) => void;

/** A target that refuses what is faulty with 400, and what has no key with 401. */
function strict(keeps: Keeps = () => {}, held = 0): (ask: OutgoingRequest) => Script {
  const store = new FakeStore(held);
  return (ask) => {
    if (ask.operation !== 'create') return store.answer(ask);
    const code = !ask.credential.valid ? 401 : isValid(ask.body ?? '') ? 201 : 400;
    if (code === 201) return store.answer(ask);
    keeps(ask.body ?? '', store, ask);
    return refusal(code);
  };
}

function parsed(body: string): JsonObject | undefined {
  const read = parseExactJson(body);
  return read.ok ? (read.value as JsonObject) : undefined;
}

function isValid(body: string): boolean {
  const value = parsed(body);
  return typeof value?.['name'] === 'string' && typeof value['categoryId'] === 'number';
}

const isFaulty = ({ operation, body }: OutgoingRequest) => operation === 'create' && !isValid(body ?? '');

const keepsIt: Keeps = (body, store) => void store.add(parsed(body) ?? {});
const keepsAs =
  (named: (name: Json | undefined) => Json): Keeps =>
  (body, store) =>
    void store.add({ ...parsed(body), name: named(parsed(body)?.['name']) });
const keepsNamed: Keeps = (body, store) => {
  const name = /"name":"(\w+)/.exec(body)?.[1];
  if (name !== undefined) store.add({ name, categoryId: 1, status: 'sold' });
};

type Send = (context: CheckContext) => Promise<unknown>;

const BOTH = [...rejectedNotStoredChecks, ...keylessNotStoredChecks];
/** Both of them as one. */
const bothChecks = defineCheck({
  id: 'list/both',
  title: 'both',
  decides: BOTH.flatMap(({ decides }) => decides),
  stage: 'read-back',
  needs: ['list', 'create'],
  probe: async (context) => {
    for (const { probe } of BOTH) await probe(context);
  },
});

/** What is found once this was sent. */
const found = (send: Send, target: (ask: OutgoingRequest) => Script, config: Partial<Config> = {}) =>
  foundBy([sending(send), bothChecks], target, config);

/** The kinds of it, by requirement. */
async function kinds(send: Send, target: (ask: OutgoingRequest) => Script) {
  const { findings } = await found(send, target);
  return Object.fromEntries(findings.map(({ requirement, kind }) => [requirement, kind]));
}

const HELD = { 'create.rejected-not-stored': 'witness' };
const BOTH_HELD = { ...HELD, 'auth.no-effect': 'witness' };

const both = async (context: CheckContext) => [await wrongCategory(context), await intruder(context)];

/** The same target, whose lists show an animal only after this many milliseconds. */
function lagging(target: (ask: OutgoingRequest) => Script, ms: number): (ask: OutgoingRequest) => Script {
  const since = new Map<Json | undefined, number>();
  const isShown = ({ name }: JsonObject) => Date.now() - (since.get(name) ?? 0) >= ms;
  return (ask) => {
    const answer = target(ask);
    if (ask.operation === 'create') since.set(parsed(ask.body ?? '')?.['name'], Date.now());
    if (ask.operation !== 'list' || typeof answer === 'string') return answer;
    const read = parseExactJson(answer.body ?? '');
    return ok(200, read.ok ? (read.value as readonly JsonObject[]).filter(isShown) : []);
  };
}

describe('what was refused', () => {
  it('is looked for on the widest lists, and is not found where nothing was stored', async () => {
    expect(await kinds(both, strict())).toEqual(BOTH_HELD);
  });

  it.each<[string, number, Keeps, string]>([
    ['found', 0, keepsIt, 'violation'],
    ['found among many', 100, keepsIt, 'violation'],
    ['not found where nothing was stored', 0, () => {}, 'witness'],
  ])('is %s once lists that lag have had their time', async (_, held, keeps, kind) => {
    const { findings } = await found(wrongCategory, lagging(strict(keeps, held), 40), { consistencyMs: 60 });
    expect(findings).toMatchObject([{ kind }, {}]);
  });

  it.each<[string, Send, Keeps]>([
    ['a wrong category', wrongCategory, keepsIt],
    ['a name that is a number', wrongName, keepsIt],
    ['a name that is a number, as a text', wrongName, keepsAs((name) => writeJson(name ?? null))],
    ['no name', noName, keepsIt],
    ['no name, which is shown as null', noName, keepsAs(() => null)],
    ['no JSON', notJson, keepsNamed],
  ])('with 400 and stored all the same is told: %s', async (_, send, keeps) => {
    const { findings, client } = await found(send, strict(keeps));
    const [told] = findings;
    expect(told).toMatchObject({
      kind: 'violation',
      requirement: 'create.rejected-not-stored',
      message: expect.stringMatching(
        /^POST \/v1\/pets .+: 400, and its animal is in the list as animal \d+$/u,
      ) as string,
      expected: 'nothing stored',
      subjects: [expect.any(String), expect.stringMatching(/^animal \d+$/)],
    });
    if (told?.kind !== 'violation') throw new Error('nothing was found');
    expect(told.exchanges).toHaveLength(3);
    expect(told.reproduced).toEqual({ times: 1, of: 1 });
    const at = (id: string | undefined) => client.exchanges.find((one) => one.id === id);
    expect(at(told.comparison)).toMatchObject({ operation: 'create', response: { status: 400 } });
    expect(at(told.exchanges[1])).toMatchObject({ operation: 'list' });
  });

  it('is counted, and said not to show again where it is gone by then', async () => {
    const send: Send = async (context) => [
      await wrongCategory(context),
      await wrongCategory(context),
      await noName(context),
    ];
    const { findings, client } = await found(send, strict(keepsIt));
    expect(findings[0]).toMatchObject({
      message: expect.stringMatching(/ as animal \d+; seen in all 3 refused requests$/) as string,
    });
    const target = strict(keepsIt);
    // The last list of the first check looks again; the other one reads eight.
    let left = client.asks.filter(({ operation }) => operation === 'list').length;
    const [gone] = (
      await found(send, (ask) => (ask.operation === 'list' && (left -= 1) === 8 ? ok(200, []) : target(ask)))
    ).findings;
    expect(gone).toMatchObject({ kind: 'violation', reproduced: { times: 0, of: 1 } });
  });

  it('with 401 and stored all the same is told of the key, and of nothing else', async () => {
    const keeps: Keeps = (body, store, { credential }) => {
      if (!credential.valid) keepsIt(body, store, {} as OutgoingRequest);
    };
    expect(await kinds(both, strict(keeps))).toEqual({ ...HELD, 'auth.no-effect': 'violation' });
    const told = (await found(both, strict(keeps))).findings.find(({ kind }) => kind === 'violation');
    expect(told).toMatchObject({
      message: expect.stringMatching(
        /^POST \/v1\/pets .+ \(no Authorization header\): 401, and its animal is in the list as animal \d+$/u,
      ) as string,
    });
  });
});

describe('what is no stowaway', () => {
  it('is an animal that was there before and looks alike', async () => {
    const store = new FakeStore();
    store.add({ categoryId: 1, status: 'sold' });
    const target = (ask: OutgoingRequest) => (isFaulty(ask) ? refusal(400) : store.answer(ask));
    expect(await kinds(noName, target)).toMatchObject(HELD);
  });

  it('is an animal that was accepted, although it should have been refused', async () => {
    const store = new FakeStore();
    let sent = 0;
    // The same faulty body is taken once, and refused once.
    const target = (ask: OutgoingRequest) =>
      isFaulty(ask) && (sent += 1) === 2 ? refusal(400) : store.answer(ask);
    const twice = async (context: CheckContext) => [await noName(context), await noName(context)];
    expect(await kinds(twice, target)).toMatchObject(HELD);
  });

  it.each<[string, Script]>([
    ['whose answer told no id', ok(201, { id: '7' })],
    ['whose answer was lost', 'connection'],
    ['whose answer was a 500', refusal(500)],
  ])('is an animal of the same name that was let in, %s', async (_, script) => {
    const store = new FakeStore();
    const refusedNames = new Set<unknown>();
    const target = (ask: OutgoingRequest): Script => {
      const body = parsed(ask.body ?? '') ?? {};
      if (ask.operation === 'create' && body['categoryId'] === 'x') {
        refusedNames.add(body['name']);
        return refusal(400);
      }
      const said = store.answer(ask);
      return refusedNames.has(body['name']) ? script : said;
    };
    const send = async ({ api, creates }: CheckContext): Promise<void> => {
      const refused = await creates.invalid((valid) => ({ ...valid, categoryId: 'x' }));
      const name = refused?.marker ?? '';
      const submitted = { name, categoryId: 1n };
      const sent = { name, categoryId: 1 };
      await api.create(writeJson(sent), { intent: 'borderline', submitted, sent });
    };
    expect(await kinds(send, target)).toMatchObject(HELD);
  });

  it('is an animal that somebody else added in the meantime', async () => {
    const keeps: Keeps = (_, store) => void store.add({ name: 'Somebody', categoryId: 1, status: 'sold' });
    expect(await kinds(both, strict(keeps))).toMatchObject(BOTH_HELD);
  });
});

describe('where nothing can be told', () => {
  const open = { kind: 'undecided', cause: 'server' };
  const unmarked: Send = ({ creates }) => creates.invalid(() => []);

  it.each<[string, Send, (ask: OutgoingRequest) => Script, object, Partial<Config>]>([
    ['nothing was refused', wrongCategory, new FakeStore().answer, open, {}],
    ['nothing was sent', () => Promise.resolve(), strict(), { kind: 'undecided' }, {}],
    ['what was refused has nothing to tell it by', unmarked, strict(), open, {}],
    ['the run may add nothing', wrongCategory, strict(), { kind: 'left-out' }, { maxCreated: 0 }],
    ['the run is read-only', wrongCategory, strict(), { kind: 'left-out' }, { readOnly: true }],
    ['the list does not work', wrongCategory, () => ok(200, {}), open, {}],
    // The one animal that it may create is used up before anything can be refused.
    ['nothing is left', wrongCategory, new FakeStore().answer, { kind: 'left-out' }, { maxCreated: 1 }],
  ])('since %s, that is said', async (_, send, target, told, config) => {
    const { findings } = await found(send, target, config);
    const rows = ['create.rejected-not-stored', 'auth.no-effect'];
    expect(findings).toMatchObject(rows.map((requirement) => ({ requirement, ...told })));
  });
});

describe('on a target whose lists are full', () => {
  /** More animals of every status than a list holds, the oldest first. */
  function full(
    keeps: Keeps = () => {},
    different: (ask: OutgoingRequest) => Script | undefined = () => undefined,
  ) {
    const store = new FakeStore(120);
    for (const status of ['pending', 'sold'])
      for (let n = 0; n < 120; n += 1) store.add({ name: `Old ${String(n)}`, categoryId: 1, status });
    return (ask: OutgoingRequest): Script => {
      const special = different(ask);
      if (special !== undefined) return special;
      if (!isFaulty(ask)) return store.answer(ask);
      keeps(ask.body ?? '', store, ask);
      return refusal(400);
    };
  }

  it('what was stored is found under the ids between those of the run', async () => {
    const { findings, client } = await found(wrongCategory, full(keepsIt));
    const [told] = findings;
    expect(told).toMatchObject({ kind: 'violation', requirement: 'create.rejected-not-stored' });
    const proof = told?.kind === 'violation' ? told.exchanges.at(-1) : undefined;
    expect(client.exchanges.find(({ id }) => id === proof)?.operation).toBe('get');
  });

  it('nothing is found where nothing was stored, and those ids were all of them', async () => {
    expect(await kinds(wrongCategory, full())).toMatchObject(HELD);
  });

  it.each<[string, (ask: OutgoingRequest) => Script | undefined, object]>([
    ['the ids cannot be asked for', () => undefined, { asOf: '2031-01-01' }],
    [
      'ids are no numbers in a row',
      (ask) =>
        ask.operation === 'create' && isValid(ask.body ?? '')
          ? ok(201, { ...parsed(ask.body ?? ''), id: BigInt(`7${String(Math.random()).slice(2, 17)}`) })
          : ask.operation === 'get' && /\/7\d{12,}$/.test(ask.url)
            ? ok(200, { id: 1, name: 'Rex', categoryId: 1 })
            : undefined,
      {},
    ],
  ])('it is left out, since nothing would help, where %s', async (_, different, config) => {
    const { findings } = await found(wrongCategory, full(undefined, different), config);
    expect(findings[0]).toMatchObject({ kind: 'left-out', limitsVerdict: true });
    expect(findings[0]).not.toHaveProperty('next');
  });
});
