import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { Verdict } from '../../reports/model.ts';
import { createWatchView } from '../../src/cli/watch/show.ts';
import type { WatchRound } from '../../src/watch/session.ts';
import { present } from '../present.ts';
import { green } from '../reports/sample.ts';

function shown() {
  const stdout = new PassThrough();
  const io = { stdout, stderr: stdout, env: {}, isTTY: false, columns: 80, colour: false, ci: true };
  return { show: createWatchView(io, 150), said: () => String(stdout.read() ?? '') };
}

/** A round in which the first requirement of the report was, and is, this. */
function round(
  was: Verdict | undefined,
  is: Verdict,
  strict = false,
  more: Partial<WatchRound> = {},
): WatchRound {
  const [first, ...others] = green.requirements;
  const baseline = was && { change: 'same' as const, verdict: was };
  const row = { ...present(first), verdict: is, ...(baseline && { baseline }) };
  const report = { ...green, scope: { ...green.scope, strict }, requirements: [row, ...others] };
  return { number: 2, why: 'a key was pressed', end: 'complete', report, evidence: [], crashes: [], ...more };
}

test.each<[was: Verdict | undefined, is: Verdict, turn: string, strict?: string]>([
  [undefined, 'fail', 'Red'],
  [undefined, 'pass', ''],
  ['pass', 'fail', 'New red'],
  ['inconclusive', 'fail', 'New red'],
  ['fail', 'fail', 'Still red'],
  ['fail', 'pass', 'New green'],
  ['fail', 'waived', 'New green'],
  ['fail', 'inconclusive', 'Was red, undecided now'],
  ['fail', 'not-tested', 'Was red, undecided now'],
  ['pass', 'inconclusive', ''],
  ['pass', 'warn', '', 'New red'],
  ['warn', 'pass', '', 'New green'],
  ['warn', 'warn', '', 'Still red'],
])('%s and then %s: "%s"; where warnings count: "%s"', (was, is, turn, strict = turn) => {
  const turnIn = (ended: WatchRound): string => {
    const { show, said } = shown();
    show.ended(ended, 20);
    return /^(.+): 1$/mu.exec(said())?.[1] ?? '';
  };
  expect([turnIn(round(was, is)), turnIn(round(was, is, true))]).toEqual([turn, strict]);
});

test('a round that was given up is told only if it found something new', () => {
  const { show, said } = shown();
  const givenUp = { end: 'given-up', why: 'given up, since server.js changed' } as const;
  show.ended(round('fail', 'fail', false, givenUp), 20);
  expect(said()).toBe('');
  show.ended(round('pass', 'fail', false, givenUp), 20);
  const [first] = green.requirements;
  expect(said()).toContain(`No verdict: given up, since server.js changed. New red: ${first?.id ?? ''}\n`);
});

test('a wait tells the last verdict, and how many are red', () => {
  const { show, said } = shown();
  show.event({ kind: 'waiting', why: 'nothing listens at its address' });
  expect(said()).toBe('Waiting for the server: nothing listens at its address\n');
  show.ended(round('pass', 'fail'), 130);
  expect(said()).toContain('Animals added in this session: 130 of 150. Too few remain for a whole round');
  show.event({ kind: 'waiting', why: 'gone' });
  expect(said()).toBe('Waiting for the server: gone. Last verdict: Conformant, round 2, 1 red.\n');
});
