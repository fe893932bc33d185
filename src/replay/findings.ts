import type { Exchange } from '../../reports/exchange.ts';
import type { CheckReport, Report, RequirementReport } from '../../reports/model.ts';
import { decisiveChecks } from '../../reports/rows.ts';
import { isRequirementId } from '../../requirements/index.ts';
import { checks } from '../../suites/index.ts';
import { didYouMean } from '../config/nearest.ts';
import { quotedValue, UsageError } from '../base/usage-error.ts';
import { type Check, withDependencies } from '../engine/plan/index.ts';

export interface ReportedFinding {
  readonly row: RequirementReport;
  readonly check: CheckReport;
}

/** Returns the findings of a requirement, or those that an exchange proves, else names. Throws a UsageError if there are none. */
export function findingsOf(
  id: string,
  report: Report,
  evidence: readonly Exchange[],
): readonly ReportedFinding[] {
  const findings = /^x\d+$/u.test(id) ? byExchange(id, report, evidence) : byRequirement(id, report);
  for (const { row, check } of findings) {
    const isKnown = isRequirementId(row.id) && checks.some(({ id: name }) => name === check.name);
    if (!isKnown)
      throw new UsageError([
        `This version has no check ${quotedValue(check.name)} of ${quotedValue(row.id)}: run everything again.`,
      ]);
  }
  return findings;
}

function byRequirement(id: string, { requirements }: Report): readonly ReportedFinding[] {
  const row = requirements.find((one) => one.id === id);
  if (row === undefined) {
    const ids = requirements.map((one): string => one.id);
    const hint = didYouMean(id, ids, 'name a requirement that failed, or an exchange such as x61.');
    throw new UsageError([`The report has no requirement ${quotedValue(id)}: ${hint}`]);
  }
  const findings = of(row);
  if (findings.length === 0)
    throw new UsageError([`${row.id} has no failure: there is nothing to run again.`]);
  return findings;
}

function byExchange(
  id: string,
  { requirements }: Report,
  evidence: readonly Exchange[],
): readonly ReportedFinding[] {
  if (!evidence.some((one) => one.id === id))
    throw new UsageError([
      `The evidence has no exchange ${id}: name an exchange that the evidence has, or a requirement.`,
    ]);
  const all = requirements.flatMap(of);
  const proven = all.filter(({ check }) => (check.proof ?? check.exchanges.at(-1)) === id);
  const findings = proven.length > 0 ? proven : all.filter(({ check }) => check.exchanges.includes(id));
  if (findings.length === 0)
    throw new UsageError([
      `No finding of the report refers to exchange ${id}: name a requirement that failed.`,
    ]);
  return findings;
}

function of(row: RequirementReport): readonly ReportedFinding[] {
  if (row.verdict === 'pass' || row.verdict === 'not-tested') return [];
  return decisiveChecks(row).map((check) => ({ row, check }));
}

/** Returns the checks that reported the findings or sent their exchanges, and all checks that these depend on. */
export function checksToReplay(
  findings: readonly ReportedFinding[],
  evidence: readonly Exchange[],
): readonly Check[] {
  const named = new Set(findings.flatMap(({ check }) => check.exchanges));
  const senders = evidence.filter(({ id }) => named.has(id)).map(({ check }) => check);
  const ids = new Set([...findings.map(({ check }) => check.name), ...senders]);
  return withDependencies(
    checks,
    checks.filter(({ id }) => ids.has(id)),
  );
}
