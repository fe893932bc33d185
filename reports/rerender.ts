import type { FormatName } from './formats.ts';
import { readReportFolder } from './read.ts';
import { writeReport } from './write.ts';

/**
 * Draws files of a report again from its report.json and evidence.har, in the same folder, and returns their paths.
 * @throws ReportError, one sentence, where the folder holds no report or cannot be written.
 */
export async function rerender(dir: string, names: readonly FormatName[]): Promise<string[]> {
  const { report, evidence } = await readReportFolder(dir);
  return writeReport(dir, report, evidence, names);
}
