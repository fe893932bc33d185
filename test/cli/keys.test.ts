import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { listenForKeys } from '../../src/cli/watch/keys.ts';

/** What a terminal hands over, and whether it was told to hand over each key as it is pressed. */
function terminal(isTTY: boolean) {
  const raw: boolean[] = [];
  const setRawMode = (on: boolean) => void raw.push(on);
  return { raw, input: Object.assign(new PassThrough(), { isTTY, setRawMode }) };
}

async function pressed(keys: string, isTTY = true) {
  const said: string[] = [];
  const { raw, input } = terminal(isTTY);
  const release = listenForKeys(input, { again: () => said.push('again'), end: () => said.push('end') });
  input.write(keys);
  await new Promise((resolve) => setImmediate(resolve));
  release();
  input.write(keys);
  await new Promise((resolve) => setImmediate(resolve));
  return { said, raw };
}

test('Enter, the bar and r judge again; q, Ctrl-C and Ctrl-D end; what else is pressed does nothing', async () => {
  expect(await pressed('\r\n rx7\u001b[A')).toEqual({
    said: ['again', 'again', 'again', 'again'],
    raw: [true, false],
  });
  expect((await pressed('q\u0003\u0004')).said).toEqual(['end', 'end', 'end']);
});

test('of an input that is no terminal nothing is read', async () => {
  expect(await pressed('rq', false)).toEqual({ said: [], raw: [] });
});
