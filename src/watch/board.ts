import { requirements, type RequirementId } from '../../requirements/index.ts';
import type { LiveRow } from '../../reports/live/live.ts';
import { turnOf } from '../../reports/live/turns.ts';
import type { Report, Verdict, Waiver } from '../../reports/model.ts';
import type { Config } from '../config/types.ts';
import type { CheckOutcome } from '../kit/finding.ts';
import { judgeAll, type Judgement } from '../kit/judgement.ts';
import { selectedIds } from '../kit/select.ts';
import type { RunEvent } from '../run/events.ts';
import { claimedBy } from '../run/ledger.ts';
import { applyWaivers } from '../waivers/apply.ts';

/** A verdict as far as it is known. */
interface Known {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** Keeps what a round tells while it goes on, and says of each requirement what is known by now. */
export class Board {
  readonly #config: Config;
  readonly #waivers: readonly Waiver[];
  readonly #before: ReadonlyMap<RequirementId, Known>;
  readonly #outcomes: CheckOutcome[] = [];
  readonly #ahead = new Map<RequirementId, Known>();
  #open = new Map<string, readonly RequirementId[]>();
  #all = 0;
  #judged: ReadonlyMap<RequirementId, Known> | undefined;
  requests = 0;

  /** @param before the last round that was carried through */
  constructor(config: Config, waivers: readonly Waiver[], before: Report | undefined) {
    this.#config = config;
    this.#waivers = waivers;
    this.#before = new Map(before?.requirements.map((row) => [row.id, row]));
  }

  /** Takes in an event of the run. */
  add(event: RunEvent): void {
    switch (event.kind) {
      case 'begun':
        this.#all = event.checks.length;
        this.#open = new Map(event.checks.map(({ id, decides }) => [id, decides]));
        return;
      case 'ahead':
        for (const { id, verdict, reason } of event.rows) this.#ahead.set(id, { verdict, reason });
        return;
      case 'finished':
        this.#outcomes.push(event.outcome);
        this.#open.delete(event.outcome.check);
        this.#judged = undefined;
        return;
      case 'exchange':
        this.requests = event.traffic.requests;
        return;
      default:
    }
  }

  /** Checks that came to their end, and all of them. */
  get checks(): { readonly done: number; readonly all: number } {
    return { done: this.#outcomes.length, all: this.#all };
  }

  /** Every requirement, in the order of the catalogue. */
  rows(): readonly LiveRow[] {
    this.#judged ??= this.#judge();
    const judged = this.#judged;
    return requirements.map(({ id, area, level }): LiveRow => {
      const before = this.#before.get(id);
      const now = judged.get(id) ?? this.#ahead.get(id);
      return {
        id,
        area,
        level,
        ...(now ?? before),
        fresh: now !== undefined,
        turn: turnOf(before?.verdict, now?.verdict, this.#config.strict),
      };
    });
  }

  /** The verdicts that the rest of the round cannot take back: all checks done, or a failure that nothing may explain. */
  #judge(): ReadonlyMap<RequirementId, Known> {
    const { only, strict } = this.#config;
    const scope = { selected: selectedIds(only), claimed: claimedBy(this.#config) };
    const today = new Date().toISOString().slice(0, 10);
    const open = new Set([...this.#open.values()].flat());
    const rows = applyWaivers(judgeAll(requirements, this.#outcomes, scope), this.#waivers, {
      today,
      strict,
    });
    return new Map(
      rows
        .filter((row) => !open.has(row.requirement.id) || isPlain(row))
        .map(({ requirement, verdict, reason }) => [requirement.id, { verdict, reason }]),
    );
  }
}

/** A failure that no other one may turn out to explain. */
function isPlain({ verdict, findings }: Judgement): boolean {
  if (verdict !== 'fail' && verdict !== 'warn') return false;
  return findings.some(
    ({ finding }) => finding.kind === 'violation' && (finding.explainedBy ?? []).length === 0,
  );
}
