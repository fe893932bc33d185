import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { verifyWithNotice } from '../../src/cli/commands/verify.ts';
import { scratch } from '../later.ts';

it.each([
  [true, false, /^Computing every verdict of ".*nowhere" again from its evidence \.\.\.\n$/u],
  [true, true, /^$/u],
  [false, false, /^$/u],
])('on a terminal %s, in CI %s: says what takes so long on a terminal alone', async (isTTY, ci, said) => {
  const stderr = new PassThrough({ encoding: 'utf8' });
  const io = { stdout: new PassThrough(), stderr, env: {}, isTTY, columns: 80, colour: false, ci };
  const { publicKey } = generateKeyPairSync('ed25519');
  const folder = join(await scratch('notice'), 'nowhere');
  await expect(verifyWithNotice(io, folder, publicKey)).rejects.toThrow('does not exist');
  expect(String(stderr.read() ?? '')).toMatch(said);
});
