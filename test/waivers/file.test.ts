import { concerns } from '../../src/engine/check.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/config/usage-error.ts';
import { readWaivers } from '../../src/waivers/file.ts';
import { checks } from '../../suites/index.ts';
import { scratch } from '../later.ts';

const folder = await scratch('waivers');

let files = 0;
function read(text: string) {
  files += 1;
  const path = join(folder, `waivers-${String(files)}.yaml`);
  writeFileSync(path, text);
  return readWaivers(path, () => Promise.resolve(checks)).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    return error.problems.map((problem) => problem.replace(/"[^"]*waivers-\d+\.yaml"/u, 'FILE'));
  });
}

const ENTRY = {
  requirement: 'list.limit.default',
  reason: 'PET-7: mended in 2.1',
  owner: 'Ann',
  link: 'https://example.com/7',
  expires: '2027-02-28',
};

test.each([
  ['JSON', JSON.stringify({ waivers: [ENTRY] })],
  ['a list alone', JSON.stringify([ENTRY])],
  [
    'YAML',
    `# known\nwaivers:\n${Object.entries(ENTRY)
      .map(([name, value], at) => `  ${at === 0 ? '-' : ' '} ${name}: ${JSON.stringify(value)}`)
      .join('\n')}\n`,
  ],
])('%s is read', async (_, text) => {
  expect(await read(text)).toEqual([ENTRY]);
});

test('a day of YAML needs no quotes', async () => {
  const text = 'waivers:\n  - requirement: list.limit.default\n    reason: known\n    expires: 2027-02-28\n';
  expect(await read(text)).toMatchObject([{ expires: '2027-02-28' }]);
});

const one = (change: Record<string, unknown>) => JSON.stringify({ waivers: [{ ...ENTRY, ...change }] });
const WRONG: readonly (readonly [what: string, text: string, sentence: string])[] = [
  ['nothing at all', '', 'The waiver file FILE must hold a list of entries under waivers.'],
  ['a text', 'list.limit.default', 'The waiver file FILE must hold a list of entries under waivers.'],
  ['another object', '{}', 'The waiver file FILE must have a list of entries under waivers.'],
  ['no list', '{"waivers": 1}', 'The waiver file FILE: its waivers must be a list.'],
  ['an entry that is none', '[1]', 'The waiver file FILE, entry 1 must be an object.'],
  [
    'broken YAML',
    'waivers: [1\n',
    'The waiver file FILE, line 2, is neither JSON nor YAML: Flow sequence in block collection must be sufficiently indented and end with a ].',
  ],
  [
    'a member twice',
    'waivers: []\nwaivers: []\n',
    'The waiver file FILE, line 2, is neither JSON nor YAML: Map keys must be unique.',
  ],
  [
    'a mistyped id',
    one({ requirement: 'list.limit.defualt' }),
    'The waiver file FILE, entry 1, must name a requirement, not "list.limit.defualt": did you mean list.limit.default?',
  ],
  [
    'no such id',
    one({ requirement: 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' }),
    'The waiver file FILE, entry 1, must name a requirement, not "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz": petstore-conformance requirements lists the ids.',
  ],
  ['no reason', one({ reason: undefined }), 'The waiver file FILE, entry 1 must have a reason.'],
  [
    'an empty reason',
    one({ reason: ' ' }),
    'The waiver file FILE is not filled in: entry 1 without a reason.',
  ],
  [
    'a draft',
    JSON.stringify([{ ...ENTRY, reason: '', owner: '' }, ENTRY, { ...ENTRY, owner: '' }]),
    'The waiver file FILE is not filled in: entry 1 without a reason; entries 1, 3 without an owner.',
  ],
  [
    'an operation that is none',
    one({ check: 'interface/media-type', operations: ['delete'] }),
    'The waiver file FILE, entry 1: its operations must be of list, create, get and message.',
  ],
  [
    'operations without a check',
    one({ operations: ['list'] }),
    'The waiver file FILE, entry 1 must have a check.',
  ],
  [
    'a day that is none',
    one({ expires: '2027-02-29' }),
    'The waiver file FILE, entry 1: its expires must be a day of the calendar as YYYY-MM-DD.',
  ],
  [
    'a link that is none',
    one({ link: 'javascript:alert(1)' }),
    'The waiver file FILE, entry 1: its link must be an address that begins with http:// or https://.',
  ],
  [
    'a mistyped member',
    one({ expiry: '2027-01-01' }),
    'The waiver file FILE, entry 1 must not have a member "expiry": did you mean expires?',
  ],
  [
    'an entry twice',
    JSON.stringify([ENTRY, ENTRY]),
    'The waiver file FILE, entry 2, repeats entry 1: remove one of them.',
  ],
];

test.each(WRONG)('%s is refused', async (_, text, sentence) => {
  expect(await read(text)).toEqual([sentence]);
});

test('a check has to be one that decides the requirement', async () => {
  const deciding = checks.filter((row) => concerns(row).includes('list.limit.default'));
  const check = deciding[0]?.id ?? '';
  expect(await read(one({ check }))).toMatchObject([{ check }]);
  const [sentence] = await read(one({ check: `${check}x` }));
  expect(sentence).toMatch(/must name a check that decides list\.limit\.default.*did you mean/u);
  const other = checks.find((row) => !concerns(row).includes('list.limit.default'))?.id;
  expect(await read(one({ check: other }))).toEqual([
    expect.stringContaining('must name a check that decides'),
  ]);
});

test.each([
  ['is missing', 'no-such-file', 'does not exist'],
  ['is a folder', '.', 'is a folder'],
])('a file that %s is refused', async (_, name, what) => {
  const reading = readWaivers(join(folder, name), () => Promise.resolve([]));
  await expect(reading).rejects.toThrow(what);
});

test('a file that is too large is refused, and so are aliases without end', async () => {
  expect(await read(`# ${'x'.repeat(1024 * 1024)}`)).toEqual([
    'The waiver file FILE is larger than 1 MiB, and is not read: name a readable file with --waivers, or start one with --write-waivers.',
  ]);
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (const [at, name] of ['b', 'c', 'd', 'e'].entries()) {
    const before = ['a', 'b', 'c', 'd'][at] ?? 'a';
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`);
  }
  expect(await read(bomb.join('\n'))).toEqual([expect.stringContaining('cannot be read')]);
});
