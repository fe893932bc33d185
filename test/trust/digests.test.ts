import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDigests, subjectDigest } from '../../tools/trust/digests.ts';
import { digestOfAll, loadedBy } from '../../tools/trust/modules.ts';
import { takeApart } from '../../tools/trust/rows.ts';
import { fleet } from './recorded.ts';

const MODULE = `
import { patch } from './patches.ts';
const plain = (n: number) => patch(n);
type Row = readonly [string, string];
const rows = [
  ['one', 'Does one thing.', plain(1)],
  ['two', 'Does another.', plain(2)],
];
const made = ['three', 'four'].map((name) => ({ id: 'g/' + name }));
const kinds = [['five', 5]];
export const list = [
  ...rows.map(([id, title]) => ({ id: 'g/' + id, title })),
  ...made,
  ...kinds.flatMap(([name]) => [{ id: 'g/' + name + '-a' }, { id: 'g/' + name + '-b' }]),
  defineFault({ id: 'g/six', title: 'Is written out.' }),
  { title: 'Is plain.', id: 'g/seven' },
];
`;
const IDS = ['one', 'two', 'three', 'four', 'five-a', 'five-b', 'six', 'seven'].map((name) => `g/${name}`);

describe('a module of the fleet', () => {
  const digest = (text: string, id: string): string => {
    const { rest, rows } = takeApart('x.ts', text, IDS);
    return `${rest} ${rows.get(id) ?? text}`;
  };
  const changedBy = (from: string, to: string): readonly string[] => {
    const after = MODULE.replace(from, to);
    expect(after).not.toBe(MODULE);
    return IDS.filter((id) => digest(MODULE, id) !== digest(after, id));
  };

  test('is cut into the rows that stand alone', () => {
    const { rest, rows } = takeApart('x.ts', MODULE, IDS);
    expect([...rows.keys()]).toEqual(['g/one', 'g/two', 'g/six', 'g/seven']);
    expect(rows.get('g/two')).toBe("['two', 'Does another.', plain(2)]");
    expect(rest).toContain("['five', 5]");
    expect(rest).not.toContain('Does another.');
  });

  test.each([
    ['plain(1)', 'plain(3)', ['g/one', 'g/three', 'g/four', 'g/five-a', 'g/five-b']],
    ['Is plain.', 'Is not.', ['g/three', 'g/four', 'g/five-a', 'g/five-b', 'g/seven']],
    ['patch(n)', 'patch(-n)', IDS],
    ["'three', 'four'", "'four', 'three'", IDS],
    ["['five', 5]", "['five', 6]", IDS],
  ])('whose %s becomes %s has changed for what rests on it', (from, to, ids) => {
    expect(changedBy(from, to)).toEqual(ids);
  });

  test('an id that two rows have is made by the code', () => {
    const twice = "export const a = [['one'], ['one']];";
    expect(takeApart('x.ts', twice, ['g/one'])).toEqual({ rest: twice, rows: new Map() });
  });
});

test('every server has a digest, the same as long as nothing changes', async () => {
  const [one, two] = [await readDigests(), await readDigests()];
  expect(two).toEqual(one);
  const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id).toSorted();
  expect([...one.faults.keys()].toSorted()).toEqual(ids(fleet.faults));
  expect([...one.variants.keys()].toSorted()).toEqual(ids(fleet.variants));
  const of = (digests: typeof one, ...faults: readonly string[]) =>
    subjectDigest(digests, { faults, variants: [] });
  expect(of(one, 'list/default-25')).toBe(of(two, 'list/default-25'));
  expect(of(one, 'list/default-25')).not.toBe(of(one, 'list/default-10'));
  expect(of(one)).not.toBe(of({ ...one, kit: 'another' }));
  // What is not known is never the same twice.
  expect(of(one, 'no/such')).not.toBe(of(one, 'no/such'));
});

test('a digest covers what is loaded, at any depth, by name or computed, and no types', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-digest-'));
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  const digest = async (): Promise<string> => digestOfAll(await loadedBy(join(folder, 'a.ts'), () => false));
  try {
    await mkdir(join(folder, 'parts'));
    await write('a.ts', "import './b.ts'; import type { T } from './t.ts'; import 'vitest';");
    await write('b.ts', 'export const load = (n: string) => import(`./parts/${n}.ts`); import "./a.ts";');
    await write('parts/one.ts', 'export const one = 1;');
    await write('parts/data.json', '{}');
    await write('t.ts', 'export type T = 1;');
    const before = await digest();
    await write('t.ts', 'export type T = 2;');
    expect(await digest()).toBe(before);
    await write('parts/one.ts', 'export const one = 2;');
    const after = await digest();
    expect(after).not.toBe(before);
    await write('parts/data.json', '{"a":1}');
    expect(await digest()).not.toBe(after);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
