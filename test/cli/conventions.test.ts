import { expect, test } from 'vitest';
import { exitCode } from '../../src/cli/exit-code.ts';
import type { Ending } from '../../src/cli/exit-code.ts';
import { isCi, usesColour } from '../../src/cli/io.ts';

const CODES: readonly (readonly [Ending, number])[] = [
  ['done', 0],
  ['conformant', 0],
  ['partial', 0],
  ['non-conformant', 1],
  ['objection', 1],
  ['usage', 2],
  ['inconclusive', 3],
  ['interrupted', 3],
  ['bug', 4],
];

test.each(CODES)('%s ends with %i', (ending, code) => {
  expect(exitCode(ending)).toBe(code);
});

test.each([
  [{}, true, true],
  [{}, false, false],
  [{ TERM: 'dumb' }, true, false],
  [{ NO_COLOR: '1' }, true, false],
  [{ NO_COLOR: '' }, true, true],
  [{ FORCE_COLOR: '1' }, false, true],
  [{ FORCE_COLOR: '1', TERM: 'dumb' }, false, true],
  [{ FORCE_COLOR: '0' }, true, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, false],
])('colour with %j, terminal %s: %s', (env, isTTY, expected) => {
  expect(usesColour(env, isTTY)).toBe(expected);
});

test.each([
  [{}, false],
  [{ CI: 'true' }, true],
  [{ CI: '1' }, true],
  [{ CI: 'false' }, false],
  [{ CI: '' }, false],
  [{ JENKINS_URL: 'http://jenkins.example' }, true],
])('CI with %j: %s', (env, expected) => {
  expect(isCi(env)).toBe(expected);
});
