import { sign as signBytes, verify as verifyBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { digestFor, keyId } from './keys.ts';

export const IN_TOTO = 'application/vnd.in-toto+json';

/** A Dead Simple Signing Envelope (DSSE 1.0), as JSON. */
export interface Envelope {
  readonly payloadType: string;
  /** Base64. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid?: string; readonly sig: string }[];
}

/** The signed bytes: the pre-authentication encoding of a type and a payload. */
export function encoding(payloadType: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${String(Buffer.byteLength(payloadType))} ${payloadType} ${String(payload.length)} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** Signs a payload; ECDSA signatures are in DER, as openssl and others write and read them. */
export function seal(payloadType: string, payload: Uint8Array, key: KeyObject): Envelope {
  const sig = signBytes(digestFor(key), encoding(payloadType, payload), key);
  return {
    payloadType,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ keyid: keyId(key), sig: sig.toString('base64') }],
  };
}

/** The payload of an envelope that a key signed, under its own id or none; undefined where none of its signatures is one by that key. */
export function unseal({ payloadType, payload, signatures }: Envelope, key: KeyObject): Buffer | undefined {
  const bytes = Buffer.from(payload, 'base64');
  const signed = encoding(payloadType, bytes);
  const holds = signatures.some(({ sig, keyid = '' }) => {
    // Readers of the envelope go by it.
    if (keyid !== '' && keyid !== keyId(key)) return false;
    try {
      return verifyBytes(digestFor(key), signed, key, Buffer.from(sig, 'base64'));
    } catch {
      return false;
    }
  });
  return holds ? bytes : undefined;
}
