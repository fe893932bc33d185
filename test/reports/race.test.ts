import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../reports/exchange.ts';
import type { CheckReport } from '../../reports/model.ts';
import { raceOf } from '../../reports/race.ts';
import { exchange as sample } from './fixture.ts';

interface Told {
  readonly id?: string;
  readonly sent?: string | null;
  readonly status?: number;
  readonly body: string;
  readonly at?: number;
  readonly url?: string;
}

function exchangeOf(operation: Exchange['operation'], told: Told): Exchange {
  const { id = 'x1', sent = null, status = 200, body, at = 0, url = 'http://a.example/v1/pets' } = told;
  const made = sample(id);
  return {
    ...made,
    operation,
    sentAt: at,
    durationMs: 10,
    request: { ...made.request, url, body: sent },
    response: { status, statusText: 'Some', headers: [], body, bodySize: body.length },
  };
}

function checkOf(pointer: string, more: Partial<CheckReport> = {}): CheckReport {
  const places = [{ part: 'body', pointer }] as const;
  return { name: 'some/check', verdict: 'fail', message: '', exchanges: ['x1'], places, ...more };
}

const again = { reproduced: { times: 1, of: 1 } };

describe('whether it may be a race', () => {
  const create = (id: string, at: number, name: string, answered = name): Exchange =>
    exchangeOf('create', {
      id,
      at,
      sent: `{"name":"${name}"}`,
      status: 201,
      body: `{"id":1,"name":"${answered}"}`,
    });
  const own = create('x1', 0, 'Rex', 'Bo');
  const beside = create('x2', 5, 'Bo');

  it.each<[what: string, check: CheckReport, others: readonly Exchange[], isRace: boolean]>([
    ['the name of another', checkOf('/name'), [beside], true],
    ['the name of one that came later', checkOf('/name'), [create('x2', 50, 'Bo')], false],
    ['a name of nobody', checkOf('/name'), [create('x2', 5, 'Al')], false],
    ['the id of another', checkOf('/id'), [beside], true],
    ['what came again on its own', checkOf('/name', again), [beside], false],
    ['what is missing', checkOf('/status'), [beside], true],
    ['a whole body', checkOf(''), [beside], true],
    ['a status', { ...checkOf(''), places: [{ part: 'status' }] }, [beside], false],
  ])('%s', (_, check, others, isRace) => {
    expect(raceOf([own], own, check, [own, ...others]) !== undefined).toBe(isRace);
  });

  const added = (id: string, at: number, number: number, name: string): Exchange =>
    exchangeOf('create', {
      id,
      at,
      sent: `{"name":"${name}","status":"sold"}`,
      status: 201,
      body: `{"id":${String(number)},"name":"${name}"}`,
    });
  const got = (id: string, number: number, body: string): Exchange =>
    exchangeOf('get', { id, at: 300, body, url: `http://a.example/v1/pets/${String(number)}` });
  const listed = (body: string): Exchange => exchangeOf('list', { id: 'x7', at: 300, body });
  const two = [added('x1', 0, 1, 'Rex'), added('x2', 5, 2, 'Bo')];
  const later = added('x3', 100, 3, 'Al');

  it.each<[what: string, pointer: string, proof: Exchange, more: readonly Exchange[], isRace: boolean]>([
    ['another animal', '/id', got('x7', 1, '{"id":2,"name":"Bo"}'), [], true],
    ['another animal', '/id', got('x7', 1, '{"id":2}'), [later, got('x8', 3, '{"id":3,"name":"Al"}')], true],
    ['another animal', '/id', got('x7', 1, '{"id":2}'), [later, got('x8', 3, '{"id":2}')], false],
    [
      'its name',
      '/name',
      got('x7', 1, '{"id":1,"name":"Bo"}'),
      [later, got('x8', 3, '{"name":"Bo"}')],
      false,
    ],
    ['a list without it', '', listed('[{"id":2}]'), [], true],
    ['a list without it', '', listed('[{"id":2},{"id":3}]'), [later], true],
    ['a list without it', '', listed('[{"id":2}]'), [later], false],
    ['no status in a list', '/0/status', listed('[{"id":1}]'), [], true],
    ['no status in a list', '/0/status', listed('[{"id":1},{"id":3}]'), [later], false],
  ])('%s at %j, where one that was added alone may show it too', (_, pointer, proof, more, isRace) => {
    const evidence = [...two, ...more, proof];
    expect(raceOf([...two, proof], proof, checkOf(pointer), evidence) !== undefined).toBe(isRace);
  });
});
