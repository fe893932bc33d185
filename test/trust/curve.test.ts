import { expect, test } from 'vitest';
import type { Family } from '../../reference/index.ts';
import { curveLines, renderCurve } from '../../tools/trust/curve-doc.ts';
import { familyRows, SHARES, type Curve } from '../../tools/trust/curve.ts';
import type { Judge } from '../../tools/trust/survey.ts';

const family = (id: string, more: Partial<Family> = {}): Family => ({
  id,
  title: 'Is wrong for one in N.',
  breaks: 'get.not-found',
  mayFall: ['get.int64'],
  patch: () => () => ({}),
  ...more,
});

/** A kit that catches what is wrong at least as often as it draws, and blames the family `share/blamed` on more. */
const judge: Judge = ({ faults: [id = ''], runs = 0 }) => {
  const [name = '', share = ''] = id.split('@');
  const oneIn = Number.parseInt(share, 10);
  const failed = oneIn <= runs ? (['get.not-found', 'get.int64'] as const) : [];
  const more = name === 'share/blamed' && oneIn === 2 ? (['list.success'] as const) : [];
  const reasons = { 'list.success': 'a list is none' };
  const rest = { undecided: [], needed: [], crashes: [], requests: 1, created: 0 };
  return Promise.resolve({ failed: [...failed, ...more], warned: [], reasons, ...rest });
};

async function curve(): Promise<{ readonly curve: Curve; readonly told: readonly string[] }> {
  const told: string[] = [];
  const families = [family('share/seen'), family('share/blamed'), family('flaky/seen')];
  const runs = [3, 10];
  const rows = await familyRows({ families, runs, each: 2, tell: (line) => told.push(line) }, judge);
  const costs = [{ runs: 3, requests: 400, created: 100, seconds: 0.26 }];
  return { told, curve: { kit: 'kit', shares: SHARES, runs, each: 2, of: 3, families: rows, costs } };
}

test('each family is judged at each share with each number of runs', async () => {
  const { curve: measured, told } = await curve();
  expect(measured.families[0]).toEqual({
    id: 'share/seen',
    breaks: 'get.not-found',
    caught: [
      [2, 0, 0, 0, 0],
      [2, 2, 2, 0, 0],
    ],
    blamed: 0,
  });
  expect(measured.families[1]?.blamed).toBe(4);
  expect(told).toContain('share/blamed@2#1 with --runs 3 is blamed on list.success: a list is none');
  expect(told).toHaveLength(4);
});

test('the curve is shown with those that are steady apart from those by chance', async () => {
  const { curve: measured } = await curve();
  const text = renderCurve(measured).join('\n');
  expect(text).toContain('| Wrong | --runs 3 | --runs 10 |');
  expect(text.match(/\| 1 in 2 \| 100 % \| 100 % \|/g)).toHaveLength(2);
  expect(text.match(/\| 1 in 10 \| 0 % \| 100 % \|/g)).toHaveLength(2);
  expect(text).toContain('Blamed on another requirement: 4 of 60 runs.');
  expect(text).toContain('| 3 | 400 | 100 | 0.3 |');
  const lines = curveLines(measured);
  expect(lines[1]?.split(/\s+/)).toEqual(['share/seen', '2/2', '0/2', '0/2', '0/2', '0/2']);
});

test('it is said where only a part of the families was measured', async () => {
  const { curve: measured } = await curve();
  expect(renderCurve(measured).join('\n')).toContain('\n2 families (');
  expect(renderCurve({ ...measured, of: 99 }).join('\n')).toContain('\n2 of all 99 families (');
});

test('one that was missed is never rounded away', async () => {
  const { curve: measured } = await curve();
  const [row, ...others] = measured.families;
  if (row === undefined) throw new Error('no row');
  const caught = row.caught.map((shares) => shares.map(() => 1));
  const text = renderCurve({ ...measured, families: [{ ...row, caught }, ...others] }).join('\n');
  expect(text).toContain('| 1 in 2 | 75 % | 75 % |');
});
