import type * as fc from 'fast-check';
import type { RequirementId } from '../../../requirements/index.ts';
import { onConnection } from '../../http/connection.ts';
import type { Need, Stage } from '../check.ts';
import type { Flaw } from '../flaw.ts';
import type { Lab } from '../lab.ts';
import type { CreateReply, Reply } from '../replies.ts';

/** What a walk has come to. */
export interface Path {
  /** Animals that it has added, in the order of the answers. */
  readonly made: readonly CreateReply[];
  /** Whether it is gone again, for a flaw that showed before. */
  readonly again: boolean;
}

/** What is wrong with the answer to a step. */
export interface Misstep extends Flaw {
  /** The rules on the whole run do not judge it: it is told whether it shows again or not. */
  readonly own?: true;
  /** It counts only for animals that every replica has: the consistency time is waited for before it is looked at again. */
  readonly settles?: true;
}

/** Requests in any order: after each of them what the document promises has to hold. */
export interface Walk<S> {
  readonly title: string;
  readonly decides: readonly RequirementId[];
  readonly stage: Stage;
  readonly needs: readonly Need[];
  /** A whole walk. */
  readonly draw: fc.Arbitrary<readonly S[]>;
  /** Walks in one run, from `--runs`. */
  readonly walks: (runs: number) => number;
  /** A step: what a walk is made shorter by; has to shrink without a context. */
  readonly step: fc.Arbitrary<S>;
  /** The steps that go out at the same moment, together. */
  readonly moments: (steps: readonly S[]) => readonly (readonly S[])[];
  /** Whether the connection of a step is closed behind it, so that what follows opens another. */
  readonly closes: (step: S) => boolean;
  /** Undefined where there is nothing to ask for, or the budget is used up: then nothing was sent. */
  readonly ask: (step: S, path: Path, lab: Lab) => Promise<Reply | undefined>;
  readonly wrong: (step: S, reply: Reply, path: Path, lab: Lab) => readonly Misstep[];
  /** What a step that is judged by nobody else puts to the test, where its answer is right. */
  readonly holds: (step: S, lab: Lab) => RequirementId | undefined;
  /** A step in words: `a list with limit=3`. */
  readonly says: (step: S) => string;
}

export interface Trod<S> {
  readonly step: S;
  readonly at: number;
  readonly reply: Reply;
  readonly flaws: readonly Misstep[];
}

/** The requirement that a flaw breaks. */
export function requirementOf<S>(
  { decides: [first = 'list.success'] }: Walk<S>,
  flaw: Misstep,
): RequirementId {
  return flaw.requirement ?? first;
}

/** Goes the steps, those of one moment side by side. */
export async function follow<S>(
  lab: Lab,
  one: Walk<S>,
  steps: readonly S[],
  again: boolean,
): Promise<readonly Trod<S>[]> {
  const made: CreateReply[] = [];
  const path: Path = { made, again };
  const trod: Trod<S>[] = [];
  let at = 0;
  for (const moment of one.moments(steps)) {
    const begun = at;
    at += moment.length;
    const replies = await Promise.all(
      // Those that go out one after another follow each other on one connection.
      moment.map((step, own) =>
        onConnection({ own, last: one.closes(step) }, () => one.ask(step, path, lab)),
      ),
    );
    for (const reply of replies)
      if (reply?.operation === 'create' && reply.intent === 'plain' && reply.id !== undefined)
        made.push(reply);
    for (const [index, step] of moment.entries()) {
      const reply = replies[index];
      if (reply === undefined) continue;
      trod.push({ step, at: begun + index, reply, flaws: one.wrong(step, reply, path, lab) });
    }
  }
  return trod;
}
