import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UsageError } from '../base/usage-error.ts';

/** The kinds of keys that statements are signed with, and the digest that each signs; null where the kind has its own. */
const DIGESTS = new Map<string, 'sha256' | 'sha384' | 'sha512' | null>([
  ['ed25519', null],
  ['prime256v1', 'sha256'],
  ['secp384r1', 'sha384'],
  ['secp521r1', 'sha512'],
]);

export const keyTypes = ['ed25519', 'ecdsa'] as const;

/** A fresh pair of keys, as PKCS #8 and SubjectPublicKeyInfo in PEM, and its id; `ecdsa` is on the curve P-256. */
export function newKeyPair(type: (typeof keyTypes)[number]) {
  const pair =
    type === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    id: keyId(pair.publicKey),
  };
}

/** How each half of a pair is read, and what its file must not hold. */
const HALVES = {
  private: {
    read: (pem: string) => createPrivateKey(pem),
    must: 'must be a private key in PEM: petstore-conformance keygen makes one',
    not: 'ENCRYPTED',
    otherwise: 'has a passphrase: take it off with "openssl pkey -in KEY -out PLAIN", and give that file',
  },
  public: {
    read: (pem: string) => createPublicKey(pem),
    must: 'must be a public key in PEM, such as the pub.pem that keygen writes',
    not: 'PRIVATE KEY',
    otherwise: 'is a private one: give the public key that belongs to it',
  },
} as const;

/**
 * The key in a PEM file.
 * @param shown what sentences call the file
 * @throws UsageError if it is not that half of a pair that statements are signed with
 */
export function readKey(half: keyof typeof HALVES, pem: string, shown: string): KeyObject {
  const { read, must, not, otherwise } = HALVES[half];
  const refused = (why: string) => new UsageError([`The key ${shown} ${why}.`]);
  if (pem.includes(not)) throw refused(otherwise);
  let key: KeyObject;
  try {
    key = read(pem);
  } catch {
    throw refused(must);
  }
  if (digestFor(key) === undefined)
    throw refused('must be one for Ed25519 or for ECDSA on P-256, P-384 or P-521');
  return key;
}

/** The digest that a key signs; undefined where statements are not signed with such a key. */
export function digestFor(key: KeyObject): 'sha256' | 'sha384' | 'sha512' | null | undefined {
  const kind = key.asymmetricKeyType ?? '';
  return DIGESTS.get(kind === 'ec' ? (key.asymmetricKeyDetails?.namedCurve ?? '') : kind);
}

/** The key id in an envelope: the SHA-256 of the public key as DER, in hexadecimal digits. */
export function keyId(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
