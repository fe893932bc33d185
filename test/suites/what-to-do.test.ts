import { expect, it, onTestFinished } from 'vitest';
import type { RequirementId } from '../../requirements/index.ts';
import type { Config } from '../../src/config/types.ts';
import type { ReferenceOptions } from '../../reference/index.ts';
import { targetOf } from './in-process.ts';

/** What a run says of a requirement that it left open, with what to do about it. */
async function saidOf(id: RequirementId, options: ReferenceOptions, config: Partial<Config> = {}) {
  const target = await targetOf(options);
  onTestFinished(() => target.close());
  const { judged } = await target.run({ only: [id], ...config });
  const { verdict, reason, next } = judged.find(({ requirement }) => requirement.id === id) ?? {};
  return { verdict, said: `${String(reason)} | ${String(next)}` };
}

it.each<[RequirementId, variant: string, said: RegExp]>([
  [
    'create.success',
    'permission/no-create',
    /permission to add animals.* \| Set --api-key .* may add animals too/u,
  ],
  ['list.distinct', 'permission/no-create', /permission to add animals.* \| Set --api-key /u],
  [
    'get.agrees',
    'permission/no-get',
    /permission to get an animal.* \| Set --api-key .* may get an animal too/u,
  ],
  [
    'auth.invalid',
    'entry/bad-keys-429',
    /429: too many requests.* \| Lift the limit on requests that are refused/u,
  ],
  ['auth.no-effect', 'entry/bad-keys-429', / \| Lift the limit on requests that are refused/u],
])('%s is open at %s, and it says what to do', async (id, variant, said) => {
  expect(await saidOf(id, { variants: [variant] }, { only: [id, 'auth.missing'] })).toEqual({
    verdict: 'inconclusive',
    said: expect.stringMatching(said) as string,
  });
});
