import type { Exchange } from '../exchange.ts';
import { explain } from '../explain.ts';
import type { Report, RequirementReport } from '../model.ts';
import { outcomeOf, type Outcome } from '../outcome.ts';
import { byArea, duration } from '../rows.ts';
import { factsByName } from '../run-facts.ts';
import { jsonText, visible } from '../text.ts';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** CTRF has `other` for what is neither passed nor failed; `rawStatus` always names our own verdict. */
const statuses = {
  passed: 'passed',
  warned: 'passed',
  failed: 'failed',
  undecided: 'other',
  open: 'skipped',
  waived: 'skipped',
  'not-tested': 'skipped',
  'not-claimed': 'skipped',
} as const satisfies Record<Outcome, Status>;

function test(row: RequirementReport, report: Report, evidence: readonly Exchange[]) {
  const facts = row.verdict === 'pass' ? [] : explain(row, report, evidence);
  return {
    name: row.id,
    status: statuses[outcomeOf(row, report)],
    rawStatus: row.verdict,
    duration: Math.round(duration(row, evidence)),
    suite: [row.area],
    message: visible(row.reason),
    ...(facts.length === 0
      ? {}
      : { trace: facts.map(({ label, text }) => `${label}: ${visible(text)}`).join('\n') }),
    tags: [row.level, row.profile, ...(row.verdict === 'warn' ? ['warning'] : [])],
    labels: {
      level: row.level,
      section: row.section,
      ...(row.cause === undefined ? {} : { cause: row.cause }),
      ...(row.baseline === undefined ? {} : { baseline: row.baseline.change }),
    },
  };
}

/** ctrf.json: Common Test Report Format, a test for each requirement. */
export function renderCtrf(report: Report, evidence: readonly Exchange[]): string {
  const tests = report.requirements.map((row) => test(row, report, evidence));
  const count = (status: Status) => tests.filter((one) => one.status === status).length;
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
        suites: byArea(report).size,
        start: Date.parse(report.startedAt),
        stop: Date.parse(report.finishedAt),
        duration: Math.round(report.durationMs),
        extra: {
          verdict: report.verdict,
          totals: report.totals,
        },
      },
      tests,
      environment: {
        appName: report.target.baseUrl,
        extra: factsByName(report),
      },
    },
  };
  return jsonText(document);
}
