import { equalForms, equalMessages, type Form } from '../generators/forms.ts';
import { groupBy } from '../src/base/group-by.ts';
import { withoutUndefined } from '../src/base/without-undefined.ts';
import { spelled } from '../src/json/spellings.ts';
import type { Check, CheckContext } from '../src/engine/plan/index.ts';
import { type Batch, property, unmet } from '../src/engine/verbs/index.ts';
import {
  type CreateReply,
  type Input,
  isSuccess,
  type ListReply,
  type MessageReply,
  type Status,
} from '../src/engine/target/index.ts';
import { QUOTA } from './create-answers.ts';

/** Chunks may be refused: a server may ask for a length (411), or not know the coding (501; RFC 9112, section 6.1). */
const NO_CHUNKS: ReadonlySet<number> = new Set([411, 501]);

type Sent = ListReply | CreateReply | MessageReply;

/** The plain request in a form; without one, as the kit usually writes it. */
function sendIn(
  { operation, search, text = '', spelling, ...form }: Form,
  { api, creates, names }: CheckContext,
  status?: Status,
): Promise<Sent | undefined> {
  switch (operation) {
    case 'list':
      return api.list(search?.query ?? {}, { ...form, search: search?.text });
    case 'create':
      return creates.borderline({
        ...form,
        ...withoutUndefined({ status, spelling }),
        ...(text !== '' && { name: (plain) => `${plain}${text}` }),
      });
    case 'message': {
      const sent = { message: `${names.text()}${text}` };
      const isUsual = text === '' && Object.keys(form).length === 0;
      const intent = isUsual ? 'valid' : 'borderline';
      return api.message(spelled(sent, spelling ?? 'tight'), { ...form, intent, sent });
    }
  }
}

/** Creates in several forms at once, which cost one animal; chunks may be refused for themselves, whatever else is odd. */
function packed(inputs: readonly Input<Form>[]): readonly Batch<Form>[] {
  const joined = (some: readonly Input<Form>[]): Form =>
    Object.assign({}, ...some.map(({ value }) => value)) as Form;
  const first = new Set<unknown>();
  const groups = groupBy(inputs, (input) => {
    const { value, from } = input;
    if (value.operation !== 'create' || value.chunked === true || first.has(from)) return input;
    first.add(from);
    return 'create';
  });
  return [...groups.values()].map((some) => ({ inputs: some, values: [joined(some)], joined }));
}

/** A form that is refused counts only where the plain request is not: otherwise the refusal of that one comes back. */
async function send(form: Form, context: CheckContext): Promise<Sent | undefined> {
  const sent = await sendIn(form, context);
  if (sent?.answer === undefined || isSuccess(sent.answer)) return sent;
  const { operation, search, text } = form;
  const query = search && { query: search.query, text: new URLSearchParams(search.query).toString() };
  const status = sent.operation === 'create' ? sent.submitted?.status : undefined;
  // Twice, and the form once more: what is refused now and then, every other time say, is no matter of its form.
  for (let turn = 0; turn < 2; turn += 1) {
    const plain = await sendIn(withoutUndefined({ operation, search: query, text }), context, status);
    if (!isSuccess(plain?.answer)) return plain;
  }
  return sendIn(form, context);
}

/** Whether a request went out as the kit usually writes it. */
function isPlain({ outcome: { ask } }: Sent): boolean {
  const { accept, body, chunked, contentType, headers, smallNames, url } = ask;
  return (
    body?.includes('\\') !== true &&
    accept === undefined &&
    headers === undefined &&
    smallNames === undefined &&
    chunked === undefined &&
    (contentType ?? 'application/json') === 'application/json' &&
    !url.includes('%')
  );
}

export const formChecks: readonly Check[] = [
  property<Form, Sent>('robust/equal-forms', {
    decides: 'robust.equal-forms',
    // The plain form works.
    needs: ['list', 'create'],
    draw: ({ messagesKey }) => [...equalForms, ...(messagesKey === '' ? [] : equalMessages)],
    batches: packed,
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
