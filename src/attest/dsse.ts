import { sign as signBytes, verify as verifyBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { digestAlgorithmFor, keyId } from './keys.ts';

export const IN_TOTO_PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/** A Dead Simple Signing Envelope (DSSE 1.0). */
export interface SignedEnvelope {
  readonly payloadType: string;
  /** The payload in base64. */
  readonly payload: string;
  readonly signatures: readonly { readonly keyid?: string; readonly sig: string }[];
}

/** Returns the bytes that a signature covers: the DSSE pre-authentication encoding of type and payload. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${String(Buffer.byteLength(payloadType))} ${payloadType} ${String(payload.length)} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** Signs an in-toto statement. ECDSA signatures are in DER, as openssl writes them. */
export function createSignedEnvelope(payload: Uint8Array, key: KeyObject): SignedEnvelope {
  const sig = signBytes(digestAlgorithmFor(key), preAuthEncoding(IN_TOTO_PAYLOAD_TYPE, payload), key);
  return {
    payloadType: IN_TOTO_PAYLOAD_TYPE,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ keyid: keyId(key), sig: sig.toString('base64') }],
  };
}

/** Returns the payload of an envelope; undefined if none of its signatures is a valid one by this key. */
export function verifiedPayload(
  { payloadType, payload, signatures }: SignedEnvelope,
  key: KeyObject,
): Buffer | undefined {
  const bytes = Buffer.from(payload, 'base64');
  const signed = preAuthEncoding(payloadType, bytes);
  const holds = signatures.some(({ sig, keyid = '' }) => {
    // A signature with another key's id is not tried, because readers of the envelope trust the key id.
    if (keyid !== '' && keyid !== keyId(key)) return false;
    try {
      return verifyBytes(digestAlgorithmFor(key), signed, key, Buffer.from(sig, 'base64'));
    } catch {
      return false;
    }
  });
  return holds ? bytes : undefined;
}
