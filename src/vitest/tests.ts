import { afterAll, beforeAll, describe, test, type RunnerTask, type TestContext } from 'vitest';
import { failureFacts, failureOf } from '../../reports/explain.ts';
import type { RequirementReport, Verdict } from '../../reports/model.ts';
import { safeLine } from '../../reports/text.ts';
import { checksByArea, checks as allChecks } from '../../suites/index.ts';
import type { ConfigBeforeStart } from '../config/types.ts';
import { UsageError } from '../base/usage-error.ts';
import { type Check, reportableRequirements, withDependencies } from '../engine/plan/index.ts';
import { checksFor, openRun, type OpenRun } from '../run/open.ts';
import { prepareRun } from '../run/prepare.ts';
import type { TestHooks } from './index.ts';

declare module 'vitest' {
  interface TaskMeta {
    check?: string;
  }
}

/** Registers each check as a test in the file being collected, by area; `user` may be a function, called before the first. */
export function registerCheckTests(
  user: ConfigBeforeStart | (() => Promise<ConfigBeforeStart>),
  hooks: TestHooks,
): void {
  const selected = checksFor(typeof user === 'function' ? { only: [] } : user);
  const stop = new AbortController();
  let run: OpenRun | undefined;
  let whole = false;
  let close = (): Promise<void> => Promise.resolve();

  describe('Pet Store conformance', () => {
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the parameters to find out which fixtures to pass
    beforeAll(async ({}, { tasks }) => {
      const { onEvent, env } = hooks;
      const shown = checksOf(tasks);
      whole = selected.every(({ id }) => shown.has(id));
      await withMessageOnlyErrors(async () => {
        const known = typeof user === 'function' ? await user() : user;
        const { config, waivers, ...target } = await prepareRun(known, env);
        close = target.close;
        const wanted = checksFor(known).filter(({ id }) => shown.has(id));
        const checks = withDependencies(allChecks, wanted);
        run = openRun(config, { checks, waivers, signal: stop.signal, onEvent, env });
      });
    }, 0);
    afterAll(async () => {
      try {
        const ended = await run?.finish();
        if (ended !== undefined && whole) {
          await hooks.onEnd?.({ report: ended.report, evidence: ended.evidence });
        }
      } finally {
        await close();
      }
    }, 0);

    for (const { title, checks } of checksByArea) {
      const own = checks.filter((check) => selected.includes(check));
      if (own.length === 0) continue;
      describe.concurrent(title, () => {
        for (const check of own) {
          const name = `${check.id}: ${check.title} (${reportableRequirements(check).join(', ')})`;
          // No timeout here: the HTTP client has its own.
          test(name, { meta: { check: check.id }, timeout: 0 }, async (context) => {
            context.signal.addEventListener('abort', () => stop.abort(), { once: true });
            if (run === undefined) throw new Error('the run was not opened');
            await show(run, check, context);
          });
        }
      });
    }
  });
}

/** Returns the ids of checks whose tests will run: a filter such as `-t` skips others. */
function checksOf(tasks: readonly RunnerTask[]): ReadonlySet<string> {
  const ids = (task: RunnerTask): readonly string[] => {
    if (task.type === 'suite') return task.tasks.flatMap(ids);
    return task.mode === 'skip' || task.meta.check === undefined ? [] : [task.meta.check];
  };
  return new Set(tasks.flatMap(ids));
}

/** Runs a check in its test; throws an error that says what the target got wrong. */
async function show(run: OpenRun, check: Check, { annotate, skip }: TestContext): Promise<void> {
  if (!run.checks.includes(check)) skip('the options leave it out');
  const ending = await run.outcome(check);
  if ('abort' in ending) throw failed(ending.abort.message);
  if (ending.outcome.crash !== undefined)
    throw failed(`the kit itself failed, which says nothing about the target: ${ending.outcome.crash}`);
  const { verdict, text } = worstOf(check, run);
  if (verdict === 'warn' || verdict === 'waived') await annotate(text, 'warning');
  else if (verdict === 'not-tested') skip(text);
  else if (verdict !== 'pass') throw failed(text);
}

const WORST_FIRST: readonly Verdict[] = ['fail', 'inconclusive', 'warn', 'waived', 'pass', 'not-tested'];

/** Returns the worst verdict of a check and its text, from a report of that check alone. */
function worstOf(check: Check, run: OpenRun): { readonly verdict: Verdict; readonly text: string } {
  const { report, evidence } = run.resultOf(check);
  const verdictOf = ({ verdict, cause }: RequirementReport): Verdict => {
    // One check alone cannot tell whether a waiver is stale.
    if (cause === 'configuration') return 'pass';
    return verdict === 'warn' && report.scope.strict ? 'fail' : verdict;
  };
  const rows = report.requirements.filter(
    ({ id, checks }) => reportableRequirements(check).includes(id) && checks.length > 0,
  );
  // An undecided advisory requirement does not make the test undecided.
  const binding = rows.filter((row) => row.verdict !== 'inconclusive' || row.level !== 'advisory');
  const verdict = WORST_FIRST.find((worst) => binding.some((row) => verdictOf(row) === worst));
  const told = verdict === undefined ? rows : binding.filter((row) => verdictOf(row) === verdict);
  const texts = told.map((row) => {
    const isBroken = row.verdict === 'fail' || row.verdict === 'warn';
    const facts = isBroken ? failureFacts(failureOf(row, report, evidence)) : [];
    return [
      `${row.id}: ${safeLine(row.reason)}`,
      ...facts
        // The finding is left out, because the reason above contains it.
        .filter(({ kind, label }) => kind !== 'command' && label !== 'Found')
        .map(({ label, text }) => `  ${label.padEnd(9)} ${safeLine(text)}`),
    ].join('\n');
  });
  return { verdict: verdict ?? 'not-tested', text: texts.join('\n') || 'it found nothing to judge' };
}

/** Replaces a UsageError by an error with its message alone: vitest would print its members and stack. */
export async function withMessageOnlyErrors<T>(fn: () => T | Promise<T>): Promise<T> {
  try {
    return await fn();
  } catch (error) {
    throw error instanceof UsageError ? failed(error.message) : error;
  }
}

/** Makes an error about the target without a stack trace, because places in the kit's code do not help its reader. */
function failed(message: string): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}`;
  return error;
}
