import { withoutUndefined } from '../../src/base/without-undefined.ts';
import type { Exchange } from '../exchange.ts';
import { changeSinceText } from '../compare/since.ts';
import type { Report, RequirementReport } from '../model.ts';
import { outcomeByFormat, outcomeOf } from '../outcome.ts';
import { runFacts } from '../run-facts.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import { safeJsonText, escapeUnsafe } from '../text.ts';

const CONTEXT = {
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  doap: 'http://usefulinc.com/ns/doap#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  assertedBy: { '@id': 'earl:assertedBy', '@type': '@id' },
  subject: { '@id': 'earl:subject', '@type': '@id' },
  test: { '@id': 'earl:test', '@type': '@id' },
  mode: { '@id': 'earl:mode', '@type': '@id' },
  result: 'earl:result',
  outcome: { '@id': 'earl:outcome', '@type': '@id' },
  info: 'earl:info',
  title: 'dct:title',
  description: 'dct:description',
  date: { '@id': 'dct:date', '@type': 'xsd:dateTime' },
  isPartOf: 'dct:isPartOf',
  source: 'dct:source',
};

const idOf = ({ id }: RequirementReport): string => `urn:petstore-conformance:${id}`;

function assertion(row: RequirementReport, report: Report, known: ReadonlySet<string>): object {
  const since = changeSinceText(row);
  const named = row.checks.flatMap((check) => check.exchanges).filter((id) => known.has(id));
  const proof = [...new Set(named)].slice(0, 20).join(', ');
  return {
    '@type': 'earl:Assertion',
    assertedBy: '_:kit',
    subject: '_:target',
    test: idOf(row),
    mode: 'earl:automatic',
    result: withoutUndefined({
      '@type': 'earl:TestResult',
      outcome: outcomeByFormat[outcomeOf(row, report)].earl,
      title: row.verdict,
      description: escapeUnsafe(
        since === undefined ? row.reason : `${row.reason} (since the baseline: ${since})`,
      ),
      date: report.finishedAt,
      info: proof === '' ? undefined : `evidence.har: ${proof}`,
    }),
  };
}

function criterion(row: RequirementReport): object {
  return withoutUndefined({
    '@id': idOf(row),
    '@type': 'earl:TestRequirement',
    title: row.id,
    description: row.statement,
    isPartOf: `${row.area} (${row.level})`,
    source: row.section === '' ? undefined : row.section,
  });
}

/** Renders earl.jsonld (W3C Evaluation and Report Language 1.0), with an assertion for each requirement. */
export function renderEarl(report: Report, evidence: readonly Exchange[]): string {
  const known = new Set(evidence.map(({ id }) => id));
  const graph = [
    {
      '@id': '_:kit',
      '@type': ['earl:Software', 'earl:Assertor'],
      title: report.tool.name,
      'doap:revision': report.tool.version,
    },
    {
      '@id': '_:target',
      '@type': 'earl:TestSubject',
      title: report.target.baseUrl,
      description: `${report.verdict}: ${verdictSentence(report)}`,
      info: runFacts(report).map(({ label, text }) => `${label}: ${escapeUnsafe(text)}`),
    },
    ...report.requirements.map(criterion),
    ...report.requirements.map((row) => assertion(row, report, known)),
  ];
  return safeJsonText({ '@context': CONTEXT, '@graph': graph });
}
