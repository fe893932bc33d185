import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
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
  const { stdout } = await promisify(execFile)('git', ['grep', '-nP', phrase, '--', ...PLACES], {
    cwd: root,
  }).catch((error: unknown) => {
    // Exit code 1 without a word: nothing was found.
    if ((error as { readonly code?: unknown }).code === 1) return { stdout: '' };
    throw error;
  });
  expect(stdout, `write instead: ${instead}`).toBe('');
});
