import { expect } from 'vitest';
import type { Config } from '../../src/config/types.ts';
import { openRun, type RunHooks } from '../../src/run/open.ts';
import { configOf } from '../engine/config.ts';

/** A run in this process, by a configuration that differs so; the kit does not break. */
export async function runWith(config: Partial<Config>, hooks: RunHooks = {}) {
  const { report, evidence, crashes } = await openRun(configOf(config), hooks).finish();
  expect(crashes).toEqual([]);
  const rows = (verdict: string) => report.requirements.filter((row) => row.verdict === verdict);
  const row = (id: string) => report.requirements.find((one) => one.id === id);
  return { report, evidence, rows, row };
}
