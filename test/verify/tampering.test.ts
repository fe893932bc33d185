import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckReport, Report, RequirementReport, WaiverUse } from '../../reports/model.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { newKeyPair, readKey } from '../../src/attest/keys.ts';
import { IN_TOTO_PAYLOAD_TYPE, signEnvelope } from '../../src/attest/dsse.ts';
import { seedFromChallenge } from '../../src/base/challenge.ts';
import { NameGenerator } from '../../src/engine/target/names.ts';
import type { ReportInconsistency } from '../../src/verify/inconsistency.ts';
import { decided, ran, signer, verified, withFacts, withRow, type Forgery, type Ran } from './folders.ts';
import * as forged from './forge.ts';

const BROKEN = 'list.limit.default';
const ANSWERED = 'acme 7f3a';
const DAY = 24 * 3600 * 1000;
const YEAR = 365 * DAY;

const FAULTS = ['list/default-10', 'auth/no-challenge'];

/** A run of everything, and one of what most forgeries are about, which is replayed in a tenth of the time. */
let whole: Ran;
let part: Ran;
beforeAll(async () => {
  whole = await ran(FAULTS, { runs: 1 });
  part = await ran(FAULTS, { runs: 1, only: [BROKEN, 'auth.missing'] });
});

test.each([
  ['everything', () => whole],
  ['a part', () => part],
])('what is genuine is verified, failures and all: %s', async (_what, real) => {
  const found = await verified(real());
  expect(found.disagreements).toEqual([]);
  expect(found).toMatchObject({
    recomputed: true,
    sameKit: true,
    facts: { verdict: 'non-conformant', product: { name: 'Pets 1' } },
  });
});

type Kind = ReportInconsistency['kind'];
/** What is forged, by the kind of disagreement that it is told as. */
type Tamperings = Partial<Record<Kind, Record<string, (ran: Ran) => Forgery>>>;

const changed = (change: Partial<Report>) => forged.report(() => change);
const inRow = (id: string, change: Parameters<typeof withRow>[2]) =>
  forged.report((all) => withRow(all, id, change));
/** Changes a row, and each of its checks. */
const inChecks = (id: string, check: Partial<CheckReport>, change: Partial<RequirementReport> = {}) =>
  inRow(id, (row) => ({ ...row, ...change, checks: row.checks.map((one) => ({ ...one, ...check })) }));

/** The exchange that proves the failure. */
function proof(real: Ran): Exchange {
  const row = real.report.requirements.find(({ id }) => id === BROKEN);
  const id = row?.checks.flatMap((check) => check.exchanges).at(-1);
  const found = real.evidence.find((one) => one.id === id);
  if (found === undefined) throw new Error('nothing proves the failure');
  return found;
}

const inProof =
  (change: (exchange: Exchange) => Exchange): forged.Forge =>
  (all) =>
    forged.each(change, ({ id }) => id === proof(all).id)(all);
const inAnswer = (change: Partial<NonNullable<Exchange['response']>>) =>
  inProof(forged.answered(() => change));
const inRequest = (change: Partial<Exchange['request']>) =>
  inProof((one) => ({ ...one, request: { ...one.request, ...change } }));

const VERDICTS: Tamperings = {
  replay: {
    'a cause for a failure of its own': inRow(BROKEN, (row) => ({ ...row, follows: 'auth.missing' })),
  },
  verdict: {
    'a failure called a pass': inRow(BROKEN, (row) => ({ ...row, verdict: 'pass' })),
    'a failure called a pass, its checks too': inRow(BROKEN, decided('pass')),
    'a failure called undecided': inRow(BROKEN, decided('inconclusive')),
    'a failure called not tested': inRow(BROKEN, decided('not-tested')),
    'a pass called a failure': inChecks(
      'auth.missing',
      { verdict: 'fail' },
      { verdict: 'fail', cause: 'server' },
    ),
    'the whole called conformant': changed({ verdict: 'conformant' }),
    'a profile called conformant': forged.report(({ profiles }) => ({
      profiles: { ...profiles, animals: 'conformant' },
    })),
  },
};

const WARNINGS: Tamperings = {
  verdict: { 'a warning called a pass': inRow('auth.challenge', decided('pass')) },
};

const TEXTS: Tamperings = {
  replay: {
    'another reason': inRow(BROKEN, (row) => ({ ...row, reason: 'The list is a little short.' })),
    'another message of a check': inChecks(BROKEN, { message: 'fine' }),
    'another input': inChecks(BROKEN, { counterexample: { limit: '1' } }),
    'another exchange as proof': inChecks(BROKEN, { exchanges: ['x1'] }),
    'an exchange that is not there as proof': inChecks(BROKEN, { exchanges: ['x9999'] }),
    'a finding left out': inRow('auth.missing', (row) => ({ ...row, checks: row.checks.slice(1) })),
  },
};

const COUNTS: Tamperings = {
  schema: { 'a total': forged.report(({ totals }) => ({ totals: { ...totals, pass: 64 } })) },
  traffic: {
    'fewer requests': forged.inside('traffic', { requests: 10 }),
    'fewer animals': forged.inside('traffic', { created: 1 }),
    'more repetitions': forged.inside('traffic', { retried: 7 }),
  },
  replay: {
    'what was drawn': forged.report(({ coverage = [] }) => ({
      coverage: coverage.map((one) => ({ ...one, inputs: one.inputs + 1 })),
    })),
  },
  evidence: {
    'an animal left out of the list': forged.report(({ created }) => ({ created: created.slice(1) })),
    'an animal that was never added': forged.report(({ created }) => ({
      created: [...created, { id: '987654321987', name: 'Rex' }],
    })),
  },
};

const EXCHANGES: Tamperings = {
  evidence: {
    'one left out': forged.exchanges((all) => all.toSpliced(20, 1)),
    'the proof left out': (all) => ({ evidence: all.evidence.filter(({ id }) => id !== proof(all).id) }),
    'two in another order': forged.exchanges(([first, ...rest]) =>
      rest.toSpliced(1, 0, ...(first === undefined ? [] : [first])),
    ),
  },
  replay: {
    'one left out, the others numbered anew': forged.exchanges((all) =>
      forged.numbered(all.toSpliced(20, 1)),
    ),
    'the last ones left out, and the counts made to agree': forged.evidence((all) => all.slice(0, -5)),
    'one added': forged.exchanges((all) => forged.numbered([...all, ...all.slice(0, 1)])),
    'another check that sent it': inProof((one) => ({ ...one, check: 'list/shape' })),
    'another attempt': inProof((one) => ({ ...one, attempt: 2 })),
    'a repetition of another': inProof((one) => ({ ...one, attempt: 2, repeats: 'x1' })),
    'another operation': inProof((one) => ({ ...one, operation: 'create' })),
    'another address': (all) => inRequest({ url: `${all.report.target.baseUrl}/pets?limit=10` })(all),
    'the address of another server': inRequest({ url: 'https://other.example/v1/pets' }),
    'another method': inRequest({ method: 'POST' }),
    'a body that was not sent': inRequest({ body: '{}' }),
    'another key': inRequest({ credential: { kind: 'none', label: 'none', pieces: null } }),
  },
  traffic: { 'the last ones left out': forged.exchanges((all) => all.slice(0, -5)) },
};

const isWholeList = ({ request, operation }: Exchange): boolean =>
  operation === 'list' && request.url.endsWith('/pets');

const ANSWERS: Tamperings = {
  verdict: {
    'another status': inAnswer({ status: 500 }),
    'a body that is right': forged.each(
      forged.answered(() => ({ body: '[]' })),
      isWholeList,
    ),
    'another media type': inAnswer({ headers: [['content-type', 'text/html']] }),
  },
  replay: {
    'another body': inAnswer({ body: '[]' }),
    'a body that is cut': inAnswer({ cut: true }),
    'no answer where there was one': inProof((one) => ({
      ...one,
      response: null,
      failure: { kind: 'timeout', message: 'No answer within 10000 ms.' },
    })),
    'a reason why the body is not JSON': inAnswer({ problem: 'the body is not UTF-8' }),
  },
  evidence: {
    'neither an answer nor why there is none': inProof((one) => ({ ...one, response: null })),
    'a size that its text has not': () => ({ har: (text) => text.replace(/"size": \d+/u, '"size": 1') }),
    'a member of a program that is not ours': () => ({
      har: (text) => text.replace('"cache": {}', '"cache": {}, "_note": "ok"'),
    }),
  },
};

/** The whole run at another time, in each place but the answers. */
const at = (ms: number) =>
  forged.both(
    forged.report(({ startedAt, finishedAt }) => ({
      startedAt: forged.later(startedAt, ms),
      finishedAt: forged.later(finishedAt, ms),
    })),
    forged.report(({ startedAt, scope: asked }) => ({ scope: { ...asked, asOf: startedAt.slice(0, 10) } })),
    forged.each((one) => ({ ...one, startedAt: forged.later(one.startedAt, ms) })),
  );

const DATES: Tamperings = {
  date: {
    'an earlier start': forged.report(({ startedAt }) => ({ startedAt: forged.later(startedAt, -YEAR) })),
    'a later end': forged.report(({ finishedAt }) => ({ finishedAt: forged.later(finishedAt, 60_000) })),
    'another duration': changed({ durationMs: 1 }),
    'an exchange of another day': inProof((one) => ({
      ...one,
      startedAt: forged.later(one.startedAt, -YEAR),
    })),
    'another time of sending': inProof((one) => ({ ...one, sentAt: 0 })),
    'a run in the future': at(YEAR),
    'a run of two days before, and only the answers say so': at(-2 * DAY),
  },
  evidence: {
    'one end for all': forged.each((one) => ({ ...one, ended: 1 })),
    'the end of another exchange': inProof((one) => ({ ...one, ended: 1 })),
    'an end behind the last': inProof((one) => ({ ...one, ended: 100_000 })),
  },
};

const SCOPES: Tamperings = {
  scope: {
    'read-only': forged.scope({ readOnly: true }),
    'fewer animals allowed': forged.scope({ maxCreated: 5 }),
    'another day': forged.scope({ asOf: '2031-01-01' }),
    'only a part': forged.scope({ only: ['messages.*'] }),
    'more runs': forged.scope({ runs: 10 }),
    'other categories': forged.scope({ categoryIds: ['77'] }),
    'a profile that is not claimed': forged.inside('target', { messagesUrl: null }),
    'other settings': changed({ settings: { consistencyMs: 60_000 } }),
    'fewer animals allowed among the settings': forged.settings({ maxCreated: 5 }),
  },
  verdict: {
    strict: forged.both(inRow(BROKEN, decided('pass')), forged.scope({ strict: true })),
  },
  replay: {
    'another seed': changed({ seed: 1234 }),
    'what was waited for': forged.report(({ waits = [] }) => ({ waits: [...waits, [0, 1]] })),
    'another tag': changed({ tag: 'abcdef' }),
    'a challenge that it did not answer': forged.scope({ challenge: ANSWERED }),
    'a challenge, with the seed and the tag of it': forged.both(
      forged.scope({ challenge: ANSWERED }),
      forged.settings({ challenge: ANSWERED, seed: seedFromChallenge(ANSWERED, 'animals+messages') }),
      changed({
        seed: seedFromChallenge(ANSWERED, 'animals+messages'),
        tag: NameGenerator.answering(ANSWERED).tag,
      }),
    ),
    'a note of its own': changed({ notes: ['Certified by the authors of the document.'] }),
    'another document': forged.report(({ specification }) => ({
      specification: { ...specification, version: '2.0.0' },
    })),
  },
  evidence: { 'another target': forged.inside('target', { baseUrl: 'https://api.example.com/v1' }) },
  catalogue: {
    'another version of the kit': forged.report(({ tool }) => ({ tool: { ...tool, version: '99.0.0' } })),
  },
};

const CATALOGUES: Tamperings = {
  catalogue: {
    'another statement': inRow('list.complete', (row) => ({ ...row, statement: 'A list is a list.' })),
    'another level': inChecks(BROKEN, { verdict: 'warn' }, { level: 'advisory', verdict: 'warn' }),
    'another digest': changed({ catalogue: { version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` } }),
    'another version': forged.report(({ catalogue }) => ({
      catalogue: { digest: catalogue?.digest ?? '', version: '2.0.0' },
    })),
    'a requirement left out': forged.report(({ requirements, totals }) => ({
      requirements: requirements.filter(({ id }) => id !== BROKEN),
      totals: { ...totals, fail: totals.fail - 1 },
    })),
  },
};

/** The failure called waived, by an entry like this one. */
const waivedBy = (change: Partial<WaiverUse>) =>
  inRow(BROKEN, (row) => ({
    ...decided('waived')(row),
    waivers: [{ requirement: BROKEN, reason: 'known', state: 'applied', ...change }],
  }));
const WAIVERS: Tamperings = {
  replay: { 'one that nobody gave': waivedBy({}) },
  waiver: {
    'one that had expired': waivedBy({ expires: '2020-01-01' }),
    'one of another requirement': waivedBy({ requirement: 'list.success' }),
    'one of another check': waivedBy({ check: 'list/none' }),
  },
  verdict: { 'a failure waived by none': inRow(BROKEN, decided('waived')) },
};

const stated = (statement: NonNullable<Forgery['statement']>) => (): Forgery => ({ statement });
const handedIn = (afterwards: NonNullable<Forgery['afterwards']>) => (): Forgery => ({ afterwards });

/** What was signed is another text. */
const resigned = (change: (text: string) => string | Uint8Array) => (): Forgery => ({
  envelope: (envelope) => {
    const { payload: signed } = JSON.parse(envelope) as { payload: string };
    const text = Buffer.from(signed, 'base64').toString('utf8');
    return JSON.stringify(signEnvelope(IN_TOTO_PAYLOAD_TYPE, Buffer.from(change(text)), signer));
  },
});
const STATEMENTS: Tamperings = {
  signature: {
    'changed once it was signed': () => ({
      envelope: (text) => changedPayload(text, 'non-conformant', 'conformant'),
    }),
    'about another product': () => ({ envelope: (text) => changedPayload(text, 'Pets 1', 'Pets 2') }),
    'signed with another key': () => ({ envelope: resealed }),
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
    'with a member twice': resigned((text) =>
      text.replace('"product":', '"product":{"name":"Pets 9"},"product":'),
    ),
    'with a letter written otherwise': resigned((text) => text.replace('Pets 1', String.raw`P\u0065ts 1`)),
    'in another encoding': resigned((text) => Buffer.from(text.replace('Pets 1', 'Pets é'), 'latin1')),
    'that is not JSON': resigned(() => 'PASSED'),
    'with more in its envelope': () => ({
      envelope: (text) => text.replace('{', '{"certifiedBy":"the programme",'),
    }),
  },
  statement: {
    'with another verdict': stated(withFacts({ verdict: 'conformant', allowed: undefined })),
    'with another requirement passed': stated(withFacts({ requirements: { [BROKEN]: 'pass' } })),
    'without what was allowed': stated(withFacts({ allowed: undefined })),
    'with another result': stated((one) => ({ ...one, predicate: { ...one.predicate, result: 'PASSED' } })),
    'about another product than the report': changed({ product: { name: 'Pets 9' } }),
    'about another vendor than the report': changed({ product: { name: 'Pets 1', vendor: 'Acme' } }),
  },
  digest: {
    'about other files': stated((one) => ({
      ...one,
      subject: one.subject.map(({ name }) => ({ name, digest: { sha256: '0'.repeat(64) } })),
    })),
  },
};

const AFTERWARDS: Tamperings = {
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
};

function changedPayload(text: string, from: string, to: string): string {
  const envelope = JSON.parse(text) as { payload: string };
  const payload = Buffer.from(envelope.payload, 'base64').toString('utf8').replaceAll(from, to);
  return JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') });
}

function resealed(text: string): string {
  const { payload } = JSON.parse(text) as { payload: string };
  const other = readKey('private', newKeyPair('ed25519').privateKey, 'key.pem');
  return JSON.stringify(signEnvelope(IN_TOTO_PAYLOAD_TYPE, Buffer.from(payload, 'base64'), other));
}

const ALL = {
  'a verdict': VERDICTS,
  'a warning': WARNINGS,
  'a text': TEXTS,
  'a count': COUNTS,
  'an exchange': EXCHANGES,
  'an answer': ANSWERS,
  'a date': DATES,
  'the scope': SCOPES,
  'the catalogue': CATALOGUES,
  'a waiver': WAIVERS,
  'the statement': STATEMENTS,
  'what was signed': AFTERWARDS,
};

describe.each(Object.entries(ALL))('%s, signed by anyone who forged it:', (_, tamperings) => {
  const rows = Object.entries(tamperings).flatMap(([kind, forges]) =>
    Object.entries(forges).map(([what, forge]) => [what, kind, forge] as const),
  );
  test.each(rows)('%s is told (%s)', async (_what, kind, forge) => {
    // A verdict rests on what any check saw.
    const real = [ANSWERS, WARNINGS].includes(tamperings) ? whole : part;
    const { disagreements } = await verified(real, forge(real));
    expect(disagreements.map((one) => one.kind)).toContain(kind);
  });
});
