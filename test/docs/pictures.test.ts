import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sourceDigest } from '../../tools/pictures.mjs';

test('the pictures are of the page as it is drawn now', async () => {
  const drawn = await readFile(new URL('../../docs/pictures/sources.sha256', import.meta.url), 'utf8');
  expect(drawn.trim(), 'Run npm run pictures, and look at docs/pictures.').toBe(await sourceDigest());
});
