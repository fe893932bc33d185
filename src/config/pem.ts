import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parser, path, type Parser } from './parsers.ts';
import { unreadableReason } from '../base/files.ts';

/** Returns a parser for the path of a PEM file, which gives its text; `read` throws if it is wrong. Errors quote nothing. */
function pemFile(read: (text: string) => unknown, what: string): Parser<string> {
  const refused = (why: string) =>
    ({ ok: false, must: `names a file that ${why}`, hint: `give the path of ${what}` }) as const;
  return parser('secret', 'FILE', (name, cwd) => {
    const file = path(name, cwd);
    if (!file.ok) return file;
    let text = '';
    try {
      text = readFileSync(file.value, 'utf8');
      // Node also reads DER here, but refuses it for a connection.
      if (!text.includes('-----BEGIN ')) return refused('is not PEM');
      read(text);
      return { ok: true, value: text };
    } catch (error) {
      if (text === '') return refused(unreadableReason(error));
      return refused(/\bENCRYPTED\b/u.test(text) ? 'is encrypted' : 'does not hold one');
    }
  });
}

/** Parses the path of a client certificate, with its chain below it. */
export const certificateFile = pemFile((text) => new X509Certificate(text), 'a certificate in PEM');

export const privateKeyFile = pemFile(createPrivateKey, 'a private key in PEM, without a passphrase');

export function isKeyOfCertificate(cert: string, key: string): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
