import { equalForms, type Form } from '../generators/forms.ts';
import type { Check } from '../src/engine/check.ts';
import { unmet } from '../src/engine/expect.ts';
import type { Lab } from '../src/engine/lab.ts';
import { isSuccess, type Reply } from '../src/engine/replies.ts';
import { each } from '../src/engine/verbs/each.ts';

/** Chunks may be refused: a server may ask for a length (411), or not know the coding (501; RFC 9112, section 6.1). */
const NO_CHUNKS: ReadonlySet<number> = new Set([411, 501]);

function send({ operation, search, ...form }: Form, { api, creates }: Lab): Promise<Reply | undefined> {
  return operation === 'list'
    ? api.list(search?.query ?? {}, { ...form, search: search?.text })
    : creates.odd(form);
}

export const formChecks: readonly Check[] = [
  each<Form, Reply>('robust/equal-forms', {
    title: 'plain requests in other forms that HTTP or URI calls equal',
    decides: 'robust.equal-forms',
    // The plain form works.
    needs: ['list', 'create'],
    draw: equalForms,
    ask: send,
    expect: (reply) => {
      const { chunked } = reply.outcome.ask;
      if (chunked === true && NO_CHUNKS.has(reply.answer?.status ?? 0)) return 'met';
      return isSuccess(reply.answer) ? 'met' : unmet(reply, 'a 2xx, as the plain form gets');
    },
    passes: 'forms of a plain request, each answered like the plain one',
  }),
];
