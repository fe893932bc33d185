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
import type { CreateReply, Reply } from '../src/kit/replies.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import { writeJson } from '../src/json/json.ts';
import { expectStatus, settleProperty, settleTrial, statusText } from './trials.ts';

const REFUSED = '400 with an Error object';

/** Members of a valid body, with a name that finds what was stored. */
async function validBody(lab: Lab): Promise<JsonObject> {
  return bodyOf(lab.population.plainBody(await lab.population.rarestStatus()));
}

function nameOf(body: JsonObject): string | undefined {
  const name = body['name'];
  return typeof name === 'string' ? name : undefined;
}

/** Sends a faulty object; its name, where it has one, finds what was stored. */
function sendFaulty(lab: Lab, body: Json): Promise<CreateReply | undefined> {
  const marker =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? nameOf(body as JsonObject)
      : undefined;
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

/** The members that a body keeps, and the requirement that it puts to the test. */
const LACKING = [
  { kept: ['categoryId', 'status'], lacks: 'name', requirement: 'create.missing.name' },
  { kept: ['categoryId'], lacks: 'name', requirement: 'create.missing.name' },
  { kept: ['name', 'status'], lacks: 'categoryId', requirement: 'create.missing.category' },
  { kept: ['name'], lacks: 'categoryId', requirement: 'create.missing.category' },
] as const;

const incomplete = defineCheck({
  id: 'create/incomplete',
  title: 'bodies without name, without categoryId, and without both',
  decides: ['create.missing.name', 'create.missing.category'],
  stage: 'scenario',
  needs: ['create'],
  probe: async (lab) => {
    const outcomes = await Promise.all(
      LACKING.map(async (one) => tryLacking(lab, one.kept, one.lacks, one.requirement)),
    );
    // Where one missing member is let pass, it is no wonder that both are.
    if (outcomes.includes('broke')) return;
    const empty = await sendKeeping(lab, []);
    for (const requirement of ['create.missing.name', 'create.missing.category'] as const) {
      await settleTrial(lab, requirement, empty, (one) => expectStatus(one, 400, REFUSED), {
        note: 'an empty object, refused with 400',
        message: (actual) => `an empty object was answered with ${actual}; expected ${REFUSED}`,
        input: {},
      });
    }
  },
});

async function sendKeeping(lab: Lab, kept: readonly string[]): Promise<CreateReply | undefined> {
  const body = await validBody(lab);
  return sendFaulty(
    lab,
    Object.fromEntries(Object.entries(body).filter(([member]) => kept.includes(member))),
  );
}

async function tryLacking(
  lab: Lab,
  kept: readonly string[],
  lacks: string,
  requirement: RequirementId,
): Promise<'held' | 'broke' | 'void'> {
  const reply = await sendKeeping(lab, kept);
  return settleTrial(lab, requirement, reply, (one) => expectStatus(one, 400, REFUSED), {
    note: `bodies without ${lacks}, each refused with 400`,
    message: (actual) =>
      `a body without ${lacks} (it has ${kept.join(' and ')}) was answered with ${actual}; expected ${REFUSED}`,
    input: { members: kept },
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

/** JSON within JSON, as a client sends it that encodes twice. */
const DOUBLY = '{"name":"Rex","categoryId":1}';
/** Stands for a body of no bytes. */
const EMPTY = 'no bytes';

const notAnObject = refusal<{ readonly body: Json } | typeof EMPTY>({
  id: 'create/no-object',
  title: 'an empty body, and JSON that is no object',
  requirement: 'create.invalid.body',
  property: {
    arbitrary: notObjects.map((body) => ({ body })),
    always: [
      EMPTY,
      { body: null },
      { body: [] },
      { body: 'Rex' },
      { body: DOUBLY },
      { body: 1 },
      { body: true },
    ],
  },
  send: (lab, value) =>
    value === EMPTY ? lab.api.create('', { intent: 'faulty' }) : sendFaulty(lab, value.body),
  subject: (value) => (value === EMPTY ? 'an empty body' : `the body ${writeJson(value.body)}`),
  input: (value) => (value === EMPTY ? { body: '' } : value),
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
          const reply = await lab.api.createJson(bodyOf(submitted), {
            intent: 'odd',
            submitted,
            contentType,
          });
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
      if ((status >= 200 && status < 300) || status === 400) {
        lab.held('create.unknown-members', 'bodies with unknown members: ignored or refused', reply);
        continue;
      }
      const isRefused = ({ answer }: Reply) => answer?.status === status;
      await lab.confirm('create.unknown-members', reply, isRefused, {
        message: `a valid body with an unknown member (${member}) was answered with ${statusText(reply)}`,
        expected: '201, or 400 with an Error object',
        actual: statusText(reply),
        input: { member },
        explainedBy: ['create.status.values', 'create.success', 'auth.accepted'],
      });
    }
  },
});

export const refusalChecks: readonly Check[] = [
  incomplete,
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
