import { readFileSync } from 'node:fs';

function pair(name: string): { readonly key: string; readonly cert: string } {
  const pem = (part: string) =>
    readFileSync(new URL(`certificates/${name}.${part}.pem`, import.meta.url), 'utf8').trimEnd();
  return { key: pem('key'), cert: pem('cert') };
}

/** A self-signed certificate for 127.0.0.1 that only these tests use, valid for a hundred years. */
export const SELF_SIGNED = pair('self-signed');

/** One that was valid on 1 January 2020 alone. */
export const EXPIRED = pair('expired');
