import { describe, expect, it } from 'vitest';
import type { Operation } from '../../reports/exchange.ts';
import { lacksPermission, permissionProblem } from '../../src/engine/target/permission.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import { present } from '../present.ts';
import { benchOf } from './context-of.ts';
import type { Script } from './fake-client.ts';
import { FakeStore, refusal } from './fake-store.ts';

/** A store that refuses some requests, by what they ask for and how many of the like came before. */
function refusing(status: number, when: (operation: Operation, before: number) => boolean) {
  const store = new FakeStore();
  const counts = new Map<Operation, number>();
  return ({ operation, ...ask }: OutgoingRequest): Script => {
    const before = counts.get(operation) ?? 0;
    counts.set(operation, before + 1);
    return when(operation, before) ? refusal(status) : store.answer({ operation, ...ask });
  };
}

const on =
  (...meant: readonly Operation[]) =>
  (operation: Operation) =>
    meant.includes(operation);

describe('a key that is not allowed an operation', () => {
  it.each(['list', 'create', 'get'] as const)('%s: is told as that, and names it', async (operation) => {
    const { baseline } = benchOf(refusing(403, on(operation))).context;
    await Promise.all([baseline.of('list'), baseline.of('create'), baseline.of('get')]);
    expect(await baseline.of(operation)).toEqual({
      usable: false,
      scope: 'forbidden',
      ...permissionProblem(operation),
    });
  });

  it.each<[string, number, (operation: Operation, before: number) => boolean]>([
    ['a 401 to each', 401, on('get')],
    ['a 403 behind one that worked', 403, (operation, before) => operation === 'get' && before > 0],
    ['a 403 to every second one', 403, (operation, before) => operation === 'get' && before % 2 === 0],
    ['a 403 to everything', 403, () => true],
  ])('is not what %s shows', async (_, status, when) => {
    const { api, baseline } = benchOf(refusing(status, when)).context;
    await baseline.of('get');
    await api.get('1');
    await api.get('2');
    expect(lacksPermission(api.log, 'get')).toBe(false);
  });

  it('speaks of good requests with the key: others may be refused for what is wrong with them', async () => {
    const { api } = benchOf((ask) =>
      ask.operation === 'list' ? refusal(ask.url.includes('limit=0') ? 400 : 403) : refusal(404),
    ).context;
    await api.list({ limit: '0' });
    await api.list();
    await api.get('7');
    expect(lacksPermission(api.log, 'list')).toBe(true);
  });

  it('turns no violation away that is about something else than the status', async () => {
    const { context } = benchOf(refusing(403, on('get')));
    await context.baseline.of('get');
    const reply = present(context.api.log.find(({ operation }) => operation === 'get'));
    const flaw = { message: 'wrong', expected: 'this', actual: 'that' };
    context.violation('get.success', { reply, flaw: { ...flaw, places: [{ part: 'status' }] } });
    context.violation('error.object', { reply, flaw: { ...flaw, places: [{ part: 'body', pointer: '' }] } });
    expect(context.findings.map(({ kind, requirement }) => [kind, requirement])).toEqual([
      ['undecided', 'get.success'],
      ['violation', 'error.object'],
    ]);
  });
});
