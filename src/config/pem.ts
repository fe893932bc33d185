import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parser, path, type Parser } from './parsers.ts';
import { unreadable } from '../base/files.ts';

/**
 * The text of a PEM file. Nothing of the file is quoted.
 * @param read throws where the text does not hold what is asked for
 * @param what that is, in words
 */
function pemFile(read: (text: string) => unknown, what: string): Parser<string> {
  const refused = (why: string) =>
    ({ ok: false, must: `names a file that ${why}`, hint: `give the path of ${what}` }) as const;
  return parser('secret', (name, cwd) => {
    const file = path(name, cwd);
    if (!file.ok) return file;
    let text = '';
    try {
      text = readFileSync(file.value, 'utf8');
      // Node takes the binary form for a certificate too, and later refuses it for a connection.
      if (!text.includes('-----BEGIN ')) return refused('is not PEM');
      read(text);
      return { ok: true, value: text };
    } catch (error) {
      if (text === '') return refused(unreadable(error));
      return refused(/\bENCRYPTED\b/u.test(text) ? 'is encrypted' : 'does not hold one');
    }
  });
}

/** A client certificate, with those of its chain below it. */
export const certificate = pemFile((text) => new X509Certificate(text), 'a certificate in PEM');

export const privateKey = pemFile(createPrivateKey, 'a private key in PEM, without a passphrase');

export function belong(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
