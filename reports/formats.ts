import type { Written } from '../src/base/digests.ts';
import type { Exchange } from './exchange.ts';
import type { Report } from './model.ts';
import { UsageError } from '../src/base/usage-error.ts';

/** Draws one file from the report and the evidence; pure. Pieces are those of a text that may be very long. */
export type Renderer = (
  report: Report,
  evidence: readonly Exchange[],
  written: Written,
) => string | Iterable<string>;

export interface Format {
  /** Name of the file in the report's folder: a public contract. */
  readonly file: string;
  /** Loads the renderer and what it needs, which costs time: only for a format that is written. */
  load(): Promise<Renderer>;
  /** Files that belong to it: what each holds, or undefined where it is not needed. */
  beside?(evidence: readonly Exchange[]): Promise<Readonly<Record<string, string | undefined>>>;
}

/** Every file of a report. The key is the word for it on the command line. */
export const formats = {
  json: { file: 'report.json', load: async () => (await import('./report-json.ts')).renderReportJson },
  har: { file: 'evidence.har', load: async () => (await import('./render/har.ts')).harPieces },
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
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

export const formatNames = Object.keys(formats) as FormatName[];

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

/**
 * Reads a list such as `html,junit`.
 * @throws UsageError where a word names no format, or there is none.
 */
export function parseFormats(text: string): FormatName[] {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const wrong = names.find((name) => !isFormat(name));
  if (wrong !== undefined || names.length === 0) {
    const what =
      wrong === undefined ? 'No format is named' : `${JSON.stringify(wrong.slice(0, 40))} is not a format`;
    throw new UsageError([`${what}. Use some of ${formatNames.join(', ')}, with commas between them.`]);
  }
  return [...new Set(names.filter(isFormat))];
}

/** Loads the renderers of these formats ahead of need, while the run waits for the target. */
export async function preloadFormats(names: readonly FormatName[] = formatNames): Promise<void> {
  await Promise.all(names.map((name) => formats[name].load()));
}
