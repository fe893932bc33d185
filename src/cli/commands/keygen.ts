import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf, makeFolder } from '../../base/files.ts';
import { keyTypes, newKeyPair } from '../../attest/keys.ts';
import { quotedValue, UsageError } from '../../base/usage-error.ts';
import { requireOneOf, unwritableError } from '../option-values.ts';
import type { Io } from '../io.ts';

/** Writes key.pem, readable by its owner alone, and pub.pem. Throws a UsageError if a file exists or cannot be written. */
export async function keygen(
  io: Io,
  { out, type: word = 'ed25519' }: { readonly out: string; readonly type?: string },
): Promise<void> {
  const type = requireOneOf('--type', keyTypes, word);
  if (out === '') throw new UsageError(['The option --out must not be empty.']);
  const paths = { key: join(out, 'key.pem'), pub: join(out, 'pub.pem') };
  const pair = newKeyPair(type);
  try {
    await makeFolder(out, 0o700);
    // The flag `wx` fails if the file exists.
    await writeFile(paths.pub, pair.publicKey, { flag: 'wx', mode: 0o644 });
    await writeFile(paths.key, pair.privateKey, { flag: 'wx', mode: 0o600 }).catch(async (error: unknown) => {
      await rm(paths.pub);
      throw error;
    });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw unwritableError(out);
    throw new UsageError([
      `The folder ${quotedValue(out)} already holds a key, and keys are never overwritten: name another folder with --out.`,
    ]);
  }
  io.stdout.write(
    [
      `${paths.key}  sign with it: petstore-conformance attest DIR --key ${paths.key}; keep it secret`,
      `${paths.pub}  publish it: petstore-conformance verify DIR --public-key ${paths.pub}`,
      `Key id ${pair.id} (${type})`,
      '',
    ].join('\n'),
  );
}
