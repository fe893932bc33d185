import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnimalBudget } from '../../src/engine/target/budget.ts';

async function turns(n: number): Promise<void> {
  for (let i = 0; i < n; i += 1) await Promise.resolve();
}

it('is never exceeded, loses no reservation and leaves nobody waiting, however many ask at once', async () => {
  const request = fc.record({ before: fc.nat(3), during: fc.nat(5), stored: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.nat(6), fc.array(request, { maxLength: 25 }), async (max, requests) => {
      const budget = new AnimalBudget(max);
      let underWay = 0;
      let kept = 0;
      const granted = await Promise.all(
        requests.map(async ({ before, during, stored }) => {
          await turns(before);
          if (!(await budget.reserve())) {
            // Only what was kept can have used it up.
            expect(kept).toBe(max);
            return false;
          }
          underWay += 1;
          expect(kept + underWay).toBeLessThanOrEqual(max);
          await turns(during);
          underWay -= 1;
          if (stored) kept += 1;
          budget.settle({ stored });
          return true;
        }),
      );
      expect(budget.spent).toBe(kept);
      expect(budget.left).toBe(max - kept);
      if (granted.includes(false)) expect(kept).toBe(max);
    }),
  );
});

it('counts what is under way as kept until it is settled', async () => {
  const budget = new AnimalBudget(2);
  await budget.reserve();
  expect({ spent: budget.spent, left: budget.left }).toEqual({ spent: 0, left: 1 });
  budget.settle({ stored: false });
  expect({ spent: budget.spent, left: budget.left }).toEqual({ spent: 0, left: 2 });
});

it('makes the last one wait for a reservation that may come back', async () => {
  const budget = new AnimalBudget(1);
  await budget.reserve();
  const [second, third] = [budget.reserve(), budget.reserve()];
  budget.settle({ stored: false });
  expect(await second).toBe(true);
  budget.settle({ stored: true });
  expect(await third).toBe(false);
});

it('grants what is sent again first', async () => {
  const budget = new AnimalBudget(1);
  await budget.reserve();
  const granted: string[] = [];
  const note = (name: string) => (is: boolean) => void (is && granted.push(name));
  const first = budget.reserve().then(note('first'));
  const again = budget.reserve('needed', '', true).then(note('again'));
  for (let n = 0; n < 3; n += 1) {
    await turns(5);
    budget.settle({ stored: false });
  }
  await Promise.all([first, again]);
  expect(granted).toEqual(['again', 'first']);
});

it('grants nothing where nothing may be created', async () => {
  expect(await new AnimalBudget(0).reserve()).toBe(false);
});

/** What drawn inputs leave to all else. */
function keptOf(max: number): number {
  return Math.min(6, Math.ceil(max / 3));
}

/** Reserves for drawn inputs as often as it is granted, keeping each; how often that was. */
async function drain(budget: AnimalBudget, check: string, times = 1000): Promise<number> {
  let granted = 0;
  for (; granted < times && (await budget.reserve('drawn', check)); granted += 1)
    budget.settle({ stored: true }, 'drawn', check);
  return granted;
}

/** The same for twenty checks. */
async function drainAll(budget: AnimalBudget): Promise<number> {
  let all = 0;
  for (let n = 0; n < 20; n += 1) all += await drain(budget, `create/${String(n)}`);
  return all;
}

describe('inputs that were drawn', () => {
  it.each([
    [150, 37],
    [100, 25],
    [36, 9],
    [12, 3],
    [3, 1],
    [2, 1],
    [1, 0],
    [0, 0],
  ])('get no more of %i animals than %i for one check, and leave what else is needed', async (max, share) => {
    const most = max - keptOf(max);
    const budget = new AnimalBudget(max);
    expect(await drain(budget, 'create/a')).toBe(share);
    expect(share + (await drainAll(budget))).toBe(most);
    // What is left is for what is needed.
    expect(budget.left).toBe(max - most);
    for (let n = most; n < max; n += 1) {
      expect(await budget.reserve()).toBe(true);
      budget.settle({ stored: true });
    }
    expect(await budget.reserve()).toBe(false);
  });

  it('cost a check nothing of its share where they are refused', async () => {
    const budget = new AnimalBudget(40);
    for (let n = 0; n < 200; n += 1) {
      expect(await budget.reserve('drawn', 'create/a')).toBe(true);
      budget.settle({ stored: false }, 'drawn', 'create/a');
    }
    expect(await drain(budget, 'create/a')).toBe(10);
    expect(await budget.reserve('drawn', 'create/a')).toBe(false);
    expect(await budget.reserve('drawn', 'create/b')).toBe(true);
  });

  it('wait for a share that may come back, and for one that does not no longer than that', async () => {
    const budget = new AnimalBudget(8);
    await budget.reserve('drawn', 'create/a');
    await budget.reserve('drawn', 'create/a');
    const [third, fourth] = [budget.reserve('drawn', 'create/a'), budget.reserve('drawn', 'create/a')];
    budget.settle({ stored: false }, 'drawn', 'create/a');
    expect(await third).toBe(true);
    budget.settle({ stored: true }, 'drawn', 'create/a');
    budget.settle({ stored: true }, 'drawn', 'create/a');
    expect(await fourth).toBe(false);
  });

  it.each([101, 50, 0])(
    'cost nothing where %i animals are missing anyway, which they bring',
    async (missing) => {
      const budget = new AnimalBudget(150);
      budget.needs(() => missing - budget.spent);
      expect(await drainAll(budget)).toBe(150 - keptOf(150));
    },
  );

  it.each([101, 120, 50])(
    'leave room for %i animals that are missing and that they do not bring',
    async (missing) => {
      const budget = new AnimalBudget(150);
      budget.needs(() => missing);
      expect(await drainAll(budget)).toBeGreaterThan(0);
      expect(budget.left).toBe(missing + keptOf(150));
    },
  );

  it('get their part where what is missing could not be reached anyway', async () => {
    const budget = new AnimalBudget(30);
    budget.needs(() => 101);
    expect(await drain(budget, 'create/a')).toBe(7);
  });

  it('are never more than there are, however many ask at once and whatever becomes of them', async () => {
    const checks = fc.constantFrom('a', 'b', 'c');
    const request = fc.record({ before: fc.nat(3), stored: fc.boolean(), check: checks });
    await fc.assert(
      fc.asyncProperty(fc.nat(20), fc.array(request, { maxLength: 40 }), async (max, requests) => {
        const budget = new AnimalBudget(max);
        const kept = new Map<string, number>();
        const granted = await Promise.all(
          requests.map(async ({ before, stored, check }) => {
            await turns(before);
            if (!(await budget.reserve('drawn', check))) return false;
            await turns(2);
            if (stored) kept.set(check, (kept.get(check) ?? 0) + 1);
            budget.settle({ stored }, 'drawn', check);
            return true;
          }),
        );
        const share = Math.max(1, Math.floor(max / 4));
        for (const count of kept.values()) expect(count).toBeLessThanOrEqual(share);
        expect(budget.left).toBeGreaterThanOrEqual(keptOf(max));
        if (max > 1 && requests.length > 0) expect(granted).toContain(true);
      }),
    );
  });
});

describe('what should be refused', () => {
  it('takes no more than its share where it is stored all the same, and leaves the rest to other checks', async () => {
    const budget = new AnimalBudget(24);
    const stored = async (check: string): Promise<boolean> => {
      const granted = await budget.reserve('refused', check);
      if (granted) budget.settle({ stored: true }, 'refused', check);
      return granted;
    };
    expect([await stored('one'), await stored('one'), await stored('one')]).toEqual([true, true, false]);
    expect([await stored('other'), await stored('other')]).toEqual([true, true]);
    expect(budget.left).toBe(20);
  });

  it('is left its share where no answer came, though the animals may have been stored', async () => {
    const budget = new AnimalBudget(20);
    for (let time = 0; time < 5; time += 1) {
      expect(await budget.reserve('refused', 'one')).toBe(true);
      budget.settle({ stored: true, answered: false }, 'refused', 'one');
    }
    expect(budget.left).toBe(15);
  });

  it('goes on where it is refused, and gets the last animals too', async () => {
    const budget = new AnimalBudget(1);
    for (let time = 0; time < 5; time += 1) {
      expect(await budget.reserve('refused', 'one')).toBe(true);
      budget.settle({ stored: false }, 'refused', 'one');
    }
    expect(budget.spent).toBe(0);
  });
});

describe('what a request with an answer that was lost may have stored', () => {
  const lost = { stored: true, answered: false, name: undefined } as const;
  const refused = { stored: false } as const;

  async function spentAfter(request: string | undefined): Promise<number> {
    const budget = new AnimalBudget(5);
    for (const one of [
      { ...lost, request: 'no key, {}' },
      { ...lost, request },
      { ...refused, request },
    ]) {
      await budget.reserve('refused');
      budget.settle(one, 'refused');
    }
    return budget.spent;
  }

  it('is given back once an equal request was refused', async () => {
    expect(await spentAfter('wrong key, {}')).toBe(1);
    expect(await spentAfter('no key, {}')).toBe(0);
  });

  it('stays reserved where no equal one was sent', async () => {
    expect(await spentAfter(undefined)).toBe(2);
  });
});
