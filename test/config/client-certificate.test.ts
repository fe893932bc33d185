import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { withoutUndefined } from '../../src/base/without-undefined.ts';
import { SELF_SIGNED } from '../http/certificate.ts';
import { problemsOf, read, type Given } from './folder.ts';

const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const lock = { cipher: 'aes-256-cbc', passphrase: 'hunter2' } as const;
const encrypted = other.export({ format: 'pem', type: 'pkcs8', ...lock });

const files = {
  'cert.pem': SELF_SIGNED.cert,
  'key.pem': SELF_SIGNED.key,
  'both.pem': `${SELF_SIGNED.key}\n${SELF_SIGNED.cert}\n`,
  'other.pem': other.export({ format: 'pem', type: 'pkcs8' }),
  'encrypted.pem': encrypted,
  'text.txt': 'hunter2',
  'broken.pem': '-----BEGIN CERTIFICATE-----\nhunter2\n-----END CERTIFICATE-----\n',
  'cert.der': Buffer.from(SELF_SIGNED.cert.split('\n').slice(1, -1).join(''), 'base64'),
};

const pair = (clientCert?: string, clientKey?: string): Given => {
  const target = { baseUrl: 'https://127.0.0.1/v1', apiKey: 'k' };
  return { flags: { ...target, ...withoutUndefined({ clientCert, clientKey }) }, files };
};

test('a certificate and its key are read, from one file too', () => {
  expect(read(pair('cert.pem', 'key.pem')).clientCertificate).toEqual(SELF_SIGNED);
  expect(read(pair('both.pem', 'both.pem')).clientCertificate?.key).toContain('PRIVATE KEY');
});

const CERT = 'The option --client-cert names a file that';
const KEY = 'The option --client-key names a file that';
const NO_KEY = 'The option --client-cert needs the private key too: name its file with --client-key.';
const NO_CERT = 'The option --client-key needs the certificate too: name its file with --client-cert.';
const GIVE_CERT = 'give the path of a certificate in PEM.';
const GIVE_KEY = 'give the path of a private key in PEM, without a passphrase.';

test.each<readonly [cert: string | undefined, key: string | undefined, sentence: string]>([
  ['cert.pem', undefined, NO_KEY],
  [undefined, 'key.pem', NO_CERT],
  ['missing.pem', 'key.pem', `${CERT} does not exist: ${GIVE_CERT}`],
  ['text.txt', 'key.pem', `${CERT} is not PEM: ${GIVE_CERT}`],
  ['cert.der', 'key.pem', `${CERT} is not PEM: ${GIVE_CERT}`],
  ['broken.pem', 'key.pem', `${CERT} does not hold one: ${GIVE_CERT}`],
  ['key.pem', 'key.pem', `${CERT} does not hold one: ${GIVE_CERT}`],
  ['cert.pem', 'a-folder', `${KEY} is a folder: ${GIVE_KEY}`],
  ['cert.pem', 'cert.pem', `${KEY} does not hold one: ${GIVE_KEY}`],
  ['cert.pem', 'encrypted.pem', `${KEY} is encrypted: ${GIVE_KEY}`],
  [
    'cert.pem',
    'other.pem',
    'The option --client-key names a key that does not match the certificate: give the file of the key of that certificate.',
  ],
])('%s with %s is refused in one sentence', (cert, key, sentence) => {
  expect(problemsOf(pair(cert, key))).toEqual([sentence]);
});

test('both are told at once where both are wrong', () => {
  expect(problemsOf(pair('text.txt', 'missing.pem'))).toHaveLength(2);
  expect(problemsOf(pair('text.txt'))).toHaveLength(2);
});
