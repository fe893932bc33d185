import type { Exchange } from '../../../reports/exchange.ts';
import type { ClassCoverage } from '../../../reports/model.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { attributeRequestsTo } from '../../http/request-scope.ts';
import {
  ALL_CREATES_REFUSED,
  causeOfNoAnswer,
  deriveCheckSeed,
  isExcusedByRemoval,
  isSuccess,
  lacksPermission,
  type ListReply,
  type CheckPrecondition,
  NEXT_STEP_CREATES_REFUSED,
  NEXT_STEP_FIX_UNIQUE_ID,
  pause,
  permissionProblem,
  operationRemovedText,
  type Reply,
  statusText,
  noAnswerOf,
  waitUntil,
  NEXT_STEP_WIDEN_SCOPE,
  type RunContext,
} from '../target/index.ts';
import { type CheckMetadata, type CheckStage, reportableRequirements } from './check-metadata.ts';
import {
  type CheckOutcome,
  type ConfirmationResult,
  type Finding,
  type FlawedReply,
  flawMessage,
  type UndecidedRequirement,
  type Violation,
} from './finding.ts';
import { requestComplexityOf } from './simplest.ts';
import { foreignServerNote, intermediaryMark } from '../silence/index.ts';

/** The context of one check: the state of the run, the seed of the check, and its findings. */
export class CheckContext implements RunContext {
  declare readonly config: RunContext['config'];
  declare readonly api: RunContext['api'];
  declare readonly names: RunContext['names'];
  declare readonly pages: RunContext['pages'];
  declare readonly creates: RunContext['creates'];
  declare readonly population: RunContext['population'];
  declare readonly baseline: RunContext['baseline'];
  declare readonly forms: RunContext['forms'];
  declare readonly solos: RunContext['solos'];
  readonly check: CheckMetadata;
  readonly #stages: ReadonlyMap<string, CheckStage>;
  readonly #findings: Finding[] = [];
  readonly #covered: ClassCoverage[] = [];

  /** @param stages the stages of all checks of the run, by id */
  constructor(world: RunContext, check: CheckMetadata, stages: ReadonlyMap<string, CheckStage> = new Map()) {
    Object.assign(this, world);
    this.check = check;
    this.#stages = stages;
  }

  get findings(): readonly Finding[] {
    return this.#findings;
  }

  /** A 32-bit seed for this check, the same in every run with the same `--seed`. */
  seed(label = ''): number {
    return deriveCheckSeed(this.config.seed, this.check.id, label);
  }

  /** The stage of the check that sent the request; undefined for requests before all checks. */
  stageOf({ outcome }: Reply): CheckStage | undefined {
    return this.#stages.get(outcome.exchange.check);
  }

  witness(requirement: RequirementId, note: string, ...exchanges: readonly (Exchange | Reply)[]): void {
    this.#findings.push({ kind: 'witness', requirement, note, exchanges: exchanges.map(idOf) });
  }

  /** Reports a violation, proved by `reply`; `others` show it too, `steps` must be sent before `reply`. */
  violation(
    requirement: RequirementId,
    { reply, flaw }: FlawedReply,
    { times, of, replies }: ConfirmationResult = { times: 0, of: 0, replies: [] },
    {
      others = [],
      steps = [],
      ...more
    }: Partial<Violation> & { readonly others?: readonly Reply[]; readonly steps?: readonly Reply[] } = {},
  ): void {
    const {
      expected,
      requiredStatus,
      actual,
      input,
      places,
      possibleCauses,
      comparedWith = [],
      subjects = [],
    } = flaw;
    const shown = [...comparedWith, reply, ...replies];
    const exchanges = idsOf(...others.filter((other) => !shown.includes(other)), ...shown);
    const forbidden = this.#forbidden(reply, places);
    if (forbidden !== undefined) {
      this.#findings.push({ kind: 'undecided', requirement, ...forbidden, exchanges });
      return;
    }
    const proof = idOf(reply);
    const [comparison] = idsOf(...comparedWith);
    const reproduced = of > 0 ? { times, of } : undefined;
    const needed = idsOf(...steps, ...comparedWith, reply);
    this.#findings.push({
      kind: 'violation',
      requirement,
      ...withoutUndefined({ requiredStatus, input, places, possibleCauses, comparison, reproduced }),
      expected,
      actual,
      proof,
      subjects: [...new Set([proof, ...subjects])],
      burden: requestComplexityOf(reply),
      ...more,
      ...(needed.length > 1 && { requests: needed }),
      operation: reply.operation,
      message: `${more.message ?? flawMessage({ reply, flaw })}${foreignServerNote(reply, this.api)}`,
      exchanges,
    });
  }

  /** Why a 403 to a valid key is not a failure; undefined unless the key may lack the permission. */
  #forbidden({ operation, outcome: { ask, exchange } }: Reply, places: Violation['places'] = []) {
    if (exchange.response?.status !== 403 || ask.credential.kind !== 'valid') return undefined;
    if (places.length === 0 || places.some(({ part }) => part !== 'status')) return undefined;
    return lacksPermission(this.api.log, operation) ? permissionProblem(operation) : undefined;
  }

  covered(covered: ClassCoverage): void {
    this.#covered.push(covered);
  }

  /** Reports a requirement as undecided; `because` is the failed requirement that prevents a decision. */
  undecided(
    requirement: RequirementId,
    why: Pick<UndecidedRequirement, 'reason' | 'cause' | 'because' | 'next'>,
    ...exchanges: readonly (Exchange | Reply)[]
  ): void {
    this.#findings.push({ kind: 'undecided', requirement, ...why, exchanges: exchanges.map(idOf) });
  }

  /** Reports a requirement as undecided if the request got no response that proves anything; otherwise returns false. */
  noAnswer(requirement: RequirementId, reply: Reply): boolean {
    const silence = noAnswerOf(reply);
    if (silence === undefined) return false;
    const reason = `no response: ${silence.message}`;
    this.undecided(requirement, { reason, ...causeOfNoAnswer(silence) }, reply);
    return true;
  }

  /** Reports that no reply proves anything: as undecided, or as left out if each reply shows that GET was removed. */
  noEvidence(requirement: RequirementId, replies: readonly Reply[]): void {
    if (replies.some((reply) => this.noAnswer(requirement, reply))) return;
    const [first] = replies;
    if (first === undefined) {
      this.outOfBudget(requirement);
      return;
    }
    const { asOf } = this.config;
    if (replies.every((reply) => isExcusedByRemoval(reply, requirement, asOf))) {
      this.leftOut(requirement, operationRemovedText(asOf), undefined, false);
      return;
    }
    const { operation } = first;
    if (lacksPermission(this.api.log, operation)) {
      this.undecided(requirement, permissionProblem(operation), first);
      return;
    }
    const mark = intermediaryMark(first, this.api);
    const reason =
      mark === undefined
        ? `no answer decides the requirement (for example ${statusText(first)})`
        : `a gateway seems to have answered instead of the target (${statusText(first)}, with ${mark})`;
    const isKeyRefused =
      first.answer?.status === 401 &&
      first.outcome.ask.credential.valid &&
      !isExcusedByRemoval(first, 'auth.accepted', asOf);
    const why = isKeyRefused
      ? ({ cause: 'server', because: 'auth.accepted' } as const)
      : ({ cause: 'test-data' } as const);
    this.undecided(requirement, { reason, ...why }, first);
  }

  /** Reports a requirement as not tested; `next` says how to test it. `limitsVerdict` is false for a legitimate omission. */
  leftOut(requirement: RequirementId, reason: string, next?: string, limitsVerdict = true): void {
    this.#findings.push(withoutUndefined({ kind: 'left-out', requirement, reason, next, limitsVerdict }));
  }

  /** Reports that there were too few animals: as left out if the options forbid more animals, otherwise as undecided. */
  tooFewAnimals(
    requirement: RequirementId,
    reason: string,
    ...exchanges: readonly (Exchange | Reply)[]
  ): void {
    if (this.config.readOnly)
      this.leftOut(requirement, `${reason}, and a read-only run adds none`, NEXT_STEP_WIDEN_SCOPE.readOnly);
    else if (this.population.isCapped || (exchanges.length === 0 && this.api.isShort))
      this.leftOut(requirement, `${reason}, and the run may not add enough`, this.usedUp().next);
    else if (lacksPermission(this.api.log, 'create')) {
      const { reason: why, ...more } = permissionProblem('create');
      this.undecided(requirement, { reason: `${reason}, and ${why}`, ...more }, ...exchanges);
    } else this.undecided(requirement, this.#notMade(reason), ...exchanges);
  }

  #notMade(reason: string): Pick<UndecidedRequirement, 'reason' | 'cause' | 'because' | 'next'> {
    const creates = this.api.log.filter((reply) => reply.operation === 'create' && reply.intent === 'valid');
    const last = creates.at(-1);
    const silence = last && noAnswerOf(last);
    if (silence !== undefined) {
      const said = `${reason}, and creating more got no response: ${silence.message}`;
      return { reason: said, ...causeOfNoAnswer(silence) };
    }
    const refused = creates.find(({ answer }) => answer !== undefined);
    if (refused === undefined || creates.some(({ answer }) => isSuccess(answer)))
      return { reason, cause: 'test-data' };
    const said = reason.includes('create')
      ? reason
      : `${reason}, and ${ALL_CREATES_REFUSED} (${statusText(refused)})`;
    return refused.answer?.status === 401
      ? { reason: said, cause: 'server', because: 'auth.accepted' }
      : { reason: said, cause: 'test-data', next: NEXT_STEP_CREATES_REFUSED };
  }

  /** Reports too few animals for a part of a requirement; limits the verdict only if an option forbids more animals. */
  tooFewFor(requirement: RequirementId, part: string): void {
    const { config, population } = this;
    const next = config.readOnly
      ? NEXT_STEP_WIDEN_SCOPE.readOnly
      : population.isCapped
        ? this.#widenCreated()
        : undefined;
    this.leftOut(requirement, part, next, next !== undefined);
  }

  #widenCreated(): string {
    return this.population.hasDuplicateIds ? NEXT_STEP_FIX_UNIQUE_ID : NEXT_STEP_WIDEN_SCOPE.maxCreated;
  }

  outOfBudget(requirement: RequirementId): void {
    const { reason, next } = this.usedUp();
    this.leftOut(requirement, reason, next);
  }

  /** Why the budget for animals is used up, with failed creates that may have stored an animal, and the next step. */
  usedUp(): { readonly reason: string; readonly next: string } {
    const { budget, log } = this.api;
    const reason = `--max-created ${String(this.config.maxCreated)} was used up`;
    const next = this.#widenCreated();
    const creates = log.filter((reply) => reply.operation === 'create');
    const unclear = creates.find(({ answer }) => (answer?.status ?? 0) >= 500);
    const stored = creates.filter(({ answer }) => isSuccess(answer)).length;
    if (unclear === undefined || stored >= budget.spent) return { reason, next };
    return {
      reason: `${reason}: ${String(stored)} of the ${String(budget.spent)} creates that count were answered with a 2xx, and each of the others, such as the one answered with ${statusText(unclear)}, may have added an animal`,
      next: `Fix the creates that get ${statusText(unclear)}, then run again.`,
    };
  }

  /** True if an operation works; otherwise reports the requirements as undecided, or left out. */
  async can(need: CheckPrecondition, ...requirements: readonly RequirementId[]): Promise<boolean> {
    const found = await this.baseline.of(need);
    if (found.usable) return true;
    const { usable, scope, next, ...why } = found;
    for (const requirement of requirements) {
      if (scope === undefined || scope === 'forbidden')
        this.undecided(requirement, withoutUndefined({ ...why, next }));
      else this.leftOut(requirement, why.reason, next, scope === 'left-out');
    }
    return usable;
  }

  /** Reads the widest lists after the consistency time: earlier lists may lack animals because replicas lag. */
  settledLists(): Promise<readonly ListReply[]> {
    return this.pages.at('settled', () => this.settle());
  }

  /** Waits for the consistency time: then every replica shows what was stored before. */
  quiet(): Promise<void> {
    return pause(this.config.consistencyMs);
  }

  /** Waits until every animal created so far has had the consistency time to become readable. */
  async settle(): Promise<void> {
    const latest = Math.max(0, ...this.population.animals().map((animal) => animal.since));
    await waitUntil(latest + this.config.consistencyMs);
  }

  /** If the operations that the check requires are usable, runs `probe`; an error in the probe is a bug of the kit. */
  async run(probe: (context: CheckContext) => Promise<void> | void): Promise<CheckOutcome> {
    try {
      for (const need of this.check.needs) {
        const found = await this.baseline.of(need);
        // Sequences use every operation: what the key may not use is told by the checks that decide the requirements.
        const isBeside = this.check.stage === 'sequence' && !found.usable && found.scope === 'forbidden';
        const told = isBeside ? this.check.decides : reportableRequirements(this.check);
        if (!(await this.can(need, ...told))) return this.#outcome();
      }
      await attributeRequestsTo(this.check.id, async () => probe(this));
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

type Sent = Exchange | Pick<Reply, 'outcome'>;

function idOf(value: Sent): string {
  return 'outcome' in value ? value.outcome.exchange.id : value.id;
}

function idsOf(...all: readonly Sent[]): readonly string[] {
  return [...new Set(all.map(idOf))];
}
