import type { RequirementId } from '../requirements/index.ts';
import { int64 } from '../src/json/int64.ts';
import { writeJson } from '../src/json/json.ts';
import { bodyOf } from '../src/engine/creates.ts';
import { subject, type Flaw } from '../src/engine/flaw.ts';
import { isStatus } from '../src/engine/lists.ts';
import { isSuccess, type CreateReply, type Reply } from '../src/engine/replies.ts';
import { misfit } from './shape.ts';

const PET = 'a Pet: an object with an integer id, a string name and an integer categoryId';

/** Requirements whose failure puts animals into the store that no valid request made. */
export const LETS_IN: readonly RequirementId[] = [
  'create.missing.name',
  'create.missing.category',
  'create.invalid.name',
  'create.invalid.category',
  'create.invalid.status',
  'create.invalid.body',
  'create.malformed-json',
  'create.rejected-not-stored',
];

/** An animal that every target has to accept. */
export function isPlain(reply: Reply): reply is CreateReply {
  return reply.operation === 'create' && reply.intent === 'plain' && reply.outcome.ask.credential.valid;
}

/** An animal that the target took although it may have refused it, or that it had to take; sent as JSON. */
export function isTaken(reply: Reply): reply is CreateReply {
  return (
    reply.operation === 'create' &&
    reply.outcome.ask.contentType === 'application/json' &&
    reply.outcome.ask.credential.valid &&
    (reply.intent === 'plain' || reply.intent === 'odd') &&
    isSuccess(reply.answer)
  );
}

/** Whether its category can be written in every language; for the others there is a requirement of their own. */
export function hasSafeCategory({ submitted }: CreateReply): boolean {
  return submitted !== undefined && Number.isSafeInteger(Number(submitted.categoryId));
}

/** The body of a request, for a report. */
export function shown({ submitted }: CreateReply): unknown {
  return submitted === undefined ? undefined : bodyOf(submitted);
}

/** How the body of a 201 is no Pet; a status that was omitted is judged on its own. */
export function wrongShape(reply: CreateReply): readonly Flaw[] {
  const { answer, submitted } = reply;
  if (!isSuccess(answer)) return [];
  const found = misfit(
    'pet',
    answer,
    '',
    ({ path }) => submitted?.status !== undefined || path[0] !== 'status',
  );
  if (found === undefined) return [];
  return [
    {
      kind: 'shape',
      message: `the answer to a valid animal is not a Pet: ${found.actual}`,
      expected: PET,
      ...found,
      input: shown(reply),
      about: [subject.animal(reply.id)],
    },
  ];
}

export function wrongOmittedStatus(reply: CreateReply): readonly Flaw[] {
  const status = reply.pet?.['status'];
  if (status === undefined || (typeof status === 'string' && isStatus(status))) return [];
  return [
    {
      kind: 'shown',
      message: `an animal that was added without a status came back with status ${writeJson(status)}`,
      expected: 'no status, or one of available, pending, sold',
      actual: `status ${writeJson(status)}`,
      input: shown(reply),
      places: [{ part: 'body', pointer: '/status' }],
      about: [subject.animal(reply.id)],
    },
  ];
}

/** How the answer differs from what was submitted: a member that is missing or of the wrong type is one of the shape. */
export function wrongEcho(reply: CreateReply): readonly Flaw[] {
  const { submitted, pet, id } = reply;
  if (submitted === undefined || pet === undefined) return [];
  const flaw = (member: 'name' | 'categoryId' | 'status', expected: string, actual?: string): Flaw => ({
    requirement: 'create.echo',
    kind: member,
    message: `an animal was sent with ${member} ${expected}, and the answer carries ${actual ?? 'none'}`,
    expected: `${member} ${expected}`,
    actual: actual === undefined ? `no ${member}` : `${member} ${actual}`,
    input: bodyOf(submitted),
    places: [{ part: 'body', pointer: `/${member}` }],
    about: [subject.animal(id)],
  });
  const { name, status } = pet;
  const category = int64(pet['categoryId']);
  const found: Flaw[] = [];
  if (typeof name === 'string' && name !== submitted.name) {
    found.push(flaw('name', writeJson(submitted.name), writeJson(name)));
  }
  const plain = reply.intent === 'plain' && hasSafeCategory(reply);
  if (plain && category !== undefined && category !== submitted.categoryId) {
    found.push(flaw('categoryId', String(submitted.categoryId), String(category)));
  }
  const isPet = typeof name === 'string' && category !== undefined;
  if (submitted.status !== undefined && status !== submitted.status && (isPet || status !== undefined)) {
    found.push(
      flaw('status', writeJson(submitted.status), status === undefined ? undefined : writeJson(status)),
    );
  }
  return found;
}
