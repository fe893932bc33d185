import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { executed } from '../executed.ts';
import type { Fault, Variant } from '../../reference/index.ts';
import { faultDeviations, variantDeviations } from '../../tools/trust/assess.ts';
import { renderChecksDoc } from '../../tools/trust/checks-doc.ts';
import { renderClassesDoc } from '../../tools/trust/classes-doc.ts';
import { renderFleetDoc } from '../../tools/trust/fleet-doc.ts';
import { selectFleetPart } from '../../tools/trust/fleet.ts';
import { renderTrustPage } from '../../tools/trust/pages.ts';
import type { ServerResult } from '../../tools/trust/subject.ts';
import { percent } from '../../tools/trust/table.ts';

const written = (name: string): Promise<string> => readFile(name, 'utf8');
const silent: ServerResult = {
  failed: [],
  warned: [],
  undecided: [],
  reasons: {},
  needed: [],
  problems: [],
  requests: 1,
  created: 0,
};

test('TRUST.md is what was measured, and says what was not', async () => {
  expect(await written('TRUST.md'), 'run "npm run trust:docs" and commit TRUST.md').toBe(
    await renderTrustPage(),
  );
});

test('docs/faults.md describes the fleet as it is', async () => {
  expect(await written('docs/faults.md'), 'run "npm run trust:docs" and commit docs/faults.md').toBe(
    await renderFleetDoc(),
  );
});

test('a fault has to be found, and nothing else beside what may fall with it', () => {
  const fault: Fault = {
    id: 'a/fault',
    title: 'Is one.',
    breaks: ['get.not-found'],
    mayFall: ['get.int64'],
    needs: ['v/stands'],
  };
  const stands: Variant = { id: 'v/stands', title: 'Is stood on.', warns: ['auth.challenge'] };
  const wrong = (told: Partial<ServerResult>) => faultDeviations(fault, { ...silent, ...told }, [stands]);
  expect(wrong({ failed: ['get.not-found', 'get.int64'], warned: ['auth.challenge'] })).toEqual([]);
  expect(wrong({})).toEqual(['escapes get.not-found: it passed']);
  expect(
    wrong({ failed: ['get.not-found', 'list.success'], reasons: { 'list.success': 'a list is none' } }),
  ).toEqual(['is blamed on list.success: a list is none']);
  expect(wrong({ failed: ['get.not-found'], problems: ['a slip'] })).toEqual(['could not be judged: a slip']);
});

test('a variant may neither fail nor be warned about more than it misses', () => {
  const variant: Variant = { id: 'v/one', title: 'Is one.', warns: ['auth.challenge'] };
  const wrong = (told: Partial<ServerResult>) => variantDeviations(variant, { ...silent, ...told });
  expect(wrong({ warned: ['auth.challenge'], undecided: ['list.complete'] })).toEqual([]);
  expect(wrong({ failed: ['list.agrees'] })).toEqual(['gets a false alarm of list.agrees: it passed']);
  expect(wrong({ warned: ['robust.no-5xx'] })).toEqual(['is warned about robust.no-5xx: it passed']);
});

test('with a requirement go its faults, its checks, and every variant by it alone', async () => {
  const whole = await selectFleetPart([]);
  const part = await selectFleetPart(['list.limit.default']);
  expect(part.faults.length).toBeGreaterThan(3);
  expect(part.faults.every(({ breaks }) => breaks.includes('list.limit.default'))).toBe(true);
  expect(part.touched).toEqual(['list.limit.default']);
  expect([part.variants, part.others.length]).toEqual([[], whole.variants.length]);
  const one = await selectFleetPart(['order/newest-first']);
  expect([one.faults, one.others, one.variants.map(({ id }) => id)]).toEqual([
    [],
    [],
    ['order/newest-first'],
  ]);
});

test.each([
  [1, 3, '33.3 %'],
  [3, 3, '100 %'],
  [999_999, 1_000_000, '99.9 %'],
  [0, 0, '-'],
])('%i of %i is %s', (part, whole, text) => {
  expect(percent(part, whole)).toBe(text);
});

const trust = (...words: readonly string[]) => executed(process.execPath, ['tools/trust.mjs', ...words]);

test('a part of the fleet is judged, and nothing is written', async () => {
  const before = await written('TRUST.md');
  const { code, text } = await trust('--only', 'list/default-25', '--only', 'order/newest-first');
  expect(text).toMatch(
    /1 faults, 1 variants\nClean\.\nNot judged: \d+ other faults, .*\nNothing is written: /u,
  );
  expect(code).toBe(0);
  expect(await written('TRUST.md')).toBe(before);
});

test.each([
  [['--seeds', '0'], /^error: --seeds must be a whole number from 1 to 9999\./],
  [['--sedes', '2'], /^error: .*--sedes/],
  [['--only', 'no/such'], /^error: --only no\/such names nothing/],
])('%j ends in a sentence and exit 2', async (words, sentence) => {
  const { code, text } = await trust(...words);
  expect(text).toMatch(sentence);
  expect(code).toBe(2);
});

test.each([
  ['docs/classes.md', renderClassesDoc],
  ['docs/checks.md', renderChecksDoc],
])('%s describes the suites as they are', async (name, render) => {
  expect(await written(name), `run "npm run trust:docs" and commit ${name}`).toBe(render());
});
