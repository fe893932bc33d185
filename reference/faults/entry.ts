import {
  CREATE_400_REQUIREMENTS,
  MAY_FAIL_WITH_CREATE,
  patchAsIs,
  type Fault,
  faultMaker,
} from '../define.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Patch } from '../steps.ts';
import { rejectValidKey } from '../keys.ts';
import { type Operation, RefusedRequest } from '../model.ts';
import {
  after,
  whenCallNumber,
  every,
  isAnimalsCall,
  isCallOf,
  replaceRefusal,
  type When,
} from '../modify.ts';

/** Rejects requests with the valid key, selected by operation and by the count of its calls. */
const later = ([status, operations, is]: readonly [
  status: number,
  operations: readonly Operation[],
  is: (count: number) => boolean,
]): Patch => rejectValidKey(whenCallNumber(is, isCallOf(...operations)), status);

/** Answers some requests with a wrong key with 429, and accepts the others. */
const limitsBad = (when: When): Patch =>
  replaceRefusal('authenticate', (refusal, call) => {
    if (when(call)) throw new RefusedRequest(429, 'invalid_key', 'Too many refused keys.');
    if (!isAnimalsCall(call)) throw refusal;
  });

const entry = faultMaker('entry');

const LISTS: readonly RequirementId[] = ['list.success', 'list.limit.accepted', 'list.status.accepted'];

/** Faults that resemble a quota or an expired key, but are neither. */
export const validKeyRejectionFaults: readonly Fault[] = [
  ...entry('auth.accepted', [], later, {
    'lists-401-later': [
      'Answers 401 to lists behind the first 60, and takes the key elsewhere.',
      [401, ['list'], after(60)],
    ],
    'one-in-fifty-401': [
      'Answers 401 to every fiftieth request with the key.',
      [401, ['list', 'create', 'get'], every(50)],
    ],
    'creates-401-later': [
      'Answers 401 to creates behind the first 20, and takes the key elsewhere.',
      [401, ['create'], after(20)],
    ],
    'gets-401-later': [
      'Answers 401 to gets behind the first 20, and takes the key elsewhere.',
      [401, ['get'], after(20)],
    ],
  }),
  ...entry('auth.accepted', [], patchAsIs, {
    'by-turns-401-for-a-second': [
      'Answers 401 to every other request behind the first 250 for a second.',
      (base, world) => {
        let end: number | undefined;
        const isRefused: When = ({ number }) =>
          number > 250 && number % 2 === 0 && Date.now() < (end ??= Date.now() + 1000);
        return rejectValidKey(isRefused, 401)(base, world);
      },
    ],
  }),
  ...entry(['auth.missing', 'auth.invalid', 'auth.malformed'], ['auth.first', 'auth.no-effect'], limitsBad, {
    'open-behind-429': [
      'Answers 429 to creates without a valid key, and lets lists and gets without one in.',
      isCallOf('create'),
    ],
  }),
  ...entry('get.success', ['get.not-found'], later, {
    'gets-403-later': ['Answers 403 to gets behind the first 20.', [403, ['get'], after(20)]],
    'one-get-in-four-403': ['Answers 403 to every fourth get with the key.', [403, ['get'], every(4)]],
    'one-get-in-four-409': ['Answers every fourth get with 409.', [409, ['get'], every(4)]],
    'one-get-in-six-410': ['Answers every sixth get with 410.', [410, ['get'], every(6)]],
    'gets-403-at-first': [
      'Answers 403 to the first 3 gets with the key.',
      [403, ['get'], (count) => count <= 3],
    ],
  }),
  ...entry('create.success', [...MAY_FAIL_WITH_CREATE, ...CREATE_400_REQUIREMENTS], later, {
    'creates-403-at-first': [
      'Answers 403 to the first 8 creates with the key.',
      [403, ['create'], (count) => count <= 8],
    ],
    'one-create-in-five-403': [
      'Answers 403 to every fifth create with the key.',
      [403, ['create'], every(5)],
    ],
    'every-other-create-409': ['Answers every other create with 409.', [409, ['create'], every(2)]],
    'one-create-in-five-409': ['Answers every fifth create with 409.', [409, ['create'], every(5)]],
  }),
  ...entry('messages.success', [], later, {
    'one-message-in-four-403': [
      'Answers 403 to every fourth message with the key.',
      [403, ['message'], every(4)],
      ['messages.invalid-json', 'messages.content-type', 'messages.missing'],
    ],
  }),
  ...entry('list.success', LISTS, later, {
    'lists-403-later': ['Answers 403 to lists behind the first 60.', [403, ['list'], after(60)]],
  }),
  ...entry('list.limit.accepted', [...LISTS, 'list.status.with-limit'], later, {
    'one-list-in-eight-409': ['Answers every eighth list with 409.', [409, ['list'], every(8)]],
  }),
];
