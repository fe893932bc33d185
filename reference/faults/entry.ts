import { CREATE_400_REQUIREMENTS, MAY_FAIL_WITH_CREATE, type Fault, faultsOf } from '../define.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Patch } from '../hooks.ts';
import { onRefusedKey, rejectValidKey } from '../keys.ts';
import { type Call, Refusal } from '../model.ts';
import { isCallOf, isAnimalsCall } from '../modify.ts';

/** Rejects the valid key for certain requests by their count; other requests are accepted. */
const later =
  ([status, of, from]: readonly [
    status: number,
    of: (call: Call) => boolean,
    from: (count: number) => boolean,
  ]): Patch =>
  (base, world) => {
    let count = 0;
    return rejectValidKey((call) => of(call) && from((count += 1)), status)(base, world);
  };

const behind =
  (some: number) =>
  (count: number): boolean =>
    count > some;

/** Answers some requests with a wrong key with 429, and accepts the others. */
const limitsBad = (when: (call: Call) => boolean): Patch =>
  onRefusedKey((refusal, call) => {
    if (when(call)) throw new Refusal(429, 'invalid_key', 'Too many refused keys.');
    if (!isAnimalsCall(call)) throw refusal;
  });

const entry = faultsOf('entry');

const LISTS: readonly RequirementId[] = ['list.success', 'list.limit.accepted', 'list.status.accepted'];

/** Faults that resemble a quota or an expired key, but are neither. */
export const validKeyRejectionFaults: readonly Fault[] = [
  ...entry('auth.accepted', [], later, {
    'lists-401-later': [
      'Answers 401 to lists behind the first 60, and takes the key elsewhere.',
      [401, isCallOf('list'), behind(60)],
    ],
    'one-in-fifty-401': [
      'Answers 401 to every fiftieth request with the key.',
      [401, isAnimalsCall, (count) => count % 50 === 0],
    ],
    'creates-401-later': [
      'Answers 401 to creates behind the first 20, and takes the key elsewhere.',
      [401, isCallOf('create'), behind(20)],
    ],
    'gets-401-later': [
      'Answers 401 to gets behind the first 20, and takes the key elsewhere.',
      [401, isCallOf('get'), behind(20)],
    ],
  }),
  ...entry(['auth.missing', 'auth.invalid', 'auth.malformed'], ['auth.first', 'auth.no-effect'], limitsBad, {
    'open-behind-429': [
      'Answers 429 to creates without a valid key, and lets lists and gets without one in.',
      isCallOf('create'),
    ],
  }),
  ...entry('get.success', ['get.not-found'], later, {
    'gets-403-later': ['Answers 403 to gets behind the first 20.', [403, isCallOf('get'), behind(20)]],
    'one-get-in-four-403': [
      'Answers 403 to every fourth get with the key.',
      [403, isCallOf('get'), (count) => count % 4 === 0],
    ],
    'gets-403-at-first': [
      'Answers 403 to the first 3 gets with the key.',
      [403, isCallOf('get'), (count) => count <= 3],
    ],
  }),
  ...entry('create.success', [...MAY_FAIL_WITH_CREATE, ...CREATE_400_REQUIREMENTS], later, {
    'creates-403-at-first': [
      'Answers 403 to the first 8 creates with the key.',
      [403, isCallOf('create'), (count) => count <= 8],
    ],
    'one-create-in-five-403': [
      'Answers 403 to every fifth create with the key.',
      [403, isCallOf('create'), (count) => count % 5 === 0],
    ],
  }),
  ...entry(
    'messages.invalid-json',
    ['messages.success', 'messages.content-type', 'messages.missing'],
    later,
    {
      'one-message-in-four-403': [
        'Answers 403 to every fourth message with the key.',
        [403, isCallOf('message'), (count) => count % 4 === 0],
      ],
    },
  ),
  ...entry('list.success', LISTS, later, {
    'lists-403-later': ['Answers 403 to lists behind the first 60.', [403, isCallOf('list'), behind(60)]],
  }),
];
