import { randomInt } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { REPORT_BOUNDS } from '../../../reports/bounds.ts';
import { compareTwoReports, failsGate } from '../../../reports/compare/comparison.ts';
import type { Report } from '../../../reports/model.ts';
import { readReportAt } from '../../../reports/read.ts';
import { renderComparisonText } from '../../../reports/render/compare/text.ts';
import { verdictAffectingOptionsText } from '../../../reports/settings.ts';
import { safeLine } from '../../../reports/text.ts';
import { digest } from '../../base/digests.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { reusableOptions } from '../../config/record.ts';
import { settings, type Flags } from '../../config/settings.ts';
import { quotedValue, UsageError } from '../../base/usage-error.ts';
import { readKitFile } from '../../verify/folder.ts';
import { exitCode } from '../exit-code.ts';
import { readKeyFile } from '../option-values.ts';
import type { Io } from '../io.ts';
import { addressesFromReport, type AddressPermissions } from '../run/addresses.ts';
import { attest } from './attest.ts';
import { judgeWithConfigInput } from './run.ts';
import { verificationLines, verifyWithNotice } from './verify.ts';

/** Unparsed command-line options: the options of `run`, and which addresses the kit may judge. */
export type RecertifyFlags = Flags &
  AddressPermissions & { readonly publicKey: string; readonly key?: string };

/**
 * User-Agents of common clients, so that a server cannot recognize the kit. The value is sent as an extra header, and is
 * redacted wherever it occurs, so it must not contain a word of the kit or of its checks.
 */
const CALLERS = [
  'curl/8.5.0',
  'okhttp/4.12.0',
  'axios/1.7.9',
  'Go-http-client/1.1',
  'python-requests/2.32.3',
] as const;

/**
 * Verifies a signed folder, judges its target again with a random seed and another User-Agent, and compares both
 * reports; with a key, signs the new one. Resolves to the exit code: 1 if the folder is inconsistent, or the target
 * has new failures or lower coverage; 3 if the new run is inconclusive.
 */
export async function recertify(io: Io, dir: string, flags: RecertifyFlags): Promise<number> {
  const { publicKey, key, addressesOfReport = false, allowAnyAddress = false, ...asked } = flags;
  const print = (line: string): void => void io.stdout.write(`${safeLine(line, 1000)}\n`);
  const refuse = (why: string, code = exitCode('objection')): number => {
    print(`NOT RECERTIFIED: ${why}`);
    return code;
  };
  const out = typeof asked.out === 'string' ? asked.out : 'recertified';
  const [from, to] = await Promise.all([dir, out].map((path) => realpath(path).catch(() => resolve(path))));
  if (from === to)
    throw new UsageError([
      `The option --out must not be ${quotedValue(dir)}, the folder that was submitted.`,
    ]);
  const headers = [asked.header ?? []].flat().map(String);
  if (headers.some((text) => /^user-agent\s*:/iu.test(text)))
    throw new UsageError(['The option --header must not set User-Agent: recertify sets its own.']);
  // Fails on an unreadable key before any request is sent.
  if (key !== undefined) await readKeyFile('private', key);
  const found = await verifyWithNotice(io, dir, await readKeyFile('public', publicKey));
  io.stdout.write(`${verificationLines(found, dir).join('\n')}\n\n`);
  if (found.disagreements.length > 0) return exitCode('objection');
  const before = await readReportAt(dir);
  if (before.target.embedded) return refuse("the report is about the kit's own reference server.");
  const addresses = await addressesFromReport(before, asked, { addressesOfReport, allowAnyAddress }, print);
  const untaken = notTaken(before, asked, io.env);
  if (untaken !== '')
    print(`Not taken from the report: ${untaken}. Give these options if the target needs them.`);
  const caller = CALLERS[randomInt(CALLERS.length)] ?? CALLERS[0];
  const header = [...headers, `User-Agent: ${caller}`];
  const seed = String(randomInt(-(2 ** 31), 2 ** 31));
  // Concurrency, scope and date are the certifier's choice, not the report's.
  const { concurrency: _, only: __, asOf: ___, ...recorded } = reusableOptions(before);
  const code = await judgeWithConfigInput(io, {
    flags: { ...addresses, ...asked, header, seed, out },
    env: io.env,
    cwd: process.cwd(),
    recorded,
    flagOnly: ['baseUrl', 'messagesUrl', 'challenge', 'product', 'vendor'],
  });
  const after = await readReportAt(out);
  if (after.verdict === 'inconclusive') {
    const why = after.aborted?.message ?? 'some requirements are undecided.';
    return refuse(`the report in ${quotedValue(dir)} could not be confirmed: ${why}`, code);
  }
  const comparison = compareTwoReports({ name: dir, report: before }, { name: out, report: after });
  io.stdout.write(renderComparisonText([comparison], io.columns));
  if (failsGate(comparison)) {
    const isWorse = comparison.changes.some(({ change, stops }) => stops && change === 'new-failure');
    return refuse(
      isWorse ? 'the target has failures that its report does not have.' : 'lower coverage than the report.',
    );
  }
  const [judged, baseUrl] = [after.target.baseUrl, before.target.baseUrl];
  const whose = judged === baseUrl ? 'its report' : `the report of ${baseUrl}`;
  const ownHeaders = [after.settings['header'] ?? []].flat().map(String).slice(0, -1);
  const how = verdictAffectingOptionsText({ ...after.settings, header: ownHeaders });
  print(
    `RECERTIFIED: ${judged} gives the same results as ${whose}, with a new random seed and User-Agent (${caller})${how === '' ? '' : `, with ${how}`}.`,
  );
  if (key === undefined) return exitCode('done');
  const { name: product, vendor } = found.facts?.product ?? {};
  const allow = after.verdict === 'conformant' ? undefined : after.verdict;
  const recertifies = digest(await readKitFile(join(dir, 'report.json'), 'run', REPORT_BOUNDS.bytes));
  await attest(io, out, { key, recertifies, ...withoutUndefined({ product, vendor, allow }) });
  return exitCode('done');
}

/** Returns the settings of the original run that this run neither reuses nor gets from the certifier. */
function notTaken({ settings: before }: Report, asked: Flags, env: NodeJS.ProcessEnv): string {
  const names = (['concurrency', 'header', 'clientCert'] as const).filter(
    (name) => asked[name] === undefined && env[settings[name].environment ?? ''] === undefined,
  );
  return verdictAffectingOptionsText(
    Object.fromEntries(names.flatMap((name) => (before[name] === undefined ? [] : [[name, before[name]]]))),
  );
}
