import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckReport, Report, RequirementReport, Verdict } from '../../reports/model.ts';
import { safeJsonText } from '../../reports/text.ts';
import { createSignedEnvelope } from '../../src/attest/dsse.ts';
import { newKeyPair, parsePemKey } from '../../src/attest/keys.ts';
import {
  EXTENSION_NAMESPACE,
  attestationStatementOf,
  type Product,
  type AttestationStatement,
} from '../../src/attest/statement.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Options } from '../../src/config/options.ts';
import { judge } from '../../src/judge.ts';
import { profileVerdicts, wholeRunVerdict } from '../../src/engine/judge/verdict.ts';
import { verify, type VerifiedReport } from '../../src/verify/verify.ts';
import { reference } from '../e2e/servers.ts';
import { scratch } from '../later.ts';
import { harText } from '../reports/fixture.ts';

/** The outcome of a run, to be written as it is or changed. */
export interface Ran {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

/** Runs the kit against a server with these faults and variants, by the same seed each time. */
export async function ran(
  faults: readonly string[],
  options: Options = {},
  variants: readonly string[] = [],
): Promise<Ran> {
  const { baseUrl, key, messagesUrl, messagesKey, close } = await reference({ faults, variants });
  const target = { baseUrl, apiKey: key, messagesUrl, messagesApiKey: messagesKey };
  const real = await judgedRun({ ...target, seed: 1, ...options });
  // What comes later finds nobody there.
  await close();
  return real;
}

/** The outcome of a run, as it is read back from the files. */
export async function judgedRun(...run: Parameters<typeof judge>): Promise<Ran> {
  const { report, evidence } = await judge(...run);
  return { report: JSON.parse(safeJsonText(report)) as Report, evidence };
}

const pair = newKeyPair('ed25519');
export const signer = parsePemKey('private', pair.privateKey, 'key.pem');
export const reader = parsePemKey('public', pair.publicKey, 'pub.pem');

/** What is signed and what stands in the folder, where that is not what a run comes to. */
export interface Forgery {
  readonly report?: Report;
  readonly evidence?: readonly Exchange[];
  /** The text of evidence.har itself. */
  readonly har?: (text: string) => string;
  readonly statement?: (statement: AttestationStatement) => object;
  readonly envelope?: (text: string) => string;
  /** The outcome of the files once they are signed. */
  readonly afterwards?: {
    readonly report?: (text: string) => string;
    readonly har?: (text: string) => string;
  };
}

/** Writes a folder with a statement by our own key, and verifies it. */
export async function verified(
  real: Ran,
  forgery: Forgery = {},
  challenge?: string,
): Promise<VerifiedReport> {
  const dir = await scratch('verify');
  await writeFolder(dir, real, forgery);
  const told = await verify(dir, reader, { challenge });
  await rm(dir, { recursive: true });
  return told;
}

const same = (text: string): string => text;

export async function writeFolder(
  dir: string,
  real: Ran,
  forgery: Forgery = {},
  product: Product = { name: 'Pets 1' },
): Promise<void> {
  const report = forgery.report ?? real.report;
  const har = (forgery.har ?? same)(harText(report, forgery.evidence ?? real.evidence));
  const files = { 'report.json': Buffer.from(safeJsonText(report)), 'evidence.har': Buffer.from(har) };
  const allowed = report.verdict === 'conformant' ? undefined : report.verdict;
  const statement = attestationStatementOf({ report, files }, { product, allowed });
  const payload = JSON.stringify((forgery.statement ?? ((one) => one))(statement));
  const envelope = JSON.stringify(createSignedEnvelope(Buffer.from(payload), signer));
  const { afterwards = {} } = forgery;
  await Promise.all([
    writeFile(join(dir, 'report.json'), (afterwards.report ?? same)(safeJsonText(report))),
    writeFile(join(dir, 'evidence.har'), (afterwards.har ?? same)(har)),
    writeFile(join(dir, 'statement.dsse.json'), (forgery.envelope ?? same)(envelope)),
  ]);
}

/** The facts of a statement, changed. */
export function withFacts(change: object): (statement: AttestationStatement) => object {
  return (statement) => {
    const facts = { ...statement.predicate[EXTENSION_NAMESPACE], ...change };
    return { ...statement, predicate: { ...statement.predicate, [EXTENSION_NAMESPACE]: facts } };
  };
}

/** A report whose rows were changed, and whose counts and verdicts were made to agree with that. */
export function withRow(
  report: Report,
  id: string,
  change: (row: RequirementReport) => RequirementReport,
): Report {
  const requirements = report.requirements.map((row) => (row.id === id ? change(row) : row));
  const count = (verdict: Verdict) => requirements.filter((row) => row.verdict === verdict).length;
  const totals = Object.fromEntries(
    (Object.keys(report.totals) as Verdict[]).map((verdict) => [verdict, count(verdict)]),
  ) as Report['totals'];
  const judged = requirements.map((row) => ({
    verdict: row.verdict,
    requirement: row,
    limitsVerdict: row.checks.some((check) => check.verdict === 'not-tested' && check.gap !== false),
  }));
  const { strict, profiles } = report.scope;
  return {
    ...report,
    requirements,
    totals,
    verdict: wholeRunVerdict(judged, strict),
    profiles: profileVerdicts(judged, profiles, strict),
  };
}

/** A row with another verdict, its checks made to agree with that. */
export function decided(
  verdict: Verdict,
  check: Verdict = verdict,
): (row: RequirementReport) => RequirementReport {
  return ({ cause: _cause, next: _next, ...row }) => ({
    ...row,
    verdict,
    ...(verdict === 'pass' ? {} : { cause: 'test-data', next: 'Run again.' }),
    checks: row.checks.map((one): CheckReport => {
      if (['pass', 'not-tested'].includes(one.verdict)) return one;
      const { name, message, exchanges } = one;
      return { name, verdict: check, message, exchanges };
    }),
  });
}
