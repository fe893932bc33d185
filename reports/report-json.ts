import { fileProblem } from '../schemas/files.ts';
import type { Report } from './model.ts';
import { checkJsonValueCount, REPORT_BOUNDS, type FileBounds } from './bounds.ts';
import { safeLine, safeJsonText } from './text.ts';

/** Checks what the schema cannot check: that the totals match the rows, and that no id is repeated. */
function disagreements({ totals, requirements }: Report): string[] {
  const ids = requirements.map(({ id }) => id);
  const counts = Object.entries(totals).flatMap(([verdict, total]) => {
    const rows = requirements.filter((row) => row.verdict === verdict).length;
    const said = `/totals/${verdict} is ${String(total)}`;
    return rows === total ? [] : [`${said}, but ${String(rows)} rows have that verdict`];
  });
  const twice = ids.filter((id, at) => ids.indexOf(id) < at);
  return [...counts, ...twice.map((id) => `/requirements has ${id} twice`)];
}

/** Returns what is wrong with a report.json, as sentences without a full stop; empty if it is valid. */
export function validateReport(value: unknown): string[] {
  const problem = fileProblem('report', value);
  return problem === undefined ? disagreements(value as Report) : [problem];
}

/** Parses report.json. Throws an Error whose message continues "The file ...", if the text is invalid. */
export function parseReport(text: string): Report {
  const value = parseBoundedJson(text, REPORT_BOUNDS);
  const [problem, ...more] = validateReport(value);
  if (problem === undefined) return value as Report;
  const rest = more.length === 0 ? '' : ` (and ${String(more.length)} more)`;
  throw new Error(`is not a report of this version: ${safeLine(problem, 200)}${rest}`);
}

/** Parses JSON within bounds; otherwise throws an Error whose message continues "The file ...". */
export function parseBoundedJson(text: string, bounds: FileBounds): unknown {
  checkJsonValueCount(text, bounds);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('is not JSON', { cause });
  }
}

/** Renders report.json. Throws an Error if the report does not match its schema: a bug of the kit. */
export function renderReportJson(report: Report): string {
  const text = safeJsonText(report);
  const problems = validateReport(JSON.parse(text));
  if (problems.length > 0) {
    const list = problems.slice(0, 5).join('; ');
    throw new Error(`The kit made a report that its own schema refuses, which is a bug of the kit: ${list}.`);
  }
  return text;
}
