import { DOMImplementation, XMLSerializer, type Element } from '@xmldom/xmldom';
import type { Exchange } from '../exchange.ts';
import { changeSinceText } from '../compare/since.ts';
import { failureFactsText, failureOf } from '../explain.ts';
import type { Report, RequirementReport } from '../model.ts';
import { outcomeByFormat, outcomeOf, type RequirementOutcome } from '../outcome.ts';
import { rowsByArea, durationOfRow, rowsInFixOrder } from '../rows.ts';
import { runFactsByName } from '../run-facts.ts';
import { safeLine, escapeUnsafe } from '../text.ts';

const document = new DOMImplementation().createDocument(null, '');

/** Returns an XML element. Characters that XML does not allow must be escaped before. */
function element(name: string, attributes: Record<string, string>, inside: readonly Element[] | string = []) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  for (const child of typeof inside === 'string' ? [document.createTextNode(inside)] : inside)
    made.appendChild(child);
  return made;
}

type Kind = (typeof outcomeByFormat)[RequirementOutcome]['junit'];

/** Escapes `[[ATTACHMENT|path]]`, so that a server cannot make GitLab or Jenkins attach a file. */
function harmless(text: string): string {
  return escapeUnsafe(text).replace(/\[(?=\[[A-Z])/gu, String.raw`\u005b`);
}

function line(text: string): string {
  return harmless(safeLine(text, 500));
}

function counts(rows: readonly RequirementReport[], report: Report, evidence: readonly Exchange[]) {
  const found = rows.map((row) => outcomeByFormat[outcomeOf(row, report)].junit);
  const count = (wanted: Kind) => String(found.filter((kind) => kind === wanted).length);
  return {
    tests: String(rows.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(rows.reduce((sum, row) => sum + durationOfRow(row, evidence), 0)),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function properties(values: Readonly<Record<string, string | undefined>>): Element {
  const inside = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [element('property', { name, value: line(value) })],
  );
  return element('properties', {}, inside);
}

function result(row: RequirementReport, report: Report, evidence: readonly Exchange[]): Element[] {
  if (row.verdict === 'pass') return [];
  const kind = outcomeByFormat[outcomeOf(row, report)].junit;
  if (kind === 'skipped') {
    const message = line(`${row.verdict}: ${row.reason}`);
    return [element('skipped', { message }, message)];
  }
  const text = failureFactsText(failureOf(row, report, evidence), harmless);
  if (kind === 'passed') return [element('system-out', {}, `Warning (advisory): ${text}`)];
  const attributes = { type: `${row.level}.${row.verdict}`, message: line(row.reason) };
  return [element(kind, attributes, text)];
}

function testcase(row: RequirementReport, report: Report, evidence: readonly Exchange[]): Element {
  const { level, section, verdict, cause, follows, because } = row;
  const time = seconds(durationOfRow(row, evidence));
  return element('testcase', { classname: row.area, name: row.id, time }, [
    properties({ level, section, verdict, cause, follows, because, baseline: changeSinceText(row) }),
    ...result(row, report, evidence),
  ]);
}

/** Renders junit.xml, a line per element: a suite for each area, a case for each requirement. Throws on invalid XML. */
export function renderJunit(report: Report, evidence: readonly Exchange[]): string {
  const suites = Array.from(rowsByArea(rowsInFixOrder(report)), ([name, rows]) =>
    element(
      'testsuite',
      { name, ...counts(rows, report, evidence), timestamp: report.startedAt.slice(0, 19) },
      [
        properties({ verdict: report.verdict, ...runFactsByName(report) }),
        ...rows.map((row) => testcase(row, report, evidence)),
      ],
    ),
  );
  const all = counts(report.requirements, report, evidence);
  const root = element(
    'testsuites',
    { name: report.tool.name, ...all, time: seconds(report.durationMs) },
    suites,
  );
  const text = new XMLSerializer().serializeToString(root, { requireWellFormed: true });
  // In texts and attributes `<` is escaped.
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.replaceAll('><', '>\n<')}\n`;
}
