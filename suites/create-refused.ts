import { envelopes, lacking, notObjects, type Lacking } from '../generators/bodies.ts';
import { drawn, mapped, type Partitions } from '../generators/partitions.ts';
import { spoiling } from '../generators/corruptions.ts';
import { notStatuses } from '../generators/statuses.ts';
import { notInt64s, notStrings } from '../generators/values.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Json } from '../src/json/types.ts';
import type { Check } from '../src/engine/plan/index.ts';
import { property, judged, refusal, status } from '../src/engine/verbs/index.ts';
import { type CreateReply, isObject } from '../src/engine/target/index.ts';

const REFUSED = 'each refused with 400';
const BAD_REQUEST = status(400);
const MEMBERS = ['name', 'categoryId', 'status'];

/** What lacks both members may be refused wrongly for the other one. */
const EMPTY: Lacking = { label: 'an empty object', without: () => ({}) };

const ENVELOPES: ReadonlySet<string> = new Set(
  envelopes.flatMap(({ values = [] }) => values.map(({ label }) => label)),
);

/** Whether a body has a member that NewPet does not have, or a parameter stands in its address. */
function hasUnknown({ sent, outcome: { ask } }: CreateReply): boolean {
  return (
    new URL(ask.url).search !== '' ||
    (isObject(sent) && Object.keys(sent).some((member) => !MEMBERS.includes(member)))
  );
}

/** A body that lacks a member has to be refused. */
function missing(member: 'name' | 'categoryId', requirement: RequirementId, other: RequirementId): Check {
  const none: Partitions<Lacking> = drawn({ [EMPTY.label]: [EMPTY] });
  return property(`create/without-${member === 'name' ? 'name' : 'category'}`, {
    title: `bodies without ${member}: left out, under another name, one level down`,
    decides: requirement,
    needs: ['create'],
    draw: [...lacking(member), ...envelopes, ...none],
    ask: ({ without, inQuery }, { creates }) => creates.invalid(without, inQuery),
    // With what NewPet does not have, it may be refused for that, in whatever way.
    expect: (reply) => (hasUnknown(reply) ? refusal(400, reply) : judged(BAD_REQUEST, reply)),
    passMessage: `bodies without ${member}, ${REFUSED}`,
    // Of an envelope the name is asked for first: both are lacking in it.
    possibleCauses: ({ label }) =>
      label === EMPTY.label || (member === 'categoryId' && ENVELOPES.has(label)) ? [other] : undefined,
  });
}

/** A body with a member that is not what it has to be has to be refused. */
function wrong(
  id: string,
  member: 'name' | 'categoryId' | 'status',
  requirement: RequirementId,
  draw: Partitions<Json>,
): Check {
  return property(id, {
    title: `bodies whose ${member} is not valid`,
    decides: requirement,
    needs: ['create'],
    draw,
    ask: (value, { creates }) => creates.invalid((valid) => ({ ...valid, [member]: value })),
    expect: BAD_REQUEST,
    passMessage: `bodies with a wrong ${member}, ${REFUSED}`,
  });
}

/** A whole body that is not an object: a JSON value, a valid animal in an array, or nothing at all. */
type Body = { readonly json: Json } | 'an animal in an array' | 'no bytes';

export const refusalChecks: readonly Check[] = [
  missing('name', 'create.missing.name', 'create.missing.category'),
  missing('categoryId', 'create.missing.category', 'create.missing.name'),
  wrong('create/wrong-name', 'name', 'create.invalid.name', notStrings),
  wrong('create/wrong-category', 'categoryId', 'create.invalid.category', notInt64s),
  wrong('create/wrong-status', 'status', 'create.invalid.status', notStatuses),

  property('create/no-object', {
    title: 'an empty body, and JSON that is not an object',
    decides: 'create.invalid.body',
    needs: ['create'],
    draw: [
      ...drawn<Body>({
        'no bytes': ['no bytes'],
        'an animal in an array': ['an animal in an array'],
      }),
      ...mapped(notObjects, (json): Body => ({ json })),
    ],
    ask: (body, { creates }) => {
      if (body === 'no bytes') return creates.malformed(() => '');
      return creates.invalid((valid) => (body === 'an animal in an array' ? [valid] : body.json));
    },
    expect: BAD_REQUEST,
    passMessage: `bodies that are empty or not an object, ${REFUSED}`,
  }),

  property('create/malformed-json', {
    title: 'bodies that RFC 8259 rejects, sent as application/json',
    decides: 'create.malformed-json',
    needs: ['create'],
    draw: spoiling,
    ask: ({ corrupt }, { creates }) => creates.malformed(corrupt),
    expect: BAD_REQUEST,
    passMessage: `bodies that are not JSON, ${REFUSED}`,
  }),
];
