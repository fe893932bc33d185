import {
  catalogueVersion,
  requirements,
  type Profile,
  type RequirementId,
} from '../../../requirements/index.ts';
import { assembleReport } from './assemble.ts';
import type { Report } from '../../../reports/model.ts';
import type { Dispatch } from '../../vitest/bridge.ts';
import type { Config } from '../../config/types.ts';
import type { CheckOutcome } from '../../kit/finding.ts';
import { judgeAll, judgeNone, type Judgement, type Scope } from '../../kit/judge.ts';
import type { Abort } from '../../kit/preflight.ts';
import { selectChecks, selectedIds } from '../../kit/select.ts';
import type { Exchange } from '../../client/types.ts';
import { applyWaivers } from '../../waivers/apply.ts';
import type { Waiver } from '../../waivers/types.ts';
import { catalogueDigest, kitDigest } from '../../digests.ts';
import { version } from '../../version.ts';

const INTERRUPTED: Abort = {
  cause: 'scope',
  message:
    'The run was interrupted before it was done: what it had found out until then is in the report. Run it again.',
};

/** What came of a run so far; it can be turned into a report at any moment. */
export class Record {
  readonly #config: Config;
  readonly #waivers: readonly Waiver[];
  readonly #startedAt = new Date();
  readonly #outcomes: CheckOutcome[] = [];
  readonly #exchanges: Exchange[] = [];
  #last: Dispatch | undefined;
  #abort: Abort | undefined;
  #gone: Abort | undefined;

  constructor(config: Config, waivers: readonly Waiver[]) {
    this.#config = config;
    this.#waivers = waivers;
  }

  add(dispatch: Dispatch): void {
    this.#exchanges.push(...dispatch.exchanges);
    if (dispatch.outcome !== undefined) this.#outcomes.push(dispatch.outcome);
    this.#abort ??= dispatch.abort;
    this.#gone ??= dispatch.gone;
    this.#last = dispatch;
  }

  /** Errors of the kit itself, as text with a stack. */
  get crashes(): readonly string[] {
    return this.#outcomes.flatMap(({ crash }) => (crash === undefined ? [] : [crash]));
  }

  /** In the order of sending. */
  get evidence(): readonly Exchange[] {
    const place = ({ id }: Exchange) => Number(id.slice(1));
    return this.#exchanges.toSorted((a, b) => place(a) - place(b));
  }

  /** @param interrupted whether the user ended the run */
  async report(interrupted: boolean): Promise<Report> {
    const abort = this.#abort;
    const cutOff = this.#gone ?? (interrupted ? INTERRUPTED : undefined);
    if (abort === undefined && cutOff !== undefined) return this.#cutOff(cutOff);
    return this.#assemble(abort, (scope) =>
      abort === undefined
        ? judgeAll(requirements, this.#outcomes, scope)
        : judgeNone(requirements, scope, abort),
    );
  }

  /** A requirement is decided only where each of its checks came to its end. */
  async #cutOff(abort: Abort): Promise<Report> {
    // Loaded here alone: the checks live in the worker.
    const { checks } = await import('../../../suites/index.ts');
    const ended = new Set(this.#outcomes.map(({ check }) => check));
    const open = new Set<RequirementId>(
      selectChecks(checks, selectedIds(this.#config.only))
        .filter(({ id }) => !ended.has(id))
        .flatMap(({ decides }) => decides),
    );
    return this.#assemble(abort, (scope) =>
      judgeAll(requirements, this.#outcomes, scope).map((judgement) => {
        const { id, profile } = judgement.requirement;
        const judged = scope.selected.has(id) && scope.claimed.includes(profile);
        return judged && open.has(id) ? undone(judgement, abort) : judgement;
      }),
    );
  }

  async #assemble(abort: Abort | undefined, judge: (scope: Scope) => readonly Judgement[]): Promise<Report> {
    const config = this.#config;
    const claimed: readonly Profile[] = config.messages === null ? ['animals'] : ['animals', 'messages'];
    const finishedAt = new Date();
    return assembleReport(
      {
        tool: { name: 'petstore-conformance', version: version(), digest: await kitDigest() },
        catalogue: { version: catalogueVersion, digest: catalogueDigest() },
        target: {
          baseUrl: config.baseUrl,
          messagesUrl: config.messages?.url ?? null,
          embedded: config.embedded,
        },
        startedAt: this.#startedAt.toISOString(),
        finishedAt: finishedAt.toISOString(),
        durationMs: finishedAt.getTime() - this.#startedAt.getTime(),
        seed: config.seed,
        scope: {
          readOnly: config.readOnly,
          strict: config.strict,
          only: config.only,
          profiles: claimed,
          asOf: config.asOf,
          runs: config.runs,
          maxCreated: config.maxCreated,
          ...(config.categoryIdsGiven ? { categoryIds: config.categoryIds.map(String) } : {}),
        },
        traffic: this.#last?.traffic ?? { requests: 0, retried: 0, created: 0 },
        created: this.#last?.animals ?? [],
        ...(abort === undefined ? {} : { abort }),
      },
      applyWaivers(judge({ selected: selectedIds(config.only), claimed }), this.#waivers, {
        today: this.#startedAt.toISOString().slice(0, 10),
        strict: config.strict,
      }),
    );
  }
}

/** A requirement that was left half judged: what was found until then is told, and claims nothing. */
function undone(judgement: Judgement, { cause }: Abort): Judgement {
  const broken = judgement.verdict === 'fail' || judgement.verdict === 'warn';
  const until = broken ? `, though until then this was found: ${judgement.reason}` : '';
  return {
    ...judgement,
    verdict: 'inconclusive',
    reason: `the run was cut off before this was decided${until}`,
    cause,
    next: 'Run again, and let it come to its end.',
  };
}
