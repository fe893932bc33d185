import { SEEDS } from '../../tools/trust/limits.ts';
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliOfFile } from '../e2e/kit.ts';

const cli = cliOfFile();

function trust(...words: readonly string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const main = join(cli.folder, 'dist', 'tools', 'trust', 'main.js');
  const env = { PATH: process.env.PATH };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { cwd: cli.cwd, env }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });
}

test('a part of the fleet is judged in threads, and nothing is written but what was asked for', async () => {
  const words = ['--only', 'list/default-25', '--only', 'order/newest-first', '--seeds', '2', '--jobs', '2'];
  const { code, stdout, stderr } = await trust(...words, '--json', 'part.json');
  expect(stderr).toBe('');
  expect(stdout).toContain('1 fault, judged 2 times: 100 % caught, 0 escaped');
  expect(stdout).toContain('1 lawful variant, judged 2 times: 0 with a false alarm');
  expect(stdout).toMatch(
    /^Not judged: \d+ of \d+ faults, \d+ of \d+ lawful variants, \d+ of \d+ checks\. .+$/m,
  );
  expect(stdout).toContain(`Nothing is written: TRUST.md holds ${SEEDS} seeds (--seeds ${SEEDS}).`);
  expect(code).toBe(0);
  expect(await readdir(cli.cwd)).toEqual(['part.json']);
  const part: unknown = JSON.parse(await readFile(join(cli.cwd, 'part.json'), 'utf8'));
  expect(part).toMatchObject({
    seeds: 2,
    faults: [{ id: 'list/default-25', caught: 2, escapes: [], blamed: [] }],
    variants: [{ id: 'order/newest-first', alarms: [], undecided: [] }],
  });
});

test.each([
  [['--seeds', '0'], /^error: .*--seeds.*whole number from 1 to 99999.*--help/],
  [['--only', 'no/such'], /^error: --only no\/such names no fault, variant, requirement or check: .*\n$/],
  [['--sedes', '2'], /^error: .*--sedes.*--help.*\n$/],
  [['extra'], /^error: .*\n$/],
])('%j ends in one sentence and exit 2', async (words, sentence) => {
  const { code, stdout, stderr } = await trust(...words);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toContain('    at ');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('help says what is written', async () => {
  const { code, stdout } = await trust('--help');
  expect(stdout).toContain('TRUST.md');
  expect(code).toBe(0);
});
