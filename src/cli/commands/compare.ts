import { join } from 'node:path';
import { compare, REGRESSIONS } from '../../../reports/compare/comparison.ts';
import type { Comparison, Named } from '../../../reports/compare/comparison.ts';
import { makeFolder } from '../../../reports/make-folder.ts';
import { matrixOf } from '../../../reports/compare/matrix.ts';
import type { Matrix } from '../../../reports/compare/matrix.ts';
import { readReportAt } from '../../../reports/read.ts';
import { ReportError } from '../../../reports/report-error.ts';
import { nearest } from '../../config/nearest.ts';
import { UsageError } from '../../config/usage-error.ts';
import { fits } from '../../glob.ts';
import { exitCode } from '../exit-code.ts';
import { writeWhole } from '../../../reports/write-whole.ts';
import type { Io } from '../io.ts';

/** What the command line said, unread. */
export interface CompareFlags {
  readonly format?: string;
  readonly out?: string;
  readonly allow?: readonly string[];
}

interface Compared {
  readonly comparisons: readonly Comparison[];
  readonly matrix: Matrix;
}

type Draw = (compared: Compared, columns: number) => string | Promise<string>;

/** Each format: its renderer, loaded when it is drawn, and the name of its file. */
const FORMATS = {
  text: {
    file: 'comparison.txt',
    draw: async ({ comparisons }, columns) => {
      const { compareText } = await import('../../../reports/render/compare/text.ts');
      return compareText(comparisons, columns);
    },
  },
  json: {
    file: 'comparison.json',
    draw: async (compared) => {
      const { jsonText } = await import('../../../reports/text.ts');
      return jsonText({ schemaVersion: '1', ...compared });
    },
  },
  markdown: {
    file: 'comparison.md',
    draw: async ({ comparisons }) => {
      const { compareMarkdown } = await import('../../../reports/render/compare/markdown.ts');
      return compareMarkdown(comparisons);
    },
  },
  html: {
    file: 'comparison.html',
    draw: async ({ comparisons, matrix }) => {
      const { compareHtml } = await import('../../../reports/render/compare/html.ts');
      return compareHtml(comparisons, matrix);
    },
  },
  csv: {
    file: 'matrix.csv',
    draw: async ({ matrix }) => {
      const { matrixCsv } = await import('../../../reports/render/compare/csv.ts');
      return matrixCsv(matrix);
    },
  },
} as const satisfies Record<string, { readonly file: string; readonly draw: Draw }>;

/** The words for them on the command line. */
export const compareFormats = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

/**
 * Holds each report against the first, prints what differs in one format, and writes all of them to a folder where one is
 * named. Resolves to the exit code: 1 where a requirement fails that did not fail before, or is decided no more.
 */
export async function compareReports(paths: readonly string[], flags: CompareFlags, io: Io): Promise<number> {
  const format = FORMATS[formatOf(flags.format ?? 'text')];
  const [first, ...others] = await readAll(paths);
  if (first === undefined || others.length === 0) {
    throw new UsageError(['There is one report only: name another one to compare it with.']);
  }
  const allow = flags.allow ?? [];
  checkAllowed(allow, [first, ...others]);
  const comparisons = others.map((other) => compare(first, other, allow));
  const compared = { comparisons, matrix: matrixOf([first, ...others]) };
  io.stdout.write(await format.draw(compared, io.columns));
  if (flags.out !== undefined) await writeAll(flags.out, compared, io);
  const stops = comparisons.some(({ changes }) => changes.some((change) => change.stops));
  return exitCode(stops ? 'objection' : 'done');
}

function formatOf(word: string): keyof typeof FORMATS {
  const found = compareFormats.find((name) => name === word);
  if (found !== undefined) return found;
  throw new UsageError([
    `The option --format must be one of ${compareFormats.join(', ')}, not ${JSON.stringify(word.slice(0, 40))}.`,
  ]);
}

async function readAll(paths: readonly string[]): Promise<readonly Named[]> {
  const results = await Promise.allSettled(
    paths.map(async (path) => ({ name: path.replace(/(?<=.)\/+$/u, ''), report: await readReportAt(path) })),
  );
  const failed = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const bug = failed.find((reason) => !(reason instanceof ReportError));
  if (bug !== undefined) throw bug;
  if (failed.length > 0)
    throw new UsageError([
      ...new Set(failed.map((reason) => (reason instanceof Error ? reason.message : ''))),
    ]);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** Throws a UsageError for a word that is no kind of change and matches no requirement of the reports. */
function checkAllowed(allow: readonly string[], reports: readonly Named[]): void {
  const ids = new Set(reports.flatMap(({ report }) => report.requirements.map(({ id }): string => id)));
  const known = [...REGRESSIONS, ...ids];
  const wrong = allow.filter((word) => !known.some((one) => fits(word, one)));
  if (wrong.length === 0) return;
  throw new UsageError(
    wrong.map((word) => {
      const near = nearest(word, known);
      const hint = near === undefined ? '.' : `: did you mean ${near}?`;
      const must = `${REGRESSIONS.join(', ')}, or match a requirement of the reports`;
      return `The option --allow must be ${must}, not ${JSON.stringify(word.slice(0, 60))}${hint}`;
    }),
  );
}

/** Columns of a text that goes into a file. */
const FILE_COLUMNS = 100;

async function writeAll(dir: string, compared: Compared, io: Io): Promise<void> {
  for (const name of compareFormats) {
    const path = join(dir, FORMATS[name].file);
    const text = await FORMATS[name].draw(compared, FILE_COLUMNS);
    try {
      await makeFolder(dir);
      await writeWhole(path, text);
    } catch {
      throw new UsageError([
        `${JSON.stringify(path)} cannot be written: name a folder that can be written to with --out.`,
      ]);
    }
    io.stderr.write(`${path}\n`);
  }
}
