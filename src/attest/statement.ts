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

interface Digest {
  readonly name: string;
  readonly digest: { readonly sha256: string };
}

/** The product that was judged, as its signer names it. */
export interface Product {
  /** Name and version. */
  readonly name?: string;
  readonly vendor?: string;
}

/** An in-toto Statement v1 about the files of a report; schemas/statement.schema.json describes it. */
export interface Statement {
  readonly _type: 'https://in-toto.io/Statement/v1';
  readonly subject: readonly Digest[];
  readonly predicateType: typeof PREDICATE_TYPE;
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED';
    /** What was tried with: the catalogue, and the kit. */
    readonly configuration: readonly Digest[];
    readonly passedTests: readonly string[];
    readonly warnedTests: readonly string[];
    readonly failedTests: readonly string[];
    readonly [EXTENSION]: Facts;
  };
}

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

/** What our own part of the predicate says. */
export interface Facts extends Pick<Report, (typeof SAID)[number]> {
  /** Only where another verdict than conformant was allowed by name. */
  readonly allowed?: RunVerdict;
  readonly product?: Product;
  /** SHA-256 of the report.json that a certifier had repeated by this run, as `sha256:` and 64 hexadecimal digits. */
  readonly recertifies?: string;
  readonly requirements: Readonly<Record<string, Verdict>>;
  /** The waivers that were used. */
  readonly waivers: readonly WaiverUse[];
}

/** A report as it stands in its folder. */
export interface ReportBytes {
  readonly report: Report;
  /** By the names of SUBJECTS. */
  readonly files: Readonly<Record<(typeof SUBJECTS)[number], Uint8Array>>;
}

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
): Statement {
  const { catalogue, tool, requirements } = report;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: SUBJECTS.map((name) => named(name, digest(files[name]))),
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: resultOf(report),
      configuration: [
        named(`catalogue ${catalogue.version}`, catalogue.digest),
        named(`${tool.name} ${tool.version}`, tool.digest),
      ],
      passedTests: idsWith(report, 'pass'),
      warnedTests: idsWith(report, 'warn', 'waived'),
      failedTests: idsWith(report, 'fail'),
      [EXTENSION]: {
        ...(Object.fromEntries(SAID.map((name) => [name, report[name]])) as Pick<
          Report,
          (typeof SAID)[number]
        >),
        ...withoutUndefined(words),
        requirements: Object.fromEntries(requirements.map((row) => [row.id, row.verdict])),
        waivers: requirements.flatMap(({ waivers = [] }) => waivers),
      },
    },
  };
}

/** What in-toto has words for: an undecided run is no pass, and what is conformant with warnings or in part warns. */
function resultOf({ verdict, totals }: Report): Statement['predicate']['result'] {
  if (verdict === 'non-conformant' || verdict === 'inconclusive') return 'FAILED';
  return verdict === 'partial' || totals.warn > 0 ? 'WARNED' : 'PASSED';
}

function idsWith({ requirements }: Report, ...verdicts: readonly RequirementReport['verdict'][]): string[] {
  return requirements.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
}

function named(name: string, content: string): Digest {
  return { name, digest: { sha256: content.replace('sha256:', '') } };
}
