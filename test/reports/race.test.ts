import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../reports/exchange.ts';
import type { CheckReport } from '../../reports/model.ts';
import { mixedWith, raceOf } from '../../reports/race.ts';
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

  it.each<[what: string, pointer: string, others: readonly Exchange[], ids: readonly string[]]>([
    ['the name of another', '/name', [beside, create('x3', 5, 'Al')], ['x2']],
    ['the name of one that came later', '/name', [create('x2', 50, 'Bo')], []],
    ['anything else', '', [beside], []],
  ])('names whose values came: %s', (_, pointer, others, ids) => {
    const mixed = mixedWith([own], own, checkOf(pointer), [own, ...others]);
    expect(mixed.map(({ id }) => id)).toEqual(ids);
  });
});
