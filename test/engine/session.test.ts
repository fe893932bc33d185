import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { judgeRequirement } from '../../src/engine/judge/judgement.ts';
import { CHECK_STAGES } from '../../src/engine/plan/check-metadata.ts';
import type { CheckOutcome } from '../../src/engine/plan/finding.ts';
import type { CheckContext } from '../../src/engine/plan/context.ts';
import type { CheckSession } from '../../src/engine/plan/session.ts';
import { requirement } from '../../requirements/index.ts';
import { FakeStore } from './fake-store.ts';
import { benchOf, checkOf } from './context-of.ts';

/** Every check of a session whose run could begin. */
async function outcomesOf(session: CheckSession): Promise<readonly CheckOutcome[]> {
  await session.preflight();
  return Promise.all(session.checks.map((check) => session.outcome(check)));
}

const store = () => new FakeStore().answer;

describe('a session', () => {
  it('runs each check once, however often it is asked', async () => {
    let runs = 0;
    const check = checkOf('list/once', { probe: () => void (runs += 1) });
    const { session } = benchOf(store(), {}, [check]);
    const [one, two] = await Promise.all([session.outcome(check), session.outcome(check)]);
    await outcomesOf(session);
    expect(one).toBe(two);
    expect(runs).toBe(1);
  });

  it('begins a stage only when every check of the stages before it is done', async () => {
    const log: string[] = [];
    const checks = CHECK_STAGES.toReversed().flatMap((stage) =>
      ['a', 'b'].map((name) =>
        checkOf(`list/${stage}-${name}`, {
          stage,
          probe: async () => {
            log.push(`${stage} begins`);
            for (let i = 0; i < 5; i += 1) await tick();
            log.push(`${stage} ends`);
          },
        }),
      ),
    );
    const { session } = benchOf(store(), {}, checks);
    // The last stage is asked for first, as a test runner may.
    await Promise.all(checks.map((check) => session.outcome(check)));
    expect(log).toEqual(
      CHECK_STAGES.flatMap((stage) => ['begins', 'begins', 'ends', 'ends'].map((word) => `${stage} ${word}`)),
    );
  });

  it('runs the checks of a stage side by side', async () => {
    let arrive = (): void => {};
    const other = new Promise<void>((resolve) => (arrive = resolve));
    const checks = [
      checkOf('list/waits', { probe: () => other }),
      checkOf('list/comes', { probe: () => arrive() }),
    ];
    expect(await outcomesOf(benchOf(store(), {}, checks).session)).toHaveLength(2);
  });

  it('turns what a probe throws into a crash beside what it found, and goes on with the others', async () => {
    const breaks = (context: CheckContext) => {
      context.witness('list.success', 'it held');
      throw new TypeError('x is not a function');
    };
    const holds = (context: CheckContext) => context.witness('list.agrees', 'fine');
    const checks = [
      checkOf('list/broken', { probe: breaks }),
      checkOf('list/fine', { stage: 'invariant', probe: holds }),
    ];
    const outcomes = await outcomesOf(benchOf(store(), {}, checks).session);
    const findings = [{ kind: 'witness' }];
    const crash = expect.stringContaining('not a function') as string;
    expect(outcomes).toMatchObject([
      { check: 'list/broken', findings, crash },
      { check: 'list/fine', findings },
    ]);
    const judgement = judgeRequirement(requirement('list.success'), outcomes);
    expect(judgement).toMatchObject({ verdict: 'inconclusive', cause: 'kit' });
  });

  it('shows an invariant all that was sent before, by whatever check and by none', async () => {
    const asks = (id: string) =>
      checkOf(id, { probe: async (context) => void (await context.api.list({ limit: '7' })) });
    let seen: readonly string[] = [];
    const judge = checkOf('list/judge', {
      stage: 'invariant',
      probe: (context) => void (seen = context.api.log.map(({ outcome }) => outcome.exchange.check)),
    });
    await outcomesOf(benchOf(store(), {}, [asks('list/one'), asks('get/two'), judge]).session);
    expect(new Set(seen)).toEqual(new Set(['preflight', 'list/one', 'get/two']));
  });

  it('proves nothing that gets past the gate, in no finding and no name of an animal', async () => {
    const key = 'pk_0123456789abcdef';
    const leaky = checkOf('list/leaky', {
      probe: (context) =>
        context.undecided('list.success', { reason: `the target said ${key}`, cause: 'server' }),
    });
    const { session } = benchOf(store(), { apiKey: key }, [leaky]);
    expect(JSON.stringify(await outcomesOf(session))).not.toContain(key);
  });

  it('names the animals that it has added', async () => {
    const { session, context } = benchOf(store());
    expect(session.created()).toEqual([]);
    await context.population.starters();
    const created = session.created();
    expect(created.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
    expect(created.every(({ name }) => context.names.isOurs(name))).toBe(true);
  });

  it('leaves a check out, or undecided, where what it needs is missing, without running it', async () => {
    let runs = 0;
    const needs = (need: 'create' | 'list') =>
      checkOf(`list/needs-${need}`, {
        decides: ['list.success', 'list.agrees'],
        needs: [need],
        probe: () => void (runs += 1),
      });
    const script = benchOf(() => ({ status: 500 }), { readOnly: true }, [needs('create'), needs('list')]);
    expect(await outcomesOf(script.session)).toMatchObject([
      { findings: [{ kind: 'left-out' }, { kind: 'left-out' }] },
      { findings: [{ kind: 'undecided' }, { kind: 'undecided' }] },
    ]);
    expect(runs).toBe(0);
  });

  it('gives each check a seed of its own, the same in each run with the same seed', () => {
    const seeds = (seed: number) =>
      ['list/a', 'list/b'].map((id) => benchOf(store(), { seed }, [checkOf(id)]).context.seed('x'));
    expect(seeds(1)).toEqual(seeds(1));
    expect(new Set([...seeds(1), ...seeds(2)]).size).toBe(4);
  });
});
