import { describe, expect, it } from 'vitest';
import { BodyEncodingSender } from '../../src/engine/target/body-encodings.ts';
import { attributeRequestsTo, withRequestScope } from '../../src/http/request-scope.ts';
import type { CreateReply } from '../../src/engine/target/index.ts';

/** Sends inputs one after another, and returns the forms that were sent and the status of each reply. */
async function sent(inputs: readonly string[], statusOf: (isUsual: boolean) => number | undefined) {
  const forms: object[] = [];
  const sender = new BodyEncodingSender();
  const statuses = await attributeRequestsTo('create/any', async () => {
    const found: (number | undefined)[] = [];
    for (const input of inputs) {
      const reply = await sender.send(400, input, async (form) => {
        forms.push(form);
        const status = statusOf(Object.keys(form).length === 0);
        return { answer: status && { status } } as unknown as CreateReply;
      });
      found.push(reply?.answer?.status);
    }
    return found;
  });
  return { forms, statuses };
}

describe('faulty bodies', () => {
  it('go out in another form every second time, and each input in the same form again', async () => {
    const { forms } = await sent(['a', 'b', 'c', 'd', 'e', 'f', 'b', 'd'], () => 400);
    const [chunked, charset, capitals] = [
      { chunked: true },
      { contentType: 'application/json; charset=utf-8' },
      { contentType: 'Application/JSON' },
    ];
    expect(forms).toEqual([{}, chunked, {}, charset, {}, capitals, chunked, charset]);
  });

  it('go out as usual too where the form may be why they are refused otherwise', async () => {
    const { forms, statuses } = await sent(['a', 'b'], (isUsual) => (isUsual ? 400 : 411));
    expect(forms).toEqual([{}, { chunked: true }, {}]);
    expect(statuses).toEqual([400, 400]);
  });

  it('go out as usual too where nothing answers, once they are sent alone', async () => {
    const send = (inputs: readonly string[]) => sent(inputs, (isUsual) => (isUsual ? 400 : undefined));
    expect((await send(['a', 'b'])).statuses).toEqual([400, undefined]);
    const alone = await withRequestScope({ exclusive: 'single' }, () => send(['a', 'b']));
    expect(alone.statuses).toEqual([400, 400]);
  });

  it('are judged by the form that lets them in, by the usual one too after the first', async () => {
    const own = await sent(['a', 'b', 'c', 'd'], (isUsual) => (isUsual ? 400 : 201));
    expect(own.forms).toHaveLength(5);
    expect(own.statuses).toEqual([400, 201, 400, 201]);
    const any = await sent(['a', 'b', 'b', 'c', 'd'], () => 201);
    const charset = { contentType: 'application/json; charset=utf-8' };
    expect(any.forms).toEqual([{}, { chunked: true }, {}, {}, {}, charset]);
  });
});
