import { describe, expect, it } from 'vitest';
import { checksBefore, selectChecks, withDependencies } from '../../src/engine/plan/select.ts';
import { checkOf } from './context-of.ts';

const first = checkOf('create/first', { decides: ['create.success'] });
const second = checkOf('list/second', { decides: ['list.success'] });
const volume = checkOf('list/volume', { decides: ['list.agrees'], stage: 'volume', dependsOn: ['create/*'] });
const judge = checkOf('list/judge', {
  decides: ['list.distinct'],
  stage: 'invariant',
  dependsOn: ['list/*'],
});
// Reports show the invariant first, whatever runs first.
const all = [judge, first, second, volume];

describe('the checks that another one pulls', () => {
  it('are of earlier stages', () => {
    expect(checksBefore(judge, all)).toEqual([first, second, volume]);
    expect(checksBefore(first, all)).toEqual([]);
  });

  it('run with it, and those that they pull too', () => {
    expect(withDependencies(all, [judge])).toEqual([judge, first, second, volume]);
    expect(withDependencies(all, [volume])).toEqual([first, volume]);
    expect(withDependencies(all, [second])).toEqual([second]);
    expect(withDependencies(all, [])).toEqual([]);
  });

  it.each([
    ['list.distinct', all],
    ['list.agrees', [first, volume]],
    ['create.success', [first]],
    ['get.success', []],
  ] as const)('are chosen for %s, in the order in which reports show them', (id, chosen) => {
    expect(selectChecks(all, new Set([id]))).toEqual(chosen);
  });
});
