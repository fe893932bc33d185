import type { Exchange } from '../../../reports/exchange.ts';
import type { Covered } from '../../../reports/model.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import type { Config } from '../../config/types.ts';
import { attributed } from '../../http/attribution.ts';
import {
  type Api,
  type Capabilities,
  causeOf,
  type CheckFacts,
  checkSeed,
  concerns,
  type Creates,
  isExempt,
  lacksPermission,
  type ListReply,
  type Names,
  type Need,
  ONE_ID,
  type Pages,
  pause,
  permissionLacking,
  type Population,
  removedWords,
  type Reply,
  type ExclusiveSender,
  statusText,
  unanswered,
  waitUntil,
  WIDEN,
  type RunContext,
} from '../target/index.ts';
import type { CheckOutcome, Finding, Undecided, Violation } from './finding.ts';
import { foreignServerNote, intermediaryMark } from '../silence/index.ts';

/** A counterexample with its exchanges. */
export type NewViolation = Omit<Violation, 'kind' | 'requirement' | 'exchanges'> & {
  readonly exchanges: readonly Exchange[];
};

type Forbidden = ReturnType<typeof permissionLacking>;

/** What one check works with: the shared world, its own seed, and its findings. */
export class CheckContext implements RunContext {
  readonly config: Config;
  readonly api: Api;
  readonly names: Names;
  readonly pages: Pages;
  readonly creates: Creates;
  readonly population: Population;
  readonly baseline: Capabilities;
  readonly solos: ExclusiveSender;
  readonly check: CheckFacts;
  readonly #findings: Finding[] = [];
  readonly #covered: Covered[] = [];

  constructor(world: RunContext, check: CheckFacts) {
    this.config = world.config;
    this.api = world.api;
    this.names = world.names;
    this.pages = world.pages;
    this.creates = world.creates;
    this.population = world.population;
    this.baseline = world.baseline;
    this.solos = world.solos;
    this.check = check;
  }

  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** A 32-bit seed of this check's own, the same in every run with the same `--seed`. */
  seed(label = ''): number {
    return checkSeed(this.config.seed, this.check.id, label);
  }

  /** The requirement was tested and met. */
  witness(requirement: RequirementId, note: string, ...exchanges: readonly (Exchange | Reply)[]): void {
    this.#findings.push({ kind: 'witness', requirement, note, exchanges: exchanges.map(idOf) });
  }

  /** A counterexample. */
  violation(requirement: RequirementId, { exchanges, message, ...rest }: NewViolation): void {
    const proof = exchanges.find(({ id }) => id === rest.proof) ?? exchanges.at(-1);
    const forbidden = proof === undefined ? undefined : this.#forbidden(proof, rest.places);
    if (forbidden !== undefined) {
      this.undecided(requirement, forbidden, ...exchanges);
      return;
    }
    const others = this.api.log.map(({ outcome }) => outcome.exchange);
    this.#findings.push({
      kind: 'violation',
      requirement,
      ...rest,
      ...(proof === undefined ? {} : { operation: proof.operation }),
      message: proof === undefined ? message : `${message}${foreignServerNote(proof, others)}`,
      exchanges: exchanges.map(({ id }) => id),
    });
  }

  /** What is said instead of a violation whose status shows no more than that the key is not allowed the operation. */
  #forbidden({ id, operation, response }: Exchange, places: Violation['places'] = []): Forbidden | undefined {
    if (response?.status !== 403) return undefined;
    if (places.length === 0 || places.some(({ part }) => part !== 'status')) return undefined;
    const { log } = this.api;
    const isKeyed = log.some(
      ({ outcome: { exchange, ask } }) => exchange.id === id && ask.credential.kind === 'valid',
    );
    return isKeyed && lacksPermission(log, operation) ? permissionLacking(operation) : undefined;
  }

  /** What a property met of all that can be drawn for it. */
  covered(covered: Covered): void {
    this.#covered.push(covered);
  }

  /** No chance to decide; `because` names the requirement that the target breaks, where that is why. */
  undecided(
    requirement: RequirementId,
    why: Pick<Undecided, 'reason' | 'cause' | 'because' | 'next'>,
    ...exchanges: readonly (Exchange | Reply)[]
  ): void {
    this.#findings.push({ kind: 'undecided', requirement, ...why, exchanges: exchanges.map(idOf) });
  }

  /** Undecided because a request got no answer that says anything. False where it did get one. */
  noAnswer(requirement: RequirementId, reply: Reply): boolean {
    const silence = unanswered(reply);
    if (silence === undefined) return false;
    const reason = `no usable answer: ${silence.message}`;
    this.undecided(requirement, { reason, cause: causeOf(silence) }, reply);
    return true;
  }

  /**
   * Undecided, since none of the replies told anything: no answer, none that counts, or none could be asked for. Left out,
   * and no gap, where each says that the operation is gone, as it may be.
   */
  noEvidence(requirement: RequirementId, replies: readonly Reply[]): void {
    if (replies.some((reply) => this.noAnswer(requirement, reply))) return;
    const [first] = replies;
    if (first === undefined) {
      this.outOfBudget(requirement);
      return;
    }
    const { asOf } = this.config;
    if (replies.every((reply) => isExempt(reply, requirement, asOf))) {
      this.leftOut(requirement, removedWords(asOf), undefined, false);
      return;
    }
    const { operation } = first;
    if (lacksPermission(this.api.log, operation)) {
      this.undecided(requirement, permissionLacking(operation), first);
      return;
    }
    const mark = intermediaryMark(first, this.api);
    const reason =
      mark === undefined
        ? `the target's answers, such as ${statusText(first)}, prove nothing about it`
        : `something in front of the target seems to have answered instead of it (${statusText(first)}, with ${mark})`;
    const isKeyRefused =
      first.answer?.status === 401 &&
      first.outcome.ask.credential.valid &&
      !isExempt(first, 'auth.accepted', asOf);
    const why = isKeyRefused
      ? ({ cause: 'server', because: 'auth.accepted' } as const)
      : ({ cause: 'test-data' } as const);
    this.undecided(requirement, { reason, ...why }, first);
  }

  /**
   * A part that scope left out.
   * @param next what would bring it in; absent where nothing would
   * @param limitsVerdict false where that is no gap of the run
   */
  leftOut(requirement: RequirementId, reason: string, next?: string, limitsVerdict = true): void {
    this.#findings.push(withoutUndefined({ kind: 'left-out', requirement, reason, next, limitsVerdict }));
  }

  /**
   * Too few animals to decide: left out where the scope forbade to add more, else the target's own doing.
   */
  tooFewAnimals(
    requirement: RequirementId,
    reason: string,
    ...exchanges: readonly (Exchange | Reply)[]
  ): void {
    if (this.config.readOnly)
      this.leftOut(requirement, `${reason}, and a read-only run adds none`, WIDEN.readOnly);
    else if (this.population.isCapped || (exchanges.length === 0 && this.api.isShort))
      this.leftOut(requirement, `${reason}, and the run may not add enough`, this.#widenCreated());
    else if (lacksPermission(this.api.log, 'create')) {
      const { reason: why, ...more } = permissionLacking('create');
      this.undecided(requirement, { reason: `${reason}, and ${why}`, ...more }, ...exchanges);
    } else {
      const last = this.api.log.findLast((reply) => reply.operation === 'create' && reply.intent === 'valid');
      const silence = last && unanswered(last);
      const why: Pick<Undecided, 'reason' | 'cause'> =
        silence === undefined
          ? { reason, cause: 'test-data' }
          : {
              reason: `${reason}, and adding more got no usable answer: ${silence.message}`,
              cause: causeOf(silence),
            };
      this.undecided(requirement, why, ...exchanges);
    }
  }

  /** Too few animals for a part beside what was told: a gap where the scope forbade to add more. */
  tooFewFor(requirement: RequirementId, part: string): void {
    const by = this.config.readOnly ? 'readOnly' : this.population.isCapped ? 'maxCreated' : undefined;
    const next = by === 'maxCreated' ? this.#widenCreated() : by && WIDEN[by];
    this.leftOut(requirement, part, next, by !== undefined);
  }

  /** What would bring in what more animals would. */
  #widenCreated(): string {
    return this.population.hasDuplicateIds ? ONE_ID : WIDEN.maxCreated;
  }

  /** The budget for animals was used up before a request could be sent. */
  outOfBudget(requirement: RequirementId): void {
    const reason = `--max-created ${String(this.config.maxCreated)} was used up`;
    this.leftOut(requirement, reason, this.#widenCreated());
  }

  /**
   * Whether an operation works at all. Where not, the requirements are undecided because of that, or left out, and the
   * check can go on with its other operations.
   */
  async can(need: Need, ...requirements: readonly RequirementId[]): Promise<boolean> {
    const found = await this.baseline.of(need);
    if (found.usable) return true;
    const { usable, scope, next, ...why } = found;
    for (const requirement of requirements) {
      if (scope === undefined) this.undecided(requirement, withoutUndefined({ ...why, next }));
      else this.leftOut(requirement, why.reason, next, scope === 'left-out');
    }
    return usable;
  }

  /** The widest lists after the consistency time: for a check whose lists held too little, as they do where reads lag. */
  settledLists(): Promise<readonly ListReply[]> {
    return this.pages.settled(() => this.settle());
  }

  /** Waits for the consistency time: what any replica shows afterwards holds all that was there before. */
  quiet(): Promise<void> {
    return pause(this.config.consistencyMs);
  }

  /** Waits until every animal made so far has had the consistency time to become readable. */
  async settle(): Promise<void> {
    const latest = Math.max(0, ...this.population.animals().map((animal) => animal.since));
    await waitUntil(latest + this.config.consistencyMs);
  }

  /** Runs a probe, what the check needs first; what it throws is a bug of the kit. */
  async run(probe: (context: CheckContext) => Promise<void> | void): Promise<CheckOutcome> {
    try {
      for (const need of this.check.needs) {
        if (!(await this.can(need, ...concerns(this.check)))) return this.#outcome();
      }
      await attributed(this.check.id, async () => probe(this));
      return this.#outcome();
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { ...this.#outcome(), crash: text };
    }
  }

  #outcome(): CheckOutcome {
    const covered = this.#covered.length === 0 ? {} : { covered: this.#covered };
    return { check: this.check.id, findings: this.#findings, ...covered };
  }
}

function idOf(value: Exchange | Reply): string {
  return 'outcome' in value ? value.outcome.exchange.id : value.id;
}
