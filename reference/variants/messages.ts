import { patchAsIs, type Variant, makeVariants } from '../define.ts';
import type { Patch } from '../steps.ts';
import { beforeAuthentication } from '../keys.ts';
import { changeResult, isMessagesCall, refuseWith, setMessageMembers, withSeenTexts } from '../modify.ts';
import { stringOrEmpty } from '../json.ts';

/** Writes createdAt in another ISO 8601 format, made from the conformant one. */
const created = (form: (iso: string) => string): Patch =>
  setMessageMembers(({ createdAt }) => ({ createdAt: form(stringOrEmpty(createdAt)) }));

const answered = (status: number): Patch => changeResult('message', (reply) => ({ ...reply, status }));

const day = (iso: string): number => Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / 86_400_000;
const two = (number: number): string => String(number).padStart(2, '0');

/** The ISO 8601 week date: week 1 has the year's first Thursday. */
function weekDate(iso: string): string {
  // Day 0, 1 January 1970, was a Thursday.
  const weekday = ((day(iso) + 3) % 7) + 1;
  const thursday = new Date((day(iso) + 4 - weekday) * 86_400_000).toISOString();
  const week = Math.ceil((day(thursday) - day(`${thursday.slice(0, 4)}-01-01`) + 1) / 7);
  return `${thursday.slice(0, 4)}-W${two(week)}-${weekday}`;
}

function ordinalDate(iso: string): string {
  const year = iso.slice(0, 4);
  return `${year}-${String(day(iso) - day(`${year}-01-01`) + 1).padStart(3, '0')}`;
}

/** Takes fifteen messages, and answers all others with this status, whatever their body is. */
const outboxOf =
  (status: number): Patch =>
  (base) => {
    let taken = 0;
    return {
      async message(call) {
        if (taken >= 15) return refuseWith(status, 'internal', 'The outbox is full.')();
        const reply = await base.message(call);
        taken += 1;
        return reply;
      },
    };
  };

/** Takes `room` messages, then answers this status to every one; once it has been full for `ms` milliseconds, all are sent. */
const drainingOutbox =
  ([status, room, ms]: readonly [status: number, room: number, ms: number]): Patch =>
  (base) => {
    let queued = 0;
    let emptyAt = Infinity;
    return {
      async message(call) {
        if (Date.now() >= emptyAt) {
          queued = 0;
          emptyAt = Infinity;
        }
        if (queued >= room) return refuseWith(status, 'internal', 'The outbox is full.')();
        const reply = await base.message(call);
        queued += 1;
        if (queued === room) emptyAt = Date.now() + ms;
        return reply;
      },
    };
  };

/** Variants of messages that the document leaves open. */
export const messageVariants: readonly Variant[] = [
  ...makeVariants('messages', answered, {
    'answered-200': ['Answers a message with 200.', 200],
    'answered-201': ['Answers a message with 201.', 201],
  }),
  ...makeVariants('messages', created, {
    'created-basic': ['Sends createdAt in basic form.', (iso) => iso.slice(0, 19).replace(/[-:]/g, '') + 'Z'],
    'created-week': ['Writes createdAt with a week date.', (iso) => weekDate(iso) + iso.slice(10)],
    'created-ordinal': ['Writes createdAt as an ordinal date.', (iso) => ordinalDate(iso) + iso.slice(10)],
    'created-comma': ['Writes createdAt with a comma before the fraction.', (iso) => iso.replace('.', ',')],
    'created-short-offset': ['Writes createdAt with an offset of hours.', (iso) => iso.replace('Z', '+02')],
    'created-no-offset': ['Writes createdAt without an offset.', (iso) => iso.slice(0, 19)],
    'created-minutes': ['Writes createdAt to the minute.', (iso) => `${iso.slice(0, 16)}Z`],
    'created-nanoseconds': ['Writes createdAt with nanoseconds.', (iso) => iso.replace('Z', '123456-03:30')],
  }),
  ...makeVariants('messages', setMessageMembers, {
    'status-sent': ['Answers a message with a status of its own.', () => ({ status: 'SENT', id: '' })],
    'more-members': ['Adds members to the answer.', () => ({ channel: { id: 1 }, error: null })],
  }),
  ...makeVariants('messages', drainingOutbox, {
    'outbox-drains': [
      'Answers 403 to every message while its outbox of forty is full, and sends them all within a second and a half.',
      [403, 40, 1500],
    ],
    'outbox-drains-402': [
      'Answers 402 to every message while its outbox of twenty-five is full, and sends them all within a second.',
      [402, 25, 1000],
    ],
  }),
  ...makeVariants('messages', patchAsIs, {
    'body-first': [
      'Checks the body of a message before the key.',
      beforeAuthentication((call, base) => {
        if (!isMessagesCall(call)) return;
        base.checkMessageMediaType(call);
        base.readMessage(base.parseBody(call), call);
      }),
    ],
    'outbox-of-15': [
      'Takes fifteen messages, and answers 507 to more of them.',
      outboxOf(507),
      { warns: ['robust.no-5xx'] },
    ],
    'outbox-of-15-422': ['Takes fifteen messages, and answers 422 to whatever comes then.', outboxOf(422)],
    'empty-refused': [
      'Refuses an empty message.',
      changeResult('readMessage', (message) =>
        message.trim() === '' ? refuseWith(400, 'invalid_message', 'The message is empty.')() : message,
      ),
    ],
    'long-and-once': [
      'Refuses a message of less than ten characters, and one that it has taken before.',
      withSeenTexts((isKnown) =>
        changeResult('readMessage', (text) =>
          text.length < 10 || isKnown(text)
            ? refuseWith(400, 'invalid_message', 'Say something new.')()
            : text,
        ),
      ),
    ],
    'no-gibberish': [
      'Refuses a message of letters without a vowel with 422.',
      changeResult('readMessage', (text) =>
        /[a-z]{3}/iu.test(text) && !/[aeiouy]/iu.test(text)
          ? refuseWith(422, 'invalid_message', 'This text looks like spam.')()
          : text,
      ),
    ],
    'echo-trimmed': [
      'Cuts spaces off both ends of a message.',
      setMessageMembers(({ message }) => ({ message: stringOrEmpty(message).trim() })),
      { warns: ['messages.echo'] },
    ],
    'errors-other': [
      'Answers errors with a body of its own.',
      changeResult('renderError', (error, { message }, call) =>
        isMessagesCall(call) ? { detail: message } : error,
      ),
      { warns: ['messages.error-object'] },
    ],
    'errors-text': [
      'Answers errors with a text.',
      (base) => ({
        contentType: (reply, call) =>
          isMessagesCall(call) && reply.status >= 400 ? 'text/plain' : base.contentType(reply, call),
        write: (reply, call) =>
          isMessagesCall(call) && reply.status >= 400 ? 'No.' : base.write(reply, call),
      }),
      { warns: ['messages.error-object'] },
    ],
  }),
];
