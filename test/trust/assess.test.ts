import { expect, test } from 'vitest';
import { defineFault, defineVariant } from '../../reference/define.ts';
import { assessFault, assessVariant } from '../../tools/trust/assess.ts';
import type { Told } from '../../tools/trust/run-one.ts';

const told = (more: Partial<Told>): Told => ({
  failed: [],
  warned: [],
  undecided: [],
  reasons: {},
  needed: [],
  crashes: [],
  requests: 1,
  created: 0,
  ...more,
});

const fault = defineFault({
  id: 'x/y',
  title: 'Does wrong.',
  breaks: ['get.not-found', 'auth.challenge'],
  mayFall: ['get.int64'],
  needs: ['v/w'],
});
const variant = defineVariant({ id: 'v/w', title: 'Differs.', warns: ['get.deprecation'] });

test('a fault is caught where each of its ids fails, or is warned about if advisory', () => {
  const run = told({ failed: ['get.not-found'], warned: ['auth.challenge'] });
  expect(assessFault(fault, run, [variant])).toEqual({
    found: ['get.not-found', 'auth.challenge'],
    escaped: {},
    blamed: {},
    crashes: [],
  });
});

test('a fault escapes where one of its ids is undecided or passes, and the reason is kept', () => {
  const run = told({ failed: ['get.not-found'], undecided: ['auth.challenge'] });
  const { escaped } = assessFault(fault, { ...run, reasons: { 'auth.challenge': 'no 401' } }, [variant]);
  expect(escaped).toEqual({ 'auth.challenge': 'no 401' });
  expect(assessFault(fault, told({}), [variant]).escaped).toEqual({
    'get.not-found': 'it passed',
    'auth.challenge': 'it passed',
  });
  expect(assessFault(fault, told({ abort: 'nobody answers' }), [variant]).escaped).toMatchObject({
    'get.not-found': 'nobody answers',
  });
});

test('a fault may be blamed on what it says may fall, and on what its variants warn about, and on nothing else', () => {
  const run = told({
    failed: ['get.not-found', 'get.int64', 'list.success'],
    warned: ['auth.challenge', 'get.deprecation', 'robust.no-5xx'],
  });
  expect(Object.keys(assessFault(fault, run, [variant]).blamed)).toEqual(['list.success', 'robust.no-5xx']);
});

test('a variant is wronged by any fail and by a warning that it does not declare; undecided ids are listed', () => {
  const run = told({
    failed: ['list.success'],
    warned: ['get.deprecation', 'auth.challenge'],
    undecided: ['list.complete', 'robust.no-5xx'],
  });
  const result = assessVariant(variant, run, (id) => id === 'robust.no-5xx');
  expect(Object.keys(result.alarms)).toEqual(['list.success']);
  expect(Object.keys(result.warnings)).toEqual(['auth.challenge']);
  expect(Object.keys(result.undecided)).toEqual(['list.complete']);
});
