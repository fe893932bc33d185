import { turnOf } from '../../reports/compare/changes.ts';
import type { Ending, Live } from '../../reports/live/live.ts';
import type { Report } from '../../reports/model.ts';
import { sampleEvidence } from '../reports/sample.ts';

/** A session after a round, held against the one before. */
export function after(number: number, report: Report, before?: Report, more: Partial<Live> = {}): Live {
  const old = new Map(before?.requirements.map(({ id, verdict }) => [id, verdict]));
  const rows = report.requirements.map(({ id, area, level, verdict, reason }) => {
    return { id, area, level, verdict, reason, fresh: true, turn: turnOf(old.get(id), verdict, false) };
  });
  const turned = rows.filter(({ turn }) => turn !== 'none');
  const ending = (of: number, found: Report, changed: Ending['turned']): Ending => {
    const { startedAt, verdict, totals } = found;
    return { number: of, startedAt, why: 'server.js changed', turned: changed, found: { verdict, totals } };
  };
  return {
    target: 'http://127.0.0.1:8080/v1',
    phase: 'idle',
    note: '',
    number,
    checks: { done: 90, all: 90 },
    requests: 330,
    animals: { added: 101, most: 150 },
    strict: false,
    rows,
    endings: [
      ending(number, report, turned),
      ...(before === undefined ? [] : [ending(number - 1, before, [])]),
    ],
    last: { number, report, evidence: sampleEvidence },
    ...more,
  };
}

/** The same while the next round is under way: what was known, and what of it is news already. */
export function during(live: Live, news: Partial<Record<string, Partial<Live['rows'][number]>>> = {}): Live {
  const rows = live.rows.map((row) => ({
    ...row,
    fresh: false,
    turn: turnOf(row.verdict, undefined, live.strict),
    ...news[row.id],
  }));
  return { ...live, phase: 'judging', number: live.number + 1, note: 'the server came back', rows };
}
