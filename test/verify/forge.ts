import type { Exchange } from '../../reports/exchange.ts';
import type { CheckReport, Report, RequirementReport } from '../../reports/model.ts';
import type { ReportInconsistency } from '../../src/verify/inconsistency.ts';
import { withRow, type Forgery, type Ran } from './folders.ts';

/** A forgery of a run: what is signed in its place. */
export type Forge = (real: Ran) => Ran & Omit<Forgery, 'report' | 'evidence'>;

/** What is forged, by the kind of disagreement that it is told as. */
export type Tamperings = Partial<
  Record<ReportInconsistency['kind'], Readonly<Record<string, (real: Ran) => Forgery>>>
>;

export const rowsOf = (tamperings: Tamperings) =>
  Object.entries(tamperings).flatMap(([kind, forges]) =>
    Object.entries(forges).map(([what, forge]) => [what, kind, forge] as const),
  );

/** Changes members of the report. */
export const report =
  (change: (report: Report) => object): Forge =>
  (all) => ({ ...all, report: { ...all.report, ...change(all.report) } });

export const changed = (change: Partial<Report>) => report(() => change);
/** Changes a row. */
export const inRow = (id: string, change: Parameters<typeof withRow>[2]) =>
  report((all) => withRow(all, id, change));
/** Changes a row, and each of its checks. */
export const inChecks = (id: string, check: Partial<CheckReport>, change: Partial<RequirementReport> = {}) =>
  inRow(id, (row) => ({ ...row, ...change, checks: row.checks.map((one) => ({ ...one, ...check })) }));

/** Changes members of one of its objects. */
export const inside = <Part extends 'scope' | 'traffic' | 'target' | 'settings'>(
  part: Part,
  change: Partial<Report[Part]>,
) => report(({ [part]: found }) => ({ [part]: { ...found, ...change } }));

export const scope = (change: Partial<Report['scope']>) => inside('scope', change);

/** Settings as if the run had had these too; also those that no run can have. */
export const settings = (more: object) => report((one) => ({ settings: { ...one.settings, ...more } }));

/** One forgery upon the other. */
export const both =
  (...forges: readonly Forge[]): Forge =>
  (all) =>
    forges.reduce<ReturnType<Forge>>((found, forge) => ({ ...found, ...forge(found) }), all);

/** Changes the list of exchanges. */
export const exchanges =
  (change: (all: readonly Exchange[]) => readonly Exchange[]): Forge =>
  (all) => ({ ...all, evidence: change(all.evidence) });

/** Changes the list of exchanges, and the count of requests with it. */
export const evidence = (change: Parameters<typeof exchanges>[0]): Forge =>
  both(exchanges(change), (all) => inside('traffic', { requests: all.evidence.length })(all));

/** Changes each of the exchanges that are meant. */
export const each = (change: (one: Exchange) => Exchange, isMeant: (one: Exchange) => boolean = () => true) =>
  exchanges((all) => all.map((one) => (isMeant(one) ? change(one) : one)));

/** An exchange with another answer, where it has one. */
export const answered =
  (change: (answer: NonNullable<Exchange['response']>) => object) =>
  (one: Exchange): Exchange => ({
    ...one,
    response: one.response && { ...one.response, ...change(one.response) },
  });

export const later = (date: string, ms: number): string => new Date(Date.parse(date) + ms).toISOString();

/** Numbered anew, as a forger would who leaves something out. */
export const numbered = (all: readonly Exchange[]): readonly Exchange[] =>
  all.map((one, at) => ({
    ...one,
    id: `x${String(at + 1)}`,
    ended: at + 1,
    request: {
      ...one.request,
      headers: one.request.headers.map(
        ([name, value]) => [name, value.replace(/ x\d+$/u, ` x${String(at + 1)}`)] as const,
      ),
    },
  }));
