import { expect, it } from 'vitest';
import type { RequirementId } from '../../requirements/index.ts';
import type { Config } from '../../src/config/types.ts';
import type { ReferenceOptions } from '../../reference/index.ts';
import { runOn } from '../e2e/runs.ts';

/** What a run says of a requirement that it left open, with what to do about it. */
async function saidOf(id: RequirementId, options: ReferenceOptions, config: Partial<Config> = {}) {
  const { row } = await runOn(options, { only: [id], ...config });
  const { verdict, reason, next } = row(id) ?? {};
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
    /429: too many requests.* \| Disable the rate limit on requests with a wrong key/u,
  ],
  [
    'create.success',
    'names/with-a-vowel',
    /every valid create was refused, .* category 1 or took no names such as "[A-Z][a-z]+": it answered 400 Bad Request: "A name needs a vowel\." \| .*--category-ids/u,
  ],
  ['list.distinct', 'names/with-a-vowel', /every valid create was refused \(400 Bad Request\) \| /u],
  ['get.agrees', 'names/with-a-vowel', /no id of an animal is known, and every valid create was refused/u],
  ['auth.no-effect', 'entry/bad-keys-429', / \| Disable the rate limit on requests with a wrong key/u],
])('%s is open at %s, and it says what to do', async (id, variant, said) => {
  expect(await saidOf(id, { variants: [variant] }, { only: [id, 'auth.missing'] })).toEqual({
    verdict: 'inconclusive',
    said: expect.stringMatching(said) as string,
  });
});

it('a category that the user named, and that is refused each time, leads to the option', async () => {
  const config = { categoryIds: [1n, 99n], categoryIdsGiven: true };
  expect(await saidOf('create.success', {}, config)).toEqual({
    verdict: 'fail',
    said: expect.stringMatching(
      /400 Bad Request, expected 201 with a Pet, since --category-ids says that the target knows category 99/u,
    ) as string,
  });
});

it('a category that is refused now and then leads to the server alone', async () => {
  const config = { categoryIds: [1n, 2n], categoryIdsGiven: true };
  const { verdict, said } = await saidOf('create.success', { faults: ['create/tenth-refused'] }, config);
  expect(verdict).toBe('fail');
  expect(said).not.toContain('--category-ids');
});

it('animals that may have been stored are told from those that were', async () => {
  const { said } = await saidOf(
    'create.int64',
    { faults: ['flaky/create-crash@2#1'] },
    { only: ['create.*'], maxCreated: 40 },
  );
  expect(said).toMatch(
    /--max-created 40 was used up: \d+ of the \d+ creates that count were answered with a 2xx, and each of the others, .*500 Internal Server Error, may have added an animal/u,
  );
});
