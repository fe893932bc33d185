import { describe, expect, test } from 'vitest';
import type { ReferenceOptions } from '../../reference/index.ts';
import { reference, relay, type Between } from '../e2e/servers.ts';
import { at, judged, matching, recorded, replayed, written } from './replays.ts';

describe('what nobody can tell is undecided', () => {
  type Row = [
    what: string,
    id: string,
    faults: string,
    now: ReferenceOptions,
    why: RegExp,
    env?: NodeJS.ProcessEnv,
  ];

  test.each<Row>([
    ['nothing may be sent', 'create.echo', 'create/name-cut', {}, /read-only/u, { PETSTORE_READ_ONLY: '1' }],
    [
      'no animal may be added',
      'list.limit.default',
      'list/default-10',
      {},
      /animals/u,
      { PETSTORE_MAX_CREATED: '0' },
    ],
    ['another key', 'get.not-found', 'get/unknown-nearest', { key: 'another' }, /key/u],
    [
      'it came now and then',
      'list.complete',
      'list/half-by-turns',
      {},
      /the run itself reproduced the failure only \d+ of \d+ times/u,
    ],
  ])('%s', async (_, id, faults, now, why, env) => {
    const dir = await recorded(faults, id);
    const { code, said } = await replayed(dir, id, at(await reference(now)), env);
    expect({ code, said }).toEqual({ code: 3, said: matching(/^Undecided: .*\.$/mu) });
    expect(said).toMatch(why);
    expect(said).toContain('Run everything again to know, with the key in PETSTORE_API_KEY:');
  });

  test('what was refused, with fewer animals after it than in the run', async () => {
    const faults = 'auth/refused-but-stored';
    const id = 'auth.no-effect';
    const dir = await recorded(faults, id, { only: [id, 'list.limit.default'] });
    const server = await reference();
    const { code, said } = await replayed(dir, id, at(server));
    expect({ code, said }).toEqual({
      code: 3,
      said: matching(/: this replay created fewer animals than the run/u),
    });
    const alone = await written(await judged(await reference({ faults: [faults] }), id));
    expect((await replayed(alone, id, at(await reference()))).code).toBe(0);
  });

  test('an animal that came later in the run than the replay goes', async () => {
    const late: Between = (pass, { method, url = '' }, response) => {
      const id = Number(url.split('/').at(-1));
      if (method !== 'GET' || !(id > 60)) pass();
      else
        response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"code":"not_found","message":"No animal has this id.","status":404}');
    };
    const id = 'get.success';
    const dir = await written(await judged(await relay(late), id, { only: [id, 'list.limit.default'] }));
    const { code, said } = await replayed(dir, id, at(await relay(late)));
    expect({ code, said }).toEqual({
      code: 3,
      said: matching(
        /: the run saw the failure at animal \d+ of those that it created, and this replay created only \d+\./u,
      ),
    });
  });

  // Its own server holds the animals of the run: the same requests do not show these there, or not each time.
  test.each([
    ['create/id-taken-if-free', 'create.id.by-service'],
    ['get/unknown-nearest', 'get.int64'],
    ['list/names-cut-on-wide-pages', 'list.agrees'],
  ])('%s is never called gone by the server that has it', async (faults, id) => {
    const server = await reference({ faults: [faults] });
    const dir = await written(await judged(server, id));
    expect([1, 3]).toContain((await replayed(dir, id, at(server))).code);
  });

  test('what is stored, on a target that was filled since', async () => {
    const dir = await recorded('create/not-stored', 'list.complete');
    const server = await reference();
    await judged(server, 'list.limit.default');
    const { code, said } = await replayed(dir, 'list.complete', at(server));
    expect({ code, said }).toEqual({ code: 3, said: matching(/holds more animals now than at the start/u) });
  });

  test('nobody answers', async () => {
    const dir = await recorded('get/unknown-nearest', 'get.not-found');
    const server = await reference();
    await server.close();
    expect(await replayed(dir, 'get.not-found', at(server))).toMatchObject({
      code: 3,
      said: matching(/^Undecided: .*127\.0\.0\.1/mu),
    });
  });

  test('what got no answer then and gets none now; it is decided once it does', async () => {
    const faults = 'silence/nameless-bodies-hangs';
    const id = 'create.missing.name';
    const dir = await recorded(faults, id, { timeoutMs: 300 });
    expect((await replayed(dir, id, at(await reference({ faults: [faults] })))).code).toBe(3);
    expect((await replayed(dir, id, at(await reference()))).code).toBe(0);
  });
});
