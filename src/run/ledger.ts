import { requirements, type Profile, type RequirementId } from '../../requirements/index.ts';
import type { Report, Waiver } from '../../reports/model.ts';
import { unansweredIn } from '../client/attempt.ts';
import { presentMoment } from '../client/instant.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Config } from '../config/types.ts';
import type { CheckOutcome } from '../kit/finding.ts';
import { judgeAll, judgeNone, type Judgement, type Scope } from '../kit/judgement.ts';
import type { Abort } from '../kit/preflight.ts';
import { selectedIds } from '../kit/select.ts';
import type { CreatedAnimal } from '../kit/session.ts';
import { applyWaivers, type Waived } from '../waivers/apply.ts';
import { assembleReport } from './assemble.ts';
import { cutOff, INTERRUPTED } from './cut-off.ts';
import type { ExpectedCheck, RunEvent, RunTraffic } from './events.ts';

/** The profiles that a target is judged by. */
export function claimedBy({ messages }: Pick<Config, 'messages'>): readonly Profile[] {
  return messages === null ? ['animals'] : ['animals', 'messages'];
}

/** What came of a run. */
export interface Run {
  readonly report: Report;
  /** In the order of sending. */
  readonly evidence: readonly Exchange[];
  /** The verdicts with the findings that they rest on, in the order of the catalogue. */
  readonly judgements: readonly Judgement[];
  /** Of the checks that came to their end. */
  readonly outcomes: readonly CheckOutcome[];
  /** Errors of the kit itself, as text with a stack: bugs of ours, never a verdict on the target. */
  readonly crashes: readonly string[];
}

/** Keeps what a run tells, and makes a report of it at any moment: wherever its events arrive, and however far they got. */
export class Ledger {
  readonly #config: Config;
  readonly #waivers: readonly Waiver[];
  readonly #startedAt: Date;
  readonly #outcomes: CheckOutcome[] = [];
  readonly #evidence: Exchange[] = [];
  readonly #crashes: string[] = [];
  #expected: readonly ExpectedCheck[] | undefined;
  #tag: string | undefined;
  #waits: Report['waits'];
  #refused: Abort | undefined;
  #cutOff: Abort | undefined;
  #ended = false;
  #traffic: RunTraffic = { requests: 0, retried: 0, created: 0 };
  #created: readonly CreatedAnimal[] = [];

  /** @param waivers failures that are known and accepted */
  constructor(config: Config, waivers: readonly Waiver[] = [], startedAt = presentMoment()) {
    this.#config = config;
    this.#waivers = waivers;
    this.#startedAt = startedAt;
  }

  add(event: RunEvent): void {
    switch (event.kind) {
      case 'begun':
        this.#expected = event.checks;
        this.#tag = event.tag;
        return;
      case 'refused':
        this.#refused ??= event.why;
        return;
      case 'exchange':
        this.#evidence.push(event.exchange);
        this.#traffic = event.traffic;
        return;
      case 'finished':
        this.#outcomes.push(event.outcome);
        return;
      case 'cut-off':
        // Whatever comes after the end cuts nothing off.
        if (!this.#ended) this.#cutOff ??= event.why;
        return;
      case 'crashed':
        this.#crashes.push(event.error);
        return;
      case 'ended':
        this.#ended = true;
        this.#traffic = event.traffic;
        this.#created = event.created;
        this.#waits = event.waits;
        return;
      case 'started':
      case 'waiting':
        return;
    }
  }

  /** What was sent until now, in the order of the answers. */
  get evidence(): readonly Exchange[] {
    return this.#evidence;
  }

  /** What came of the run until now. */
  run(): Run {
    const claimed = claimedBy(this.#config);
    const open = this.#open();
    const why = this.#refused ?? this.#cutOff ?? (open.size > 0 ? this.#unfinished() : undefined);
    const judgements = this.#judge(open, why);
    const finishedAt = presentMoment();
    const facts = {
      startedAt: this.#startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      durationMs: finishedAt.getTime() - this.#startedAt.getTime(),
      traffic: { ...this.#traffic, unanswered: unansweredIn(this.#evidence) },
      ...(this.#tag === undefined ? {} : { tag: this.#tag }),
      coverage: this.#inOrder().flatMap(({ covered }) => covered ?? []),
      ...(this.#waits === undefined ? {} : { waits: this.#waits }),
      created: this.#created,
      ...(why === undefined ? {} : { abort: why }),
    };
    const place = ({ id }: Exchange): number => Number(id.slice(1));
    const crashes = this.#outcomes.flatMap(({ crash }) => (crash === undefined ? [] : [crash]));
    return {
      report: assembleReport(this.#config, claimed, facts, judgements),
      evidence: this.#evidence.toSorted((a, b) => place(a) - place(b)),
      judgements,
      outcomes: this.#outcomes,
      crashes: [...this.#crashes, ...crashes],
    };
  }

  /** What nothing that is still to come can change: of the requirements all of whose checks came to their end. */
  decided(): readonly Judgement[] {
    const open = this.#open();
    return this.#judge(open, undefined).filter(({ requirement }) => !open.has(requirement.id));
  }

  #judge(open: ReadonlySet<RequirementId>, why: Abort | undefined): readonly Waived[] {
    const { only, strict } = this.#config;
    const scope = { selected: selectedIds(only), claimed: claimedBy(this.#config) };
    const today = this.#startedAt.toISOString().slice(0, 10);
    return applyWaivers(this.#found(scope, open, why), this.#waivers, { today, strict });
  }

  #found(scope: Scope, open: ReadonlySet<RequirementId>, why: Abort | undefined): readonly Judgement[] {
    if (this.#refused !== undefined) return judgeNone(requirements, scope, this.#refused);
    const outside = this.#crashes.map((crash) => ({ check: 'the run', findings: [], crash }));
    const judgements = judgeAll(requirements, [...this.#outcomes, ...outside], scope);
    return why === undefined ? judgements : cutOff(judgements, scope, open, why);
  }

  /** What became of the checks, in the order in which reports show them: they come to their ends in any. */
  #inOrder(): readonly CheckOutcome[] {
    const places = new Map((this.#expected ?? []).map(({ id }, at) => [id, at]));
    const place = ({ check }: CheckOutcome): number => places.get(check) ?? places.size;
    return this.#outcomes.toSorted((a, b) => place(a) - place(b));
  }

  /** Requirements of which a check did not come to its end. */
  #open(): ReadonlySet<RequirementId> {
    if (this.#expected === undefined) {
      return new Set(this.#crashes.length > 0 ? [] : requirements.map(({ id }) => id));
    }
    const ended = new Set(this.#outcomes.map(({ check }) => check));
    return new Set(
      this.#expected
        .filter(({ id }) => !ended.has(id))
        .flatMap((check): readonly RequirementId[] => check.decides),
    );
  }

  /** Why checks are open though nobody cut the run off: they were left out, or the kit failed. */
  #unfinished(): Abort {
    if (this.#crashes.length === 0) return INTERRUPTED;
    return { cause: 'kit', message: 'The kit itself failed before the run was done.' };
  }
}
