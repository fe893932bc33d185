import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dsse } from '@sigstore/core';
import { describe, expect, test } from 'vitest';
import {
  preAuthEncoding,
  IN_TOTO_PAYLOAD_TYPE,
  createSignedEnvelope,
  verifiedPayload,
} from '../../src/attest/dsse.ts';
import { keyId, newKeyPair, parsePemKey } from '../../src/attest/keys.ts';
import { UsageError } from '../../src/base/usage-error.ts';
import { scratch } from '../later.ts';

const folder = await scratch('dsse');

const PAYLOAD = Buffer.from('{"name":"Bello","note":"bytes, not characters: \u00e9\u{1f436}"}');

function pem(kind: string) {
  if (kind === 'ed25519') return newKeyPair('ed25519');
  if (kind === 'prime256v1') return newKeyPair('ecdsa');
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: kind });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    id: keyId(publicKey),
  };
}

test('what is signed is encoded as the specification shows it', () => {
  expect(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  );
});

test('and as a library that is not ours encodes it', () => {
  expect(preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, PAYLOAD)).toEqual(
    dsse.preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, PAYLOAD),
  );
});

describe.each([
  ['ed25519', 'none'],
  ['prime256v1', 'sha256'],
  ['secp384r1', 'sha384'],
  ['secp521r1', 'sha512'],
])('an envelope signed with %s', (kind, digest) => {
  const pair = pem(kind);
  const key = parsePemKey('private', pair.privateKey, 'key.pem');
  const pub = parsePemKey('public', pair.publicKey, 'pub.pem');
  const envelope = createSignedEnvelope(PAYLOAD, key);
  const [signature = { keyid: '', sig: '' }] = envelope.signatures;

  test('opens with the public key, and names it', () => {
    expect(verifiedPayload(envelope, pub)).toEqual(PAYLOAD);
    expect(signature.keyid).toBe(pair.id);
    expect(keyId(key)).toBe(keyId(pub));
  });

  test('is taken by openssl', () => {
    const path = (name: string, content: string | Uint8Array) => {
      const at = join(folder, `${kind}-${name}`);
      writeFileSync(at, content);
      return at;
    };
    const payload = Buffer.from(envelope.payload, 'base64');
    const signed = path('signed', dsse.preAuthEncoding(envelope.payloadType, payload));
    const sig = path('sig', Buffer.from(signature.sig, 'base64'));
    const keyFile = path('pub', pair.publicKey);
    const words =
      digest === 'none'
        ? ['pkeyutl', '-verify', '-pubin', '-inkey', keyFile, '-rawin', '-in', signed, '-sigfile', sig]
        : ['dgst', `-${digest}`, '-verify', keyFile, '-signature', sig, signed];
    expect(execFileSync('openssl', words, { encoding: 'utf8' })).toMatch(/Verified|Verification/u);
  });

  test.each([
    ['the payload', { ...envelope, payload: Buffer.from('{"name":"Bella"}').toString('base64') }],
    ['the type', { ...envelope, payloadType: 'application/json' }],
    ['the signature', { ...envelope, signatures: [{ sig: Buffer.alloc(64).toString('base64') }] }],
    ['signatures at all', { ...envelope, signatures: [] }],
  ])('does not open with another one for %s', (_, changed) => {
    expect(verifiedPayload(changed, pub)).toBeUndefined();
  });

  test('does not open with another key', () => {
    expect(verifiedPayload(envelope, parsePemKey('public', pem(kind).publicKey, 'pub.pem'))).toBeUndefined();
    expect(
      verifiedPayload(envelope, parsePemKey('public', newKeyPair('ed25519').publicKey, 'pub.pem')),
    ).toBeUndefined();
  });
});

describe('texts that are not keys', () => {
  const ed = newKeyPair('ed25519');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const lock = { cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  const locked = createPrivateKey(ed.privateKey).export({ type: 'pkcs8', format: 'pem', ...lock });
  const rsaKey = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  test.each([
    ['no key', 'hello', 'must be a private key in PEM'],
    ['a public key', ed.publicKey, 'must be a private key in PEM'],
    ['a key with a passphrase', locked.toString(), 'has a passphrase'],
    ['RSA', rsaKey, 'must be one for Ed25519 or for ECDSA'],
  ])('%s does not sign', (_, text, sentence) => {
    expect(() => parsePemKey('private', text, '"k"')).toThrow(UsageError);
    expect(() => parsePemKey('private', text, '"k"')).toThrow(sentence);
  });

  test.each([
    ['no key', 'hello', 'must be a public key in PEM'],
    ['a private key', ed.privateKey, 'is a private key'],
    ['RSA', rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'must be one for Ed25519'],
  ])('%s does not verify', (_, text, sentence) => {
    expect(() => parsePemKey('public', text, '"k"')).toThrow(sentence);
  });
});
