import { expect, test } from 'vitest';
import type * as ordinaryModule from '../../src/engine/silence/ordinary.ts';
import { isOrdinaryRequest } from '../../src/engine/silence/ordinary.ts';
import { keyBehindBearerSpelling } from '../../src/engine/target/credentials.ts';
import { withModules } from '../../tools/build.mjs';

test('what is bundled still calls what is there for what it throws', async () => {
  const ask = {
    operation: 'create',
    method: 'POST',
    url: 'http://127.0.0.1:1/v1/pets',
    credential: { ...keyBehindBearerSpelling('Bearer', 'k'), value: 'Bearer k', valid: true },
    resend: 'refused',
    contentType: 'application/json',
    body: '<pet>',
  } as const;
  expect(isOrdinaryRequest(ask)).toBe(false);
  await withModules(['src/engine/silence/ordinary.ts'], (ordinary: typeof ordinaryModule) => {
    expect(ordinary.isOrdinaryRequest(ask)).toBe(false);
    expect(ordinary.isOrdinaryRequest({ ...ask, body: '{' })).toBe(true);
  });
});
