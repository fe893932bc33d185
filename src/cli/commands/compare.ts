import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import {
  compareTwoReports,
  failsGate,
  verdictMatrixOf,
  REGRESSIONS,
} from '../../../reports/compare/comparison.ts';
import type { Comparison, VerdictMatrix, NamedReport } from '../../../reports/compare/comparison.ts';
import { formats } from '../../../reports/formats.ts';
import { readReportAt } from '../../../reports/read.ts';
import { matrixCsv } from '../../../reports/render/compare/csv.ts';
import { renderComparisonMarkdown } from '../../../reports/render/compare/markdown.ts';
import { renderComparisonText } from '../../../reports/render/compare/text.ts';
import { safeJsonText } from '../../../reports/text.ts';
import { didYouMean } from '../../config/nearest.ts';
import { quotedValue, UsageError, usageErrorMessage } from '../../base/usage-error.ts';
import { matchesGlob } from '../../base/glob.ts';
import { exitCode } from '../exit-code.ts';
import { requireOneOf, writeTextFile } from '../option-values.ts';
import type { Io } from '../io.ts';

export interface CompareFlags {
  readonly format?: string;
  readonly out?: string;
  readonly allow?: readonly string[];
}

interface Compared {
  readonly comparisons: readonly Comparison[];
  readonly matrix: VerdictMatrix;
  /** Width of the text output, in characters. */
  readonly columns: number;
  /** For each report, the relative URL of the page in its folder; undefined if there is no page. */
  readonly pages: readonly (string | undefined)[];
}

type Draw = (compared: Compared) => string | Promise<string>;

const FORMATS = {
  text: {
    file: 'comparison.txt',
    draw: ({ comparisons, columns }) => renderComparisonText(comparisons, columns),
  },
  json: {
    file: 'comparison.json',
    draw: ({ comparisons, matrix }) => safeJsonText({ schemaVersion: '1', comparisons, matrix }),
  },
  markdown: { file: 'comparison.md', draw: ({ comparisons }) => renderComparisonMarkdown(comparisons) },
  html: {
    file: 'comparison.html',
    // Loaded on demand: the page renderer takes a while to load.
    draw: async ({ comparisons, matrix, pages }) => {
      const { renderComparisonHtml } = await import('../../../reports/render/compare/page.tsx');
      return renderComparisonHtml(comparisons, matrix, pages);
    },
  },
  csv: { file: 'matrix.csv', draw: ({ matrix }) => matrixCsv(matrix) },
} as const satisfies Readonly<Record<string, { readonly file: string; readonly draw: Draw }>>;
const formatNames = Object.keys(FORMATS) as readonly (keyof typeof FORMATS)[];

/**
 * Compares each report with the first, prints the differences in one format and, with --out, writes all formats.
 * Resolves to the exit code: 1 for a new failure, a failure on more operations, or lost coverage.
 */
export async function compareReports(io: Io, paths: readonly string[], flags: CompareFlags): Promise<number> {
  const { format: word = 'text', out, allow = [] } = flags;
  const { draw } = FORMATS[requireOneOf('--format', formatNames, word)];
  const reports = await readAll(paths);
  const [first, ...others] = reports;
  if (first === undefined || others.length === 0) {
    throw new UsageError(['Only one report was given: name another report to compare it with.']);
  }
  checkAllowed(allow, reports);
  const comparisons = others.map((other) => compareTwoReports(first, other, allow));
  const compared = {
    comparisons,
    matrix: verdictMatrixOf(reports),
    columns: io.columns,
    pages: pagesOf(paths, '.'),
  };
  io.stdout.write(await draw(compared));
  if (out !== undefined)
    await writeAll(out, { ...compared, columns: FILE_COLUMNS, pages: pagesOf(paths, out) }, io);
  return exitCode(comparisons.some(failsGate) ? 'objection' : 'done');
}

/** Reads reports; throws a UsageError with a sentence for each report that cannot be read. */
async function readAll(paths: readonly string[]): Promise<readonly NamedReport[]> {
  const read = await Promise.all(
    paths.map((path) =>
      readReportAt(path).then(
        (report): NamedReport => ({ name: path.replace(/(?<=.)\/+$/u, ''), report }),
        usageErrorMessage,
      ),
    ),
  );
  const problems = read.filter((one) => typeof one === 'string');
  if (problems.length > 0) throw new UsageError([...new Set(problems)]);
  return read.filter((one) => typeof one !== 'string');
}

/** Returns the URL of each report's page, relative to the folder `from`. */
function pagesOf(paths: readonly string[], from: string): readonly (string | undefined)[] {
  return paths.map((path) => {
    const folder = basename(path) === formats.json.file ? dirname(path) : path;
    const page = join(folder, formats.html.file);
    if (!existsSync(page)) return undefined;
    return relative(from, page).split(sep).map(encodeURIComponent).join('/');
  });
}

/** Throws a UsageError for an --allow that is not a kind of change and matches no requirement of the reports. */
function checkAllowed(allow: readonly string[], reports: readonly NamedReport[]): void {
  const ids = new Set(reports.flatMap(({ report }) => report.requirements.map(({ id }): string => id)));
  const known = [...REGRESSIONS, ...ids];
  const must = `${REGRESSIONS.join(', ')}, or match a requirement of the reports`;
  const problems = allow
    .filter((word) => !known.some((one) => matchesGlob(word, one)))
    .map((word) => {
      const hint = didYouMean(word, known, '');
      return `The option --allow must be ${must}, not ${quotedValue(word)}${hint === '' ? '.' : `: ${hint}`}`;
    });
  if (problems.length > 0) throw new UsageError(problems);
}

const FILE_COLUMNS = 100;

async function writeAll(dir: string, compared: Compared, io: Io): Promise<void> {
  for (const { file, draw } of Object.values(FORMATS)) {
    const path = join(dir, file);
    await writeTextFile(path, await draw(compared));
    io.stderr.write(`${path}\n`);
  }
}
