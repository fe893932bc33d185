import { afterAll, describe, inject, test, type TestContext } from 'vitest';
import { openRun } from '../src/vitest/bridge.ts';
import { areas } from './index.ts';

const run = openRun(inject('config'));

for (const { title, checks } of areas) {
  const own = checks.filter((check) => run.selected.has(check));
  if (own.length === 0) continue;
  describe.concurrent(title, () => {
    test.for(
      own.map((check) => [`${check.id}: ${check.title} (${check.decides.join(', ')})`, check] as const),
    )('%s', async ([, check], context: TestContext) => run.show(check, context));
  });
}

afterAll(() => run.close());
