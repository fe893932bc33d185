import { equivalentForms, equivalentMessages, type EquivalentForm } from '../generators/forms.ts';
import { groupBy } from '../src/base/group-by.ts';
import { withoutUndefined } from '../src/base/without-undefined.ts';
import { writeJsonSpelled } from '../src/json/spellings.ts';
import type { Check, CheckContext, Flaw } from '../src/engine/plan/index.ts';
import { type InputBatch, property, wrongStatusFlaw } from '../src/engine/verbs/index.ts';
import {
  type CreateReply,
  type DrawnInput,
  isObject,
  isSuccess,
  type ListReply,
  type MessageReply,
  type PetStatus,
  type Reply,
} from '../src/engine/target/index.ts';
import { hasQuotaStatus } from './quotas.ts';
import { animalsText } from './lists.ts';

/** Statuses that reject a chunked body: length required (411), or coding not supported (501; RFC 9112, section 6.1). */
const NO_CHUNKS: ReadonlySet<number> = new Set([411, 501]);

/** Sends a request with its body in chunks; if the target takes no chunks, sends it without. */
export async function inChunks<R extends Reply>(
  request: (form: { readonly chunked?: true }) => Promise<R | undefined>,
): Promise<R | undefined> {
  const reply = await request({ chunked: true });
  return reply?.answer === undefined || NO_CHUNKS.has(reply.answer.status) ? request({}) : reply;
}

/** The plain query string of a list; undefined without parameters. */
function plainSearch(search: EquivalentForm['search']): string | undefined {
  return search && new URLSearchParams(search.query).toString();
}

type Sent = ListReply | CreateReply | MessageReply;

function sendIn(
  { operation, search, text = '', spelling, ...form }: EquivalentForm,
  { api, creates, names }: CheckContext,
  status?: PetStatus,
): Promise<Sent | undefined> {
  // Other checks judge the replies to plain requests too.
  const isUsual = text === '' && spelling === undefined && Object.keys(form).length === 0;
  switch (operation) {
    case 'list':
      return isUsual && search?.text === plainSearch(search)
        ? api.list(search?.query)
        : api.list(search?.query ?? {}, { ...form, search: search?.text, form: 'equivalent' });
    case 'create':
      if (isUsual) return creates.plain(status);
      return creates.borderline({
        ...form,
        ...withoutUndefined({ status, spelling }),
        ...(text !== '' && { name: (plain) => `${plain}${text}` }),
      });
    case 'message': {
      const sent = { message: `${names.text()}${text}` };
      const intent = isUsual ? 'valid' : 'borderline';
      return api.message(writeJsonSpelled(sent, spelling ?? 'tight'), { ...form, intent, sent });
    }
  }
}

/** Puts several request forms into one create, for fewer animals; chunked bodies stay alone, since a server may reject them. */
function packed(inputs: readonly DrawnInput<EquivalentForm>[]): readonly InputBatch<EquivalentForm>[] {
  const joined = (some: readonly DrawnInput<EquivalentForm>[]): EquivalentForm =>
    Object.assign({}, ...some.map(({ value }) => value)) as EquivalentForm;
  const first = new Set<unknown>();
  const groups = groupBy(inputs, (input) => {
    const { value, from } = input;
    if (value.operation !== 'create' || value.chunked === true || first.has(from)) return input;
    first.add(from);
    return 'create';
  });
  return [...groups.values()].map((some) => ({ inputs: some, values: [joined(some)], joined }));
}

/** Returns what is wrong with a response to a valid request: its status, or animals that its query rules out. */
function formFlaw(reply: Sent): Flaw | undefined {
  if (!isSuccess(reply.answer)) return wrongStatusFlaw(reply, 'a 2xx, as for the ordinary request');
  if (reply.operation !== 'list') return undefined;
  const { limit, status } = reply.query;
  const items = reply.items ?? [];
  const places = [{ part: 'body', pointer: '' }] as const;
  const asPlain = 'as for the ordinary request';
  if (limit !== undefined && items.length > Number(limit))
    return { actual: animalsText(items.length), expected: `at most ${limit} animals, ${asPlain}`, places };
  return status === undefined || items.every((item) => isObject(item) && item['status'] === status)
    ? undefined
    : {
        actual: 'animals with another status',
        expected: `animals with status ${status}, ${asPlain}`,
        places,
      };
}

/** Failed replies to plain requests: they prove nothing about the form. */
const plainFailures = new WeakSet<Reply>();

/** Sends a form; if it is rejected or misread, also the plain request, whose response is returned if it fails too. */
async function send(form: EquivalentForm, context: CheckContext): Promise<Sent | undefined> {
  const sent = await sendIn(form, context);
  if (sent?.answer === undefined || formFlaw(sent) === undefined) return sent;
  const { operation, search, text } = form;
  const query = search && { query: search.query, text: plainSearch(search) ?? '' };
  const status = sent.operation === 'create' ? sent.submitted?.status : undefined;
  // If the plain request works twice and the form fails again, the form is the reason, and not chance.
  for (let turn = 0; turn < 2; turn += 1) {
    const plain = await sendIn(withoutUndefined({ operation, search: query, text }), context, status);
    if (plain?.answer !== undefined && formFlaw(plain) === undefined) continue;
    if (plain !== undefined) plainFailures.add(plain);
    return plain;
  }
  return sendIn(form, context);
}

export const equivalentFormChecks: readonly Check[] = [
  property<EquivalentForm, Sent>('robust/equal-forms', {
    decides: 'robust.equal-forms',
    // If plain requests fail, a rejection of the form proves nothing.
    needs: ['list', 'create'],
    draw: ({ messagesKey }) => [...equivalentForms, ...(messagesKey === '' ? [] : equivalentMessages)],
    batches: packed,
    ask: send,
    expect: (reply) => {
      // A used-up quota proves nothing about the form.
      if (plainFailures.has(reply) || hasQuotaStatus(reply)) return 'no-evidence';
      const { chunked } = reply.outcome.ask;
      if (chunked === true && NO_CHUNKS.has(reply.answer?.status ?? 0)) return 'met';
      return formFlaw(reply) ?? 'met';
    },
    passMessage: 'equivalent forms of an ordinary request, each answered like the ordinary request',
  }),
];
