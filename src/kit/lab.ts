import type { RequirementId } from '../../requirements/index.ts';
import type { Config } from '../config/types.ts';
import { attributed } from '../client/attribution.ts';
import type { Exchange } from '../client/types.ts';
import { askAgain } from './again.ts';
import type { Api } from './api.ts';
import type { Baseline, Usability } from './baseline.ts';
import { causeOf } from './baseline.ts';
import type { Check, Need } from './check.ts';
import { waitUntil } from './clock.ts';
import type { Cause, CheckOutcome, Counterexample, Finding } from './finding.ts';
import type { Names } from './names.ts';
import type { Population } from './population.ts';
import type { ListReply, Reply } from './replies.ts';
import { unanswered } from './replies.ts';
import { seedFor } from './seed.ts';

/** What all checks of one run share. */
export interface World {
  readonly config: Config;
  readonly api: Api;
  readonly names: Names;
  readonly population: Population;
  readonly baseline: Baseline;
  /** Replies of the checks that an invariant or a sweep is judged over. */
  readonly repliesOf: (check: Check) => readonly Reply[];
}

/** A counterexample with its exchanges. */
export type Broken = Omit<Counterexample, 'exchanges'> & { readonly exchanges: readonly Exchange[] };

/** A counterexample that is yet to be confirmed; its `exchanges` are those that came before the decisive one. */
export type Confirmable = Omit<Broken, 'exchanges' | 'reproduced'> & Partial<Pick<Broken, 'exchanges'>>;

/** What one check works with: the shared world, its own seed, and its findings. */
export class Lab implements Omit<World, 'repliesOf'> {
  readonly config: Config;
  readonly api: Api;
  readonly names: Names;
  readonly population: Population;
  readonly baseline: Baseline;
  readonly check: Check;
  readonly #world: World;
  readonly #findings: Finding[] = [];

  constructor(world: World, check: Check) {
    this.#world = world;
    this.config = world.config;
    this.api = world.api;
    this.names = world.names;
    this.population = world.population;
    this.baseline = world.baseline;
    this.check = check;
  }

  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** The replies that this check judges: those of the earlier checks in its `over`. */
  replies(): readonly Reply[] {
    return this.#world.repliesOf(this.check);
  }

  /** A 32-bit seed of this check's own, the same in every run with the same `--seed`. */
  seed(label = ''): number {
    return seedFor(this.config.seed, `${this.check.id} ${label}`);
  }

  /** The requirement was put to the test and held. */
  held(requirement: RequirementId, note: string, ...exchanges: readonly (Exchange | Reply)[]): void {
    this.#findings.push({ kind: 'witness', requirement, note, exchanges: exchanges.map(idOf) });
  }

  /** A counterexample. */
  broken(requirement: RequirementId, { exchanges, ...rest }: Broken): void {
    this.#findings.push({
      kind: 'violation',
      requirement,
      ...rest,
      exchanges: exchanges.map(({ id }) => id),
    });
  }

  /**
   * A counterexample that one reply is: the same request is put to the target once more, on its own, and the report says
   * whether it came again. One that does not is still a counterexample.
   */
  async confirm<R extends Reply>(
    requirement: RequirementId,
    reply: R,
    isBroken: (again: R) => boolean,
    { exchanges = [], ...rest }: Confirmable,
  ): Promise<void> {
    const again = await askAgain(this.api, this.population, reply);
    const answered = again !== undefined && again.answer !== undefined;
    const times = answered && isBroken(again as R) ? 1 : 0;
    const proof = [
      ...exchanges,
      reply.outcome.exchange,
      ...(times === 1 && answered ? [again.outcome.exchange] : []),
    ];
    this.broken(requirement, {
      ...rest,
      exchanges: proof,
      ...(answered ? { reproduced: { times, of: 1 } } : {}),
    });
  }

  /** No chance to decide. */
  undecided(
    requirement: RequirementId,
    reason: string,
    cause: Cause,
    ...exchanges: readonly (Exchange | Reply)[]
  ): void {
    this.#findings.push({ kind: 'undecided', requirement, reason, cause, exchanges: exchanges.map(idOf) });
  }

  /** Undecided because a request got no answer that says anything. False where it did get one. */
  silent(requirement: RequirementId, reply: Reply): boolean {
    const silence = unanswered(reply);
    if (silence === undefined) return false;
    this.undecided(requirement, `no answer that counts: ${silence.message}`, causeOf(silence), reply);
    return true;
  }

  /** A part that scope left out; `lowers` false where that is no gap of the run. */
  leftOut(requirement: RequirementId, reason: string, lowers = true): void {
    this.#findings.push({ kind: 'left-out', requirement, reason, lowers });
  }

  /**
   * Too few animals to decide: left out where the scope forbade to add more, else the target's own doing.
   */
  scarce(requirement: RequirementId, reason: string, ...exchanges: readonly (Exchange | Reply)[]): void {
    if (this.config.readOnly) this.leftOut(requirement, `${reason}, and a read-only run adds none`);
    else if (this.population.short) this.leftOut(requirement, `${reason}, and the run may not add enough`);
    else this.undecided(requirement, reason, 'test-data', ...exchanges);
  }

  /** The budget for animals was used up before a request could be sent. */
  outOfBudget(requirement: RequirementId): void {
    const reason = `the ${String(this.config.maxCreated)} animals that the run may create were used up`;
    this.leftOut(requirement, reason);
  }

  /**
   * Whether an operation works at all. Where not, the requirements are undecided because of that, or left out, and the
   * check can go on with its other operations.
   */
  async can(need: Need, ...requirements: readonly RequirementId[]): Promise<boolean> {
    const found = await this.baseline.of(need);
    if (found.usable) return true;
    for (const requirement of requirements) this.#because(requirement, found);
    return false;
  }

  #because(requirement: RequirementId, found: Exclude<Usability, { usable: true }>): void {
    if (found.scope === undefined) this.undecided(requirement, found.reason, found.cause);
    else this.leftOut(requirement, found.reason, found.scope === 'left-out');
  }

  /** The widest lists after the consistency time: for a check whose lists held too little, as they do where reads lag. */
  settledLists(): Promise<readonly ListReply[]> {
    return this.population.settled(() => this.settle());
  }

  /** Waits for the consistency time: what any replica shows afterwards holds all that was there before. */
  async quiet(): Promise<void> {
    await waitUntil(performance.now() + this.config.consistencyMs);
  }

  /** Waits until every animal made so far has had the consistency time to become readable. */
  async settle(): Promise<void> {
    const latest = Math.max(0, ...this.population.animals().map((animal) => animal.since));
    await waitUntil(latest + this.config.consistencyMs);
  }

  /** Runs the probe, needs first; what it throws is a bug of the kit. */
  async run(): Promise<CheckOutcome> {
    try {
      for (const need of this.check.needs) {
        if (!(await this.can(need, ...this.check.decides))) return this.#outcome();
      }
      await attributed(this.check.id, async () => this.check.probe(this));
      return this.#outcome();
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { ...this.#outcome(), crash: text };
    }
  }

  #outcome(): CheckOutcome {
    return { check: this.check.id, findings: this.#findings };
  }
}

function idOf(value: Exchange | Reply): string {
  return 'outcome' in value ? value.outcome.exchange.id : value.id;
}
