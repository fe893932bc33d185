import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckReport, Report, RequirementReport, WaiverUse } from '../../reports/model.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { newKeyPair, readKey } from '../../src/attest/keys.ts';
import { IN_TOTO, seal } from '../../src/attest/dsse.ts';
import { seedOf } from '../../src/base/challenge.ts';
import { Names } from '../../src/engine/target/names.ts';
import type { Discrepancy } from '../../src/verify/discrepancy.ts';
import { decided, ran, signer, verified, withFacts, withRow, type Forgery, type Ran } from './folders.ts';

const BROKEN = 'list.limit.default';
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

type Kind = Discrepancy['kind'];
/** What is forged, by the kind of disagreement that it is told as. */
type Tamperings = Partial<Record<Kind, Record<string, (ran: Ran) => Forgery>>>;

/** Changes members of the report, those that are named. */
const inReport =
  (change: (report: Report) => Partial<Report>) =>
  ({ report }: Ran): Forgery => ({ report: { ...report, ...change(report) } });
const changed = (change: Partial<Report>) => inReport(() => change);
const inScope = (change: Partial<Report['scope']>) =>
  inReport(({ scope }) => ({ scope: { ...scope, ...change } }));
const inTraffic = (change: Partial<Report['traffic']>) =>
  inReport(({ traffic }) => ({ traffic: { ...traffic, ...change } }));
const inTarget = (change: Partial<Report['target']>) =>
  inReport(({ target }) => ({ target: { ...target, ...change } }));
const inRow =
  (id: string, change: Parameters<typeof withRow>[2]) =>
  ({ report }: Ran): Forgery => ({ report: withRow(report, id, change) });
/** Changes a row, and each of its checks. */
const inChecks = (id: string, check: Partial<CheckReport>, change: Partial<RequirementReport> = {}) =>
  inRow(id, (row) => ({ ...row, ...change, checks: row.checks.map((one) => ({ ...one, ...check })) }));

/** The exchange that proves the failure. */
function proof({ report, evidence }: Ran): Exchange {
  const row = report.requirements.find(({ id }) => id === BROKEN);
  const id = row?.checks.flatMap(({ exchanges }) => exchanges).at(-1);
  const found = evidence.find((one) => one.id === id);
  if (found === undefined) throw new Error('nothing proves the failure');
  return found;
}

const inProof =
  (change: (exchange: Exchange) => Exchange) =>
  (all: Ran): Forgery => {
    const target = proof(all);
    return { evidence: all.evidence.map((one) => (one.id === target.id ? change(one) : one)) };
  };
const withAnswer = (change: Partial<NonNullable<Exchange['response']>>) => (one: Exchange) => ({
  ...one,
  response: one.response && { ...one.response, ...change },
});
const inAnswer = (change: Partial<NonNullable<Exchange['response']>>) => inProof(withAnswer(change));
const inRequest = (change: Partial<Exchange['request']>) =>
  inProof((one) => ({ ...one, request: { ...one.request, ...change } }));
const inEvidence =
  (change: (evidence: readonly Exchange[]) => readonly Exchange[]) =>
  ({ evidence }: Ran): Forgery => ({ evidence: change(evidence) });
const moved = (date: string, ms: number): string => new Date(Date.parse(date) + ms).toISOString();

/** Numbered anew, as a forger would who leaves something out. */
function renumbered(evidence: readonly Exchange[]): readonly Exchange[] {
  return evidence.map((one, at) => ({ ...one, id: `x${String(at + 1)}` }));
}

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
      'list.success',
      { verdict: 'fail' },
      { verdict: 'fail', cause: 'server' },
    ),
    'a warning called a pass': inRow('auth.challenge', decided('pass')),
    'the whole called conformant': changed({ verdict: 'conformant' }),
    'a profile called conformant': inReport(({ profiles }) => ({
      profiles: { ...profiles, animals: 'conformant' },
    })),
  },
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
  schema: { 'a total': inReport(({ totals }) => ({ totals: { ...totals, pass: 64 } })) },
  traffic: {
    'fewer requests': inTraffic({ requests: 10 }),
    'fewer animals': inTraffic({ created: 1 }),
    'more repetitions': inTraffic({ retried: 7 }),
  },
  replay: {
    'what was drawn': inReport(({ coverage = [] }) => ({
      coverage: coverage.map((one) => ({ ...one, inputs: one.inputs + 1 })),
    })),
  },
  evidence: {
    'an animal left out of the list': inReport(({ created }) => ({ created: created.slice(1) })),
    'an animal that was never added': inReport(({ created }) => ({
      created: [...created, { id: '987654321987', name: 'Rex' }],
    })),
  },
};

const EXCHANGES: Tamperings = {
  evidence: {
    'one left out': inEvidence((all) => all.toSpliced(20, 1)),
    'the proof left out': (all) => ({ evidence: all.evidence.filter(({ id }) => id !== proof(all).id) }),
    'two in another order': inEvidence(([first, ...rest]) =>
      rest.toSpliced(1, 0, ...(first === undefined ? [] : [first])),
    ),
  },
  replay: {
    'one left out, the others numbered anew': inEvidence((all) => renumbered(all.toSpliced(20, 1))),
    'the last ones left out, and the counts made to agree': (all) => ({
      ...inTraffic({ requests: all.report.traffic.requests - 5 })(all),
      evidence: all.evidence.slice(0, -5),
    }),
    'one added': inEvidence((all) => renumbered([...all, ...all.slice(0, 1)])),
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
  traffic: { 'the last ones left out': inEvidence((all) => all.slice(0, -5)) },
};

const isWholeList = ({ request, operation }: Exchange): boolean =>
  operation === 'list' && request.url.endsWith('/pets');

const ANSWERS: Tamperings = {
  verdict: {
    'another status': inAnswer({ status: 500 }),
    'a body that is right': inEvidence((all) =>
      all.map((one) => (isWholeList(one) ? withAnswer({ body: '[]' })(one) : one)),
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
const at =
  (ms: number) =>
  ({ report, evidence }: Ran): Forgery => ({
    report: {
      ...report,
      startedAt: moved(report.startedAt, ms),
      finishedAt: moved(report.finishedAt, ms),
      scope: { ...report.scope, asOf: moved(report.startedAt, ms).slice(0, 10) },
    },
    evidence: evidence.map((one) => ({ ...one, startedAt: moved(one.startedAt, ms) })),
  });

const DATES: Tamperings = {
  date: {
    'an earlier start': inReport(({ startedAt }) => ({ startedAt: moved(startedAt, -YEAR) })),
    'a later end': inReport(({ finishedAt }) => ({ finishedAt: moved(finishedAt, 60_000) })),
    'another duration': changed({ durationMs: 1 }),
    'an exchange of another day': inProof((one) => ({ ...one, startedAt: moved(one.startedAt, -YEAR) })),
    'another time of sending': inProof((one) => ({ ...one, sentAt: 0 })),
    'a run in the future': (all) => at(YEAR)(all),
    'a run of two days before, and only the answers say so': (all) => at(-2 * DAY)(all),
  },
  evidence: {
    'one end for all': inEvidence((all) => all.map((one) => ({ ...one, ended: 1 }))),
    'the end of another exchange': inProof((one) => ({ ...one, ended: 1 })),
    'an end behind the last': inProof((one) => ({ ...one, ended: 100_000 })),
  },
};

const SCOPES: Tamperings = {
  scope: {
    'read-only': inScope({ readOnly: true }),
    'fewer animals allowed': inScope({ maxCreated: 5 }),
    'another day': inScope({ asOf: '2031-01-01' }),
    'only a part': inScope({ only: ['messages.*'] }),
    'more runs': inScope({ runs: 10 }),
    'other categories': inScope({ categoryIds: ['77'] }),
    'a profile that is not claimed': inTarget({ messagesUrl: null }),
    'other settings': changed({ settings: { consistencyMs: 60_000 } }),
    'fewer animals allowed among the settings': inReport(({ settings }) => ({
      settings: { ...settings, maxCreated: 5 },
    })),
  },
  verdict: {
    strict: ({ report }) =>
      inScope({ strict: true })({ report: withRow(report, BROKEN, decided('pass')), evidence: [] }),
  },
  replay: {
    'another seed': changed({ seed: 1234 }),
    'what was waited for': inReport(({ waits = [] }) => ({ waits: [...waits, [0, 1]] })),
    'another tag': changed({ tag: 'abcdef' }),
    'a challenge that it did not answer': inScope({ challenge: 'acme 7f3a' }),
    'a challenge, with the seed and the tag of it': ({ report }) => ({
      report: {
        ...report,
        seed: seedOf('acme 7f3a'),
        tag: Names.answering('acme 7f3a').tag,
        scope: { ...report.scope, challenge: 'acme 7f3a' },
        settings: { ...report.settings, seed: seedOf('acme 7f3a'), challenge: 'acme 7f3a' },
      },
    }),
    'a note of its own': changed({ notes: ['Certified by the authors of the document.'] }),
    'another document': inReport(({ specification }) => ({
      specification: { ...specification, version: '2.0.0' },
    })),
  },
  evidence: { 'another target': inTarget({ baseUrl: 'https://api.example.com/v1' }) },
  catalogue: {
    'another version of the kit': inReport(({ tool }) => ({ tool: { ...tool, version: '99.0.0' } })),
  },
};

const CATALOGUES: Tamperings = {
  catalogue: {
    'another statement': inRow('list.complete', (row) => ({ ...row, statement: 'A list is a list.' })),
    'another level': inChecks(BROKEN, { verdict: 'warn' }, { level: 'advisory', verdict: 'warn' }),
    'another digest': changed({ catalogue: { version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` } }),
    'another version': inReport(({ catalogue }) => ({
      catalogue: { digest: catalogue?.digest ?? '', version: '2.0.0' },
    })),
    'a requirement left out': inReport(({ requirements, totals }) => ({
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
    return JSON.stringify(seal(IN_TOTO, Buffer.from(change(text)), signer));
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
    'in an envelope of another kind': () => ({ envelope: (text) => text.replace(IN_TOTO, 'text/plain') }),
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
  return JSON.stringify(seal(IN_TOTO, Buffer.from(payload, 'base64'), other));
}

const ALL = {
  'a verdict': VERDICTS,
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
    const real = kind === 'verdict' || tamperings === ANSWERS ? whole : part;
    const { disagreements } = await verified(real, forge(real));
    expect(disagreements.map((one) => one.kind)).toContain(kind);
  });
});
