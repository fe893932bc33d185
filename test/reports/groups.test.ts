import { expect, test } from 'vitest';
import { symptomsOf } from '../../reports/groups.ts';
import type { CheckReport } from '../../reports/model.ts';
import { exchange, report, type Row } from './fixture.ts';

const answered = (id: string, status: number, statusText: string) =>
  exchange(id, {
    operation: 'create',
    response: { status, statusText, headers: [], body: '', bodySize: 0 },
  });
const evidence = [
  answered('x1', 500, 'Internal Server Error'),
  answered('x2', 500, 'Internal Server Error'),
  answered('x3', 500, 'Internal Server Error'),
  answered('x4', 201, 'Created'),
];

function failed(id: string, part: 'status' | 'body' = 'status'): Row {
  const check: CheckReport = {
    name: 'create/some',
    verdict: 'fail',
    message: 'It failed.',
    expected: '400',
    actual: 'something else',
    exchanges: [id],
    places: [part === 'status' ? { part } : { part, pointer: '/id' }],
  };
  return { verdict: 'fail', checks: [check] };
}

test('failures that show by the same status of the same operation are one symptom, from three on', () => {
  const rows = {
    'create.missing.name': failed('x1'),
    'create.missing.category': failed('x2'),
    'create.invalid.name': failed('x3'),
    'create.success': failed('x4'),
    'create.echo': failed('x1', 'body'),
  };
  const [symptom, ...others] = symptomsOf(report(rows), evidence);
  expect(others).toEqual([]);
  expect(symptom?.text).toBe('adding was answered with 500 Internal Server Error');
  expect(symptom?.rows.map(({ id }) => id)).toEqual([
    'create.missing.name',
    'create.missing.category',
    'create.invalid.name',
  ]);
  const { 'create.invalid.name': _, ...two } = rows;
  expect(symptomsOf(report(two), evidence)).toEqual([]);
});
