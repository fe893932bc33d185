import { createRequire } from 'node:module';
import type * as ajv from 'ajv';
import type { Report } from './model.ts';
import { jsonText } from './text.ts';

const require = createRequire(import.meta.url);
let compiled: ajv.ValidateFunction | undefined;

/** Loads ajv and compiles the schema; called ahead of need where there is time, since both cost some milliseconds. */
export function reportValidator(): ajv.ValidateFunction {
  if (compiled !== undefined) return compiled;
  const { Ajv } = require('ajv') as typeof ajv;
  const schema = require('#schemas/report.schema.json') as object;
  compiled = new Ajv({
    allErrors: true,
    // That the schema is one is what the self-tests show; to compile draft-07 itself would cost every run 20 ms.
    meta: false,
    validateSchema: false,
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
  }).compile(schema);
  return compiled;
}

function sentence(error: ajv.ErrorObject): string {
  const place = error.instancePath === '' ? 'the report' : error.instancePath;
  const extra =
    typeof error.params['additionalProperty'] === 'string' ? ` (${error.params['additionalProperty']})` : '';
  return `${place} ${error.message ?? error.keyword}${extra}`;
}

/** What a schema cannot say: totals are the counts of the rows, and no id stands twice. */
function disagreements(report: Report): string[] {
  const problems: string[] = [];
  for (const [verdict, total] of Object.entries(report.totals)) {
    const rows = report.requirements.filter((row) => row.verdict === verdict).length;
    if (rows !== total)
      problems.push(`/totals/${verdict} is ${String(total)}, but ${String(rows)} rows have that verdict`);
  }
  const seen = new Set<string>();
  for (const { id } of report.requirements) {
    if (seen.has(id)) problems.push(`/requirements has ${id} twice`);
    seen.add(id);
  }
  return problems;
}

/** Everything that is wrong with a value as a report.json, one text for each problem; empty where it is right. */
export function validateReport(value: unknown): string[] {
  const validate = reportValidator();
  if (!validate(value)) return (validate.errors ?? []).map(sentence);
  return disagreements(value as Report);
}

/**
 * report.json as text, validated before anyone sees it.
 * @throws Error where the report does not obey its own schema: a bug of the kit, never of the target.
 */
export function renderReportJson(report: Report): string {
  const text = jsonText(report);
  const problems = validateReport(JSON.parse(text));
  if (problems.length > 0) {
    const list = problems.slice(0, 5).join('; ');
    throw new Error(`The kit made a report that its own schema refuses, which is a bug of the kit: ${list}.`);
  }
  return text;
}
