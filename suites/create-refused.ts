import * as fc from 'fast-check';
import {
  notInt64s,
  notObjects,
  notStatuses,
  notStrings,
  spoilers,
  spoiling,
  tellingNotInt64s,
  tellingNotStatuses,
  tellingNotStrings,
} from '../generators/bodies.ts';
import type { RequirementId } from '../requirements/index.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import type { Lab } from '../src/kit/lab.ts';
import { bodyOf } from '../src/kit/population.ts';
import type { Property } from '../src/kit/property.ts';
import type { CreateReply } from '../src/kit/replies.ts';
import type { Json, JsonObject } from '../src/target/types.ts';
import { writeJson } from '../src/target/json.ts';
import { expectStatus, settleProperty, statusText } from './trials.ts';

const REFUSED = '400 with an Error object';

/** Members of a valid body, with a name that finds what was stored. */
async function validBody(lab: Lab): Promise<JsonObject> {
  return bodyOf(lab.population.plainBody(await lab.population.rarestStatus()));
}

function nameOf(body: JsonObject): string | undefined {
  const name = body['name'];
  return typeof name === 'string' ? name : undefined;
}

function without(body: JsonObject, ...members: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([member]) => !members.includes(member)));
}

/** Sends a faulty object; its name, where it has one, finds what was stored. */
function sendFaulty(lab: Lab, body: Json): Promise<CreateReply | undefined> {
  const marker = typeof body === 'object' && body !== null && !Array.isArray(body) ? nameOf(body as JsonObject) : undefined;
  return lab.api.createJson(body, { intent: 'faulty', ...(marker === undefined ? {} : { marker }) });
}

interface Refusal<T> {
  readonly id: string;
  readonly title: string;
  readonly requirement: RequirementId;
  readonly property: Pick<Property<T>, 'arbitrary' | 'always'>;
  /** Divides the runs of the configuration: how narrow the range of inputs is. */
  readonly share?: number;
  readonly send: (lab: Lab, value: T) => Promise<CreateReply | undefined>;
  readonly subject: (value: T) => string;
  readonly input?: (value: T) => unknown;
  readonly what: string;
}

/** A check that every input of a kind is refused with 400. */
function refusal<T>(definition: Refusal<T>): Check {
  const { id, title, requirement, property, send, subject, what, share = 3 } = definition;
  return defineCheck({
    id,
    title,
    decides: [requirement],
    stage: 'scenario',
    needs: ['create'],
    probe: (lab) =>
      settleProperty(
        lab,
        requirement,
        {
          ...property,
          runs: Math.floor(lab.config.runs / share),
          ask: async (value) => expectStatus(await send(lab, value), 400, REFUSED),
        },
        {
          subject,
          ...(definition.input === undefined ? {} : { input: definition.input }),
          note: (tried) => `${String(tried)} ${what}, each refused with 400`,
        },
      ),
  });
}

/** Which members a body keeps of those that it may have. */
function lacking(member: 'name' | 'categoryId'): Property<readonly string[]>['always'] {
  const other = member === 'name' ? 'categoryId' : 'name';
  return [[other, 'status'], [other], []];
}

function missing(member: 'name' | 'categoryId', id: string, requirement: RequirementId): Check {
  const always = lacking(member) ?? [];
  return refusal<readonly string[]>({
    id,
    title: `bodies without ${member}, with and without the other members`,
    requirement,
    property: { arbitrary: fc.constantFrom(...always), always },
    share: Infinity,
    send: async (lab, kept) => {
      const body = await validBody(lab);
      return sendFaulty(lab, without(body, ...Object.keys(body).filter((name) => !kept.includes(name))));
    },
    subject: (kept) => `a body without ${member} (it has ${kept.length === 0 ? 'no members' : kept.join(' and ')})`,
    input: (kept) => ({ members: kept }),
    what: `bodies without ${member}`,
  });
}

function broken(
  member: 'name' | 'categoryId' | 'status',
  id: string,
  requirement: RequirementId,
  property: Pick<Property<Json>, 'arbitrary' | 'always'>,
): Check {
  return refusal<Json>({
    id,
    title: `bodies whose ${member} is not what it has to be`,
    requirement,
    property,
    send: async (lab, value) => sendFaulty(lab, { ...(await validBody(lab)), [member]: value }),
    subject: (value) => `an animal with ${member} ${writeJson(value)}`,
    input: (value) => ({ [member]: value }),
    what: `bodies with a wrong ${member}`,
  });
}

const notAnObject = refusal<Json | undefined>({
  id: 'create/no-object',
  title: 'an empty body, and JSON that is no object',
  requirement: 'create.invalid.body',
  property: {
    arbitrary: notObjects,
    always: [undefined, null, [], 'Rex', 1],
  },
  send: (lab, value) =>
    value === undefined ? lab.api.create('', { intent: 'faulty' }) : sendFaulty(lab, value),
  subject: (value) => (value === undefined ? 'an empty body' : `the body ${writeJson(value)}`),
  input: (value) => (value === undefined ? { body: '' } : { body: value }),
  what: 'bodies that are empty or no object',
});

const listOfOne = refusal<'array'>({
  id: 'create/animal-in-an-array',
  title: 'a valid animal inside an array',
  requirement: 'create.invalid.body',
  property: { arbitrary: fc.constant('array'), always: ['array'] },
  share: Infinity,
  send: async (lab) => {
    const body = await validBody(lab);
    const marker = nameOf(body);
    return lab.api.createJson([body], { intent: 'faulty', ...(marker === undefined ? {} : { marker }) });
  },
  subject: () => 'an array that holds a valid animal',
  what: 'array with a valid animal in it',
});

const malformed = refusal<(typeof spoilers)[number]>({
  id: 'create/malformed-json',
  title: 'bodies that RFC 8259 rejects, sent as application/json',
  requirement: 'create.malformed-json',
  property: { arbitrary: spoiling, always: spoilers },
  share: Infinity,
  send: async (lab, spoiler) => {
    const body = await validBody(lab);
    const marker = nameOf(body);
    return lab.api.create(spoiler.spoil(writeJson(body)), {
      intent: 'faulty',
      ...(marker === undefined ? {} : { marker }),
    });
  },
  subject: (spoiler) => `a body that is no JSON (${spoiler.label})`,
  input: (spoiler) => ({ body: spoiler.label }),
  what: 'bodies that are no JSON',
});

const OTHER_TYPES = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', null] as const;

const mediaType = defineCheck({
  id: 'create/other-media-type',
  title: 'a valid body sent as another media type',
  decides: ['create.media-type'],
  stage: 'scenario',
  needs: ['create'],
  probe: async (lab) => {
    await settleProperty(
      lab,
      'create.media-type',
      {
        arbitrary: fc.constantFrom(...OTHER_TYPES),
        always: OTHER_TYPES,
        runs: 0,
        ask: async (contentType) => {
          const submitted = lab.population.plainBody(await lab.population.rarestStatus());
          const reply = await lab.api.createJson(bodyOf(submitted), { intent: 'odd', submitted, contentType });
          const status = reply?.answer?.status ?? 0;
          const refused = status >= 400 && status < 500;
          return expectStatus(reply, refused ? status : 415, 'a 4xx with an Error object, such as 415');
        },
      },
      {
        subject: (type) => (type === null ? 'a body without Content-Type' : `a body sent as ${type}`),
        input: (type) => ({ 'Content-Type': type ?? 'none' }),
        note: (tried) => `${String(tried)} other media types, each refused with a 4xx`,
      },
    );
  },
});

const EXTRA: readonly (readonly [string, Json])[] = [
  ['note', 'house-trained'],
  ['tags', [{ id: 1, name: 'quiet' }]],
];

const unknownMembers = defineCheck({
  id: 'create/unknown-members',
  title: 'a valid body with members that NewPet does not have',
  decides: ['create.unknown-members'],
  stage: 'scenario',
  needs: ['create'],
  probe: async (lab) => {
    const outcomes = await Promise.all(
      EXTRA.map(async ([member, value]) => {
        const submitted = lab.population.plainBody(await lab.population.rarestStatus());
        const body = { ...bodyOf(submitted), [member]: value };
        return { member, reply: await lab.api.createJson(body, { intent: 'odd', submitted }) };
      }),
    );
    for (const { member, reply } of outcomes) {
      if (reply?.answer === undefined) {
        if (reply === undefined) lab.outOfBudget('create.unknown-members');
        else lab.silent('create.unknown-members', reply);
        continue;
      }
      const { status } = reply.answer;
      if ((status >= 200 && status < 300) || (status >= 400 && status < 500)) {
        lab.held('create.unknown-members', 'bodies with unknown members: ignored or refused', reply);
        continue;
      }
      lab.broken('create.unknown-members', {
        message: `a valid body with an unknown member (${member}) was answered with ${statusText(reply)}`,
        expected: '201, or 400 with an Error object',
        actual: statusText(reply),
        exchanges: [reply.outcome.exchange],
        input: { member },
      });
    }
  },
});

export const refusalChecks: readonly Check[] = [
  missing('name', 'create/without-name', 'create.missing.name'),
  missing('categoryId', 'create/without-category', 'create.missing.category'),
  broken('name', 'create/wrong-name', 'create.invalid.name', {
    arbitrary: notStrings,
    always: tellingNotStrings,
  }),
  broken('categoryId', 'create/wrong-category', 'create.invalid.category', {
    arbitrary: notInt64s,
    always: tellingNotInt64s,
  }),
  broken('status', 'create/wrong-status', 'create.invalid.status', {
    arbitrary: notStatuses,
    always: tellingNotStatuses,
  }),
  notAnObject,
  listOfOne,
  malformed,
  mediaType,
  unknownMembers,
];
