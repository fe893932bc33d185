import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { executed } from '../executed.ts';
import { phrases } from './phrases.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Everything that is written here, but for the list itself and what earlier versions said. */
const PLACES = [
  ...'src suites generators schemas requirements reports reference tools test docs ci examples action.yml'.split(
    ' ',
  ),
  ':(glob)*.md',
  ':!CHANGELOG.md',
  ':!test/words/phrases.ts',
];

test.concurrent.each(phrases)('nobody writes %s', async (phrase, instead) => {
  const words = ['grep', '-nP', phrase, '--', ...PLACES];
  const { code, stdout } = await executed('git', words, { cwd: root });
  // Exit code 1: nothing was found.
  expect({ code, stdout }, `write instead: ${instead}`).toEqual({ code: 1, stdout: '' });
});
