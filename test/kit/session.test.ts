import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { STAGES, type Check } from '../../src/kit/check.ts';
import { judgeRequirement } from '../../src/kit/judge.ts';
import { requirement } from '../../requirements/index.ts';
import { FakeStore } from './fake-store.ts';
import { benchOf, checkOf } from './lab-of.ts';

const store = () => new FakeStore().answer;

describe('a session', () => {
  it('runs each check once, however often it is asked', async () => {
    let runs = 0;
    const check = checkOf('list/once', { probe: () => void (runs += 1) });
    const { session } = benchOf(store(), {}, [check]);
    const [one, two] = await Promise.all([session.outcome(check), session.outcome(check)]);
    await session.all();
    expect(one).toBe(two);
    expect(runs).toBe(1);
  });

  it('begins a stage only when every check of the stages before it is done', async () => {
    const log: string[] = [];
    const checks = STAGES.toReversed().flatMap((stage) =>
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
      STAGES.flatMap((stage) => ['begins', 'begins', 'ends', 'ends'].map((word) => `${stage} ${word}`)),
    );
  });

  it('runs the checks of a stage side by side', async () => {
    let arrive = (): void => {};
    const other = new Promise<void>((resolve) => (arrive = resolve));
    const checks = [
      checkOf('list/waits', { probe: () => other }),
      checkOf('list/comes', { probe: () => arrive() }),
    ];
    expect(await benchOf(store(), {}, checks).session.all()).toHaveLength(2);
  });

  it('turns what a probe throws into a crash beside what it found, and goes on with the others', async () => {
    const checks: readonly Check[] = [
      checkOf('list/broken', {
        probe: (lab) => {
          lab.held('list.success', 'it held');
          throw new TypeError('x is not a function');
        },
      }),
      checkOf('list/fine', { stage: 'invariant', probe: (lab) => lab.held('list.agrees', 'fine') }),
    ];
    const outcomes = await benchOf(store(), {}, checks).session.all();
    expect(outcomes).toMatchObject([
      {
        check: 'list/broken',
        findings: [{ kind: 'witness' }],
        crash: expect.stringContaining('not a function') as string,
      },
      { check: 'list/fine', findings: [{ kind: 'witness' }] },
    ]);
    const judgement = judgeRequirement(requirement('list.success'), outcomes, new Set());
    expect(judgement).toMatchObject({ verdict: 'inconclusive', cause: 'kit' });
  });

  it('runs no check where the run cannot begin', async () => {
    let runs = 0;
    const { session } = benchOf(() => 'connection', {}, [
      checkOf('list/never', { probe: () => void (runs += 1) }),
    ]);
    expect(await session.all()).toEqual([]);
    expect(runs).toBe(0);
  });

  it('shows a check the traffic of the earlier ones it names, and what belongs to nobody', async () => {
    const asks = (id: string, over: readonly string[] = []) =>
      checkOf(id, {
        over,
        probe: async (lab) => {
          await lab.api.list({ limit: '7' });
        },
      });
    let seen: readonly string[] = [];
    const judge = checkOf('list/judge', {
      stage: 'invariant',
      over: ['list/*'],
      probe: async (lab) => {
        await lab.api.list({ limit: '8' });
        seen = lab.replies().map((reply) => reply.check);
      },
    });
    await benchOf(store(), {}, [asks('list/one'), asks('get/two'), judge]).session.all();
    expect(new Set(seen)).toEqual(new Set(['preflight', 'list/one']));
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
    expect(await script.session.all()).toMatchObject([
      { findings: [{ kind: 'left-out' }, { kind: 'left-out' }] },
      { findings: [{ kind: 'undecided' }, { kind: 'undecided' }] },
    ]);
    expect(runs).toBe(0);
  });

  it('gives each check a seed of its own, the same in each run with the same seed', () => {
    const seeds = (seed: number) =>
      ['list/a', 'list/b'].map((id) => benchOf(store(), { seed }, [checkOf(id)]).lab.seed('x'));
    expect(seeds(1)).toEqual(seeds(1));
    expect(new Set([...seeds(1), ...seeds(2)]).size).toBe(4);
  });
});
