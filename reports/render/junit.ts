import { DOMImplementation, XMLSerializer, type Document, type Element } from '@xmldom/xmldom';
import type { Exchange } from '../exchange.ts';
import { changeSinceText } from '../compare/since.ts';
import { factLines, failureOf } from '../explain.ts';
import type { Report, RequirementReport } from '../model.ts';
import { outcomeByFormat, outcomeOf, type Outcome } from '../outcome.ts';
import { rowsByArea, durationOfRow, rowsInFixOrder } from '../rows.ts';
import { factsByName } from '../run-facts.ts';
import { safeLine, escapeUnsafe } from '../text.ts';

/** An XML element: it contains either elements or text. */
interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly inside?: readonly XmlElement[] | string;
}

type Kind = (typeof outcomeByFormat)[Outcome]['junit'];

/** Escapes `[[ATTACHMENT|path]]`: GitLab and Jenkins would attach the file, and a server must not make them. */
function harmless(text: string): string {
  return escapeUnsafe(text).replace(/\[(?=\[[A-Z])/gu, String.raw`\u005b`);
}

function line(text: string): string {
  return harmless(safeLine(text, 500));
}

function counts(
  rows: readonly RequirementReport[],
  report: Report,
  evidence: readonly Exchange[],
): Record<string, string> {
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

function properties(values: Readonly<Record<string, string | undefined>>): XmlElement {
  const inside = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name: 'property', attributes: { name, value: line(value) } }],
  );
  return { name: 'properties', inside };
}

/** Returns the result element of a requirement that did not pass. */
function result(row: RequirementReport, report: Report, evidence: readonly Exchange[]): XmlElement[] {
  if (row.verdict === 'pass') return [];
  const kind = outcomeByFormat[outcomeOf(row, report)].junit;
  if (kind === 'skipped') {
    const message = line(`${row.verdict}: ${row.reason}`);
    return [{ name: 'skipped', attributes: { message }, inside: message }];
  }
  const text = factLines(failureOf(row, report, evidence), harmless);
  if (kind === 'passed') return [{ name: 'system-out', inside: `Warning (advisory): ${text}` }];
  const attributes = { type: `${row.level}.${row.verdict}`, message: line(row.reason) };
  return [{ name: kind, attributes, inside: text }];
}

function testcase(row: RequirementReport, report: Report, evidence: readonly Exchange[]): XmlElement {
  const { level, section, verdict, cause, follows, because } = row;
  return {
    name: 'testcase',
    attributes: { classname: row.area, name: row.id, time: seconds(durationOfRow(row, evidence)) },
    inside: [
      properties({ level, section, verdict, cause, follows, because, baseline: changeSinceText(row) }),
      ...result(row, report, evidence),
    ],
  };
}

/** Renders junit.xml: a suite for each area, a case for each requirement. */
export function renderJunit(report: Report, evidence: readonly Exchange[]): string {
  const about = properties({ verdict: report.verdict, ...factsByName(report) });
  const suites = [...rowsByArea({ requirements: rowsInFixOrder(report) })].map(
    ([area, rows]): XmlElement => ({
      name: 'testsuite',
      attributes: { name: area, ...counts(rows, report, evidence), timestamp: report.startedAt.slice(0, 19) },
      inside: [about, ...rows.map((row) => testcase(row, report, evidence))],
    }),
  );
  return xmlText({
    name: 'testsuites',
    attributes: {
      name: report.tool.name,
      ...counts(report.requirements, report, evidence),
      time: seconds(report.durationMs),
    },
    inside: suites,
  });
}

/**
 * Returns an XML document as text, one element per line. Characters that XML does not allow must be escaped before.
 * @throws Error if a name or a text is not valid in XML
 */
function xmlText(root: XmlElement): string {
  const document = new DOMImplementation().createDocument(null, '');
  document.appendChild(elementOf(document, root, 0));
  const text = new XMLSerializer().serializeToString(document, { requireWellFormed: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
}

function elementOf(
  document: Document,
  { name, attributes = {}, inside = [] }: XmlElement,
  depth: number,
): Element {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  const add = (text: string) => element.appendChild(document.createTextNode(text));
  if (typeof inside === 'string') {
    add(inside);
    return element;
  }
  for (const child of inside) {
    add(`\n${'  '.repeat(depth + 1)}`);
    element.appendChild(elementOf(document, child, depth + 1));
  }
  if (inside.length > 0) add(`\n${'  '.repeat(depth)}`);
  return element;
}
