import { equalForms, type Form } from '../generators/forms.ts';
import { withoutUndefined } from '../src/base/without-undefined.ts';
import type { Check, CheckContext } from '../src/engine/plan/index.ts';
import { property, unmet } from '../src/engine/verbs/index.ts';
import { type CreateReply, isSuccess, type ListReply } from '../src/engine/target/index.ts';
import { QUOTA } from './create-answers.ts';

/** Chunks may be refused: a server may ask for a length (411), or not know the coding (501; RFC 9112, section 6.1). */
const NO_CHUNKS: ReadonlySet<number> = new Set([411, 501]);

type Sent = ListReply | CreateReply;

/** The plain request that a form is equal to. */
function sendPlain(sent: Sent, { api, creates }: CheckContext): Promise<Sent | undefined> {
  return sent.operation === 'list'
    ? api.list(sent.query)
    : creates.borderline(withoutUndefined({ status: sent.submitted?.status }));
}

/** A form that is refused counts only where the plain request is not: otherwise the refusal of that one comes back. */
async function send({ operation, search, ...form }: Form, context: CheckContext): Promise<Sent | undefined> {
  const { api, creates } = context;
  const sent =
    operation === 'list'
      ? await api.list(search?.query ?? {}, { ...form, search: search?.text })
      : await creates.borderline(form);
  if (sent?.answer === undefined || isSuccess(sent.answer)) return sent;
  const plain = await sendPlain(sent, context);
  return isSuccess(plain?.answer) ? sent : plain;
}

/** Whether a request went out as the kit usually writes it. */
function isPlain({ outcome: { ask } }: Sent): boolean {
  const { accept, chunked, contentType, url } = ask;
  return (
    accept === undefined &&
    chunked === undefined &&
    (contentType ?? 'application/json') === 'application/json' &&
    !url.includes('%')
  );
}

export const formChecks: readonly Check[] = [
  property<Form, Sent>('robust/equal-forms', {
    title: 'plain requests in other forms that HTTP or URI calls equal',
    decides: 'robust.equal-forms',
    // The plain form works.
    needs: ['list', 'create'],
    draw: equalForms,
    ask: send,
    expect: (reply) => {
      // A quota says nothing of the form.
      if (isPlain(reply) || QUOTA.has(reply.answer?.status ?? 0)) return 'no-evidence';
      const { chunked } = reply.outcome.ask;
      if (chunked === true && NO_CHUNKS.has(reply.answer?.status ?? 0)) return 'met';
      return isSuccess(reply.answer) ? 'met' : unmet(reply, 'a 2xx, as the plain form gets');
    },
    passMessage: 'forms of a plain request, each answered like the plain one',
  }),
];
