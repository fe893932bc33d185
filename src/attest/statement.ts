import type { Report, RequirementReport, RunVerdict, Verdict, WaiverUse } from '../../reports/model.ts';
import { digest } from '../digests.ts';

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

/** Who is judged, in the words of whoever signs. */
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

/** What our own part of the predicate says. */
export interface Facts {
  readonly verdict: RunVerdict;
  /** Only where another verdict than conformant was allowed by name. */
  readonly allowed?: RunVerdict;
  readonly product?: Product;
  readonly profiles: Report['profiles'];
  readonly requirements: Readonly<Record<string, Verdict>>;
  readonly totals: Report['totals'];
  readonly target: Report['target'];
  readonly specification: Report['specification'];
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly seed: number;
  /** `runs` is the depth: values of each class of input. */
  readonly scope: Report['scope'];
  readonly traffic: Report['traffic'];
  /** The waivers that were used. */
  readonly waivers: readonly WaiverUse[];
}

/** A report as it stands in its folder. */
export interface ReportBytes {
  readonly report: Report;
  /** By the names of SUBJECTS. */
  readonly files: Readonly<Record<(typeof SUBJECTS)[number], Uint8Array>>;
}

/** What can be stated about a report; the same report always gives the same statement. */
export function statementOf(
  { report, files }: ReportBytes,
  words: { readonly product?: Product; readonly allowed?: RunVerdict },
): Statement {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: SUBJECTS.map((name) => named(name, digest(files[name]))),
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: resultOf(report),
      configuration: [
        ...(report.catalogue === undefined
          ? []
          : [named(`catalogue ${report.catalogue.version}`, report.catalogue.digest)]),
        ...(report.tool.digest === undefined
          ? []
          : [named(`${report.tool.name} ${report.tool.version}`, report.tool.digest)]),
      ],
      passedTests: idsWith(report, 'pass'),
      warnedTests: idsWith(report, 'warn', 'waived'),
      failedTests: idsWith(report, 'fail'),
      [EXTENSION]: factsOf(report, words),
    },
  };
}

function factsOf(
  report: Report,
  { product, allowed }: { readonly product?: Product; readonly allowed?: RunVerdict },
): Facts {
  const { verdict, profiles, totals, target, specification, startedAt, finishedAt, seed, scope, traffic } =
    report;
  return {
    verdict,
    ...(allowed === undefined ? {} : { allowed }),
    ...(product === undefined ? {} : { product }),
    profiles,
    requirements: Object.fromEntries(report.requirements.map((row) => [row.id, row.verdict])),
    totals,
    target,
    specification,
    startedAt,
    finishedAt,
    seed,
    scope,
    traffic,
    waivers: report.requirements.flatMap(({ waivers = [] }) => waivers),
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
