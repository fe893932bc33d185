import { otherClientHeaders } from '../generators/forms.ts';
import { wrappedBodies, bodiesWithout, nonObjects, type BodyWithoutMember } from '../generators/bodies.ts';
import { partition, mapPartitions, type Partitions } from '../generators/partitions.ts';
import { animalJsonCorruptions } from '../generators/corruptions.ts';
import { invalidBodyStatuses } from '../generators/statuses.ts';
import { nonInt64s, nonStrings } from '../generators/values.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import type { Check } from '../src/engine/plan/index.ts';
import {
  type PropertyDefinition,
  judgeStatus,
  expectClientError,
  judgeUnlessRefusedOtherwise,
  judgeUnlessTurnedAway,
  expectStatus,
  type ExpectationResult,
} from '../src/engine/verbs/index.ts';
import { type CreateReply, isObject } from '../src/engine/target/index.ts';
import { unlessTooLong } from './create-answers.ts';
import { propertyUnlessQuota } from './quotas.ts';

const BAD_REQUEST = expectStatus(400);
const MEMBERS = ['name', 'categoryId', 'status'];

/** A check that faulty creates are refused, by default with 400. */
function refused<T>(id: string, one: Omit<PropertyDefinition<T, CreateReply>, 'needs'>): Check {
  return propertyUnlessQuota(id, {
    ...one,
    needs: ['create'],
    expect: unlessTooLong(one.expect ?? BAD_REQUEST),
    passMessage: `${one.passMessage}, each refused with 400`,
  });
}

/** A body without both members: the target may report either of them as missing. */
const EMPTY: BodyWithoutMember = { label: 'an empty object', without: () => ({}) };

const ENVELOPES: ReadonlySet<string> = new Set(
  wrappedBodies.flatMap(({ values = [] }) => values.map(({ label }) => label)),
);

const UNUSUAL_CATEGORY = 987_654_321;

/** True if the body has an unusual category or a member that NewPet does not have, or the address has a query. */
function hasUnknown({ sent, outcome: { ask } }: CreateReply): boolean {
  return (
    new URL(ask.url).search !== '' ||
    (isObject(sent) &&
      (sent['categoryId'] === UNUSUAL_CATEGORY ||
        Object.keys(sent).some((member) => !MEMBERS.includes(member))))
  );
}

/** Expects 400. A target may reject what it does not know in its own way, so a status other than 400 proves nothing then. */
const badRequestUnlessUnknown = (reply: CreateReply): ExpectationResult =>
  (hasUnknown(reply) ? judgeUnlessRefusedOtherwise : judgeStatus)(BAD_REQUEST, reply);

/** Checks that a body without `member` is rejected. */
function missing(member: 'name' | 'categoryId', requirement: RequirementId, other: RequirementId): Check {
  return refused(`create/without-${member === 'name' ? 'name' : 'category'}`, {
    decides: requirement,
    draw: [...bodiesWithout(member), ...wrappedBodies, ...partition({ [EMPTY.label]: [EMPTY] })],
    ask: ({ without, inQuery }, { creates, forms }) =>
      forms.send(400, without, (form) => creates.invalid(without, form, inQuery)),
    expect: badRequestUnlessUnknown,
    passMessage: `bodies without ${member}`,
    // A wrapper object hides both members, so the target may report a missing name instead of a missing category.
    possibleCauses: ({ label }) =>
      label === EMPTY.label || (member === 'categoryId' && ENVELOPES.has(label)) ? [other] : undefined,
  });
}

/** Checks that a body with an invalid value of `member` is rejected. */
function wrong(id: string, member: string, decides: RequirementId, draw: Partitions<Json>): Check {
  return refused(id, {
    decides,
    draw,
    // A null comes without a status: a service may check less where it has to set one.
    ask: (value, { creates, forms }) =>
      forms.send(400, value, (form) =>
        creates.invalid((valid) => {
          const { status: _status, ...bare } = valid;
          return { ...(value === null ? bare : valid), [member]: value };
        }, form),
      ),
    passMessage: `bodies with a wrong ${member}`,
  });
}

/** A whole body that is not an object: a JSON value, valid animals in an array, or an empty body. */
type Body =
  | { readonly json: Json }
  | 'an animal in an array'
  | 'two animals in an array'
  | 'an animal and a faulty one in an array'
  | 'no bytes'
  | 'no body';

/** Above this budget, a body with two animals is sent: a faulty target may store both, but the budget counts one. */
const RICH = 10;

export const createRefusalChecks: readonly Check[] = [
  missing('name', 'create.missing.name', 'create.missing.category'),
  missing('categoryId', 'create.missing.category', 'create.missing.name'),
  refused('create/without-name-by-others', {
    decides: 'create.missing.name',
    draw: otherClientHeaders,
    ask: (client, { creates }) => creates.invalid(({ categoryId = null }) => ({ categoryId }), client),
    expect: (reply) => judgeUnlessTurnedAway(BAD_REQUEST, reply),
    passMessage: 'bodies without name, sent with the headers of other HTTP clients',
  }),
  wrong('create/wrong-name', 'name', 'create.invalid.name', nonStrings),
  wrong('create/wrong-category', 'categoryId', 'create.invalid.category', nonInt64s),
  wrong('create/wrong-status', 'status', 'create.invalid.status', invalidBodyStatuses),

  refused('create/category-with-exponent', {
    decides: 'create.invalid.category',
    draw: partition<string>({
      'a fraction with an exponent': ['15e-1', '25E-1'],
      'a number that a double takes for infinite': ['1e400', '-1e999'],
    }),
    ask: (number, { creates }) =>
      creates.malformed((text) => text.replace(/("categoryId":)-?\d+/u, `$1${number}`)),
    passMessage: 'bodies with a category such as 15e-1 or 1e400',
  }),

  refused('create/several-wrong', {
    decides: 'create.invalid.name',
    // A service that collects several errors may report them in another form than a single error.
    draw: partition<JsonObject>({
      'two wrong members': [{ name: 314_159_265, categoryId: 'dogs' }],
      // A server may create an unknown category along with the animal, in code that validates less.
      'a wrong name and an unusual category': [{ name: 314_159_265, categoryId: UNUSUAL_CATEGORY }],
      'every member wrong': [{ name: 314_159_265, categoryId: 'dogs', status: 'unknown' }],
    }),
    ask: (members, { creates }) => creates.invalid((valid) => ({ ...valid, ...members })),
    expect: badRequestUnlessUnknown,
    passMessage: 'bodies in which several members are wrong',
    possibleCauses: ['create.invalid.category', 'create.invalid.status'],
  }),

  refused('create/no-object', {
    decides: 'create.invalid.body',
    draw: [
      ...partition<Body>({
        'no bytes': ['no bytes'],
        'no body, and no Content-Type': ['no body'],
        'an animal in an array': ['an animal in an array'],
        'two animals in an array': ['two animals in an array'],
        'an animal and a faulty one in an array': ['an animal and a faulty one in an array'],
      }),
      ...mapPartitions(nonObjects, (json): Body => ({ json })),
    ],
    ask: (body, { api, creates, forms }) => {
      if (body === 'no bytes') return creates.malformed(() => '');
      if (body === 'no body') return api.create(null, { intent: 'invalid', contentType: null, marker: null });
      if (typeof body === 'object')
        return forms.send(400, body.json, (form) => creates.invalid(() => body.json, form));
      if (body === 'an animal and a faulty one in an array')
        return creates.invalid((valid) => [valid, { status: 'unknown' }]);
      const isTwo = body === 'two animals in an array' && api.budget.left > RICH;
      // The second name starts with the first, so that a search for the first finds both.
      return creates.invalid(({ name = '', ...valid }) =>
        [name, ...(isTwo && typeof name === 'string' ? [`${name}s`] : [])].map((own) => ({
          name: own,
          ...valid,
        })),
      );
    },
    // Without a Content-Type, a server may answer 411 or 415.
    expect: (reply) => judgeStatus(reply.outcome.ask.body === null ? expectClientError : BAD_REQUEST, reply),
    passMessage: 'bodies that are empty or not an object',
  }),

  refused('create/malformed-json', {
    decides: 'create.malformed-json',
    turn: 0,
    draw: animalJsonCorruptions,
    ask: ({ corrupt, inPieces }, { creates, forms }) =>
      inPieces === true
        ? creates.malformed(corrupt, { inPieces })
        : forms.send(400, corrupt, (form) => creates.malformed(corrupt, form)),
    passMessage: 'bodies that are not JSON',
  }),
];
