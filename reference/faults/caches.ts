import { as, type Fault, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Call, Reply } from '../model.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Repeats an answer for some milliseconds where the same is asked for with the same key. */
const cached =
  (step: 'list' | 'get', ttl: number, when: (reply: Reply, call: Call) => boolean): Patch =>
  (base) => {
    const kept = new Map<string, { readonly reply: Reply; readonly until: number }>();
    return {
      async answer(call) {
        if (call.operation !== step || call.authorization.length === 0) return base.answer(call);
        const key = `${call.path}?${String(call.params)} ${call.authorization.join()}`;
        const known = kept.get(key);
        if (known !== undefined && known.until > performance.now()) return known.reply;
        const reply = await base.answer(call);
        if (reply.status !== 401 && when(reply, call))
          kept.set(key, { reply, until: performance.now() + ttl });
        return reply;
      },
    };
  };

const always = () => true;
const filtered = (_: Reply, call: Call) => call.params.has('status');

export const cacheFaults: readonly Fault[] = [
  ...faultsOf('cache')('list.complete', ['list.limit.default', 'list.status.with-limit', 'list.agrees'], as, {
    'lists-for-a-minute': ['Keeps each list for a minute.', cached('list', MINUTE, always)],
    'lists-for-three-seconds': ['Keeps each list for three seconds.', cached('list', 3 * SECOND, always)],
    'filtered-lists-for-a-minute': [
      'Keeps each filtered list for a minute.',
      cached('list', MINUTE, filtered),
    ],
    'filtered-lists-for-four-seconds': [
      'Keeps each filtered list for four seconds.',
      cached('list', 4 * SECOND, filtered),
    ],
  }),
  ...faultsOf('cache')('get.success', [], as, {
    'unknown-ids-for-a-minute': ['Keeps for a minute that an id is unknown.', cached('get', MINUTE, always)],
    'unknown-ids-for-five-seconds': [
      'Keeps for five seconds that an id is unknown.',
      cached('get', 5 * SECOND, always),
    ],
  }),
];
