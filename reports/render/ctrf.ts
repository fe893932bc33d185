import { withoutUndefined } from '../../src/base/without-undefined.ts';
import type { Exchange } from '../exchange.ts';
import { failureFactsText, failureOf } from '../explain.ts';
import type { Report, RequirementReport } from '../model.ts';
import { outcomeByFormat, outcomeOf } from '../outcome.ts';
import { rowsByArea, durationOfRow, rowsInFixOrder } from '../rows.ts';
import { runFactsByName } from '../run-facts.ts';
import { safeJsonText, escapeUnsafe } from '../text.ts';

function test(row: RequirementReport, report: Report, evidence: readonly Exchange[]) {
  const { verdict, level, section, cause, follows, because, baseline } = row;
  return withoutUndefined({
    name: row.id,
    status: outcomeByFormat[outcomeOf(row, report)].ctrf,
    rawStatus: verdict,
    duration: Math.round(durationOfRow(row, evidence)),
    suite: [row.area],
    message: escapeUnsafe(row.reason),
    trace: verdict === 'pass' ? undefined : failureFactsText(failureOf(row, report, evidence), escapeUnsafe),
    tags: [level, row.profile, ...(verdict === 'warn' ? ['warning'] : [])],
    labels: withoutUndefined({ level, section, cause, follows, because, baseline: baseline?.change }),
  });
}

/** Renders ctrf.json (Common Test Report Format), with a test for each requirement. */
export function renderCtrf(report: Report, evidence: readonly Exchange[]): string {
  const tests = rowsInFixOrder(report).map((row) => test(row, report, evidence));
  const count = (status: string) => tests.filter((one) => one.status === status).length;
  const document = {
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    timestamp: report.finishedAt,
    generatedBy: `${report.tool.name} ${report.tool.version}`,
    results: {
      tool: { name: report.tool.name, version: report.tool.version },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: rowsByArea(report.requirements).size,
        start: Date.parse(report.startedAt),
        stop: Date.parse(report.finishedAt),
        duration: Math.round(report.durationMs),
        extra: { verdict: report.verdict, totals: report.totals },
      },
      tests,
      environment: { appName: report.target.baseUrl, extra: runFactsByName(report) },
    },
  };
  return safeJsonText(document);
}
