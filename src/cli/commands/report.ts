import { formatNames, parseFormats } from '../../../reports/formats.ts';
import { rerender } from '../../../reports/write.ts';
import type { Io } from '../io.ts';

/**
 * Draws files of a report again from its report.json and evidence.har, and prints their paths. Throws a ReportError where
 * the folder holds no report or cannot be written, or a word names no format.
 */
export async function drawReport(
  io: Io,
  dir: string,
  { format }: { readonly format?: string },
): Promise<void> {
  const names = format === undefined ? formatNames : parseFormats(format);
  for (const path of await rerender(dir, names)) io.stdout.write(`${path}\n`);
}
