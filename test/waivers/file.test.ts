import { reportableRequirements } from '../../src/engine/plan/check-metadata.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '../../src/base/usage-error.ts';
import { readWaivers } from '../../src/waivers/file.ts';
import { checks } from '../../suites/index.ts';
import { scratch } from '../later.ts';

const folder = await scratch('waivers');

let files = 0;
function read(text: string) {
  files += 1;
  const path = join(folder, `waivers-${String(files)}.yaml`);
  writeFileSync(path, text);
  return readWaivers(path, checks).catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    return error.problems.map((problem) => problem.replace(/"[^"]*waivers-\d+\.yaml"/u, 'FILE'));
  });
}

const ENTRY = {
  requirement: 'list.limit.default',
  reason: 'PET-7: fixed in 2.1',
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

const one = (change: object) => JSON.stringify({ waivers: [{ ...ENTRY, ...change }] });
const LIST = ' must hold a list of entries under waivers.';
const BROKEN = ', line 2, is neither JSON nor YAML: ';

/** What is wrong; the file, and what stands behind its name in the sentence about it. */
const WRONG: Readonly<Record<string, readonly [text: string, sentence: string]>> = {
  'nothing at all': ['', LIST],
  'a text': ['list.limit.default', LIST],
  'another object': ['{}', ': "waivers" is missing.'],
  'no list': ['{"waivers": 1}', ': "waivers" must be an array.'],
  'an entry that is not an object': ['[1]', ', entry 1 must be an object.'],
  'broken YAML': [
    'waivers: [1\n',
    `${BROKEN}Flow sequence in block collection must be sufficiently indented and end with a ].`,
  ],
  'a member twice': ['waivers: []\nwaivers: []\n', `${BROKEN}Map keys must be unique.`],
  'an entry twice': [JSON.stringify([ENTRY, ENTRY]), ', entry 2, repeats entry 1: remove one of the two.'],
  'a draft': [JSON.stringify([ENTRY, { ...ENTRY, owner: '' }]), ', entry 2: "owner" must be filled in.'],
  'an empty reason': [one({ reason: ' ' }), ', entry 1: "reason" must be filled in.'],
};

/** The same of an entry that is changed, by what stands behind `entry 1`. */
const WRONG_ENTRIES: Readonly<Record<string, readonly [change: object, sentence: string]>> = {
  'a mistyped id': [
    { requirement: 'list.limit.defualt' },
    ', must name a requirement, not "list.limit.defualt": did you mean list.limit.default?',
  ],
  'no such id': [
    { requirement: 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz' },
    ', must name a requirement, not "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz": petstore-conformance requirements lists the ids.',
  ],
  'no reason': [{ reason: undefined }, ': "reason" is missing.'],
  'an unknown operation': [
    { check: 'interface/media-type', operations: ['delete'] },
    ': "operations" must be one of list, create, get, message.',
  ],
  'operations without a check': [{ operations: ['list'] }, ': "check" is missing.'],
  'a day that does not exist': [
    { expires: '2027-02-29' },
    ': "expires" must be a day of the calendar as YYYY-MM-DD.',
  ],
  'a broken link': [
    { link: 'javascript:alert(1)' },
    ': "link" must be an address that begins with http:// or https://.',
  ],
  'a mistyped member': [{ expiry: '2027-01-01' }, ': "expiry" is not a member: did you mean expires?'],
};

test.each([
  ...Object.entries(WRONG).map(([what, [text, sentence]]) => [what, text, sentence] as const),
  ...Object.entries(WRONG_ENTRIES).map(
    ([what, [change, end]]) => [what, one(change), `, entry 1${end}`] as const,
  ),
])('%s is refused', async (_, text, sentence) => {
  expect(await read(text)).toEqual([`The waiver file FILE${sentence}`]);
});

test('a check has to be one that decides the requirement', async () => {
  const deciding = checks.filter((row) => reportableRequirements(row).includes('list.limit.default'));
  const check = deciding[0]?.id ?? '';
  expect(await read(one({ check }))).toMatchObject([{ check }]);
  const [sentence] = await read(one({ check: `${check}x` }));
  expect(sentence).toMatch(/must name a check that decides list\.limit\.default.*did you mean/u);
  const other = checks.find((row) => !reportableRequirements(row).includes('list.limit.default'))?.id;
  expect(await read(one({ check: other }))).toEqual([
    expect.stringContaining('must name a check that decides'),
  ]);
});

test.each([
  ['is missing', 'no-such-file', 'does not exist'],
  ['is a folder', '.', 'is a folder'],
])('a file that %s is refused', async (_, name, what) => {
  const reading = readWaivers(join(folder, name), []);
  await expect(reading).rejects.toThrow(what);
});

test('a file that is too large is refused, and so are aliases without end', async () => {
  expect(await read(`# ${'x'.repeat(1024 * 1024)}`)).toEqual([
    'The waiver file FILE is larger than 1 MB, and is not read: name a readable file, or start one with run --write-waivers.',
  ]);
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (const [at, name] of ['b', 'c', 'd', 'e'].entries()) {
    const before = ['a', 'b', 'c', 'd'][at] ?? 'a';
    bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(', ')}]`);
  }
  expect(await read(bomb.join('\n'))).toEqual([expect.stringContaining('cannot be read')]);
});
