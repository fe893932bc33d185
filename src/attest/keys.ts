import { createPrivateKey, createPublicKey, generateKeyPairSync, hash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { UsageError } from '../base/usage-error.ts';

/** The digest of a signature by type of key or curve; null for Ed25519, which has its own. Other types are refused. */
const DIGESTS = new Map<string, 'sha256' | 'sha384' | 'sha512' | null>([
  ['ed25519', null],
  ['prime256v1', 'sha256'],
  ['secp384r1', 'sha384'],
  ['secp521r1', 'sha512'],
]);

export const keyTypes = ['ed25519', 'ecdsa'] as const;

/** Makes a key pair in PEM (PKCS #8 and SubjectPublicKeyInfo), with its key id; `ecdsa` uses the curve P-256. */
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

/** The error messages for the halves of a key pair: `must` if `read` rejects a file, `otherwise` if it contains `not`. */
const HALVES = {
  private: {
    read: (pem: string) => createPrivateKey(pem),
    must: 'must be a private key in PEM: petstore-conformance keygen makes one',
    not: 'ENCRYPTED',
    otherwise: 'has a passphrase: remove it with "openssl pkey -in KEY -out PLAIN", and give that file',
  },
  public: {
    read: (pem: string) => createPublicKey(pem),
    must: 'must be a public key in PEM, such as the pub.pem that keygen writes',
    not: 'PRIVATE KEY',
    otherwise: 'is a private key: give its public key',
  },
} as const;

/** Reads a key from PEM. Throws a UsageError, with the file's name as `shown`, for another half or type than in DIGESTS. */
export function parsePemKey(half: keyof typeof HALVES, pem: string, shown: string): KeyObject {
  const { read, must, not, otherwise } = HALVES[half];
  const refused = (why: string) => new UsageError([`The key ${shown} ${why}.`]);
  if (pem.includes(not)) throw refused(otherwise);
  let key: KeyObject;
  try {
    key = read(pem);
  } catch {
    throw refused(must);
  }
  if (digestAlgorithmFor(key) === undefined)
    throw refused('must be one for Ed25519 or for ECDSA on P-256, P-384 or P-521');
  return key;
}

/** Returns the digest to sign with; null for Ed25519, which needs none; undefined for an unsupported type of key. */
export function digestAlgorithmFor(key: KeyObject): 'sha256' | 'sha384' | 'sha512' | null | undefined {
  const kind = key.asymmetricKeyType ?? '';
  return DIGESTS.get(kind === 'ec' ? (key.asymmetricKeyDetails?.namedCurve ?? '') : kind);
}

/** Returns the key id in an envelope: the hexadecimal SHA-256 of the public key in DER. */
export function keyId(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return hash('sha256', half.export({ type: 'spki', format: 'der' }));
}
