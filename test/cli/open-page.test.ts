import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openInBrowser, openSecretUrlInBrowser } from '../../src/cli/open-page.ts';
import { scratch } from '../later.ts';

const PATIENT = { timeout: 30_000 };
const isLinux = process.platform === 'linux';

/** A folder for PATH with an opener that writes down what it was given. */
async function opener() {
  const folder = await scratch('opener');
  const [command, told] = [join(folder, 'xdg-open'), join(folder, 'told')];
  await writeFile(command, `#!/bin/sh\nprintf '%s' "$*" > '${told}'\n`);
  await chmod(command, 0o755);
  return { env: { PATH: folder }, told: () => readFile(told, 'utf8').catch(() => '') };
}

test.runIf(isLinux)(
  'hands the address to the opener of the system, in one word and through no shell',
  async () => {
    const { env, told } = await opener();
    const url = "file:///tmp/a%20b/$(id)'&x/report.html";
    expect(await openInBrowser(url, env)).toBeUndefined();
    await expect.poll(told, PATIENT).toBe(url);
  },
);

test.runIf(isLinux)('says so where there is no opener', async () => {
  expect(await openInBrowser('file:///tmp/report.html', { PATH: '/nowhere' })).toBe('xdg-open cannot be run');
});

test.runIf(isLinux)('gives a secret address in a file of the user alone, and removes that', async () => {
  const { env, told } = await opener();
  const close = await openSecretUrlInBrowser('http://127.0.0.1:1/token/', env);
  await expect.poll(told, PATIENT).toMatch(/^file:.*\/watch\.html$/u);
  const file = fileURLToPath(await told());
  expect(await readFile(file, 'utf8')).toContain('content="0;url=http://127.0.0.1:1/token/"');
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await stat(dirname(file))).mode & 0o077).toBe(0);
  await close();
  await expect(stat(file)).rejects.toThrow('ENOENT');
});
