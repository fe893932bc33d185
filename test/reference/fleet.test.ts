import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isRequirementId, requirement, requirements } from '../../requirements/index.ts';
import { loadFaultFamilies, loadAllFaults, loadVariants, startReference } from '../../reference/index.ts';
import { speakTo } from './speak.ts';

const [faults, variants, families] = await Promise.all([
  loadAllFaults(),
  loadVariants(),
  loadFaultFamilies(),
]);

test.each([
  ['faults', faults, 150],
  ['variants', variants, 60],
  ['families', families, 60],
] as const)('there are enough %s, each with an id and a title of its own', (_, all, least) => {
  expect(all.length).toBeGreaterThanOrEqual(least);
  for (const { id } of all) expect(id).toMatch(/^[a-z0-9]+\/[a-z0-9]+(-[a-z0-9]+)*$/);
  for (const { title } of all) expect(title).toMatch(/^[A-Z][^\n]*\.$/);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
});

test.each(faults.map((fault) => [fault.id, fault] as const))('%s is well declared', (_, fault) => {
  const { breaks, mayFall, leaves, needs = [] } = fault;
  expect(breaks.length > 0 || leaves !== undefined).toBe(true);
  const named = [...breaks, ...mayFall, ...(leaves ?? [])];
  expect(named.filter((row) => !isRequirementId(row))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
  expect(needs.filter((need) => !variants.some(({ id }) => id === need))).toEqual([]);
  expect(fault.patch ?? fault.start).toBeDefined();
});

test('variants miss what is advisory, and families say of what they get one in N wrong', () => {
  for (const { id, warns } of variants)
    for (const row of warns)
      expect([id, isRequirementId(row) && requirement(row).level]).toEqual([id, 'advisory']);
  for (const { id, title, breaks, mayFall } of families) {
    expect(id).toMatch(/^(share|flaky)\//);
    expect(title).toContain('one in N ');
    expect([breaks, ...mayFall].filter((row) => !isRequirementId(row))).toEqual([]);
    expect(mayFall).not.toContain(breaks);
  }
});

test.each(requirements.map((row) => [row.id, row] as const))('%s has its faults', (id, row) => {
  const broken = faults.filter((fault) => fault.breaks.includes(id));
  expect(broken.length).toBeGreaterThanOrEqual(row.level === 'advisory' ? 1 : 2);
});

test('every stated and implied requirement with inputs is broken by a family', () => {
  const broken = new Set(families.map(({ breaks }) => breaks));
  const left = requirements.filter(({ id, level }) => level !== 'advisory' && !broken.has(id));
  // They are said of the address, of one day, of one list without a limit, of limits that are not in the range, or of all
  // creates with a status, or without one: where some are taken, it is create.success that the others break.
  const some = ['version.prefix', 'list.limit.default', 'list.limit.maximum', 'create.status.optional'];
  expect(left.map(({ id }) => id)).toEqual([...some, 'create.status.values', 'get.removed']);
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
    const odd = answers.filter(({ status }) => status < 200 || status > 599);
    expect(odd).toEqual([]);
    await reference.close();
  }
});

test('faults and variants show, and lie over one another', async () => {
  const fault = await speakTo({ faults: ['list/default-25'], seedAnimals: 30 });
  expect((await fault.say('/pets')).json).toHaveLength(25);
  const variant = await speakTo({ variants: ['order/newest-first'], seedAnimals: 3 });
  expect((await variant.say('/pets?limit=1')).json).toMatchObject([{ id: 3 }]);
  const two = await speakTo({ variants: ['ids/past-2-53', 'json/integers-with-fraction'] });
  const made = await two.say('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } });
  expect(made.text).toBe('{"id":9007199254740993.0,"name":"Rex","categoryId":1.0}');
});

test('a fault brings the variants along that it stands on', async () => {
  const { say } = await speakTo({ faults: ['get/negative-missing'] });
  const made = await say('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } });
  expect(made.json).toMatchObject({ id: -1 });
  expect((await say('/pets/-1')).status).toBe(404);
});

test.each([
  ['fault', { faults: ['list/limit-ignore'] }, 'list/limit-ignore'],
  ['variant', { variants: ['ids/randon'] }, 'ids/randon'],
])('an unknown %s is named', async (kind, options, asked) => {
  await expect(startReference(options)).rejects.toThrow(`There is no ${kind} '${asked}'.`);
});

test('the scheme by bytes shows, as a fault and as a variant', async () => {
  for (const options of [{ faults: ['auth/scheme-by-bytes'] }, { variants: ['auth/scheme-by-bytes'] }]) {
    const { say, reference } = await speakTo(options);
    expect((await say('/pets', { authorization: `bearer ${reference.key}` })).status).toBe(401);
    expect((await say('/pets')).status).toBe(200);
  }
});

test.each([
  ['closes', 'closed'],
  ['cut', 'closed'],
  ['hangs', 'nothing'],
  ['says-503', '503'],
])('what is silent answers everything else: %s', async (way, expected) => {
  const { say, reference } = await speakTo({ faults: [`silence/sold-lists-${way}`], seedAnimals: 3 });
  const came = say('/pets?status=sold').then(
    ({ status }) => String(status),
    () => 'closed',
  );
  const answers = expected === 'nothing' ? [came, pause(300, expected)] : [came];
  expect(await Promise.race(answers)).toBe(expected);
  expect((await say('/pets')).status).toBe(200);
  await reference.close();
});
