import type { Credential } from '../client/types.ts';

/** The configured key in the form that the document asks for: `Authorization: Bearer <key>` (Authentication). */
export function validKey(key: string): Credential {
  return { value: `Bearer ${key}`, label: 'valid key', valid: true };
}

/** No Authorization header at all. */
export const noCredential: Credential = { value: null, label: 'none', valid: false };

/** An Authorization value that the target has to refuse. Evidence shows the label and never the value. */
export function credential(value: string, label: string): Credential {
  return { value, label, valid: false };
}
