import { create } from 'xmlbuilder2';
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js';
import type { Exchange } from '../../src/client/types.ts';
import { explain } from '../explain.ts';
import type { Report, RequirementReport } from '../model.ts';
import { binding, byArea, duration, frozen, runWords } from '../rows.ts';
import { inertLine, visible } from '../text.ts';

/**
 * What a row is to a JUnit reader. Readers show a skipped case as green or grey, so a stated or implied requirement
 * that could not be decided is an `error`: the same as a test that could not run, which GitLab, Jenkins and GitHub's
 * readers count as not passed. An undecided advisory one never changes the verdict, and so is skipped with its reason.
 */
type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

export function outcome(row: RequirementReport): Outcome {
  switch (row.verdict) {
    case 'pass':
    case 'warn':
      return 'passed';
    case 'fail':
      return 'failure';
    case 'inconclusive':
      return binding(row) ? 'error' : 'skipped';
    case 'not-tested':
    case 'waived':
      return 'skipped';
  }
}

/** GitLab and Jenkins read a file into the page where output says `[[ATTACHMENT|path]]`; a server must not say so. */
function harmless(text: string): string {
  return visible(text).replace(/\[(?=\[[A-Z])/gu, String.raw`\u005b`);
}

function line(text: string): string {
  return harmless(inertLine(text, 500));
}

function counts(rows: readonly RequirementReport[], evidence: readonly Exchange[]): Record<string, string> {
  const count = (wanted: Outcome) => String(rows.filter((row) => outcome(row) === wanted).length);
  return {
    tests: String(rows.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(rows.reduce((sum, row) => sum + duration(row, evidence), 0)),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function properties(parent: XMLBuilder, values: Readonly<Record<string, string>>): void {
  const list = parent.ele('properties');
  for (const [name, value] of Object.entries(values)) list.ele('property', { name, value: line(value) });
}

function testcase(
  suite: XMLBuilder,
  row: RequirementReport,
  report: Report,
  evidence: readonly Exchange[],
): void {
  const element = suite.ele('testcase', {
    classname: row.area,
    name: row.id,
    time: seconds(duration(row, evidence)),
  });
  properties(element, {
    level: row.level,
    section: row.section,
    verdict: row.verdict,
    ...(row.cause === undefined ? {} : { cause: row.cause }),
  });
  if (row.verdict === 'pass') return;
  const text = explain(row, report, evidence)
    .map((fact) => `${fact.label}: ${harmless(fact.text)}`)
    .join('\n');
  const kind = outcome(row);
  const message = kind === 'skipped' ? `${row.verdict}: ${row.reason}` : row.reason;
  if (kind === 'passed') element.ele('system-out').txt(`Warning (advisory): ${text}`);
  else if (kind === 'skipped') element.ele('skipped', { message: line(message) }).txt(line(message));
  else element.ele(kind, { type: `${row.level}.${row.verdict}`, message: line(message) }).txt(text);
}

/** junit.xml: a suite for each area, a case for each requirement. */
export function renderJunit(report: Report, evidence: readonly Exchange[]): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  const root = document.ele('testsuites', {
    name: report.tool.name,
    ...counts(report.requirements, evidence),
    time: seconds(report.durationMs),
  });
  for (const [area, rows] of byArea(report)) {
    const suite = root.ele('testsuite', {
      name: area,
      ...counts(rows, evidence),
      timestamp: report.startedAt.slice(0, 19),
    });
    properties(suite, {
      verdict: runWords[report.verdict],
      target: report.target.baseUrl,
      seed: String(report.seed),
      version: frozen(report).kit,
      catalogue: frozen(report).catalogue,
      specification: `${report.specification.name} ${report.specification.version}`,
      ...(report.aborted === undefined ? {} : { aborted: report.aborted.message }),
    });
    for (const row of rows) testcase(suite, row, report, evidence);
  }
  return `${document.end({ prettyPrint: true })}\n`;
}
