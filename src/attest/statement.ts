import type { Report, RequirementReport, RunVerdict, Verdict, WaiverUse } from '../../reports/model.ts';
import { digest } from '../base/digests.ts';
import { withoutUndefined } from '../base/without-undefined.ts';

/** The names of the files that a statement is about, in the folder of a report. */
export const SUBJECTS = ['report.json', 'evidence.har'] as const;

/** The file beside them that holds the statement, in its envelope. */
export const STATEMENT_FILE = 'statement.dsse.json';

/** What the test-result predicate of in-toto says, and what it has no place for. */
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';
/** Where our own facts stand in it: an extension field, whose name is a URI as in-toto asks. */
export const EXTENSION = 'https://petstore-conformance.invalid/attestation/v1';

/** The product that was judged, as its signer names it. */
export type Product = NonNullable<Report['product']>;

/** What our own part of the predicate says as the report does; the `runs` of the scope are the depth: values of each class of input. */
const SAID = [
  'verdict',
  'profiles',
  'totals',
  'target',
  'specification',
  'startedAt',
  'finishedAt',
  'seed',
  'scope',
  'settings',
  'traffic',
] as const satisfies readonly (keyof Report)[];

export interface Facts extends Pick<Report, (typeof SAID)[number]> {
  /** Only where another verdict than conformant was allowed by name. */
  readonly allowed?: RunVerdict;
  readonly product?: Product;
  readonly context?: Report['context'];
  /** SHA-256 of the report.json that a certifier had repeated by this run, as `sha256:` and 64 hexadecimal digits. */
  readonly recertifies?: string;
  readonly requirements: Readonly<Record<string, Verdict>>;
  readonly waivers: readonly WaiverUse[];
}

/** A report as it stands in its folder. */
export interface ReportBytes {
  readonly report: Report;
  readonly files: Readonly<Record<(typeof SUBJECTS)[number], Uint8Array>>;
}

/** An in-toto Statement v1 about the files of a report; schemas/statement.schema.json describes it. */
export type Statement = ReturnType<typeof statementOf>;

/**
 * What can be stated about a report; the same report always gives the same statement.
 * @param words who is judged, and which other verdict than conformant was allowed
 */
export function statementOf(
  { report, files }: ReportBytes,
  words: {
    readonly product: Product | undefined;
    readonly allowed: RunVerdict | undefined;
    readonly recertifies?: string | undefined;
  },
) {
  const { catalogue, tool, requirements } = report;
  const facts: Facts = {
    ...(Object.fromEntries(SAID.map((name) => [name, report[name]])) as Pick<Report, (typeof SAID)[number]>),
    ...withoutUndefined({ ...words, context: report.context }),
    requirements: Object.fromEntries(requirements.map((row) => [row.id, row.verdict])),
    waivers: requirements.flatMap(({ waivers = [] }) => waivers),
  };
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: SUBJECTS.map((name) => named(name, digest(files[name]))),
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: resultOf(report),
      // What was tried with: the catalogue, and the kit.
      configuration: [
        named(`catalogue ${catalogue.version}`, catalogue.digest),
        named(`${tool.name} ${tool.version}`, tool.digest),
      ],
      passedTests: idsWith(report, 'pass'),
      warnedTests: idsWith(report, 'warn', 'waived'),
      failedTests: idsWith(report, 'fail'),
      [EXTENSION]: facts,
    },
  };
}

/** What in-toto has words for: an undecided run is no pass, and what is conformant with warnings or in part warns. */
function resultOf({ verdict, totals }: Report): 'PASSED' | 'WARNED' | 'FAILED' {
  if (verdict === 'non-conformant' || verdict === 'inconclusive') return 'FAILED';
  return verdict === 'partial' || totals.warn > 0 ? 'WARNED' : 'PASSED';
}

function idsWith({ requirements }: Report, ...verdicts: readonly RequirementReport['verdict'][]): string[] {
  return requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

function named(name: string, content: string) {
  return { name, digest: { sha256: content.replace('sha256:', '') } };
}
