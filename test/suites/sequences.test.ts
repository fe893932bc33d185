import { expect, it } from 'vitest';
import { sequenceChecks } from '../../suites/sequences.ts';
import { parseExactJson } from '../../src/json/json.ts';
import type { JsonObject } from '../../src/json/types.ts';
import { foundBy } from '../engine/context-of.ts';
import { FakeStore, ok, refusal } from '../engine/fake-store.ts';
import { present } from '../present.ts';

it.each([53, 121, 130])(
  'a store that is emptied once is not blamed on the order of requests, with seed %i',
  async (seed) => {
    const store = new FakeStore();
    let next = 1;
    const { findings } = await foundBy(
      [present(sequenceChecks[0])],
      (ask) => {
        if (ask.operation !== 'create') return store.answer(ask);
        const read = parseExactJson(ask.body ?? '');
        if (!read.ok) return refusal(400);
        // The animals after it get other ids than those that are lost.
        if (next === 10) store.animals.length = 0;
        const pet = { ...(read.value as JsonObject), id: next };
        next += 1;
        store.animals.push(pet);
        return ok(201, pet);
      },
      { consistencyMs: 0, maxCreated: 300, runs: 10, seed },
    );
    const told = findings.flatMap((one) => (one.kind === 'violation' ? [one.requirement] : []));
    expect(told.filter((id) => id.startsWith('get.'))).toEqual([]);
  },
);
