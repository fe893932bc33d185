import { expect, test } from 'vitest';
import { runOn } from '../e2e/runs.ts';

/** How `--runs N` is judged on a target that takes whatever it is sent, or only some of it: nothing is left out. */
test.each([
  ['names/up-to-24', 1],
  ['ids/random names/any categories/any', 10],
])('a target with %s is decided in full with --runs %i', async (variants, runs) => {
  const { report, judgements } = await runOn({ variants: variants.split(' ') }, { runs });
  const limited = judgements.filter(({ limitsVerdict }) => limitsVerdict);
  expect(limited.map(({ requirement }) => requirement.id)).toEqual([]);
  expect(report.verdict).toBe('conformant');
});
