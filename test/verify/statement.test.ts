import { beforeAll, describe, expect, test } from 'vitest';
import { IN_TOTO_PAYLOAD_TYPE, createSignedEnvelope } from '../../src/attest/dsse.ts';
import { newKeyPair, parsePemKey } from '../../src/attest/keys.ts';
import type { AttestationStatement } from '../../src/attest/statement.ts';
import { ran, signer, verified, withFacts, type Forgery, type Ran } from './folders.ts';
import * as forged from './forge.ts';

const BROKEN = 'list.limit.default';
const stranger = parsePemKey('private', newKeyPair('ed25519').privateKey, 'key.pem');

let real: Ran;
beforeAll(async () => {
  real = await ran(['list/default-10'], { runs: 1, only: [BROKEN, 'auth.missing'] });
});

const stated = (statement: NonNullable<Forgery['statement']>) => (): Forgery => ({ statement });
const handedIn = (afterwards: NonNullable<Forgery['afterwards']>) => (): Forgery => ({ afterwards });

/** Another text where the statement is, signed with this key, or by the signature of the old one. */
const payload = (change: (text: string) => string | Uint8Array, key?: typeof signer) => (): Forgery => ({
  envelope: (envelope) => {
    const old = JSON.parse(envelope) as { payload: string };
    const bytes = Buffer.from(change(Buffer.from(old.payload, 'base64').toString('utf8')));
    const changed = { ...old, payload: bytes.toString('base64') };
    return JSON.stringify(key === undefined ? changed : createSignedEnvelope(bytes, key));
  },
});

const SUBJECTS: Readonly<Record<string, forged.Tamperings>> = {
  'the statement': {
    signature: {
      'changed once it was signed': payload((text) => text.replaceAll('non-conformant', 'conformant')),
      'about another product': payload((text) => text.replaceAll('Pets 1', 'Pets 2')),
      'signed with another key': payload((text) => text, stranger),
      'signed as somebody else': () => ({
        envelope: (text) => text.replace(/"keyid":"[^"]*"/u, '"keyid":"certifier"'),
      }),
    },
    schema: {
      'in an envelope of another kind': () => ({
        envelope: (text) => text.replace(IN_TOTO_PAYLOAD_TYPE, 'text/plain'),
      }),
      'in no envelope': () => ({ envelope: () => '[]' }),
      'of another kind': stated(() => ({ hello: 'world' })),
      'with a member twice': payload(
        (text) => text.replace('"product":', '"product":{"name":"Pets 9"},"product":'),
        signer,
      ),
      'with a letter written otherwise': payload(
        (text) => text.replace('Pets 1', String.raw`P\u0065ts 1`),
        signer,
      ),
      'in another encoding': payload(
        (text) => Buffer.from(text.replace('Pets 1', 'Pets é'), 'latin1'),
        signer,
      ),
      'that is not JSON': payload(() => 'PASSED', signer),
      'with more in its envelope': () => ({
        envelope: (text) => text.replace('{', '{"certifiedBy":"the programme",'),
      }),
    },
    statement: {
      'with another verdict': stated(withFacts({ verdict: 'conformant', allowed: undefined })),
      'with another requirement passed': stated(withFacts({ requirements: { [BROKEN]: 'pass' } })),
      'without what was allowed': stated(withFacts({ allowed: undefined })),
      'with another result': stated((one) => ({ ...one, predicate: { ...one.predicate, result: 'PASSED' } })),
      'about another product than the report': forged.changed({ product: { name: 'Pets 9' } }),
      'about another vendor than the report': forged.changed({ product: { name: 'Pets 1', vendor: 'Acme' } }),
    },
    digest: {
      'about other files': stated((one) => ({
        ...one,
        subject: one.subject.map(({ name }) => ({ name, digest: { sha256: '0'.repeat(64) } })),
      })),
    },
  },
  'what was signed': {
    digest: {
      'a blank in report.json': handedIn({ report: (text) => `${text} ` }),
      'a verdict in report.json': handedIn({
        report: (text) => text.replace('"verdict": "non-conformant"', '"verdict": "conformant"'),
      }),
      'a name in evidence.har': handedIn({ har: (text) => text.replace('200', '201') }),
    },
    schema: {
      'about one file alone': stated((one) => ({ ...one, subject: [one.subject[0], one.subject[0]] })),
      'broken report.json': handedIn({ report: () => '{' }),
      'evidence.har with a broken address': handedIn({
        har: (text) => text.replace(/"url": "[^"]*"/u, '"url": 7'),
      }),
      'broken evidence.har': handedIn({ har: () => '{}' }),
    },
  },
};

describe.each(Object.entries(SUBJECTS))('%s, signed by anyone who forged it:', (_, tamperings) => {
  test.each(forged.rowsOf(tamperings))('%s is told (%s)', async (_what, kind, forge) => {
    const { disagreements } = await verified(real, forge(real));
    expect(disagreements.map((one) => one.kind)).toContain(kind);
  });
});

const url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
type Signed = { payload: string; signatures: { keyid: string; sig: string }[] };
const signed =
  (change: (all: Signed, signature: Signed['signatures'][number]) => object) => (text: string) => {
    const all = JSON.parse(text) as Signed;
    return JSON.stringify({ ...all, ...change(all, all.signatures[0] ?? { keyid: '', sig: '' }) });
  };

describe('an envelope that others may read otherwise is refused', () => {
  test.each<[what: string, envelope: (text: string) => string, message?: string]>([
    [
      'a payload in another base64',
      // Where no sign of it is another one in addresses, its end is.
      signed(({ payload: text }) => ({ payload: url(text) === text ? `${text}=` : url(text) })),
    ],
    ['a payload in lines', signed((all) => ({ payload: all.payload.replaceAll(/.{76}/gu, '$&\n') }))],
    [
      'a signature without its padding',
      signed((_all, one) => ({ signatures: [{ ...one, sig: url(one.sig) }] })),
    ],
    ['a word beside a signature', signed((_all, one) => ({ signatures: [{ ...one, by: 'the certifier' }] }))],
    [
      'a payload twice',
      (text) => text.replace('"payload":', '"payload":"e30=","payload":'),
      'has a duplicate member',
    ],
  ])('%s', async (_what, envelope, message = 'is not a DSSE envelope in the form that the kit writes') => {
    const { disagreements } = await verified(real, { envelope });
    expect(disagreements).toEqual([{ kind: 'schema', where: 'statement.dsse.json', message }]);
  });

  test('signatures by nobody', async () => {
    const envelope = signed((_all, one) => ({ signatures: Array.from({ length: 100_000 }, () => one) }));
    await expect(verified(real, { envelope })).rejects.toThrow('is larger than 1 MB, and is not read');
  });

  test('and one without the name of its key is not, nor in another layout', async () => {
    const envelope = signed((_all, { sig }) => ({ signatures: [{ sig }] }));
    const laidOut = (text: string) => JSON.stringify(JSON.parse(envelope(text)), null, 4);
    expect((await verified(real, { envelope: laidOut })).disagreements).toEqual([]);
  });

  test('a statement without a bottom, or with its subjects turned round', async () => {
    const deep = Buffer.from(`{"_type":${'['.repeat(1e5)}${']'.repeat(1e5)}}`);
    const envelope = () => JSON.stringify(createSignedEnvelope(deep, signer));
    const bottomless = await verified(real, { envelope });
    expect(bottomless.disagreements.map(({ kind }) => kind)).toEqual(['schema']);
    const statement = (one: AttestationStatement) => ({ ...one, subject: one.subject.toReversed() });
    expect((await verified(real, { statement })).disagreements).toMatchObject([
      {
        kind: 'schema',
        message: 'is not a statement of this kit: /subject/0/name must be equal to constant',
      },
    ]);
  });
});
