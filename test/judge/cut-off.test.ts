import { expect, test } from 'vitest';
import { runResultFromEvents } from '../../src/run/run-result.ts';
import { configOf } from '../engine/config.ts';

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
