import { formatNames, parseFormats } from '../../../reports/formats.ts';
import { readReportFolder } from '../../../reports/read.ts';
import { writeReport } from '../../../reports/write.ts';
import type { Io } from '../io.ts';

/** Renders files of a report again, from its report.json and evidence.har, and prints their paths. Throws a UsageError. */
export async function renderReportAgain(
  io: Io,
  dir: string,
  { format }: { readonly format?: string },
): Promise<void> {
  const names = format === undefined ? formatNames : parseFormats(format);
  const { report, evidence } = await readReportFolder(dir);
  for (const path of await writeReport(dir, report, evidence, names)) io.stdout.write(`${path}\n`);
}
