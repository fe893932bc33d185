import type { RequirementId } from '../../requirements/index.ts';
import { defineVariant, type Variant } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Members, membersOf, textOf } from '../modify.ts';
import { Refusal } from '../model.ts';

const answered = (change: (message: Members) => Members): Patch => {
  return (base) => ({ renderMessage: (text, call) => change(membersOf(base.renderMessage(text, call))) });
};

/** Writes createdAt in another form of ISO 8601; it is given the conformant one. */
const created = (form: (iso: string) => string): Patch =>
  answered((message) => ({ ...message, createdAt: form(textOf(message['createdAt'])) }));

const status = (code: number): Patch => {
  return (base) => ({
    message: async (call) => ({ ...(await base.message(call)), status: code }),
  });
};

/** ISO 8601, week date: the week with the year's first Thursday is the first. */
function weekDate(iso: string): string {
  const date = new Date(`${iso.slice(0, 10)}T00:00:00Z`);
  const day = date.getUTCDay() || 7;
  date.setUTCDate(date.getUTCDate() + 4 - day);
  const year = date.getUTCFullYear();
  const week = Math.ceil(((date.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7);
  return `${year}-W${String(week).padStart(2, '0')}-${day}`;
}

function ordinalDate(iso: string): string {
  const year = Number(iso.slice(0, 4));
  const day = (Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) - Date.UTC(year, 0, 1)) / 86_400_000 + 1;
  return `${year}-${String(day).padStart(3, '0')}`;
}

type Row = readonly [id: string, title: string, patch: Patch, warns?: readonly RequirementId[]];

const rows: readonly Row[] = [
  ['answered-200', 'Answers a message with 200.', status(200)],
  ['answered-201', 'Answers a message with 201.', status(201)],
  [
    'created-basic',
    'Writes createdAt in the basic format.',
    created((iso) => iso.slice(0, 19).replace(/[-:]/g, '') + 'Z'),
  ],
  ['created-week', 'Writes createdAt with a week date.', created((iso) => weekDate(iso) + iso.slice(10))],
  [
    'created-ordinal',
    'Writes createdAt with the day of the year.',
    created((iso) => ordinalDate(iso) + iso.slice(10)),
  ],
  [
    'created-comma',
    'Writes createdAt with a comma before the fraction.',
    created((iso) => iso.replace('.', ',')),
  ],
  [
    'created-short-offset',
    'Writes createdAt with an offset of hours only.',
    created((iso) => iso.replace('Z', '+02')),
  ],
  ['created-no-offset', 'Writes createdAt without an offset.', created((iso) => iso.slice(0, 19))],
  ['created-minutes', 'Writes createdAt to the minute.', created((iso) => `${iso.slice(0, 16)}Z`)],
  [
    'created-nanoseconds',
    'Writes createdAt with nine digits of a second and an offset.',
    created((iso) => iso.replace('Z', '123456-03:30')),
  ],
  [
    'status-sent',
    'Answers a message with a status of its own.',
    answered((message) => ({ ...message, status: 'SENT', id: '' })),
  ],
  [
    'more-members',
    'Adds members to the answer.',
    answered((message) => ({ ...message, channel: { id: 1 }, error: null })),
  ],
  [
    'body-first',
    'Checks the body of a message before the key.',
    (base) => ({
      authenticate(call) {
        if (call.operation === 'message') {
          base.checkMessageMediaType(call);
          base.readMessage(base.parseBody(call), call);
        }
        return base.authenticate(call);
      },
    }),
  ],
  [
    'empty-refused',
    'Refuses an empty message.',
    (base) => ({
      readMessage(value, call) {
        const message = base.readMessage(value, call);
        if (message.trim() === '') throw new Refusal(400, 'invalid_message', 'The message is empty.');
        return message;
      },
    }),
  ],
  [
    'echo-trimmed',
    'Cuts spaces off both ends of a message.',
    answered((message) => ({ ...message, message: textOf(message['message']).trim() })),
    ['messages.echo'],
  ],
  [
    'errors-other',
    'Answers errors with a body of its own.',
    (base) => ({
      renderError: (refusal, call) =>
        call.operation === 'message' ? { detail: refusal.message } : base.renderError(refusal, call),
    }),
    ['messages.error-object'],
  ],
  [
    'errors-text',
    'Answers errors with a text.',
    (base) => ({
      contentType: (reply, call) =>
        call.operation === 'message' && reply.status >= 400 ? 'text/plain' : base.contentType(reply, call),
      write: (reply, call) =>
        call.operation === 'message' && reply.status >= 400 ? 'No.' : base.write(reply, call),
    }),
    ['messages.error-object'],
  ],
];

/** What the quickstart leaves open. */
export const messageVariants: readonly Variant[] = rows.map(([id, title, patch, warns = []]) =>
  defineVariant({ id: `messages/${id}`, title, patch, warns }),
);
