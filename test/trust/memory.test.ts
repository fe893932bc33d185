import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Memory } from '../../tools/trust/memory.ts';
import type { Subject, Told } from '../../tools/trust/run-one.ts';

const subject = (fault: string, more: Partial<Subject> = {}): Subject => ({
  faults: [fault],
  variants: [],
  seed: 1,
  ...more,
});

/** Asks for subjects in a row, as one run of the matrix does; tells how many of them were judged. */
async function judgedOf(
  file: string,
  subjects: readonly Subject[],
  { kit = 'kit', own = 'own' }: { readonly kit?: string; readonly own?: string } = {},
): Promise<number> {
  let judged = 0;
  // As faults have that one module makes: one digest for all of them.
  const memory = new Memory(file, kit, () => `${kit} ${own}`);
  const judge = memory.before(({ faults: [id = ''] }) => {
    judged += 1;
    const told = { failed: [], warned: [], undecided: [], reasons: { id }, needed: [], crashes: [] };
    return Promise.resolve({ ...told, requests: 1, created: 0 } satisfies Told);
  });
  for (const one of subjects) expect((await judge(one)).reasons).toEqual({ id: one.faults[0] });
  return judged;
}

test('what was told is kept from run to run, and told anew where anything it rests on has changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-memory-'));
  const file = join(folder, 'deep', 'trust.jsonl');
  try {
    const both = [subject('a'), subject('b')];
    expect(await judgedOf(file, [...both, ...both])).toBe(2);
    expect(await judgedOf(file, both)).toBe(0);
    expect(await judgedOf(file, [subject('a', { seed: 2 })])).toBe(1);
    expect(await judgedOf(file, [subject('a', { runs: 7 })])).toBe(1);
    expect(await judgedOf(file, [subject('a', { without: ['x'] })])).toBe(1);
    expect(await judgedOf(file, both, { own: 'changed' })).toBe(2);
    expect(await judgedOf(file, both, { kit: 'another' })).toBe(2);
    expect(await judgedOf(file, both)).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('only the last kits are kept; a line that was cut off is passed over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-memory-'));
  const file = join(folder, 'trust.jsonl');
  try {
    for (const kit of ['1', '2', '3', '4']) await judgedOf(file, [subject('a')], { kit });
    expect(await judgedOf(file, [subject('a')], { kit: '4' })).toBe(0);
    const kits = (await readFile(file, 'utf8')).match(/"kit":"\d"/g);
    expect(kits).toEqual(['"kit":"2"', '"kit":"3"', '"kit":"4"']);
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, -9));
    expect(await judgedOf(file, [subject('a')], { kit: '3' })).toBe(0);
    expect(await judgedOf(file, [subject('a')], { kit: '4' })).toBe(1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('where nothing can be kept, everything is judged', async () => {
  const nowhere = join('/dev/null', 'trust.jsonl');
  expect(await judgedOf(nowhere, [subject('a')])).toBe(1);
  expect(await judgedOf(nowhere, [subject('a')])).toBe(1);
});
