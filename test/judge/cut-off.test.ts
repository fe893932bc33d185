import { expect, test } from 'vitest';
import { runResultFromEvents } from '../../src/run/run-result.ts';
import { configOf } from '../engine/config.ts';
import { outcome, violation } from '../engine/findings.ts';

test('a run that could not begin decides nothing, and says why in each row', () => {
  const selected = ['list.success', 'list.agrees', 'messages.success'] as const;
  const why = { cause: 'network', message: 'Nobody answers.' } as const;
  const checks = [{ id: 'list/a', title: 'a', concerns: [...selected, 'get.success' as const] }];
  const { judgements } = runResultFromEvents(
    [
      { kind: 'begun', checks, tag: 'abcdef' },
      { kind: 'cut-off', why },
    ],
    { config: { ...configOf(), only: selected, messages: null }, waivers: [], startedAt: new Date() },
  );
  for (const { requirement, verdict, reason, cause, next } of judgements) {
    if (requirement.id === 'list.success' || requirement.id === 'list.agrees') {
      const open = { verdict: 'inconclusive', reason: why.message, cause: 'network', next: undefined };
      expect({ verdict, reason, cause, next }).toEqual(open);
    } else expect({ verdict, cause }).toEqual({ verdict: 'not-tested', cause: 'scope' });
  }
});

test.each([
  [true, 'fail'],
  [undefined, 'inconclusive'],
] as const)('with a lockout: %s, a failure beside a check that did not end is %s', (isLockout, verdict) => {
  const id = 'list.success';
  const why = {
    cause: 'rate-limit',
    message: 'The target blocked the run.',
    ...(isLockout && { isLockout }),
  } as const;
  const checks = ['list/a', 'list/b'].map((name) => ({ id: name, title: name, concerns: [id] as const }));
  const { judgements } = runResultFromEvents(
    [
      { kind: 'begun', checks, tag: 'abcdef' },
      { kind: 'finished', outcome: outcome('list/a', violation(id)) },
      { kind: 'cut-off', why },
    ],
    { config: { ...configOf(), only: [id], messages: null }, waivers: [], startedAt: new Date() },
  );
  const judged = judgements.find(({ requirement }) => requirement.id === id);
  expect(judged?.verdict).toBe(verdict);
});
