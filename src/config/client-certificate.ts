import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { unreadable } from './sources.ts';
import type { ClientCertificate } from './types.ts';

/** A setting that names a file: the path where it was a right one, and the beginning of a sentence about it. */
interface Named {
  readonly path: string | undefined;
  readonly where: string;
  readonly given: boolean;
  /** What the setting is called. */
  readonly called: string;
}

/** The pair, or null with a sentence for each thing that is wrong with it; neither quotes anything of the files. */
interface Read {
  readonly value: ClientCertificate | null;
  readonly problems: readonly string[];
}

/** Reads a client certificate and its private key, and sees that they belong together. Without either there is none. */
export function readClientCertificate(cert: Named, key: Named): Read {
  if (!cert.given && !key.given) return { value: null, problems: [] };
  if (!key.given) return wrong(`${cert.where} needs the private key too: name its file with ${key.called}.`);
  if (!cert.given) return wrong(`${key.where} needs the certificate too: name its file with ${cert.called}.`);
  if (cert.path === undefined || key.path === undefined) return wrong();
  const certificate = parsed(cert.path, (pem) => new X509Certificate(pem));
  const privateKey = parsed(key.path, (pem) => createPrivateKey(pem));
  if (!certificate.ok || !privateKey.ok) {
    return wrong(
      ...(certificate.ok ? [] : [sentence(cert, certificate.why, 'a certificate in PEM')]),
      ...(privateKey.ok ? [] : [sentence(key, privateKey.why, 'a private key in PEM, without a passphrase')]),
    );
  }
  if (!belong(certificate.value, privateKey.value)) {
    return wrong(
      `${key.where} names a key that is not the one of the certificate: give the file of the key that it was made with.`,
    );
  }
  return { value: Object.freeze({ cert: certificate.text, key: privateKey.text }), problems: [] };
}

function wrong(...problems: readonly string[]): Read {
  return { value: null, problems };
}

function sentence({ where }: Named, why: string, what: string): string {
  return `${where} names a file that ${why}: give the path of ${what}.`;
}

type Parsed<T> =
  | { readonly ok: true; readonly value: T; readonly text: string }
  | { readonly ok: false; readonly why: string };

function parsed<T>(path: string, parse: (pem: string) => T): Parsed<T> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { ok: false, why: unreadable(error) };
  }
  // Node takes the binary form for a certificate too, and later refuses it for a connection.
  if (!text.includes('-----BEGIN ')) return { ok: false, why: 'is not PEM' };
  try {
    return { ok: true, value: parse(text), text };
  } catch {
    return { ok: false, why: /\bENCRYPTED\b/u.test(text) ? 'is encrypted' : 'does not hold one' };
  }
}

function belong(certificate: X509Certificate, key: KeyObject): boolean {
  try {
    return certificate.checkPrivateKey(key);
  } catch {
    return false;
  }
}
