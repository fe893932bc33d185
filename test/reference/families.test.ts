import { describe, expect, test } from 'vitest';
import { loadFaultFamilies, loadAllFaults, type ReferenceOptions } from '../../reference/index.ts';
import { makeInputSelector } from '../../reference/families/define.ts';
import { speakTo, type Said } from './speak.ts';

const families = await loadFaultFamilies();

/** What the servers of a family draw. */
const hitsOf = (oneIn: number, number: number) => makeInputSelector(`share/x ${number}`, oneIn);

describe('the share', () => {
  const inputs = Array.from({ length: 5000 }, (_, index) => `input ${index}`);

  test.each([2, 5, 10, 20, 50])('of one in %i is met, by the same inputs each time', (oneIn) => {
    const [hits, again, others] = [hitsOf(oneIn, 1), hitsOf(oneIn, 1), hitsOf(oneIn, 2)];
    const hit = inputs.filter((input) => hits.on(input));
    // Nothing here is by chance: the numbers are the same on every machine.
    expect(Math.abs(hit.length / inputs.length - 1 / oneIn)).toBeLessThan(0.2 / oneIn);
    expect(inputs.filter((input) => again.on(input))).toEqual(hit);
    expect(inputs.filter((input) => others.on(input))).not.toEqual(hit);
  });

  test.each([
    [1, 100],
    [2, 50],
    [50, 2],
    [1000, 1],
  ])('of one in %i of a hundred is %i of them', (oneIn, count) => {
    const some = hitsOf(oneIn, 1).among(1, 100);
    expect(some.size).toBe(count);
    expect([...some].every((one) => one >= 1 && one <= 100)).toBe(true);
    expect(hitsOf(oneIn, 1).among(1, 100)).toEqual(some);
    if (oneIn > 1) expect(hitsOf(oneIn, 2).among(1, 100)).not.toEqual(some);
  });

  test('by chance is met whatever the input, and begins again with each server', () => {
    const draw = (): readonly boolean[] => {
      const hits = hitsOf(5, 1);
      return inputs.map(() => hits.byChance());
    };
    const first = draw();
    const count = first.filter(Boolean).length;
    expect(Math.abs(count / inputs.length - 1 / 5)).toBeLessThan(0.05);
    expect(draw()).toEqual(first);
  });
});

/** What a server answers to requests of every kind, good and bad. */
async function answers(options: ReferenceOptions): Promise<readonly unknown[]> {
  const { say, reference } = await speakTo({ ...options, key: 'a-key-of-its-own', seedAnimals: 5 });
  const bad = { authorization: `Bearer ${'x'.repeat(20)}` };
  const [none, basic] = [{ authorization: null }, { authorization: 'Basic eA==' }];
  const text = { contentType: 'text/plain' };
  const good = { name: 'Rover', categoryId: 1, status: 'available' };
  const unset = { name: 'Rover', categoryId: 1 };
  const bodies = [good, unset, '{"name":"Rover","categoryId":77}', { ...good, id: 77 }];
  const odd = [{ ...good, name: 1 }, { ...good, categoryId: 'x' }, { ...good, status: 'x' }, '[]', '{'];
  const asked: readonly (readonly [string, Said])[] = [
    ...['', '?limit=3', '?status=sold', '?status=sold&limit=1', '?status=available&limit=1', '/2'].map(
      (path) => [`/pets${path}`, {}] as const,
    ),
    ...['99999999999', 2n ** 32n + 2n, 'word'].map((id) => [`/pets/${id}`, {}] as const),
    ...[none, bad, basic].map((said) => ['/pets', said] as const),
    ...[...bodies, { ...good, more: 1 }, { categoryId: 1 }, { name: 'Rover' }, ...odd].map(
      (body) => ['/pets', { method: 'POST', body }] as const,
    ),
    ['/pets', { method: 'POST', body: good, ...text }],
    ...[good, '{'].map((body) => ['/pets', { method: 'POST', body, ...bad }] as const),
    ...[{ message: 'Hello' }, {}, '{', { message: 1 }].map(
      (body) => ['/messages', { method: 'POST', body }] as const,
    ),
    ...[text, none, bad, basic].map(
      (said) => ['/messages', { method: 'POST', body: { message: 'Hello' }, ...said }] as const,
    ),
    ['/pets?limit=100', {}],
    ['/pets/6', {}],
  ];
  const told = [];
  for (const [path, said] of asked) {
    const { status, headers, text: body } = await say(path, said);
    const { date: _, connection: __, 'keep-alive': ___, ...rest } = headers;
    told.push({ status, rest, text: body.replace(/"createdAt":"[^"]*Z"/, '') });
  }
  await reference.close();
  return told;
}

describe('a server that gets everything wrong', async () => {
  const right = { plain: await answers({}), anyCategory: await answers({ anyCategory: true }) };

  test.each(families.map((family) => [family.id, family] as const))('differs: %s', async (id, { start }) => {
    const lawful = start?.anyCategory === true ? right.anyCategory : right.plain;
    expect(await answers({ faults: [`${id}@1#1`] })).not.toEqual(lawful);
  });

  test('is the right one where it gets next to nothing wrong', async () => {
    expect(await answers({ faults: ['share/untyped@9999#1'] })).toEqual(right.plain);
  });
});

test('a server of a family is found by its id', async () => {
  const [fault] = (await loadAllFaults(['share/limit-refused@10#3'])).slice(-1);
  expect(fault).toMatchObject({ title: 'Refuses one in 10 limits.', breaks: ['list.limit.accepted'] });
  const known = await loadAllFaults();
  for (const id of ['share/limit-refused', 'share/limit-refused@0#3', 'share/no-such@1#1', 'x@y']) {
    expect(await loadAllFaults([id])).toEqual(known);
  }
  const { say } = await speakTo({ faults: ['share/limit-refused@10#3'] });
  const statuses = [];
  for (let limit = 1; limit <= 100; limit += 1) statuses.push((await say(`/pets?limit=${limit}`)).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
});
