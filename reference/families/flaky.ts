import type { RequirementId } from '../../requirements/index.ts';
import { CREATE_400_REQUIREMENTS, MAY_FAIL_WITH_CREATE } from '../define.ts';
import type { Operation } from '../model.ts';
import { changeResult, fail500, isAnimalsCall, refuseWith } from '../modify.ts';
import { makeFaultFamilies, makeFamiliesFromFaults } from './define.ts';
import { callSelectors } from './which.ts';

/** For each operation: its words in titles, the requirement that the fault breaks, and requirements that may fail too. */
const OPERATIONS: Readonly<
  Record<Operation, readonly [words: string, breaks: RequirementId, ...mayFall: RequirementId[]]>
> = {
  list: [
    'lists',
    'list.success',
    'list.limit.accepted',
    'list.limit.default',
    'list.limit.not-integer',
    'list.limit.out-of-range',
    'list.status.accepted',
    'list.status.unknown',
    'list.status.with-limit',
  ],
  create: [
    'creates',
    'create.success',
    ...MAY_FAIL_WITH_CREATE,
    ...CREATE_400_REQUIREMENTS,
    'create.media-type',
    'create.unknown-members',
  ],
  get: ['gets', 'get.success', 'get.not-found', 'get.int64', 'get.invalid-id'],
  message: [
    'messages',
    'messages.success',
    'messages.missing',
    'messages.invalid-json',
    'messages.content-type',
    'messages.invalid',
  ],
};

const failing = Object.entries(OPERATIONS).flatMap(([operation, [words, breaks, ...mayFall]]) =>
  makeFaultFamilies('flaky', callSelectors.chance, {
    [`${operation}-crash`]: [
      `Fails with 500 for one in N ${words}, by chance.`,
      breaks,
      () => ({ [operation]: fail500 }),
      [...mayFall, 'robust.no-5xx'],
    ],
    ...(operation !== 'message' && {
      [`${operation}-key-refused`]: [
        `Refuses the valid key with 401 for one in N ${words}, by chance.`,
        'auth.accepted',
        () => ({ [operation]: refuseWith(401, 'internal', 'It did not work out.') }),
      ],
    }),
  }),
);

/** Families that affect random requests: repeating a request may give another result. */
export const flakyFamilies = [
  ...failing,
  ...makeFaultFamilies('flaky', callSelectors.chance, {
    untyped: [
      'Answers one in N requests without a Content-Type, by chance.',
      'media.json',
      changeResult('contentType', (type, _, call) => (isAnimalsCall(call) ? undefined : type)),
    ],
  }),
  ...makeFamiliesFromFaults('flaky', callSelectors.chance, 'answers, by chance', {
    'list-short': ['list/newest-missing', 'list.limit.default', 'list.status.with-limit'],
    'list-one-more': ['list/limit-one-more'],
    'list-unfiltered': ['list/filter-ignored', 'list.complete'],
    'get-name': ['get/name-lost'],
    'create-name': ['create/name-lost'],
    'error-detail': ['error/detail'],
    'bad-key-open': ['auth/invalid-any-token', 'auth.no-effect'],
    'message-untyped': ['media/message-missing'],
  }),
];
