import { requirements, type Profile } from '../../../requirements/index.ts';
import { assembleReport } from './assemble.ts';
import type { Report } from '../../../reports/model.ts';
import type { Dispatch } from '../../../suites/vitest.bridge.ts';
import type { Config } from '../../config/types.ts';
import type { CheckOutcome } from '../../kit/finding.ts';
import { judgeAll, judgeNone, type Scope } from '../../kit/judge.ts';
import type { Abort } from '../../kit/preflight.ts';
import { selectedIds } from '../../kit/select.ts';
import type { Exchange } from '../../target/types.ts';
import { version } from '../../version.ts';

/** What came of a run so far; it can be turned into a report at any moment. */
export class Record {
  readonly #config: Config;
  readonly #startedAt = new Date();
  readonly #outcomes: CheckOutcome[] = [];
  readonly #exchanges: Exchange[] = [];
  #last: Dispatch | undefined;
  #abort: Abort | undefined;

  constructor(config: Config) {
    this.#config = config;
  }

  add(dispatch: Dispatch): void {
    this.#exchanges.push(...dispatch.exchanges);
    if (dispatch.outcome !== undefined) this.#outcomes.push(dispatch.outcome);
    this.#abort ??= dispatch.abort;
    this.#last = dispatch;
  }

  get requests(): number {
    return this.#last?.traffic.requests ?? 0;
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

  /** @param cutOff why the run was not carried through, where it was not for the target's sake */
  report(cutOff?: Abort): Report {
    const config = this.#config;
    const claimed: readonly Profile[] = config.messages === null ? ['animals'] : ['animals', 'messages'];
    const scope: Scope = { selected: selectedIds(config.only), claimed };
    const abort = this.#abort ?? cutOff;
    const finishedAt = new Date();
    const judgements =
      this.#abort === undefined
        ? judgeAll(requirements, this.#outcomes, scope)
        : judgeNone(requirements, scope, this.#abort);
    return assembleReport(
      {
        tool: { name: 'petstore-conformance', version: version() },
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
        },
        traffic: this.#last?.traffic ?? { requests: 0, retried: 0, created: 0 },
        created: this.#last?.animals ?? [],
        ...(abort === undefined ? {} : { abort }),
      },
      judgements,
    );
  }
}
