import type { Report, RequirementReport, Verdict } from '../model.ts';
import { rowsById } from './changes.ts';
import type { Named } from './comparison.ts';

/** Reports beside each other, requirement by requirement. */
export interface Matrix {
  readonly columns: readonly (Pick<Report, 'verdict' | 'startedAt'> & {
    readonly name: string;
    readonly baseUrl: string;
    /** Its version. */
    readonly catalogue: string;
  })[];
  readonly rows: readonly (Pick<RequirementReport, 'id' | 'level' | 'statement'> & {
    /** By column; undefined where a report does not know the requirement. */
    readonly verdicts: readonly (Verdict | undefined)[];
  })[];
}

/** A row for each requirement that any of the reports knows, in the order of the last that does; a column for each report. */
export function matrixOf(reports: readonly Named[]): Matrix {
  const known = reports.map(({ report }) => rowsById(report));
  const rows = new Map<string, RequirementReport>();
  for (const [id, row] of known.toReversed().flatMap((byId) => [...byId])) {
    if (!rows.has(id)) rows.set(id, row);
  }
  return {
    columns: reports.map(({ name, report: { target, verdict, startedAt, catalogue } }) => ({
      name,
      baseUrl: target.baseUrl,
      verdict,
      startedAt,
      catalogue: catalogue.version,
    })),
    rows: [...rows.values()].map(({ id, level, statement }) => ({
      id,
      level,
      statement,
      verdicts: known.map((byId) => byId.get(id)?.verdict),
    })),
  };
}
