import { partition } from '../../../generators/partitions.ts';
import { expectStatus } from '../../../src/engine/verbs/expect.ts';
import type { CreateReply, ListReply } from '../../../src/engine/target/replies.ts';
import { property } from '../../../src/engine/verbs/property.ts';
import type { PropertyDefinition } from '../../../src/engine/verbs/trials.ts';
import type { OutgoingRequest } from '../../../src/http/types.ts';
import type { Script } from '../fake-client.ts';
import { FakeStore } from '../fake-store.ts';
import { foundBy } from '../context-of.ts';

/** A check that lists with each of the numbers as limit. */
export function listing(different: Partial<PropertyDefinition<number, ListReply>> = {}, id = 'list/numbers') {
  return property<number, ListReply>(id, {
    title: 'numbers as limits',
    decides: 'list.limit.accepted',
    draw: partition<number>({ even: [2, 4], odd: [1, 3] }),
    ask: (limit, { api }) => api.list({ limit: String(limit) }),
    expect: expectStatus(200),
    passMessage: 'numbers as limits, each answered with 200',
    ...different,
  });
}

/** A check that adds an animal for each input, in its own way. */
export function adding<T>(
  different: Pick<PropertyDefinition<T, CreateReply>, 'draw' | 'ask'> &
    Partial<PropertyDefinition<T, CreateReply>>,
) {
  return property<T, CreateReply>('create/some', {
    title: 'some animals',
    decides: 'create.success',
    expect: expectStatus(201),
    passMessage: 'animals, each 201',
    ...different,
  });
}

export function limitOf(ask: OutgoingRequest): number {
  return Number(new URL(ask.url).searchParams.get('limit'));
}

type Answers = Readonly<Record<number, Script | readonly Script[]>>;

/** A target that answers some limits otherwise, told by how often each was asked for. */
export function store(answers: Answers): (ask: OutgoingRequest) => Script {
  const good = new FakeStore(3);
  const asked = new Map<number, number>();
  return (ask) => {
    const limit = limitOf(ask);
    const turn = asked.get(limit) ?? 0;
    asked.set(limit, turn + 1);
    const special = answers[limit];
    if (special === undefined) return good.answer(ask);
    if (!Array.isArray(special)) return special as Script;
    return (special as readonly Script[])[turn] ?? good.answer(ask);
  };
}

/** What `listing` finds of that target. */
export function listed(
  answers: Answers,
  different?: Partial<PropertyDefinition<number, ListReply>>,
  config?: object,
) {
  return foundBy([listing(different)], store(answers), config);
}
