import type { ReportDigestsByFormat } from '../src/base/digests.ts';
import type { Exchange } from './exchange.ts';
import type { Report } from './model.ts';
import { UsageError } from '../src/base/usage-error.ts';

/** Renders one file from report and evidence, without side effects; a long text in pieces. */
export type ReportRenderer = (
  report: Report,
  evidence: readonly Exchange[],
  written: ReportDigestsByFormat,
) => string | Iterable<string>;

export interface ReportFormat {
  /** Name of the file in the report's folder: part of the public contract. */
  readonly file: string;
  /** Loads the renderer and its modules, which takes time; called only for a format that is written. */
  load(): Promise<ReportRenderer>;
  /** Returns further files of this format; the text of a file is undefined if the file is not needed. */
  beside?(evidence: readonly Exchange[]): Promise<Readonly<Record<string, string | undefined>>>;
}

/** The files of a report, by the names that --format takes. */
export const formats = {
  json: { file: 'report.json', load: async () => (await import('./report-json.ts')).renderReportJson },
  har: { file: 'evidence.har', load: async () => (await import('./render/har.ts')).renderHarPieces },
  html: {
    file: 'report.html',
    load: async () => (await import('./render/html/page.tsx')).renderHtml,
    beside: async (evidence: readonly Exchange[]) => {
      const { style } = await import('./render/page/style.ts');
      const { exchangesScript } = await import('./render/html/exchanges.tsx');
      return { 'report.css': style, 'report-exchanges.js': exchangesScript(evidence) };
    },
  },
  junit: { file: 'junit.xml', load: async () => (await import('./render/junit.ts')).renderJunit },
  ctrf: { file: 'ctrf.json', load: async () => (await import('./render/ctrf.ts')).renderCtrf },
  summary: { file: 'summary.md', load: async () => (await import('./render/summary-md.ts')).renderSummaryMd },
  badge: { file: 'badge.json', load: async () => (await import('./render/badge.ts')).renderBadge },
  earl: { file: 'earl.jsonld', load: async () => (await import('./render/earl.ts')).renderEarl },
} as const satisfies Record<string, ReportFormat>;

export type ReportFormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as ReportFormatName[];

/** Parses a list of formats such as `html,junit`. Throws a UsageError if it is empty or names an unknown format. */
export function parseFormats(text: string): ReportFormatName[] {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const wrong = names.find((name) => !Object.hasOwn(formats, name));
  if (wrong !== undefined || names.length === 0) {
    const what =
      wrong === undefined ? 'No format is named' : `${JSON.stringify(wrong.slice(0, 40))} is not a format`;
    throw new UsageError([`${what}. Use some of ${formatNames.join(', ')}, with commas between them.`]);
  }
  return [...new Set(names as ReportFormatName[])];
}

/** Loads the renderers early, while the run waits for the target. */
export async function preloadFormats(): Promise<void> {
  await Promise.all(formatNames.map((name) => formats[name].load()));
}
