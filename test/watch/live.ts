import { turnOf } from '../../reports/compare/changes.ts';
import type { Live } from '../../reports/live/live.ts';
import type { Report } from '../../reports/model.ts';
import { sampleEvidence } from '../reports/sample.ts';

/** A session after a round, held against the one before. */
export function after(number: number, report: Report, before?: Report, more: Partial<Live> = {}): Live {
  const old = new Map(before?.requirements.map(({ id, verdict }) => [id, verdict]));
  return {
    target: 'http://127.0.0.1:8080/v1',
    phase: 'idle',
    note: '',
    number,
    checks: { done: 90, all: 90 },
    requests: 330,
    animals: { added: 101, most: 150 },
    strict: false,
    rows: report.requirements.map(({ id, area, level, verdict, reason }) => ({
      id,
      area,
      level,
      verdict,
      reason,
      fresh: true,
      turn: turnOf(old.get(id), verdict, false),
    })),
    last: { number, report, evidence: sampleEvidence },
    ...more,
  };
}
