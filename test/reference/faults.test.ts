import { expect, test } from 'vitest';
import { isRequirementId, requirements } from '../../requirements/index.ts';
import { loadFaults, loadVariants, startReference } from '../../reference/index.ts';
import { speakTo } from './speak.ts';

const faults = await loadFaults();
const variants = await loadVariants();

test('there are at least 150 faults, each with an id and a title of its own', () => {
  expect(faults.length).toBeGreaterThanOrEqual(150);
  expect(new Set(faults.map((fault) => fault.id)).size).toBe(faults.length);
  expect(new Set(faults.map((fault) => fault.title)).size).toBe(faults.length);
});

test.each(faults.map((fault) => [fault.id, fault] as const))('%s is well declared', (id, fault) => {
  expect(id).toMatch(/^[a-z0-9]+\/[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(fault.title).toMatch(/^[A-Z][^\n]*\.$/);
  const { leaves = [] } = fault;
  expect(fault.breaks.length > 0 || fault.leaves !== undefined).toBe(true);
  const named = [...fault.breaks, ...fault.mayFall, ...leaves];
  expect(named.filter((row) => !isRequirementId(row))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
  expect((fault.needs ?? []).filter((need) => !variants.some((variant) => variant.id === need))).toEqual([]);
  expect(fault.patch ?? fault.start).toBeDefined();
});

test.each(requirements.map((row) => [row.id, row] as const))('%s has its faults', (id, row) => {
  const broken = faults.filter((fault) => fault.breaks.includes(id));
  expect(broken.length).toBeGreaterThanOrEqual(row.level === 'advisory' ? 1 : 2);
});

test('every fault starts and answers each operation', async () => {
  for (const fault of faults.filter(({ id }) => !id.startsWith('silence/'))) {
    const { say, reference } = await speakTo({ faults: [fault.id], seedAnimals: 3 });
    const body = { name: 'Rex', categoryId: 1, status: 'sold' };
    const answers = await Promise.all([
      say('/pets'),
      say('/pets', { method: 'POST', body }),
      say('/pets', { method: 'POST', body: '{' }),
      say('/pets/1'),
      say('/pets/999', { authorization: null }),
      say('/messages', { method: 'POST', body: { message: 'x' } }),
    ]);
    expect(answers.map((answer) => answer.status).filter((status) => status < 200 || status > 599)).toEqual(
      [],
    );
    await reference.close();
  }
});

test('a fault shows', async () => {
  const { say } = await speakTo({ faults: ['list/default-25'], seedAnimals: 30 });
  expect((await say('/pets')).json).toHaveLength(25);
});

test('a fault brings the variants along that it stands on', async () => {
  const { say } = await speakTo({ faults: ['get/negative-missing'] });
  const made = await say('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } });
  expect(made.json).toMatchObject({ id: -1 });
  expect((await say('/pets/-1')).status).toBe(404);
});

test('an unknown fault is named with the nearest right one', async () => {
  await expect(startReference({ faults: ['list/limit-ignore'] })).rejects.toThrow(
    "There is no fault 'list/limit-ignore': did you mean 'list/limit-ignored'?",
  );
});

test('the scheme by bytes shows, as a fault and as a variant', async () => {
  for (const options of [{ faults: ['auth/scheme-by-bytes'] }, { variants: ['auth/scheme-by-bytes'] }]) {
    const { say, reference } = await speakTo(options);
    expect((await say('/pets', { authorization: `bearer ${reference.key}` })).status).toBe(401);
    expect((await say('/pets')).status).toBe(200);
  }
});

test('what is silent closes, hangs, says 503 or stops in the middle, and answers everything else', async () => {
  const to = async (fault: string) => {
    const { say, reference } = await speakTo({ faults: [fault], seedAnimals: 3 });
    const hung = new Promise<string>((resolve) => setTimeout(() => resolve('nothing'), 300).unref());
    const came = say('/pets?status=sold').then(
      ({ status }) => String(status),
      () => 'closed',
    );
    const found = await Promise.race([came, hung]);
    expect((await say('/pets')).status).toBe(200);
    await reference.close();
    return found;
  };
  expect(await to('silence/sold-lists-closes')).toBe('closed');
  expect(await to('silence/sold-lists-cut')).toBe('closed');
  expect(await to('silence/sold-lists-hangs')).toBe('nothing');
  expect(await to('silence/sold-lists-says-503')).toBe('503');
});
