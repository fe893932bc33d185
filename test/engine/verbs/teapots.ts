import type { OutgoingRequest } from '../../../src/http/types.ts';
import { defineCheck, type Check } from '../../../src/engine/plan/check.ts';
import type { Finding, Violation } from '../../../src/engine/plan/finding.ts';
import type { Flaw } from '../../../src/engine/plan/finding.ts';
import { isAuthenticatedList } from '../../../src/engine/target/lists.ts';
import type { ListReply } from '../../../src/engine/target/replies.ts';
import { invariant, type InvariantDefinition } from '../../../src/engine/verbs/invariant.ts';
import type { Script } from '../fake-client.ts';
import { FakeStore } from '../fake-store.ts';

export const TEAPOT = 418;

export function flaw(different: Partial<Flaw> = {}): Flaw {
  return { message: 'it is a teapot', expected: 'no teapot', actual: 'a teapot', ...different };
}

/** No answer of the run may be a 418. */
export function noTeapot<G = undefined>(different: Partial<InvariantDefinition<ListReply, G>> = {}): Check {
  return invariant<ListReply, G>('list/no-teapot', {
    title: 'no list is a teapot',
    decides: 'list.success',
    of: isAuthenticatedList,
    wrong: ({ answer }) => (answer?.status === TEAPOT ? flaw() : undefined),
    passMessage: 'lists, no teapot',
    ...different,
  });
}

/** A check that asks for lists with such limits, one after the other. */
export function listing(...limits: readonly number[]): Check {
  return defineCheck({
    id: 'list/some-limits',
    title: 'some limits',
    decides: ['list.success'],
    stage: 'scenario',
    probe: async ({ api }) => {
      for (const limit of limits) await api.list({ limit: String(limit) });
    },
  });
}

export const store = new FakeStore(3).answer;

/** A target that answers lists with such limits otherwise. */
export function otherwise(
  answers: Readonly<Record<number, Script | (() => Script)>>,
): (ask: OutgoingRequest) => Script {
  return (ask) => {
    const special = answers[Number(new URL(ask.url).searchParams.get('limit'))];
    return typeof special === 'function' ? special() : (special ?? store(ask));
  };
}

export function violations(findings: readonly Finding[]): readonly Violation[] {
  return findings.filter((finding) => finding.kind === 'violation');
}
