import { execFileSync } from 'node:child_process';
import { readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evidenceBounds } from '../../reports/bounds.ts';
import { renderHtml } from '../../reports/render/html/page.tsx';
import { IN_TOTO_PAYLOAD_TYPE, signEnvelope } from '../../src/attest/dsse.ts';
import type { AttestationStatement } from '../../src/attest/statement.ts';
import { matchesGlob } from '../../src/base/glob.ts';
import { verify } from '../../src/verify/verify.ts';
import { scratch } from '../later.ts';
import { ran, reader, signer, verified, withRow, writeFolder } from './folders.ts';

const real = await ran([], { only: ['list.limit.default', 'auth.missing'] });

describe('what is no plain file of a report is not read', () => {
  test.each<readonly [what: string, make: (path: string) => Promise<void> | void, why: RegExp]>([
    ['a device', (path) => symlink('/dev/zero', path), /is not a regular file, and is not read/u],
    ['a pipe', (path) => void execFileSync('mkfifo', [path]), /is not a regular file, and is not read/u],
    ['a link to itself', (path) => symlink(path, path), /is a link to itself/u],
    [
      'more than anybody writes',
      async (path) => {
        await writeFile(path, '');
        await truncate(path, 2 ** 40);
      },
      /is larger than (?:16|1|6\d) MB, and is not read/u,
    ],
  ])('%s', async (_what, make, why) => {
    for (const name of ['report.json', 'evidence.har', 'statement.dsse.json']) {
      const dir = await scratch('h');
      await writeFolder(dir, real);
      await rm(join(dir, name));
      await make(join(dir, name));
      const reading = verify(dir, reader);
      await expect(reading).rejects.toThrow(why);
      await expect(reading).rejects.toThrow(`${name}" is`);
    }
  });
});

test.each([
  ['a member twice', (text: string) => text.replace('"seed":', '"seed": 1, "seed":')],
  ['another layout', (text: string) => JSON.stringify(JSON.parse(text))],
  [
    'a counterexample without a bottom',
    (text: string) =>
      text.replace(
        '"exchanges": [',
        `"counterexample": ${'['.repeat(1e5)}${']'.repeat(1e5)}, "exchanges": [`,
      ),
  ],
])('a report with %s is refused', async (_what, report) => {
  const { disagreements } = await verified(real, { afterwards: { report } });
  expect(disagreements).toContainEqual({
    kind: 'schema',
    where: 'report.json',
    message: expect.stringMatching(
      /^is not as the kit writes it: a member is duplicated|^is nested deeper/u,
    ) as string,
  });
});

const url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
type Signed = { payload: string; signatures: { keyid: string; sig: string }[] };
const signed =
  (change: (all: Signed, signature: Signed['signatures'][number]) => object) => (text: string) => {
    const all = JSON.parse(text) as Signed;
    return JSON.stringify({ ...all, ...change(all, all.signatures[0] ?? { keyid: '', sig: '' }) });
  };
const NO_ENVELOPE = 'is not a DSSE envelope as the kit writes it';

describe('an envelope that others may read otherwise is refused', () => {
  test.each([
    [
      'a payload in another base64',
      // Where no sign of it is another one in addresses, its end is.
      signed(({ payload }) => ({ payload: url(payload) === payload ? `${payload}=` : url(payload) })),
      NO_ENVELOPE,
    ],
    [
      'a payload in lines',
      signed(({ payload }) => ({ payload: payload.replaceAll(/.{76}/gu, '$&\n') })),
      NO_ENVELOPE,
    ],
    [
      'a signature without its padding',
      signed((_all, one) => ({ signatures: [{ ...one, sig: url(one.sig) }] })),
      NO_ENVELOPE,
    ],
    [
      'a word beside a signature',
      signed((_all, one) => ({ signatures: [{ ...one, by: 'the certifier' }] })),
      NO_ENVELOPE,
    ],
    [
      'a payload twice',
      (text: string) => text.replace('"payload":', '"payload":"e30=","payload":'),
      'has a duplicate member',
    ],
  ])('%s', async (_what, envelope, message) => {
    const { disagreements } = await verified(real, { envelope });
    expect(disagreements).toEqual([{ kind: 'schema', where: 'statement.dsse.json', message }]);
  });

  test('and one without the name of its key is not, nor in another layout', async () => {
    const envelope = signed((_all, { sig }) => ({ signatures: [{ sig }] }));
    const laidOut = (text: string) => JSON.stringify(JSON.parse(envelope(text)), null, 4);
    expect((await verified(real, { envelope: laidOut })).disagreements).toEqual([]);
  });

  test('a statement without a bottom, or with its subjects turned round', async () => {
    const deep = Buffer.from(`{"_type":${'['.repeat(1e5)}${']'.repeat(1e5)}}`);
    const envelope = () => JSON.stringify(signEnvelope(IN_TOTO_PAYLOAD_TYPE, deep, signer));
    const bottomless = await verified(real, { envelope });
    expect(bottomless.disagreements.map(({ kind }) => kind)).toEqual(['schema']);
    const statement = (one: AttestationStatement) => ({ ...one, subject: one.subject.toReversed() });
    expect((await verified(real, { statement })).disagreements).toMatchObject([
      {
        kind: 'schema',
        message: 'is not a statement of this kit: /subject/0/name must be equal to constant',
      },
    ]);
  });
});

describe('what nobody could go through to its end is given up', () => {
  const withRuns = (runs: number) =>
    verified(real, { report: { ...real.report, scope: { ...real.report.scope, runs } } });

  test('more values than were sent', async () => {
    const { disagreements } = await withRuns(900);
    expect(disagreements.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^says --runs 900, for which \d+ exchanges are too few$/u),
    );
  });

  test('more than there is room for', async () => {
    const { disagreements } = await withRuns(10_000);
    expect(disagreements.map(({ kind, where }) => [kind, where])).toContainEqual(['schema', 'report.json']);
  });

  test('requests that are all missing', async () => {
    const { only: _, ...settings } = real.report.settings;
    const { disagreements } = await verified(real, {
      report: {
        ...real.report,
        scope: { ...real.report.scope, only: [], runs: 90 },
        settings: { ...settings, runs: 90 },
      },
    });
    expect(disagreements.map(({ message }) => message)).toContainEqual(
      'cannot be replayed: more than 1000 requests are missing',
    );
  });
});

describe('what is long takes no longer than it is long', () => {
  test('exchanges of a finding', { timeout: 120_000 }, async () => {
    const exchanges = Array.from({ length: 200_000 }, (_, at) => `x${String(at + 1)}`);
    const report = withRow(real.report, 'auth.missing', (row) => ({
      ...row,
      checks: row.checks.map((one) => ({ ...one, exchanges })),
    }));
    const { disagreements } = await verified(real, { report });
    expect(disagreements.map(({ kind }) => kind)).toContain('replay');
  });

  test('signatures by nobody', async () => {
    const envelope = signed((_all, one) => ({ signatures: Array.from({ length: 100_000 }, () => one) }));
    await expect(verified(real, { envelope })).rejects.toThrow('is larger than 1 MB, and is not read');
  });
});

describe('what takes far more room than a run is refused at once', () => {
  const bodies = (body: string, each = 1) =>
    real.evidence.map((one, at) =>
      one.response === null || at % each > 0 ? one : { ...one, response: { ...one.response, body } },
    );

  test.each([
    ['millions of empty lists', bodies('[],'.repeat(10_000)), /^has more than \d+ parts, and is not read$/u],
    ['one huge body', bodies('a'.repeat(2_000_001), 1000), /must NOT have more than \d+ characters$/u],
    [
      'many long bodies',
      bodies('a'.repeat(300_000)),
      /^has longer bodies than a run keeps, and is not read$/u,
    ],
  ])('%s', async (_what, evidence, message) => {
    const { disagreements } = await verified(real, { evidence });
    expect(disagreements).toEqual([
      { kind: 'schema', where: 'evidence.har', message: expect.stringMatching(message) as unknown },
    ]);
  });

  test('millions of notes, and a value without a bottom', async () => {
    const notes = Array.from({ length: 300 }, () => 'n');
    const many = await verified(real, { report: { ...real.report, notes } });
    expect(many.disagreements.map(({ kind, where }) => `${kind} ${where}`)).toEqual(['schema report.json']);
    const report = withRow(real.report, 'auth.missing', (row) => ({
      ...row,
      checks: row.checks.map((one) => ({
        ...one,
        counterexample: JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown,
      })),
    }));
    const { disagreements } = await verified(real, { report });
    expect(disagreements.map(({ message }) => message)).toEqual(['is nested deeper than a run writes it']);
  });

  test('a page shows the first requests of a finding', async () => {
    const ids = real.evidence.map(({ id }) => id);
    const report = withRow(real.report, 'auth.missing', ({ checks, ...row }) => ({
      ...row,
      verdict: 'fail',
      cause: 'server',
      checks: checks.map((one) => ({ ...one, verdict: 'fail', exchanges: ids })),
    }));
    expect(renderHtml(report, real.evidence, {})).toMatch(/\d+ more exchanges in evidence\.har/u);
  });
});

test('evidence may be as large as its run, and no larger', () => {
  expect(evidenceBounds(1_000).bytes).toBe(68e6);
  expect(evidenceBounds(70_000).bytes).toBe(256e6);
  expect(evidenceBounds(1e9)).toEqual({ bytes: 256e6, parts: 20e6 });
});

test.each(['report.json', 'evidence.har'])('%s in no UTF-8 is refused', async (name) => {
  const dir = await scratch('h');
  await writeFolder(dir, real);
  const bytes = await readFile(join(dir, name));
  // In place of the last letter of a word.
  bytes[bytes.indexOf('petstore') + 7] = 0xff;
  await writeFile(join(dir, name), bytes);
  const { disagreements } = await verify(dir, reader);
  expect(disagreements).toContainEqual({ kind: 'schema', where: name, message: 'is not UTF-8' });
});

test('a pattern takes no longer than it is long', () => {
  expect(matchesGlob(`${'*'.repeat(10_000)}x`, 'list.limit.default'.repeat(500))).toBe(false);
  expect(matchesGlob('l*i*t*.*.d*t', 'list.limit.default')).toBe(true);
});
