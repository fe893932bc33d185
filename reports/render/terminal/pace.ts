import type { Verdict } from '../../model.ts';
import { inertLine } from '../../text.ts';

/** How far a run is, in words; told what happens, and drawn by others. */
export interface Pace {
  /** So many checks will run; told once it is known. */
  expect(checks: number): void;
  started(check: string): void;
  finished(check: string, verdict: Verdict): void;
  /** Requests sent so far, and the check that sent the last one. */
  traffic(requests: number, check?: string): void;
  /** 0 to 1. */
  share(): number;
  /** `34 of 120 checks, 210 requests, 2 failed, about 12 s left` */
  words(): string;
  /** The check that sent the last request, else those under way; empty where there is none. */
  doing(): string;
}

/** Milliseconds and share of the work before an estimate of the rest is worth showing. */
const SETTLED = { elapsed: 1500, share: 0.1 };

function left(elapsed: number, share: number): string {
  if (share >= 1) return 'finishing';
  if (elapsed < SETTLED.elapsed || share < SETTLED.share)
    return `${String(Math.round(elapsed / 1000))} s so far`;
  const seconds = Math.max(1, Math.round((elapsed / share - elapsed) / 1000));
  return seconds < 100
    ? `about ${String(seconds)} s left`
    : `about ${String(Math.round(seconds / 60))} min left`;
}

export function createPace(): Pace {
  const begun = performance.now();
  const underWay = new Set<string>();
  let total = 0;
  let done = 0;
  let requests = 0;
  let failed = 0;
  let latest: string | undefined;
  const share = () => (total <= 0 ? 0 : Math.min(1, done / total));
  return {
    expect: (checks) => void (total = checks),
    started: (check) => void underWay.add(check),
    finished(check, verdict) {
      underWay.delete(check);
      done += 1;
      if (verdict === 'fail') failed += 1;
    },
    traffic(sent, check) {
      requests = Math.max(requests, sent);
      latest = check ?? latest;
    },
    share,
    words() {
      const parts = [
        `${String(Math.min(done, total))} of ${String(total)} checks`,
        `${String(requests)} requests`,
        ...(failed === 0 ? [] : [`${String(failed)} failed`]),
        left(performance.now() - begun, share()),
      ];
      return parts.join(', ');
    },
    doing() {
      if (latest !== undefined) return inertLine(latest, 60);
      const [first] = underWay;
      if (first === undefined) return '';
      const more = underWay.size - 1;
      return `${inertLine(first, 60)}${more === 0 ? '' : ` and ${String(more)} more`}`;
    },
  };
}
