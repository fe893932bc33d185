import { expect } from 'vitest';
import type { ReferenceOptions } from '../../reference/index.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Verdict } from '../../reports/model.ts';
import type { Config } from '../../src/config/types.ts';
import { openRun, type RunHooks } from '../../src/run/open.ts';
import { configOf } from '../engine/config.ts';
import { reference } from './servers.ts';

/** A run in this process, by a configuration that differs so; the kit does not break. */
export async function runWith(config: Partial<Config>, hooks: RunHooks = {}) {
  const { report, evidence, judgements, crashes } = await openRun(configOf(config), hooks).finish();
  expect(crashes).toEqual([]);
  const rows = (verdict: Verdict) => report.requirements.filter((row) => row.verdict === verdict);
  const row = (id: RequirementId) => report.requirements.find((one) => one.id === id);
  return { report, evidence, judgements, rows, row };
}

/** The same against a reference server of its own. */
export async function runOn(options: ReferenceOptions = {}, config: Partial<Config> = {}) {
  const { baseUrl, key, messagesUrl, messagesKey } = await reference({ asOf: '2026-11-21', ...options });
  const messages = { url: messagesUrl, apiKey: messagesKey };
  const times = { consistencyMs: 2000, timeoutMs: 10_000, runs: 1 };
  return runWith({ baseUrl, apiKey: key, messages, ...times, ...config });
}
