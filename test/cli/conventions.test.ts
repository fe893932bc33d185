import { expect, test } from 'vitest';
import { needsPlainOutput, usesColour } from '../../src/cli/io.ts';

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
  [{ CI: '', TERM: 'dumb' }, true],
  [{ JENKINS_URL: 'http://jenkins.example' }, true],
])('CI with %j: %s', (env, expected) => {
  expect(needsPlainOutput(env)).toBe(expected);
});
