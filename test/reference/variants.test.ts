import { expect, test } from 'vitest';
import { isRequirementId, requirement } from '../../requirements/index.ts';
import { loadVariants, startReference } from '../../reference/index.ts';
import { speakTo } from './speak.ts';

const variants = await loadVariants();

test('there are at least 60 variants, each with an id and a title of its own', () => {
  expect(variants.length).toBeGreaterThanOrEqual(60);
  expect(new Set(variants.map((variant) => variant.id)).size).toBe(variants.length);
  expect(new Set(variants.map((variant) => variant.title)).size).toBe(variants.length);
});

test.each(variants.map((variant) => [variant.id, variant] as const))('%s is well declared', (id, variant) => {
  expect(id).toMatch(/^[a-z0-9]+\/[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(variant.title).toMatch(/^[A-Z][^\n]*\.$/);
  for (const row of variant.warns) {
    expect(isRequirementId(row) && requirement(row).level).toBe('advisory');
  }
});

/** Tries again what a gateway or a rate limit may turn away, and what a lagging read may not show yet. */
async function settled<T>(ask: () => Promise<T>, done: (answer: T) => boolean): Promise<T | undefined> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && done(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return undefined;
}

test.each(variants.map((variant) => [variant.id, variant] as const))(
  '%s adds, lists and gets',
  async (id, variant) => {
    const { say } = await speakTo({ variants: [id] });
    const categoryId = variant.config?.categoryIds ?? '1';
    const body = `{"name":"Rex","categoryId":${categoryId},"status":"sold"}`;
    const made = await settled(
      () => say('/pets', { method: 'POST', body }),
      (answer) => answer.status === 201,
    );
    expect(made?.text.replace(/\\u0061/g, 'a')).toContain(categoryId);
    const listed = await settled(
      () => say('/pets?limit=100'),
      (answer) => answer.status === 200,
    );
    expect(listed?.headers['content-type']).toMatch(/^application\/json/i);
    const unknown = await settled(
      () => say('/pets/4611686018427387904'),
      (answer) => answer.status < 429,
    );
    const removed = (variant.config?.asOf ?? '') > '2030';
    expect(removed ? [200, 404, 405, 410] : [404]).toContain(unknown?.status);
    const keyless = await settled(
      () => say('/pets', { authorization: null }),
      (answer) => answer.status < 429,
    );
    expect(keyless?.status).toBe(401);
  },
);

test('a variant shows', async () => {
  const { say } = await speakTo({ variants: ['order/newest-first'], seedAnimals: 3 });
  expect((await say('/pets?limit=1')).json).toMatchObject([{ id: 3 }]);
});

test('variants lie over one another', async () => {
  const { say } = await speakTo({ variants: ['ids/past-2-53', 'json/integers-with-fraction'] });
  const made = await say('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1 } });
  expect(made.text).toBe('{"id":9007199254740993.0,"name":"Rex","categoryId":1.0}');
});

test('an unknown variant is named with the nearest right one', async () => {
  await expect(startReference({ variants: ['ids/randon'] })).rejects.toThrow(
    "There is no variant 'ids/randon': did you mean 'ids/random'?",
  );
});
