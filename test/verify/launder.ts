import type { Exchange } from '../../reports/exchange.ts';
import type { Report } from '../../reports/model.ts';
import { safeJsonText } from '../../reports/text.ts';
import { configOfReport } from '../../src/verify/replay/replay.ts';
import { replayRun } from '../../src/verify/replay/replay.ts';
import type { Ran } from './folders.ts';

/** Rounds until nothing changes any more. */
const ROUNDS = 4;

/** Exchanges without those that are named, everything that counts them counted anew. */
function without(evidence: readonly Exchange[], dropped: ReadonlySet<string>): readonly Exchange[] {
  const kept = evidence.filter(({ id }) => !dropped.has(id));
  const ids = new Map(kept.map(({ id }, at) => [id, `x${String(at + 1)}`]));
  const ends = kept.map(({ ended }) => ended).toSorted((a, b) => a - b);
  return kept.map((one) => ({
    ...one,
    id: ids.get(one.id) ?? one.id,
    ended: ends.indexOf(one.ended) + 1,
    ...(one.repeats === undefined ? {} : { repeats: ids.get(one.repeats) ?? one.repeats }),
    request: {
      ...one.request,
      headers: one.request.headers.map(
        ([name, value]) =>
          [name, value.replace(/ (x\d+)$/u, (_, id: string) => ` ${ids.get(id) ?? id}`)] as const,
      ),
    },
  }));
}

/**
 * What an adversary makes of a real run who holds the vendor's key and the kit: answers are edited, what is asked no more is
 * dropped, the rest is numbered anew, and the kit's own replay writes the report.
 */
export async function launder(real: Ran, edit: (one: Exchange) => Exchange): Promise<Ran> {
  let evidence = real.evidence.map(edit);
  let { report } = real;
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = await replayRun(report, evidence, configOfReport(report));
    evidence = [...without(evidence, new Set(found.unasked))];
    const { startedAt, finishedAt, durationMs, tool, notes, settings } = real.report;
    const times = { startedAt, finishedAt, durationMs };
    const written = { ...found.report, ...times, tool, settings, ...(notes === undefined ? {} : { notes }) };
    report = JSON.parse(safeJsonText(written)) as Report;
    if (found.unasked.length === 0) break;
  }
  return { report, evidence };
}
