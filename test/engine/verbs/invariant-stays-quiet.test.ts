import { describe, expect, it } from 'vitest';
import { isAuthenticatedList } from '../../../src/engine/target/lists.ts';
import type { ListReply } from '../../../src/engine/target/replies.ts';
import type { InvariantDefinition } from '../../../src/engine/verbs/invariant.ts';
import type { Script } from '../fake-client.ts';
import { refusal } from '../fake-store.ts';
import { foundBy } from '../context-of.ts';
import { flaw, listing, noTeapot, otherwise, store, TEAPOT } from './teapots.ts';

describe('a pass', () => {
  it('needs an answer that could have told', async () => {
    const telling = (limit: string) =>
      noTeapot({ conclusive: ({ query }) => query.limit === limit, inconclusive: () => 'no such limit' });
    expect((await foundBy([listing(1, 2, 2), telling('2')], store)).findings).toEqual([
      { kind: 'witness', requirement: 'list.success', note: '2 lists, no teapot', exchanges: ['x2', 'x3'] },
    ]);
    expect((await foundBy([listing(1, 2), telling('7')], store)).findings).toMatchObject([
      { kind: 'undecided', cause: 'test-data', reason: 'no such limit', exchanges: ['x1'] },
    ]);
  });

  it('is not told by what was flawed', async () => {
    const { findings } = await foundBy([listing(3), noTeapot()], otherwise({ 3: refusal(TEAPOT) }));
    expect(findings.map(({ kind }) => kind)).toEqual(['violation']);
  });

  it('speaks of the answers that it speaks of alone', async () => {
    const check = noTeapot({
      of: (reply): reply is ListReply => isAuthenticatedList(reply) && reply.query.limit === '2',
    });
    const { findings } = await foundBy([listing(1, 2), check], store);
    expect(findings).toMatchObject([{ note: '1 list, no teapot', exchanges: ['x2'] }]);
  });

  it('is compared with what the run knows, which is asked once, before the answers are looked at', async () => {
    let given = 0;
    const check = noTeapot<number>({
      given: async ({ api }) => {
        await api.list({ limit: '9' });
        return (given += 1);
      },
      wrong: (_, known) => (known === 1 ? undefined : flaw()),
    });
    expect((await foundBy([listing(1, 2), check], store)).findings).toMatchObject([
      { kind: 'witness', note: '3 lists, no teapot' },
    ]);
    expect(given).toBe(1);
  });
});

describe('where nothing could be told', () => {
  const lacking = { conclusive: () => false, inconclusive: () => 'too little' } as const;
  const untestableAfter = (lists: number): Different => ({
    ...lacking,
    untestableIf: (_, seen) => seen.length === lists,
  });
  const readOnly = { readOnly: true };
  type Different = Partial<InvariantDefinition<ListReply, undefined>>;
  type Case = [what: string, Different, told: object[], config?: object, answer?: Script];

  it.each<Case>([
    ['that is said', lacking, [{ kind: 'undecided', cause: 'test-data', reason: 'too little' }]],
    [
      'of a run that adds nothing, it is left out',
      lacking,
      [{ kind: 'left-out', limitsVerdict: true }],
      readOnly,
    ],
    [
      'since no run could tell, it is left out',
      untestableAfter(2),
      [{ kind: 'left-out', reason: 'too little' }],
    ],
    [
      'since no run could tell, what else it may break says so too',
      { ...untestableAfter(2), mayBreak: ['list.agrees'] },
      [
        { kind: 'left-out', requirement: 'list.success' },
        { kind: 'left-out', requirement: 'list.agrees' },
      ],
    ],
    ['and a run could tell, it is not', untestableAfter(3), [{ kind: 'undecided' }]],
    ['another check says so', { conclusive: () => false }, []],
    ['since nobody answered, that is why', lacking, [{ kind: 'undecided', cause: 'network' }], {}, 'timeout'],
    [
      'since the operation is left out, that is why',
      { ...lacking, requires: 'create' },
      [{ kind: 'left-out', reason: 'the run is read-only' }],
      readOnly,
    ],
    [
      'although the operation works, what is lacking is why',
      { ...lacking, requires: 'list' },
      [{ kind: 'undecided', reason: 'too little' }],
    ],
  ])('%s', async (_, different, told, config, answer) => {
    const answers = answer === undefined ? store : otherwise({ 1: answer, 2: answer });
    const { findings } = await foundBy([listing(1, 2), noTeapot(different)], answers, config);
    expect(findings).toHaveLength(told.length);
    expect(findings).toMatchObject(told);
  });
});

it('runs after everything else, with what it pulls and what it needs', async () => {
  expect(noTeapot({ dependsOn: ['list/*'], needs: ['list'] })).toMatchObject({
    stage: 'invariant',
    dependsOn: ['list/*'],
    needs: ['list'],
    decides: ['list.success'],
  });
  const check = noTeapot({ needs: ['create'] });
  const { findings } = await foundBy([listing(1), check], store, { readOnly: true });
  expect(findings).toMatchObject([{ kind: 'left-out' }]);
});

it('what was wrong, and was not so when it was looked at again, proves nothing', async () => {
  const check = noTeapot({
    confirm: () => Promise.resolve(undefined),
    inconclusive: () => 'nothing was told',
  });
  const { findings } = await foundBy([listing(1), check], otherwise({ 1: refusal(TEAPOT) }));
  expect(findings).toMatchObject([{ kind: 'undecided' }]);
});
