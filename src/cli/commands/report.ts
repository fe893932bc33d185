import { formatNames, parseFormats } from '../../../reports/formats.ts';
import { ReportError } from '../../../reports/report-error.ts';
import { rerender } from '../../../reports/rerender.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Io } from '../io.ts';

/**
 * Draws files of a report again from its report.json and evidence.har, and prints their paths. Throws a UsageError where
 * the folder holds no report or cannot be written, or a word names no format.
 */
export async function drawReport(dir: string, format: string | undefined, io: Io): Promise<void> {
  try {
    const names = format === undefined ? formatNames : parseFormats(format);
    for (const path of await rerender(dir, names)) io.stdout.write(`${path}\n`);
  } catch (error) {
    if (error instanceof ReportError) throw new UsageError([error.message]);
    throw error;
  }
}
