import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UsageError } from '../config/usage-error.ts';

/** The kinds of keys that statements are signed with, and the digest that each signs; null where the kind has its own. */
const DIGESTS = new Map<string, 'sha256' | 'sha384' | 'sha512' | null>([
  ['ed25519', null],
  ['prime256v1', 'sha256'],
  ['secp384r1', 'sha384'],
  ['secp521r1', 'sha512'],
]);

/** The words for new keys on the command line. */
export const keyTypes = ['ed25519', 'ecdsa'] as const;

export interface KeyPair {
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  /** SubjectPublicKeyInfo in PEM. */
  readonly publicKey: string;
  readonly id: string;
}

/** A fresh pair of keys; `ecdsa` is on the curve P-256. */
export function newKeyPair(type: (typeof keyTypes)[number]): KeyPair {
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

/**
 * The private key in a PEM file.
 * @param shown how the file is called in sentences
 * @throws UsageError where it is none that statements can be signed with
 */
export function readPrivateKey(pem: string, shown: string): KeyObject {
  if (pem.includes('ENCRYPTED')) {
    throw new UsageError([
      `The key ${shown} has a passphrase: take it off with "openssl pkey -in KEY -out PLAIN", and give that file.`,
    ]);
  }
  return usable(
    () => createPrivateKey(pem),
    `The key ${shown} must be a private key in PEM: petstore-conformance keygen makes one.`,
    shown,
  );
}

/**
 * The public key in a PEM file.
 * @throws UsageError where it is none, or a private one
 */
export function readPublicKey(pem: string, shown: string): KeyObject {
  if (pem.includes('PRIVATE KEY')) {
    throw new UsageError([`The key ${shown} is a private one: give the public key that belongs to it.`]);
  }
  return usable(
    () => createPublicKey(pem),
    `The key ${shown} must be a public key in PEM, such as the pub.pem that keygen writes.`,
    shown,
  );
}

function usable(read: () => KeyObject, otherwise: string, shown: string): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new UsageError([otherwise]);
  }
  if (digestFor(key) === undefined) {
    throw new UsageError([`The key ${shown} must be one for Ed25519 or for ECDSA on P-256, P-384 or P-521.`]);
  }
  return key;
}

/** The digest that a key signs; undefined where statements are not signed with such a key. */
export function digestFor(key: KeyObject): 'sha256' | 'sha384' | 'sha512' | null | undefined {
  const kind = key.asymmetricKeyType ?? '';
  return DIGESTS.get(kind === 'ec' ? (key.asymmetricKeyDetails?.namedCurve ?? '') : kind);
}

/** What a key is called in an envelope: the SHA-256 of its public half as DER, in hexadecimal digits. */
export function keyId(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}
