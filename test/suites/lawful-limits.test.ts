import { expect, test } from 'vitest';
import { targetOf } from './in-process.ts';

/** How `--runs N` is judged on a target that takes whatever it is sent, or only some of it: nothing is left out. */
test.each([
  ['names/up-to-24', 1],
  ['ids/random names/any categories/any', 10],
])('a target with %s is decided in full with --runs %i', async (variants, runs) => {
  const target = await targetOf({ variants: variants.split(' ') });
  try {
    const told = await target.run({ runs });
    expect(
      told.judged.flatMap(({ requirement, limitsVerdict }) => (limitsVerdict ? [requirement.id] : [])),
    ).toEqual([]);
    expect(told.whole).toBe('conformant');
  } finally {
    await target.close();
  }
});
