import { LosslessNumber } from 'lossless-json';
import { MAY_FAIL_WITH_CREATE, CREATE_REJECTIONS } from '../define.ts';
import type { Patch } from '../steps.ts';
import { member, stringOrEmpty } from '../json.ts';
import { rejectValidKey } from '../keys.ts';
import type { Call, RefusalReason, RefusedRequest } from '../model.ts';
import {
  changeResult,
  fail500,
  isAnimalsCall,
  isMessagesCall,
  refuseWith,
  replaceRefusal,
  setPetMembers,
  changeStoredAnimal,
} from '../modify.ts';
import { type FaultFamily, makeFaultFamilies, makeFamiliesFromFaults } from './define.ts';
import { callSelectors, byContentAndCredential } from './which.ts';

/** Accepts creates that would be rejected for the given reason. */
const taken = (reason: RefusalReason): Patch => {
  const unless = <T>(refusal: RefusedRequest, { operation }: Call, otherwise: T): T => {
    if (refusal.reason !== reason || operation !== 'create') throw refusal;
    return otherwise;
  };
  const body = { name: 'Accepted', categoryId: new LosslessNumber('1') };
  return (base, world) => ({
    ...replaceRefusal('parseBody', (refusal, call) => unless(refusal, call, body))(base, world),
    ...replaceRefusal('readDraft', (refusal, value, call) => {
      const name = stringOrEmpty(member(value, 'name')) || body.name;
      return unless(refusal, call, { name, categoryId: 1n, status: undefined });
    })(base, world),
  });
};

/** Accepts requests whose credential would be rejected for the given reason. */
const lets = (reason: RefusalReason) =>
  replaceRefusal('authenticate', (refusal) => {
    if (refusal.reason !== reason) throw refusal;
  });

// Requirements that may fail too if a request without a valid key is accepted: the request may be a create, or invalid.
const opened = ['auth.first', 'auth.no-effect'] as const;

const unlisted: FaultFamily = {
  id: 'share/unlisted',
  title: 'Never lists one in N animals.',
  breaks: 'list.complete',
  mayFall: [],
  patch: (hits) => changeResult('stored', (all) => all.filter(({ name }) => !hits.on(name))),
};

/** Families that affect fixed inputs: repeating a request gives the same result. */
export const deterministicFamilies: readonly FaultFamily[] = [
  unlisted,
  ...makeFaultFamilies('share', callSelectors.limits, {
    'limit-refused': [
      'Refuses one in N limits.',
      'list.limit.accepted',
      () => ({ list: refuseWith(400, 'invalid_limit', 'The limit is out of range.') }),
      ['list.limit.default', 'list.success', 'list.status.accepted'],
    ],
    'limit-cut': [
      'Leaves the last animal out of the page for one in N limits.',
      'list.complete',
      changeResult('page', (page) => page.slice(0, -1)),
      ['list.limit.default', 'list.status.with-limit'],
    ],
  }),
  ...makeFamiliesFromFaults('share', callSelectors.limits, 'limits', {
    'limit-one-more': ['list/limit-one-more'],
    'limit-twice': ['list/last-twice'],
  }),
  ...makeFaultFamilies('share', callSelectors.filters, {
    'filter-refused': [
      'Refuses one in N pairs of a status and a limit.',
      'list.status.accepted',
      () => ({ list: refuseWith(400, 'unknown_status_filter', 'The status is unknown.') }),
      ['list.limit.accepted', 'list.success', 'list.status.with-limit'],
    ],
  }),
  ...makeFamiliesFromFaults('share', callSelectors.filters, 'pairs of a status and a limit', {
    'filter-leak': ['list/filter-first-item-free', 'list.complete'],
    'filter-after-limit': ['list/limit-before-filter', 'list.limit.default'],
  }),
  ...makeFamiliesFromFaults('share', callSelectors.animals, 'names', {
    'listed-name': ['list/names-cut'],
    'listed-status': ['list/sold-as-pending'],
    'listed-category': ['list/category-zero'],
    'listed-category-text': ['member/list-categoryid-retyped', 'list.agrees', 'create.int64'],
  }),

  ...makeFaultFamilies('share', callSelectors.names, {
    'name-refused': [
      'Refuses one in N names.',
      'create.success',
      changeResult('readDraft', refuseWith(400, 'refused_name', 'The name cannot be taken.')),
      MAY_FAIL_WITH_CREATE,
    ],
    'id-of-the-last': [
      'Answers the creates of one in N names with the id of the animal before.',
      'create.id.unique',
      setPetMembers(['create'], ({ id }) => ({ id: id - 1n })),
      ['get.success', 'get.agrees', 'list.agrees', 'list.complete', 'create.echo', 'create.int64'],
    ],
    'stored-status': [
      'Keeps sold for the animals of one in N names that are available, and answers the create with available.',
      'get.agrees',
      changeStoredAnimal(({ status }) => (status === 'available' ? { status: 'sold' } : {})),
      ['list.agrees', 'list.complete', 'list.status.filter'],
    ],
  }),
  ...makeFamiliesFromFaults('share', callSelectors.names, 'names', {
    'created-200': ['status/create-200', ...MAY_FAIL_WITH_CREATE],
    'answer-without-category': ['member/create-categoryid-dropped', 'create.echo', 'create.int64'],
    'id-fraction': ['create/id-fraction'],
    'echo-name': ['create/name-cut'],
    'echo-category': ['create/category-lost'],
    'status-forced': ['create/status-forced'],
    'stored-name': ['create/stored-name-cut', 'list.complete'],
  }),
  ...makeFaultFamilies('share', callSelectors.categories, {
    'category-off': [
      'Keeps and shows one in N categories off by one, those from 1 to 5 apart.',
      'create.int64',
      changeResult('readCategory', (id) => (id < 1n || id > 5n ? id ^ 1n : id)),
      { start: { anyCategory: true }, mayFall: ['create.echo', 'list.agrees', 'get.agrees'] },
    ],
  }),
  ...CREATE_REJECTIONS.flatMap(([breaks, reason, words]) =>
    makeFaultFamilies('share', callSelectors.bodies, {
      [`${reason.replace('_', '-')}-taken`]: [
        `Takes one in N bodies ${words}.`,
        breaks,
        taken(reason),
        // A body without name and category is rejected for its name.
        reason === 'missing_name' ? ['create.missing.category'] : [],
      ],
    }),
  ),
  ...makeFamiliesFromFaults('share', callSelectors.bodies, 'bodies', {
    'id-from-body': ['create/id-taken-from-body'],
    'refused-but-stored': ['create/refused-but-stored'],
    'more-members-crash': ['create/unknown-member-crash'],
  }),

  ...makeFaultFamilies('share', callSelectors.petIds, {
    'get-404': ['Does not find one in N animals.', 'get.success', changeResult('find', () => undefined)],
  }),
  ...makeFamiliesFromFaults('share', callSelectors.petIds, 'ids', {
    'get-id-off': ['get/id-of-another', 'get.agrees'],
    'get-name': ['get/name-lost'],
    'get-category': ['get/category-zero'],
    'get-without-name': ['member/get-name-dropped', 'get.agrees'],
    'unknown-nearest': ['get/unknown-nearest'],
    'unknown-crash': ['get/unknown-crash', 'get.int64'],
    'unknown-400': ['get/unknown-400', 'get.int64'],
    'id-wraps': ['get/wraps-at-2-32', 'get.not-found'],
    'bad-id-crash': ['get/invalid-id-crash'],
    'not-announced': ['get/not-announced'],
  }),

  ...makeFaultFamilies('share', byContentAndCredential(isAnimalsCall), {
    'no-key-open': ['Lets one in N requests without a key in.', 'auth.missing', lets('missing_key'), opened],
    'bad-header-open': [
      'Lets one in N requests in whose Authorization header is not of the bearer form.',
      'auth.malformed',
      lets('malformed_authorization'),
      opened,
    ],
    'valid-key-refused': [
      'Refuses the valid key one in N times.',
      'auth.accepted',
      rejectValidKey(() => true),
    ],
    untyped: ['Omits one in N Content-Types.', 'media.json', changeResult('contentType', () => undefined)],
  }),
  ...makeFamiliesFromFaults('share', byContentAndCredential(isAnimalsCall), 'requests', {
    'bad-key-open': ['auth/invalid-any-token', 'auth.no-effect'],
    'error-detail': ['error/detail'],
    'error-status-off': ['error/status-always-400'],
  }),
  ...makeFamiliesFromFaults('share', callSelectors.requests, 'requests', {
    'body-first': ['auth/first-body-checked'],
    'stored-without-key': ['auth/refused-but-stored'],
    'no-challenge': ['auth/no-challenge'],
    'any-media-type': ['json/any-media-type-taken'],
    'message-any-type': ['messages/any-content-type'],
  }),

  ...makeFaultFamilies('share', byContentAndCredential(isMessagesCall), {
    'message-bad-header-open': [
      'Takes one in N messages whose Authorization header is not of the bearer form.',
      'messages.auth.malformed',
      lets('malformed_authorization'),
    ],
    'message-crash': [
      'Fails with 500 for one in N messages.',
      'messages.success',
      changeResult('readMessage', fail500),
      ['robust.no-5xx'],
    ],
  }),
  ...makeFamiliesFromFaults('share', byContentAndCredential(isMessagesCall), 'messages', {
    'message-no-key-open': ['messages/auth-missing-open'],
    'message-bad-key-open': ['messages/auth-invalid-open'],
  }),
  ...makeFamiliesFromFaults('share', callSelectors.bodies, 'messages', {
    'message-altered': ['messages/echo-cut'],
    'message-id-number': ['member/message-id-retyped'],
    'message-date': ['messages/created-epoch'],
    'message-text': ['media/message-text'],
    'message-no-json-taken': ['messages/not-json-taken'],
    'message-missing-taken': ['messages/missing-taken'],
    'message-wrong-taken': ['messages/number-taken'],
  }),
];
