import { expect, test } from 'vitest';
import { judgeServer } from '../../tools/trust/subject.ts';

// A list that follows from another fault is that fault's, and says so; one that stands alone is its own.
test.each([
  ['create/id-race-both-kept', 'list.distinct', 'create.id.unique'],
  ['create/status-any-stored', 'list.success', 'create.invalid.status'],
] as const)('%s leaves %s open, because of %s', async (fault, open, cause) => {
  const told = await judgeServer({ faults: [fault], seed: 1 });
  expect(told.failed).toContain(cause);
  expect(told.failed).not.toContain(open);
  expect(told.undecided).toContain(open);
  expect(told.reasons[open]).toContain(cause);
});

test('what valid bodies put into the list is the fault of the list', async () => {
  const { failed } = await judgeServer({ faults: ['create/status-unset-draft'], seed: 1 });
  expect(failed).toContain('list.success');
});

// A guard that answers otherwise without a key explains what is faulty and has none, and nothing of a wrong key.
test('what comes before a wrong key fails beside a missing key', async () => {
  const guard = await judgeServer({ faults: ['auth/missing-403-on-create'], seed: 1 });
  expect(guard.undecided).toContain('auth.first');
  const both = await judgeServer({
    faults: ['auth/missing-403-on-create', 'auth/first-body-checked'],
    seed: 1,
  });
  expect(both.failed).toEqual(['auth.missing', 'auth.first']);
});
