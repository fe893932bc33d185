import type { RequirementReport, RunVerdict, Verdict } from '../model.ts';
import { rowsById } from './changes.ts';
import type { Named } from './comparison.ts';

/** Reports beside each other, requirement by requirement. */
export interface Matrix {
  readonly columns: readonly {
    readonly name: string;
    readonly baseUrl: string;
    readonly verdict: RunVerdict;
    readonly startedAt: string;
    /** Its version; absent in older reports. */
    readonly catalogue?: string;
  }[];
  readonly rows: readonly {
    readonly id: string;
    readonly level: RequirementReport['level'];
    readonly statement: string;
    /** By column; undefined where a report does not know the requirement. */
    readonly verdicts: readonly (Verdict | undefined)[];
  }[];
}

/** A row for each requirement that any of the reports knows, in the order of the last that does; a column for each report. */
export function matrixOf(reports: readonly Named[]): Matrix {
  const known = reports.map(({ report }) => rowsById(report));
  const rows = new Map<string, RequirementReport>();
  for (const [id, row] of known.toReversed().flatMap((byId) => [...byId])) {
    if (!rows.has(id)) rows.set(id, row);
  }
  return {
    columns: reports.map(({ name, report }) => ({
      name,
      baseUrl: report.target.baseUrl,
      verdict: report.verdict,
      startedAt: report.startedAt,
      ...(report.catalogue === undefined ? {} : { catalogue: report.catalogue.version }),
    })),
    rows: [...rows.values()].map(({ id, level, statement }) => ({
      id,
      level,
      statement,
      verdicts: known.map((byId) => byId.get(id)?.verdict),
    })),
  };
}
