import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { catalogueVersion, requirements } from '../../requirements/index.ts';
import { catalogueDigest } from '../../src/base/digests.ts';
import { kitDigest } from '../../src/base/kit-digest.ts';
import { frozen } from './frozen.ts';

/** So many digits tell whether a text is the same. */
const DIGITS = 12;

function fingerprint({ level, statement }: { readonly level: string; readonly statement: string }): string {
  return createHash('sha256')
    .update(JSON.stringify([level, statement]))
    .digest('hex')
    .slice(0, DIGITS);
}

test('no requirement changes unseen', () => {
  const found = Object.fromEntries(requirements.map((row) => [row.id, fingerprint(row)]));
  expect(
    { digests: found, version: { version: catalogueVersion, digest: catalogueDigest() } },
    'a requirement that is new, or means something else, makes a new version of the catalogue: test/requirements/frozen.json',
  ).toEqual({
    digests: Object.fromEntries(Object.entries(frozen.rows).map(([id, [, , digest]]) => [id, digest])),
    version: { version: frozen.version, digest: frozen.digest },
  });
});

test('the digest of a catalogue depends on each text, and not on their order', () => {
  const rows = requirements.map(({ id, level, statement }) => ({ id, level, statement }));
  expect(catalogueDigest(rows.toReversed())).toBe(catalogueDigest());
  const [first = { id: '', level: '', statement: '' }, ...rest] = rows;
  for (const change of [{ id: 'x.y' }, { level: 'advisory' }, { statement: 'Other.' }]) {
    expect(catalogueDigest([{ ...first, ...change }, ...rest])).not.toBe(catalogueDigest());
  }
  expect(catalogueDigest(rest)).not.toBe(catalogueDigest());
});

test('the digest of the kit is one, however often it is asked for', async () => {
  expect(kitDigest()).toMatch(/^sha256:[0-9a-f]{64}$/u);
  expect(kitDigest()).toBe(kitDigest());
});
