import * as fc from 'fast-check';
import { spoilers, spoiling, type Spoiler } from '../generators/bodies.ts';
import {
  drawnToken,
  malformedHeaders,
  moreMalformedHeaders,
  nearKeys,
  temptingTokens,
  tokens,
  type HeaderDraft,
} from '../generators/credentials.ts';
import {
  notMessages,
  otherContentTypes,
  tellingNotMessages,
  withoutMessage,
} from '../generators/messages.ts';
import type { RequirementId } from '../requirements/index.ts';
import { exactProblems, problemText } from '../schemas/exact.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Property } from '../src/kit/property.ts';
import { isSuccess, type MessageReply } from '../src/kit/replies.ts';
import { credential, noCredential } from '../src/kit/credentials.ts';
import type { Json } from '../src/json/types.ts';
import { writeJson } from '../src/json/json.ts';
import { timestamp } from './timestamp.ts';
import { expectStatus, settleProperty, statusText } from './trials.ts';

const TEXT = 'Hello from the conformance run';
const BODY = writeJson({ message: TEXT });
const NO_BYTES: Spoiler = { label: 'empty', spoil: () => '' };

function messages(lab: Lab): readonly MessageReply[] {
  return lab.replies().filter((reply): reply is MessageReply => reply.operation === 'message');
}

const send = defineCheck({
  id: 'messages/valid',
  title: 'a valid message: status, body, media type and timestamp of the answer',
  decides: ['messages.success', 'messages.created-at', 'messages.media', 'messages.echo'],
  stage: 'scenario',
  needs: ['messages'],
  probe: async (lab) => {
    if (!(await lab.can('message', 'messages.created-at', 'messages.media', 'messages.echo'))) {
      await judgeRefusal(lab);
      return;
    }
    const reply = await lab.api.message(BODY);
    if (lab.silent('messages.success', reply) || reply.answer === undefined) return;
    if (!isSuccess(reply.answer)) {
      refused(lab, reply);
      return;
    }
    judgeBody(lab, reply);
    judgeMedia(lab, reply);
    judgeEcho(lab, reply);
  },
});

/** The very first message already failed: as a configuration that cannot be used, or as a failure of the server. */
async function judgeRefusal(lab: Lab): Promise<void> {
  const found = await lab.baseline.of('message');
  if (found.usable || found.cause !== 'server') {
    await lab.can('message', 'messages.success');
    return;
  }
  refused(lab, await lab.api.message(BODY));
}

function refused(lab: Lab, reply: MessageReply): void {
  lab.broken('messages.success', {
    message: `a valid message was answered with ${statusText(reply)}`,
    expected: 'a 2xx with the strings id, message, status and createdAt',
    actual: statusText(reply),
    exchanges: [reply.outcome.exchange],
    input: { message: TEXT },
  });
}

function judgeBody(lab: Lab, reply: MessageReply): void {
  const body = reply.answer?.body;
  if (body === undefined) return;
  const found = body.ok
    ? exactProblems('message', body.value).map(problemText)
    : [`the body is no JSON: ${body.problem}`];
  if (found.length > 0) {
    lab.broken('messages.success', {
      message: `the answer to a valid message is not what the document shows: ${found.join('; ')}`,
      expected: 'an object whose id, message, status and createdAt are strings',
      actual: found.join('; '),
      exchanges: [reply.outcome.exchange],
    });
  } else lab.held('messages.success', 'a valid message was answered with a 2xx and its four strings', reply);
  judgeTimestamp(lab, reply);
}

function judgeTimestamp(lab: Lab, reply: MessageReply): void {
  const value = reply.object?.['createdAt'];
  if (typeof value !== 'string') {
    lab.undecided('messages.created-at', 'createdAt is no string, see messages.success', 'server', reply);
    return;
  }
  switch (timestamp(value)) {
    case 'valid':
      lab.held('messages.created-at', 'createdAt is an ISO 8601 timestamp', reply);
      return;
    case 'unclear':
      lab.undecided(
        'messages.created-at',
        `createdAt is ${JSON.stringify(value)}: a date alone, a space for the T, lower case and long years can be read either way`,
        'server',
        reply,
      );
      return;
    case 'invalid':
      lab.broken('messages.created-at', {
        message: `createdAt is ${JSON.stringify(value)}, which is no ISO 8601 timestamp`,
        expected: 'an ISO 8601 timestamp, such as 2026-11-21T09:30:00Z',
        actual: JSON.stringify(value),
        exchanges: [reply.outcome.exchange],
      });
  }
}

function judgeMedia(lab: Lab, reply: MessageReply): void {
  const type = reply.answer?.mediaType;
  if (type === 'application/json') {
    lab.held('messages.media', 'the success answer is application/json', reply);
    return;
  }
  const actual = type === undefined ? 'no Content-Type' : `Content-Type ${type}`;
  lab.broken('messages.media', {
    message: `the answer to a valid message has ${actual}`,
    expected: 'Content-Type application/json',
    actual,
    exchanges: [reply.outcome.exchange],
  });
}

function judgeEcho(lab: Lab, reply: MessageReply): void {
  const shown = reply.object?.['message'];
  if (shown === TEXT) lab.held('messages.echo', 'the message came back as it was sent', reply);
  else if (typeof shown !== 'string')
    lab.undecided('messages.echo', 'the answer has no message, see messages.success', 'server', reply);
  else {
    lab.broken('messages.echo', {
      message: `the message ${JSON.stringify(TEXT)} came back as ${JSON.stringify(shown)}`,
      expected: JSON.stringify(TEXT),
      actual: JSON.stringify(shown),
      exchanges: [reply.outcome.exchange],
    });
  }
}

interface Refusal<T> {
  readonly id: string;
  readonly title: string;
  readonly requirement: RequirementId;
  readonly status: 400 | 401;
  readonly inputs: (lab: Lab) => Pick<Property<T>, 'arbitrary' | 'always'> & { readonly runs: number };
  readonly send: (lab: Lab, value: T) => Promise<MessageReply>;
  readonly subject: (value: T) => string;
  readonly input: (value: T) => unknown;
  readonly what: string;
  readonly explainedBy?: readonly RequirementId[];
}

/** A check that every input of a kind is refused with one status. */
function refusal<T>(definition: Refusal<T>): Check {
  const { id, title, requirement, status, inputs, subject, input, what, explainedBy = [] } = definition;
  return defineCheck({
    id,
    title,
    decides: [requirement],
    stage: 'scenario',
    needs: ['messages', 'message'],
    probe: (lab) =>
      settleProperty(
        lab,
        requirement,
        {
          ...inputs(lab),
          ask: async (value) => expectStatus(await definition.send(lab, value), status, String(status)),
        },
        {
          subject,
          input,
          explainedBy,
          note: (tried) => `${String(tried)} ${what}, each answered with ${String(status)}`,
        },
      ),
  });
}

interface HeaderRefusal {
  readonly id: string;
  readonly title: string;
  readonly requirement: RequirementId;
  readonly drafts: (key: string) => readonly HeaderDraft[];
  readonly random?: fc.Arbitrary<HeaderDraft>;
  readonly explainedBy?: readonly RequirementId[];
}

function headerRefusal({ id, title, requirement, drafts, random, explainedBy }: HeaderRefusal): Check {
  return refusal<HeaderDraft>({
    ...(explainedBy === undefined ? {} : { explainedBy }),
    id,
    title,
    requirement,
    status: 401,
    inputs: (lab) => {
      const always = drafts(lab.config.messages?.apiKey ?? '');
      return { always, arbitrary: random ?? fc.constantFrom(...always), runs: random === undefined ? 0 : 1 };
    },
    send: (lab, draft) => lab.api.message(BODY, { credential: credential(draft) }),
    subject: ({ label }) => `a message with an Authorization header (${label})`,
    input: ({ label }) => ({ Authorization: label }),
    what: 'Authorization headers',
  });
}

const errorObject = defineCheck({
  id: 'messages/error-object',
  title: 'the body of every error answer to a message',
  decides: ['messages.error-object'],
  stage: 'invariant',
  over: ['messages/*'],
  needs: ['messages'],
  probe: (lab) => {
    const errors = messages(lab).filter(
      ({ answer }) => answer !== undefined && answer.status >= 400 && answer.status < 500,
    );
    for (const reply of errors) {
      const body = reply.answer?.body;
      const found =
        body?.ok === true ? exactProblems('error', body.value).map(problemText) : ['the body is no JSON'];
      if (found.length === 0) continue;
      lab.broken('messages.error-object', {
        message: `an error answer to a message has no Error object: ${found.join('; ')}`,
        expected: 'an Error object, as in the animals interface',
        actual: found.join('; '),
        exchanges: [reply.outcome.exchange],
      });
      return;
    }
    if (errors.length > 0)
      lab.held(
        'messages.error-object',
        `${String(errors.length)} error answers, each with an Error object`,
        ...errors.slice(0, 3),
      );
  },
});

const noHeader = refusal<'none'>({
  id: 'messages/no-header',
  title: 'a message without an Authorization header',
  requirement: 'messages.auth.missing',
  status: 401,
  inputs: () => ({ arbitrary: fc.constant('none'), always: ['none'], runs: 0 }),
  send: (lab) => lab.api.message(BODY, { credential: noCredential }),
  subject: () => 'a message without an Authorization header',
  input: () => ({ Authorization: 'none' }),
  what: 'message without an Authorization header',
});

export const messageChecks: readonly Check[] = [
  send,
  refusal<Spoiler>({
    id: 'messages/malformed-json',
    title: 'bodies that are no JSON',
    requirement: 'messages.invalid-json',
    status: 400,
    inputs: () => ({ arbitrary: spoiling, always: [NO_BYTES, ...spoilers.slice(0, 8)], runs: 0 }),
    send: (lab, spoiler) => lab.api.message(spoiler.spoil('{"message":"hello","to":"Rex"}')),
    subject: (spoiler) => `a body that is no JSON (${spoiler.label})`,
    input: (spoiler) => ({ body: spoiler.label }),
    what: 'bodies that are no JSON',
  }),
  refusal<Json>({
    id: 'messages/without-message',
    title: 'bodies without message',
    requirement: 'messages.missing',
    status: 400,
    inputs: () => ({ arbitrary: fc.constantFrom(...withoutMessage), always: withoutMessage, runs: 0 }),
    send: (lab, body) => lab.api.message(writeJson(body)),
    subject: (body) => `the body ${writeJson(body)}`,
    input: (body) => ({ body }),
    what: 'bodies without message',
  }),
  refusal<Json>({
    id: 'messages/wrong-message',
    title: 'messages that are no string',
    requirement: 'messages.invalid',
    status: 400,
    inputs: (lab) => ({
      arbitrary: notMessages,
      always: tellingNotMessages,
      runs: Math.floor(lab.config.runs / 3),
    }),
    send: (lab, message) => lab.api.message(writeJson({ message })),
    subject: (message) => `the message ${writeJson(message)}`,
    input: (message) => ({ message }),
    what: 'messages that are no string',
  }),
  refusal<string | null>({
    id: 'messages/other-content-type',
    title: 'a valid message sent as another content type, and without one',
    requirement: 'messages.content-type',
    status: 400,
    inputs: () => ({ arbitrary: fc.constantFrom(...otherContentTypes), always: otherContentTypes, runs: 0 }),
    send: (lab, contentType) => lab.api.message(BODY, { contentType }),
    subject: (type) => (type === null ? 'a message without Content-Type' : `a message sent as ${type}`),
    input: (type) => ({ 'Content-Type': type ?? 'none' }),
    what: 'other content types',
  }),
  noHeader,
  headerRefusal({
    id: 'messages/invalid-key',
    title: 'a message with bearer tokens that are no valid key',
    requirement: 'messages.auth.invalid',
    drafts: (key) => [...nearKeys(key), ...temptingTokens(key).slice(0, 4)],
    random: tokens.map(drawnToken),
  }),
  headerRefusal({
    id: 'messages/malformed-header',
    title: 'a message with Authorization headers that do not have the bearer form',
    requirement: 'messages.auth.malformed',
    drafts: (key) =>
      [...malformedHeaders(key), ...moreMalformedHeaders(key)].filter((draft) => draft.readAsToken !== true),
  }),
  headerRefusal({
    id: 'messages/malformed-token',
    title: 'a message with Bearer and what is no token',
    requirement: 'messages.auth.malformed',
    drafts: (key) =>
      [...malformedHeaders(key), ...moreMalformedHeaders(key)].filter((draft) => draft.readAsToken === true),
    explainedBy: ['messages.auth.invalid'],
  }),
  errorObject,
];
