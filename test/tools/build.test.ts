import { expect, test } from 'vitest';
import type * as gatewayModule from '../../src/engine/silence/gateway.ts';
import { gatewayMayRefuse } from '../../src/engine/silence/gateway.ts';
import { keyBehind } from '../../src/engine/target/credentials.ts';
import { withModules } from '../../tools/build.mjs';

test('what is bundled still calls what is there for what it throws', async () => {
  const url = 'http://127.0.0.1:1/v1/pets/%zz';
  const ask = {
    operation: 'get',
    method: 'GET',
    url,
    credential: { ...keyBehind('Bearer', 'k'), value: 'Bearer k', valid: true },
    resend: 'always',
  } as const;
  expect(gatewayMayRefuse(ask)).toBe(true);
  await withModules(['src/engine/silence/gateway.ts'], (gateway: typeof gatewayModule) => {
    expect(gateway.gatewayMayRefuse(ask)).toBe(true);
    expect(gateway.gatewayMayRefuse({ ...ask, url: url.replace('%zz', '7') })).toBe(false);
  });
});
