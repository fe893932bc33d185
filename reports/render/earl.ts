import type { Exchange } from '../../src/client/types.ts';
import { sinceWords } from '../compare/since.ts';
import type { Report, RequirementReport } from '../model.ts';
import { jsonText, visible } from '../text.ts';

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

/**
 * The five outcomes of EARL 1.0. A missed advisory requirement and a waived one did fail their test: what that means
 * for the whole stands in the verdict, not in the outcome. A profile that is not claimed does not apply to the target.
 */
export function earlOutcome(row: RequirementReport, report: Report): string {
  switch (row.verdict) {
    case 'pass':
      return 'earl:passed';
    case 'fail':
    case 'warn':
    case 'waived':
      return 'earl:failed';
    case 'inconclusive':
      return 'earl:cantTell';
    case 'not-tested':
      return report.scope.profiles.includes(row.profile) ? 'earl:untested' : 'earl:inapplicable';
  }
}

function assertion(row: RequirementReport, report: Report, known: ReadonlySet<string>): object {
  const since = sinceWords(row);
  const proof = row.checks.flatMap((check) => check.exchanges).filter((id) => known.has(id));
  return {
    '@type': 'earl:Assertion',
    assertedBy: '_:kit',
    subject: '_:target',
    test: `urn:petstore-conformance:${row.id}`,
    mode: 'earl:automatic',
    result: {
      '@type': 'earl:TestResult',
      outcome: earlOutcome(row, report),
      title: row.verdict,
      description: visible(since === undefined ? row.reason : `${row.reason} (since the baseline: ${since})`),
      date: report.finishedAt,
      ...(proof.length === 0 ? {} : { info: `evidence.har: ${[...new Set(proof)].slice(0, 20).join(', ')}` }),
    },
  };
}

function criterion(row: RequirementReport): object {
  return {
    '@id': `urn:petstore-conformance:${row.id}`,
    '@type': 'earl:TestRequirement',
    title: row.id,
    description: row.statement,
    isPartOf: `${row.area} (${row.level})`,
    ...(row.section === '' ? {} : { source: row.section }),
  };
}

/** earl.jsonld: the W3C Evaluation and Report Language 1.0 as JSON-LD, an assertion for each requirement. */
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
      description: `${report.verdict} with ${report.specification.name} ${report.specification.version}`,
    },
    ...report.requirements.map(criterion),
    ...report.requirements.map((row) => assertion(row, report, known)),
  ];
  return jsonText({ '@context': CONTEXT, '@graph': graph });
}
