import type { Credential } from '../../http/types.ts';

/** The configured key after a scheme such as `bearer`: schemes are case-insensitive. */
export function keyBehindBearerSpelling(scheme: string, key: string): Credential {
  const pieces = [{ text: `${scheme} ` }, { key: true }] as const;
  const label = `valid key behind ${scheme}`;
  return { value: `${scheme} ${key}`, kind: 'scheme-case', label, pieces, valid: true };
}

/** The configured key in the documented form: `Authorization: Bearer <key>` (section Authentication). */
export function validCredential(key: string): Credential {
  return { ...keyBehindBearerSpelling('Bearer', key), kind: 'valid', label: 'valid key' };
}

export const noCredential: Credential = {
  value: null,
  kind: 'none',
  label: 'none',
  pieces: null,
  valid: false,
};
