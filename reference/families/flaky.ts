import type { RequirementId } from '../../requirements/index.ts';
import { CREATE_400, CREATE_REFUSED } from '../define.ts';
import type { Operation } from '../model.ts';
import { changeResult, crash, ofAnimals, refuser } from '../modify.ts';
import { familiesOf, sharesOf } from './define.ts';
import { byAnswer } from './which.ts';

/** For each operation: words, the requirement that fails if the operation fails, and others that may fail. */
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
    ...CREATE_REFUSED,
    ...CREATE_400,
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
  familiesOf('flaky', byAnswer, {
    [`${operation}-crash`]: [
      `Fails with 500 for one in N ${words}, by chance.`,
      breaks,
      () => ({ [operation]: crash }),
      [...mayFall, 'robust.no-5xx'],
    ],
    ...(operation !== 'message' && {
      [`${operation}-key-refused`]: [
        `Refuses the valid key with 401 for one in N ${words}, by chance.`,
        'auth.accepted',
        () => ({ [operation]: refuser(401, 'internal', 'It did not work out.') }),
      ],
    }),
  }),
);

/** Families that affect random requests: repeating a request may give another result. */
export const flakyFamilies = [
  ...failing,
  ...familiesOf('flaky', byAnswer, {
    untyped: [
      'Answers one in N requests without a Content-Type, by chance.',
      'media.json',
      changeResult('contentType', (type, _, call) => (ofAnimals(call) ? undefined : type)),
    ],
  }),
  ...sharesOf('flaky', byAnswer, 'answers, by chance', {
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
