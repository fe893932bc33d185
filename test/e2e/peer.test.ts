import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { assertVitestVersion } from '../../src/vitest/peer.ts';
import { scratch } from '../later.ts';

/** The address of a module in a project that has this vitest installed, or none. */
async function moduleBeside(version: string | undefined): Promise<string> {
  const folder = await scratch('peer');
  if (version !== undefined) {
    const vitest = join(folder, 'node_modules', 'vitest');
    await mkdir(vitest, { recursive: true });
    await writeFile(join(vitest, 'package.json'), JSON.stringify({ name: 'vitest', version }));
  }
  return pathToFileURL(join(folder, 'module.js')).href;
}

test.each([
  ['4.1.0', undefined],
  ['4.1.12', undefined],
  ['4.2.0-beta.1', undefined],
  ['5.0.0', undefined],
  [undefined, 'which is not installed here'],
  ['3.2.4', 'and here it is 3.2.4'],
  ['4.0.9', 'and here it is 4.0.9'],
])('vitest %s is good enough, or refused in one sentence: %s', async (version, why) => {
  const from = await moduleBeside(version);
  if (why === undefined) expect(() => assertVitestVersion(from)).not.toThrow();
  else {
    expect(() => assertVitestVersion(from)).toThrow(
      `petstore-conformance/vitest needs vitest 4.1 or later, ${why}: npm install --save-dev vitest@4`,
    );
  }
});
