import type { Report, RequirementReport, RunVerdict, Verdict, WaiverUse } from '../../reports/model.ts';
import { digest } from '../base/digests.ts';
import { withoutUndefined } from '../base/without-undefined.ts';

export const SIGNED_FILES = ['report.json', 'evidence.har'] as const;

export const STATEMENT_FILE = 'statement.dsse.json';

/** The in-toto predicate type for a result and lists of tests; the extension field has all other facts. */
export const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';
/** Name of the extension field with the kit's own facts; in-toto asks for a URI. */
export const EXTENSION_NAMESPACE = 'https://petstore-conformance.invalid/attestation/v1';

/** The judged product, as its signer names it. */
export type Product = NonNullable<Report['product']>;

/** Members that a statement copies from the report. `scope.runs` is the number of values drawn for each input class. */
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

export interface StatementFacts extends Pick<Report, (typeof SAID)[number]> {
  /** The verdict, if the signer named it to allow a verdict other than conformant. */
  readonly allowed?: RunVerdict;
  readonly product?: Product;
  readonly context?: Report['context'];
  /** If a certifier signed this: the SHA-256 of the vendor's report.json, as `sha256:` and 64 hexadecimal digits. */
  readonly recertifies?: string;
  readonly requirements: Readonly<Record<string, Verdict>>;
  readonly waivers: readonly WaiverUse[];
}

export interface ReportWithBytes {
  readonly report: Report;
  readonly files: Readonly<Record<(typeof SIGNED_FILES)[number], Uint8Array>>;
}

/** An in-toto Statement v1 about the files of a report; see schemas/statement.schema.json. */
export type AttestationStatement = ReturnType<typeof attestationStatementOf>;

/** Makes the statement about a report, always the same for the same arguments; `words`: facts that the signer adds. */
export function attestationStatementOf(
  { report, files }: ReportWithBytes,
  words: {
    readonly product: Product | undefined;
    readonly allowed: RunVerdict | undefined;
    readonly recertifies?: string | undefined;
  },
) {
  const { catalogue, tool, requirements } = report;
  const facts: StatementFacts = {
    ...(Object.fromEntries(SAID.map((name) => [name, report[name]])) as Pick<Report, (typeof SAID)[number]>),
    ...withoutUndefined({ ...words, context: report.context }),
    requirements: Object.fromEntries(requirements.map((row) => [row.id, row.verdict])),
    waivers: requirements.flatMap(({ waivers = [] }) => waivers),
  };
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: SIGNED_FILES.map((name) => named(name, digest(files[name]))),
    predicateType: PREDICATE_TYPE,
    predicate: {
      result: resultOf(report),
      // In in-toto, this is the configuration of the test; for the kit, it consists of the catalogue and the version of the
      // kit.
      configuration: [
        named(`catalogue ${catalogue.version}`, catalogue.digest),
        named(`${tool.name} ${tool.version}`, tool.digest),
      ],
      passedTests: idsWith(report, 'pass'),
      warnedTests: idsWith(report, 'warn', 'waived'),
      failedTests: idsWith(report, 'fail'),
      [EXTENSION_NAMESPACE]: facts,
    },
  };
}

/** The verdict as a result of in-toto: inconclusive is FAILED; partial, or conformant with warnings, is WARNED. */
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
