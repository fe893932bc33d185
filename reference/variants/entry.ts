import { type VariantExtras, type Variant, makeVariants } from '../define.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Patch } from '../steps.ts';
import { refusalOf, rejectValidKey } from '../keys.ts';
import { type Call, type Operation, RefusedRequest } from '../model.ts';
import { after, whenCallNumber, isCallOf, isMessagesCall, replaceRefusal } from '../modify.ts';

/** Counts of the requests that this server got, including the current request. */
interface Counts {
  /** Requests with a valid key. */
  keyed: number;
  /** Messages with a valid key. */
  messages: number;
  /** Requests with a missing or invalid key. */
  refused: number;
}

/** Rejects requests, even with a valid key, if `when` is true for the counts of earlier requests. */
const entry =
  ([status, when]: readonly [status: number, when: (counts: Counts, call: Call) => boolean]): Patch =>
  (base) => {
    const counts: Counts = { keyed: 0, messages: 0, refused: 0 };
    return {
      async authenticate(call) {
        const refusal = await refusalOf(base, call);
        counts[refusal === undefined ? 'keyed' : 'refused'] += 1;
        if (refusal === undefined && isMessagesCall(call)) counts.messages += 1;
        if (when(counts, call))
          throw new RefusedRequest(status, 'invalid_key', 'You are not let in any more.');
        if (refusal !== undefined) throw refusal;
      },
    };
  };

/** Takes the key for `most` requests; then every other request is refused for `ms` milliseconds, and all of them after that. */
const byTurns = ([most, ms]: readonly [most: number, ms: number]): Patch => {
  return (base, world) => {
    let end: number | undefined;
    const isRefused = ({ keyed }: Counts, call: Call): boolean => {
      if (isMessagesCall(call) || keyed <= most) return false;
      end ??= Date.now() + ms;
      return call.number % 2 === 0 || Date.now() > end;
    };
    return entry([401, isRefused])(base, world);
  };
};

/** Rejects the key with 403 for some operations only. */
const lacks = (operations: readonly Operation[]): Patch => rejectValidKey(isCallOf(...operations), 403);

/** Answers requests with a wrong key with 429 after the first `most` of them. */
const limitsBad = (most: number): Patch => {
  const isLimited = whenCallNumber(after(most));
  return replaceRefusal('authenticate', (refusal) => {
    throw isLimited() ? new RefusedRequest(429, 'invalid_key', 'Too many refused keys.') : refusal;
  });
};

/** Requirements that the run decides last, since a server may ban a client for such requests. */
const KEYS: readonly RequirementId[] = ['auth.missing', 'auth.invalid', 'auth.malformed', 'auth.first'];
/** The run cannot be completed on this server. */
const ends: VariantExtras = { ends: true };

/** Variants that stop accepting the run's requests, as a server may. */
export const validKeyRejectionVariants: readonly Variant[] = [
  ...makeVariants('entry', entry, {
    'key-expires': [
      'Takes the key for 250 requests, and answers 401 to it from then on.',
      [401, ({ keyed }, call) => !isMessagesCall(call) && keyed > 250],
      ends,
    ],
    'quota-402': [
      'Lets 300 requests in for a day, and answers 402 from then on.',
      [402, ({ keyed }) => keyed > 300],
      ends,
    ],
    'quota-403': [
      'Lets 120 requests in for a day, and answers 403 from then on.',
      [403, ({ keyed }) => keyed > 120],
      ends,
    ],
    'messages-quota': [
      'Takes 20 messages in a day, and answers 403 from then on.',
      [403, ({ messages }, call) => isMessagesCall(call) && messages > 20],
    ],
    'banned-403': [
      'Answers 403 to everything once it has refused 60 keys, as a firewall does to an address.',
      [403, ({ refused }) => refused > 60],
      { leaves: KEYS },
    ],
    'locked-401': [
      'Locks the account once it has refused 60 keys, and answers 401 to its key too.',
      [401, ({ refused }) => refused > 60],
      { leaves: KEYS },
    ],
  }),
  ...makeVariants('entry', byTurns, {
    'key-expires-by-turns': [
      'Takes the key for 250 requests, then one of its two nodes refuses it, and a second later both.',
      [250, 1000],
      ends,
    ],
  }),
  ...makeVariants('entry', limitsBad, {
    'bad-keys-429': ['Answers 429 to every request without a valid key.', 0, { leaves: KEYS }],
    'bad-keys-429-later': [
      'Answers 429 to requests without a valid key behind the first 20, as a limit on refused keys does.',
      20,
      { leaves: KEYS },
    ],
  }),
  ...makeVariants('permission', lacks, {
    'no-create': [
      'Takes the key for reading alone: 403 to every create.',
      ['create'],
      { leaves: ['create.success'] },
    ],
    'no-get': ['Answers 403 to every get: the key may list and add.', ['get'], { leaves: ['get.success'] }],
    'no-list': [
      'Answers 403 to every list: the key may add and get.',
      ['list'],
      { leaves: ['list.success'] },
    ],
    'no-messages': [
      'Answers 403 to every message: the key may do the rest.',
      ['message'],
      { leaves: ['messages.success'] },
    ],
    'list-only': [
      'Takes the key for lists alone: 403 to creates and gets.',
      ['create', 'get'],
      { leaves: ['create.success'] },
    ],
  }),
];
