import { expect, test } from 'vitest';
import type { Report } from '../../reports/model.ts';
import { requirements } from '../../requirements/index.ts';
import { attestationStatementOf, EXTENSION_NAMESPACE, type Product } from '../../src/attest/statement.ts';
import { verifiedFactsOf } from '../../src/verify/summary.ts';
import { ran } from './folders.ts';

const { report: bare } = await ran([], { only: ['list.limit.default', 'auth.missing'] });
const report: Report = { ...bare, scope: { ...bare.scope, challenge: 'acme 2026' } };

const lines = (change: Partial<Report> = {}, product?: Product, recertifies?: string): readonly string[] => {
  const files = { 'report.json': Buffer.from(''), 'evidence.har': Buffer.from('') };
  const changed = { ...report, ...change };
  const statement = attestationStatementOf(
    { report: changed, files },
    { product, allowed: undefined, recertifies },
  );
  return verifiedFactsOf(changed, statement.predicate[EXTENSION_NAMESPACE]).map((fact) => fact.join(': '));
};

test('all that narrows a run has a line of its own', () => {
  const { baseUrl, messagesUrl } = report.target;
  expect(lines()).toEqual([
    'Product: not named',
    'Vendor: not named',
    `Address: ${baseUrl} (is plain http, is loopback, private or link-local)`,
    `Messages: ${String(messagesUrl)} (is plain http, is loopback, private or link-local)`,
    'Profiles: animals partial, messages partial',
    expect.stringMatching(
      new RegExp(`^Not tested: \\d+ of ${String(requirements.length)} requirements of these profiles$`, 'u'),
    ),
    'Warnings: 0 advisory requirements',
    expect.stringMatching(/^Classes: (\d+) of \1 input classes$/u),
    'Option: --runs 1',
    'Option: --only list.limit.default',
    'Option: --only auth.missing',
    `Date: ${report.startedAt}`,
    `Seed: ${String(report.seed)}`,
    'Challenge: "acme 2026"',
    expect.stringMatching(/^Catalogue: /u),
    expect.stringMatching(/^Kit: 0\.1\.0 /u),
  ]);
});

test('a profile that is not claimed, and what a short key left out, are told', () => {
  const target = { ...report.target, messagesUrl: null };
  const claimed = { scope: { ...report.scope, profiles: ['animals'] as const } };
  const keysLack = { animals: ['Bearer with the first half of the key'] };
  const told = lines({ target, ...claimed, profiles: { animals: 'conformant' }, keysLack });
  expect(told).toContain('Messages: not claimed');
  expect(told).toContain('Profiles: animals conformant, messages not claimed');
  expect(told).toContainEqual(
    expect.stringMatching(/^Left out: 1 of \d+ forms of wrong tokens for animals/u),
  );
});

test('names are quoted, and whole; nothing in a line ends it', () => {
  const name = `Pets" by "NASA ${'x'.repeat(180)}`;
  const told = lines(
    { settings: { only: ['a\nSeed: 7'] } },
    { name, vendor: 'A\\' },
    `sha256:${'0'.repeat(64)}`,
  );
  expect(told).toContain(`Product: ${JSON.stringify(name)}`);
  expect(told).toContain(String.raw`Vendor: "A\\"`);
  expect(told.join('\n')).not.toMatch(/^Seed: 7/mu);
  expect(told).toContain(`Recertifies: the report.json with the digest sha256:${'0'.repeat(64)}`);
});
