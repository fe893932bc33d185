import { expect, it } from 'vitest';
import { withRequestScope } from '../../src/http/request-scope.ts';
import type { PostKind } from '../../src/engine/target/post-sender.ts';
import { RetryingPostSender } from '../../src/engine/target/post-sender.ts';
import { withClock } from '../../src/engine/target/clock.ts';
import type { MessageReply } from '../../src/engine/target/replies.ts';
import { askOf, fakeClient, type Script } from './fake-client.ts';

const GIVEN = { status: 201, body: '{}' };
let answers = 0;

/** Sends posts of a kind that end in turn as the script says, the last one each time from then on; how many went out. */
async function sent(
  posts: RetryingPostSender,
  kind: PostKind,
  ...script: readonly Script[]
): Promise<number> {
  let count = 0;
  const once = async (): Promise<MessageReply> => {
    const said = script[Math.min(count, script.length - 1)] ?? GIVEN;
    count += 1;
    const outcome = await fakeClient(() => said).send(askOf());
    const answer = outcome.kind === 'answer' ? outcome : undefined;
    const of = {
      operation: 'message',
      body: '',
      intent: 'invalid',
      sent: undefined,
      object: undefined,
    } as const;
    return { ...of, outcome, answer };
  };
  const clock = { now: () => 0, pause: () => Promise.resolve() };
  await withClock(clock, () => posts.send({ kind, intent: 'invalid', once }));
  return count;
}

it('what got no answer goes out again until it is answered', async () => {
  const posts = new RetryingPostSender(() => answers);
  expect(await sent(posts, 'invalid', 'unavailable', 'connection', GIVEN)).toBe(3);
  expect(await sent(posts, 'invalid', 'timeout')).toBe(2);
  expect(await sent(posts, 'invalid', 'unavailable')).toBe(7);
});

it('three requests in a row without an answer, and those of their kind go out once', async () => {
  const posts = new RetryingPostSender(() => answers);
  for (const _ of [1, 2, 3]) expect(await sent(posts, 'invalid', 'unavailable')).toBe(7);
  expect(posts.isHopeless('invalid')).toBe(true);
  expect(await sent(posts, 'invalid', 'unavailable')).toBe(1);
  expect(await sent(posts, 'valid', 'unavailable')).toBe(7);
  // One that is answered after all brings hope again.
  expect(await sent(posts, 'invalid', GIVEN)).toBe(1);
  expect(posts.isHopeless('invalid')).toBe(false);
});

it('sixteen times without an answer while others were answered are enough', async () => {
  const posts = new RetryingPostSender(() => (answers += 1));
  expect(await sent(posts, 'invalid', 'unavailable')).toBe(7);
  expect(await sent(posts, 'invalid', 'unavailable')).toBe(7);
  expect(await sent(posts, 'invalid', 'unavailable')).toBe(5);
  expect(posts.isHopeless('invalid')).toBe(true);
});

it('after sixteen resends of a kind without an answer, other kinds that may be refused go out three times', async () => {
  const posts = new RetryingPostSender(() => (answers += 1));
  expect(posts.isFutile('unauthenticated')).toBe(false);
  for (const _ of [1, 2, 3]) await sent(posts, 'invalid', 'unavailable');
  expect(posts.isFutile('unauthenticated')).toBe(true);
  expect(await sent(posts, 'unauthenticated', 'unavailable')).toBe(3);
  expect(await sent(posts, 'valid', 'unavailable')).toBe(7);
  expect(await sent(posts, 'message, invalid', 'unavailable')).toBe(7);
  // One that is answered when resent shows that the moment may be the reason.
  expect(await sent(posts, 'unauthenticated', 'unavailable', GIVEN)).toBe(2);
  expect(posts.isFutile('unauthenticated')).toBe(false);
  expect(await sent(posts, 'unauthenticated', 'unavailable')).toBe(7);
});

it('a step of a sequence goes out three times, and as often as others once that helped', async () => {
  const posts = new RetryingPostSender(() => answers);
  const step = (...script: readonly Script[]) =>
    withRequestScope({ connection: { own: 0, last: false, isBrief: true } }, () =>
      sent(posts, 'invalid', ...script),
    );
  for (const _ of [1, 2, 3]) expect(await step('unavailable')).toBe(3);
  expect(posts.isHopeless('invalid')).toBe(false);
  expect(await step('unavailable', GIVEN)).toBe(2);
  expect(await step('unavailable')).toBe(7);
});

it('what goes out once on purpose takes no hope from the others', async () => {
  const posts = new RetryingPostSender(() => answers);
  for (const _ of [1, 2, 3]) {
    expect(await withRequestScope({ exclusive: 'single' }, () => sent(posts, 'invalid', 'unavailable'))).toBe(
      1,
    );
  }
  expect(await sent(posts, 'invalid', 'unavailable')).toBe(7);
});
