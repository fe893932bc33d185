import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { circles } from '../../tools/arrows/circles.mjs';
import { importsOf } from '../../tools/arrows/imports.mjs';
import { wrongArrows } from '../../tools/arrows/judge.mjs';
import { readTable } from '../../tools/arrows/table.mjs';

const table = (...rows: readonly string[]): string =>
  ['# Text', '', '| Place | Holds | May import | Packages |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );

const HOUSE = table(
  '| `base/` | what all use | nothing | `node:fs` |',
  '| `shapes/` | shapes | nothing | nothing |',
  '| `engine/` | the engine | `base/`; types of `shapes/` | `undici` |',
  '| `engine/door.ts` | its door | all above, | nothing |'.replace(' all above,', ' all above'),
  '',
);

describe('what counts as an import', () => {
  test.each([
    ["import a from './a.ts';", './a.ts', false],
    ["import './a.ts';", './a.ts', false],
    ["import type { A } from './a.ts';", './a.ts', true],
    // It still loads the module: verbatimModuleSyntax leaves `import {} from` of it.
    ["import { type A } from './a.ts';", './a.ts', false],
    ["import { type A, b } from './a.ts';", './a.ts', false],
    ["export { a } from './a.ts';", './a.ts', false],
    ["export type { A } from './a.ts';", './a.ts', true],
    ["export * from './a.ts';", './a.ts', false],
    ["export type * from './a.ts';", './a.ts', true],
    ["const a = await import('./a.ts');", './a.ts', false],
    ["function f() { return import('./a.ts'); }", './a.ts', false],
    ['const a = await import(`./parts/${name}.ts`);', './parts/', false],
    ['const a = await import(name);', undefined, false],
    ["let a: import('./a.ts').A;", './a.ts', true],
    ["let a: typeof import('./a.ts');", './a.ts', true],
    ["const a = require('./a.json') as object;", './a.json', false],
    ["import a = require('./a.ts');", './a.ts', false],
  ])('%s', (text, specifier, typeOnly) => {
    expect(importsOf('x.ts', `\n${text}`)).toEqual([{ specifier, typeOnly, line: 2 }]);
  });

  test.each([
    "const text = `import './a.ts'`;",
    "// import './a.ts';",
    'export const a = 1; export { a as b };',
  ])('%s is none', (text) => {
    expect(importsOf('x.ts', text)).toEqual([]);
  });

  test('the name of a file tells its language; what is no program is said in one sentence', () => {
    expect(importsOf('x.tsx', "import { h } from 'preact'; const a = <p>text</p>;")).toHaveLength(1);
    expect(() => importsOf('x.ts', 'import from from;;')).toThrow(/^x\.ts cannot be parsed: .+/);
  });
});

describe('the table', () => {
  test('is read row by row', () => {
    expect(readTable(HOUSE)).toEqual([
      { place: 'base/', values: [], types: [], packages: ['node:fs'] },
      { place: 'shapes/', values: [], types: [], packages: [] },
      { place: 'engine/', values: ['base/'], types: ['shapes/'], packages: ['undici'] },
      { place: 'engine/door.ts', values: ['base/', 'shapes/', 'engine/'], types: [], packages: [] },
    ]);
  });

  test.each([
    ['no table', 'There is no table with the heads Place, Holds, May import, Packages.'],
    [table('| `a/` | x | the rest | nothing |'), 'Cannot read "the rest" in the row | `a/` | x | the rest |'],
    [table('| `a/` | x | anything | nothing |'), 'The row of a/ allows anything, which has no row.'],
    [table('| `a/` | x | `b/` | nothing |'), 'The row of a/ allows b/, which has no row.'],
    [table('| `a/` | x | nothing | x |'), 'Cannot read "x"'],
    [table('| `a/` | x | nothing | nothing |', '| `a/` | x | nothing | nothing |'), 'a/ has two rows'],
  ])('that cannot be read is refused: %s', (markdown, sentence) => {
    expect(() => readTable(markdown)).toThrow(sentence);
  });
});

/** What is said of modules that are given as texts; places that hold nothing are not what is asked here. */
function said(modules: Readonly<Record<string, string>>, markdown = HOUSE): readonly string[] {
  const read = new Map(Object.entries(modules).map(([file, text]) => [file, importsOf(file, text)]));
  return wrongArrows(readTable(markdown), read, { '#base/*': './base/*' }).filter(
    (sentence) => !sentence.startsWith('ARCHITECTURE.md'),
  );
}

describe('an arrow', () => {
  test.each([
    ['a value that the row allows', "import '../base/a.ts';"],
    ['types that the row allows', "import type { A } from '../shapes/a.ts';"],
    ['types of a place whose values are allowed', "export type { A } from '../base/a.ts';"],
    ['a neighbour', "import './b.ts';"],
    ['an alias of package.json', "require('#base/a.json');"],
    ['a package', "import { request } from 'undici';"],
    ['a file of a package', "import type { A } from 'undici/types/a.js';"],
  ])('may lead to %s', (_, text) => {
    expect(said({ 'engine/a.ts': text })).toEqual([]);
  });

  test.each([
    ['import x from "../shapes/a.ts";', 'engine/ may import the types of shapes/ alone ("../shapes/a.ts").'],
    ['await import("../shapes/a.ts");', 'engine/ may import the types of shapes/ alone'],
    ['import { type A } from "../shapes/a.ts";', 'engine/ may import the types of shapes/ alone'],
    ['import type { A } from "./door.ts";', 'engine/ may not import engine/door.ts ("./door.ts").'],
    ['import "../new/a.ts";', 'engine/ may not import ./new/a.ts ("../new/a.ts").'],
    ['import "../../away/a.ts";', 'engine/ may not import ./../away/a.ts'],
    ['import "node:fs";', 'engine/ may not import the package node:fs.'],
    ['import "fs/promises";', 'engine/ may not import the package node:fs/promises.'],
    ['import "@some/thing/part.js";', 'engine/ may not import the package @some/thing.'],
    ['await import(`${name}.ts`);', 'the import is computed, so nobody can say where it leads.'],
  ])('may not be %s', (text, sentence) => {
    const [first, ...more] = said({ 'engine/a.ts': `export {};\n${text}` });
    expect(first).toContain(`engine/a.ts:2: ${sentence}`);
    expect(more).toEqual([]);
  });

  test('out of a new folder is refused until the table has it', () => {
    expect(said({ 'new/a.ts': 'export const a = 1;' })).toEqual([]);
    const [first, ...more] = said({ 'new/a.ts': "import '../base/a.ts';" });
    expect(first).toContain('new/a.ts:1: new/a.ts stands in no row of the table in ARCHITECTURE.md');
    expect(more).toEqual([]);
  });

  test('a row of a place that is gone is taken out', () => {
    const wrong = wrongArrows(readTable(HOUSE), new Map([['base/a.ts', []]]), {});
    expect(wrong).toContain('ARCHITECTURE.md: nothing lies in shapes/. Take its row out of the table.');
    expect(wrong).toHaveLength(3);
  });
});

describe('a circle', () => {
  const both = table('| `a/` | x | `b/` | nothing |', '| `b/` | x | `a/` | nothing |');

  test('of folders is wrong though the table allows each arrow, types alone too', () => {
    const files = {
      'a/one.ts': "import '../b/one.ts';",
      'b/two.ts': "\nimport type { A } from '../a/two.ts';",
    };
    expect(said(files, both)).toEqual([
      'a/one.ts:1: the places a/ -> b/ -> a/ stand in a circle (a/one.ts:1, b/two.ts:2). Take one arrow out.',
    ]);
  });

  test('of files is wrong within a folder', () => {
    const files = {
      'a/x.ts': "import './y.ts';",
      'a/y.ts': "export * from './z.ts';",
      'a/z.ts': "import './x.ts';",
    };
    expect(said(files, both)).toEqual([
      'a/x.ts:1: the files a/x.ts -> a/y.ts -> a/z.ts -> a/x.ts stand in a circle (a/x.ts:1, a/y.ts:1, a/z.ts:1). Take one arrow out.',
    ]);
  });

  test.each([
    ['none', { a: ['b', 'c'], b: ['c'], c: [] }, []],
    ['one that leads to itself', { a: ['a'] }, [['a', 'a']]],
    ['its shortest way', { a: ['b'], b: ['c', 'a'], c: ['a'] }, [['a', 'b', 'a']]],
    [
      'two apart',
      { a: ['b'], b: ['a'], c: ['d', 'a'], d: ['c'] },
      [
        ['a', 'b', 'a'],
        ['c', 'd', 'c'],
      ],
    ],
  ])('is found once: %s', (_, arrows, found) => {
    expect(circles(new Map(Object.entries(arrows).map(([from, to]) => [from, new Set(to)])))).toEqual(found);
  });
});

test('the command says each wrong arrow in a line and fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-arrows-'));
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  const main = fileURLToPath(new URL('../../tools/arrows/main.mjs', import.meta.url));
  const run = (): Promise<{ code: unknown; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [main, folder], (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, stdout, stderr });
      });
    });
  try {
    await write('package.json', '{}');
    await write(
      'ARCHITECTURE.md',
      table('| `a/` | x | nothing | nothing |', '| `b/` | x | `a/` | nothing |'),
    );
    await write('a/one.ts', 'export const one = 1;\n');
    await write('b/deep/two.tsx', "import { one } from '../../a/one.ts';\n");
    expect(await run()).toEqual({
      code: 0,
      stdout: 'The imports of 2 modules are as ARCHITECTURE.md says, without a circle.\n',
      stderr: '',
    });
    await write('a/one.ts', "export * from '../b/deep/two.tsx';\n");
    expect(await run()).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^a\/one\.ts:1: a\/ may not import b\/ .+\na\/one\.ts:1: the places .+\na\/one\.ts:1: the files .+\n$/,
      ) as string,
    });
    await write('ARCHITECTURE.md', 'Nothing.');
    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The imports were not checked: .+\n$/) as string,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
