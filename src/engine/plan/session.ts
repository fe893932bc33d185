import { requirement } from '../../../requirements/index.ts';
import type { Config } from '../../config/types.ts';
import { secretsOf } from '../../http/secrets.ts';
import type { Client } from '../../http/types.ts';
import { createRunContext, NameGenerator, type RunContext } from '../target/index.ts';
import { type CheckStage, reportableRequirements } from './check-metadata.ts';
import { initialDrawContext, type Check } from './check.ts';
import type { CheckOutcome } from './finding.ts';
import { createOutputFilter, type OutputFilter } from './output-filter.ts';
import { CheckContext } from './context.ts';
import { type AbortReason, preflight } from '../silence/index.ts';
import { checksBefore } from './select.ts';

export interface CreatedAnimal {
  readonly id: string;
  readonly name: string;
}

/** `started` is called when a check begins, after all checks of earlier stages; `finished` when its outcome is known. */
export interface CheckListener {
  started(check: Check): void;
  finished(outcome: CheckOutcome): void;
}

/** One run against one target: each selected check runs once, when its outcome is first asked for. */
export class CheckSession {
  readonly checks: readonly Check[];
  readonly world: RunContext;
  /** Removes secrets that the target echoed; all output passes through it. */
  readonly outputFilter: OutputFilter;
  readonly #stages: ReadonlyMap<string, CheckStage>;
  readonly #started = new Map<Check, Promise<CheckOutcome>>();
  readonly #listener: CheckListener | undefined;
  #abort: Promise<AbortReason | undefined> | undefined;

  constructor(
    config: Config,
    client: Client,
    checks: readonly Check[],
    listener?: CheckListener,
    names = new NameGenerator(),
  ) {
    this.checks = checks;
    this.#stages = new Map(checks.map(({ id, stage }) => [id, stage]));
    this.outputFilter = createOutputFilter(secretsOf(config));
    this.#listener = listener;
    this.world = createRunContext(config, client, names);
  }

  preflight(): Promise<AbortReason | undefined> {
    this.#abort ??= preflight(this.world).then(
      (abort) => abort && { ...abort, message: this.outputFilter.own(abort.message) },
    );
    return this.#abort;
  }

  /** Returns the outcome of a check. The first call runs the check, once all checks of earlier stages have ended. */
  outcome(check: Check): Promise<CheckOutcome> {
    const started = this.#started.get(check) ?? this.#run(check);
    this.#started.set(check, started);
    return started;
  }

  created(): readonly CreatedAnimal[] {
    return this.world.population
      .animals()
      .map(({ id, submitted }) => ({ id: this.outputFilter.digits(id), name: submitted.name }));
  }

  async #run(check: Check): Promise<CheckOutcome> {
    await Promise.all(checksBefore(check, this.checks).map((earlier) => this.outcome(earlier)));
    this.#listener?.started(check);
    const found = await new CheckContext(this.world, check, this.#stages).run(check.probe);
    const outcome = this.outputFilter.outcome(
      found.covered === undefined ? { ...found, ...notCovered(check, this.world.config) } : found,
    );
    this.#listener?.finished(outcome);
    return outcome;
  }
}

/** Returns the coverage of a check that ended before it sent anything: no input class was sent. */
function notCovered(check: Check, config: Config): Pick<CheckOutcome, 'covered'> {
  const { property } = check;
  const isClaimed =
    config.messages !== null ||
    reportableRequirements(check).some((id) => requirement(id).profile === 'animals');
  if (property === undefined || !isClaimed) return {};
  const classes = property.classes(initialDrawContext(config));
  const missed = classes.map(({ name }) => ({ class: name, why: 'not-sent' as const }));
  return { covered: [{ property: property.name, inputs: 0, classes: [], of: classes.length, missed }] };
}
