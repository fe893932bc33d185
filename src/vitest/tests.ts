import { afterAll, beforeAll, describe, test, type RunnerTask, type TestContext } from 'vitest';
import type { Check } from '../kit/check.ts';
import { withFeeders } from '../kit/select.ts';
import type { OpenRun } from '../run/types.ts';
import { tellCheck } from '../run/tell.ts';
import { areas, checks as allChecks } from '../../suites/index.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The id of the check that a test shows. */
    check?: string;
  }
}

/**
 * Puts checks as tests into the file that is being collected: one for each, in the order of the areas.
 * @param selected those that are shown
 * @param open opens the run of the checks that are given to it; called before the first test
 */
export function putTests(
  selected: readonly Check[],
  open: (checks: readonly Check[], signal: AbortSignal) => OpenRun | Promise<OpenRun>,
): void {
  const stop = new AbortController();
  let run: OpenRun | undefined;

  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of what it has to give from here
  beforeAll(async ({}, { tasks }) => {
    const shown = checksOf(tasks);
    run = await open(
      withFeeders(
        allChecks,
        selected.filter(({ id }) => shown.has(id)),
      ),
      stop.signal,
    );
  }, 0);
  afterAll(async () => run?.close(), 0);

  for (const { title, checks } of areas) {
    const own = checks.filter((check) => selected.includes(check));
    if (own.length === 0) continue;
    describe.concurrent(title, () => {
      for (const check of own) {
        const name = `${check.id}: ${check.title} (${check.decides.join(', ')})`;
        // Time limits are the client's.
        test(name, { meta: { check: check.id }, timeout: 0 }, async (context) => {
          context.signal.addEventListener('abort', () => stop.abort(), { once: true });
          if (run === undefined) throw new Error('the run was not opened');
          await show(run, check, context);
        });
      }
    });
  }
}

/** The ids of the checks whose tests vitest runs: a filter such as `-t` may have left some out. */
function checksOf(tasks: readonly RunnerTask[]): ReadonlySet<string> {
  const ids = (task: RunnerTask): readonly string[] => {
    if (task.type === 'suite') return task.tasks.flatMap(ids);
    return task.mode === 'skip' || task.meta.check === undefined ? [] : [task.meta.check];
  };
  return new Set(tasks.flatMap(ids));
}

/** The body of a test: it throws what the target got wrong, in words. */
async function show(run: OpenRun, check: Check, { annotate, skip }: TestContext): Promise<void> {
  if (!run.checks.includes(check)) skip('the options leave it out');
  const { verdict, text } = tellCheck(check, await run.outcome(check), run);
  switch (verdict) {
    case 'pass':
      return;
    case 'warn':
    case 'waived':
      await annotate(text, 'warning');
      return;
    case 'not-tested':
      skip(text);
      return;
    default:
      throw failed(text);
  }
}

/** An error about the target: where in the kit it was thrown says nothing to whoever reads it. */
function failed(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
