import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckReport, Report, RequirementReport, WaiverUse } from '../../reports/model.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { newKeyPair, readPrivateKey } from '../../src/attest/keys.ts';
import { IN_TOTO, seal } from '../../src/attest/dsse.ts';
import { seedOf } from '../../src/base/challenge.ts';
import { Names } from '../../src/engine/names.ts';
import type { Disagreement } from '../../src/verify/disagreement.ts';
import { decided, ran, verified, withFacts, withRow, type Forgery, type Ran } from './folders.ts';

const BROKEN = 'list.limit.default';
const DAY = 24 * 3600 * 1000;
const YEAR = 365 * DAY;

const FAULTS = ['list/default-10', 'auth/no-challenge'];

/** A run of everything, and one of what most forgeries are about, which is gone through again in a tenth of the time. */
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

type Kind = Disagreement['kind'];
type Tampering = readonly [what: string, kind: Kind, forge: (ran: Ran) => Forgery];

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

const VERDICTS: readonly Tampering[] = [
  [
    'a cause for a failure of its own',
    'replay',
    inRow(BROKEN, (row) => ({ ...row, follows: 'auth.missing' })),
  ],
  ['a failure called a pass', 'verdict', inRow(BROKEN, (row) => ({ ...row, verdict: 'pass' }))],
  ['a failure called a pass, its checks too', 'verdict', inRow(BROKEN, decided('pass'))],
  ['a failure called undecided', 'verdict', inRow(BROKEN, decided('inconclusive'))],
  ['a failure called not tested', 'verdict', inRow(BROKEN, decided('not-tested'))],
  [
    'a pass called a failure',
    'verdict',
    inChecks('list.success', { verdict: 'fail' }, { verdict: 'fail', cause: 'server' }),
  ],
  ['a warning called a pass', 'verdict', inRow('auth.challenge', decided('pass'))],
  ['the whole called conformant', 'verdict', changed({ verdict: 'conformant' })],
  [
    'a profile called conformant',
    'verdict',
    inReport(({ profiles }) => ({ profiles: { ...profiles, animals: 'conformant' } })),
  ],
];

const TEXTS: readonly Tampering[] = [
  ['another reason', 'replay', inRow(BROKEN, (row) => ({ ...row, reason: 'The list is a little short.' }))],
  ['another message of a check', 'replay', inChecks(BROKEN, { message: 'fine' })],
  ['another input', 'replay', inChecks(BROKEN, { counterexample: { limit: '1' } })],
  ['another exchange as proof', 'replay', inChecks(BROKEN, { exchanges: ['x1'] })],
  ['an exchange that is not there as proof', 'replay', inChecks(BROKEN, { exchanges: ['x9999'] })],
  ['a finding left out', 'replay', inRow('auth.missing', (row) => ({ ...row, checks: row.checks.slice(1) }))],
];

const COUNTS: readonly Tampering[] = [
  ['a total', 'schema', inReport(({ totals }) => ({ totals: { ...totals, pass: 64 } }))],
  ['fewer requests', 'traffic', inTraffic({ requests: 10 })],
  ['fewer animals', 'traffic', inTraffic({ created: 1 })],
  ['more repetitions', 'traffic', inTraffic({ retried: 7 })],
  [
    'what was drawn',
    'replay',
    inReport(({ coverage = [] }) => ({
      coverage: coverage.map((one) => ({ ...one, inputs: one.inputs + 1 })),
    })),
  ],
  ['an animal left out of the list', 'evidence', inReport(({ created }) => ({ created: created.slice(1) }))],
  [
    'an animal that was never added',
    'evidence',
    inReport(({ created }) => ({ created: [...created, { id: '987654321987', name: 'Rex' }] })),
  ],
];

const EXCHANGES: readonly Tampering[] = [
  ['one left out', 'evidence', inEvidence((all) => all.toSpliced(20, 1))],
  ['one left out, the others numbered anew', 'replay', inEvidence((all) => renumbered(all.toSpliced(20, 1)))],
  [
    'the proof left out',
    'evidence',
    (all) => ({ evidence: all.evidence.filter(({ id }) => id !== proof(all).id) }),
  ],
  ['the last ones left out', 'traffic', inEvidence((all) => all.slice(0, -5))],
  [
    'the last ones left out, and the counts made to agree',
    'replay',
    (all) => ({
      ...inTraffic({ requests: all.report.traffic.requests - 5 })(all),
      evidence: all.evidence.slice(0, -5),
    }),
  ],
  ['one added', 'replay', inEvidence((all) => renumbered([...all, ...all.slice(0, 1)]))],
  [
    'two in another order',
    'evidence',
    inEvidence(([first, ...rest]) => rest.toSpliced(1, 0, ...(first === undefined ? [] : [first]))),
  ],
  ['another check that sent it', 'replay', inProof((one) => ({ ...one, check: 'list/shape' }))],
  ['another attempt', 'replay', inProof((one) => ({ ...one, attempt: 2 }))],
  ['a repetition of another', 'replay', inProof((one) => ({ ...one, attempt: 2, repeats: 'x1' }))],
  ['another operation', 'replay', inProof((one) => ({ ...one, operation: 'create' }))],
  [
    'another address',
    'replay',
    (all) => inRequest({ url: `${all.report.target.baseUrl}/pets?limit=10` })(all),
  ],
  ['the address of another server', 'replay', inRequest({ url: 'https://other.example/v1/pets' })],
  ['another method', 'replay', inRequest({ method: 'POST' })],
  ['a body that was not sent', 'replay', inRequest({ body: '{}' })],
  ['another key', 'replay', inRequest({ credential: { kind: 'none', label: 'none', pieces: null } })],
];

const isWholeList = ({ request, operation }: Exchange): boolean =>
  operation === 'list' && request.url.endsWith('/pets');

const ANSWERS: readonly Tampering[] = [
  ['another status', 'verdict', inAnswer({ status: 500 })],
  [
    'a body that is right',
    'verdict',
    inEvidence((all) => all.map((one) => (isWholeList(one) ? withAnswer({ body: '[]' })(one) : one))),
  ],
  ['another body', 'replay', inAnswer({ body: '[]' })],
  ['a body that is cut', 'replay', inAnswer({ cut: true })],
  ['another media type', 'verdict', inAnswer({ headers: [['content-type', 'text/html']] })],
  [
    'no answer where there was one',
    'replay',
    inProof((one) => ({
      ...one,
      response: null,
      failure: { kind: 'timeout', message: 'No answer within 10000 ms.' },
    })),
  ],
  ['neither an answer nor why there is none', 'evidence', inProof((one) => ({ ...one, response: null }))],
  ['a reason why the body is no JSON', 'replay', inAnswer({ problem: 'the body is not UTF-8' })],
  [
    'a size that its text has not',
    'evidence',
    () => ({ har: (text) => text.replace(/"size": \d+/u, '"size": 1') }),
  ],
  [
    'a member of a program that is not ours',
    'evidence',
    () => ({ har: (text) => text.replace('"cache": {}', '"cache": {}, "_note": "ok"') }),
  ],
];

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

const DATES: readonly Tampering[] = [
  ['an earlier start', 'date', inReport(({ startedAt }) => ({ startedAt: moved(startedAt, -YEAR) }))],
  ['a later end', 'date', inReport(({ finishedAt }) => ({ finishedAt: moved(finishedAt, 60_000) }))],
  ['another duration', 'date', changed({ durationMs: 1 })],
  [
    'an exchange of another day',
    'date',
    inProof((one) => ({ ...one, startedAt: moved(one.startedAt, -YEAR) })),
  ],
  ['another time of sending', 'date', inProof((one) => ({ ...one, sentAt: 0 }))],
  ['one end for all', 'evidence', inEvidence((all) => all.map((one) => ({ ...one, ended: 1 })))],
  ['the end of another exchange', 'evidence', inProof((one) => ({ ...one, ended: 1 }))],
  ['an end behind the last', 'evidence', inProof((one) => ({ ...one, ended: 100_000 }))],
  ['a run in the future', 'date', (all) => at(YEAR)(all)],
  ['a run of two days before, and only the answers say so', 'date', (all) => at(-2 * DAY)(all)],
];

const SCOPES: readonly Tampering[] = [
  ['read-only', 'scope', inScope({ readOnly: true })],
  [
    'strict',
    'verdict',
    ({ report }) =>
      inScope({ strict: true })({ report: withRow(report, BROKEN, decided('pass')), evidence: [] }),
  ],
  ['only a part', 'verdict', inScope({ only: ['messages.*'] })],
  ['more runs', 'replay', inScope({ runs: 10 })],
  ['another seed', 'replay', changed({ seed: 1234 })],
  ['fewer animals allowed', 'scope', inScope({ maxCreated: 5 })],
  ['another day', 'scope', inScope({ asOf: '2031-01-01' })],
  ['other categories', 'replay', inScope({ categoryIds: ['77'] })],
  ['a profile that is not claimed', 'scope', inTarget({ messagesUrl: null })],
  ['another target', 'evidence', inTarget({ baseUrl: 'https://api.example.com/v1' })],
  ['other settings', 'scope', changed({ settings: [{ flag: '--consistency-ms', text: '60000' }] })],
  [
    'a file of this machine',
    'scope',
    inReport(({ settings = [] }) => ({
      settings: [...settings, { flag: '--client-cert', text: '/etc/passwd' }],
    })),
  ],
  ['what was waited for', 'replay', inReport(({ waits = [] }) => ({ waits: [...waits, [0, 1]] }))],
  ['another tag', 'replay', changed({ tag: 'abcdef' })],
  ['a challenge that it did not answer', 'replay', inScope({ challenge: 'acme 7f3a' })],
  [
    'a challenge, with the seed and the tag of it',
    'replay',
    ({ report }) => ({
      report: {
        ...report,
        seed: seedOf('acme 7f3a'),
        tag: Names.answering('acme 7f3a').tag,
        scope: { ...report.scope, challenge: 'acme 7f3a' },
        settings: report.settings?.filter(({ flag }) => flag !== '--seed') ?? [],
      },
    }),
  ],
  ['a note of its own', 'replay', changed({ notes: ['Certified by the authors of the document.'] })],
  [
    'another version of the kit',
    'catalogue',
    inReport(({ tool }) => ({ tool: { ...tool, version: '99.0.0' } })),
  ],
  [
    'another document',
    'replay',
    inReport(({ specification }) => ({ specification: { ...specification, version: '2.0.0' } })),
  ],
];

const CATALOGUES: readonly Tampering[] = [
  [
    'another statement',
    'catalogue',
    inRow('list.complete', (row) => ({ ...row, statement: 'A list is a list.' })),
  ],
  [
    'another level',
    'catalogue',
    inChecks(BROKEN, { verdict: 'warn' }, { level: 'advisory', verdict: 'warn' }),
  ],
  [
    'another digest',
    'catalogue',
    changed({ catalogue: { version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` } }),
  ],
  [
    'another version',
    'catalogue',
    inReport(({ catalogue }) => ({ catalogue: { digest: catalogue?.digest ?? '', version: '2.0.0' } })),
  ],
  [
    'a requirement left out',
    'catalogue',
    inReport(({ requirements, totals }) => ({
      requirements: requirements.filter(({ id }) => id !== BROKEN),
      totals: { ...totals, fail: totals.fail - 1 },
    })),
  ],
];

/** The failure called waived, by an entry like this one. */
const waivedBy = (change: Partial<WaiverUse>) =>
  inRow(BROKEN, (row) => ({
    ...decided('waived')(row),
    waivers: [{ requirement: BROKEN, reason: 'known', state: 'applied', ...change }],
  }));
const WAIVERS: readonly Tampering[] = [
  ['one that nobody gave', 'replay', waivedBy({})],
  ['one that had expired', 'waiver', waivedBy({ expires: '2020-01-01' })],
  ['a failure waived by none', 'verdict', inRow(BROKEN, decided('waived'))],
  ['one of another requirement', 'waiver', waivedBy({ requirement: 'list.success' })],
  ['one of another check', 'waiver', waivedBy({ check: 'list/none' })],
];

const stated = (statement: NonNullable<Forgery['statement']>) => (): Forgery => ({ statement });
const handedIn = (afterwards: NonNullable<Forgery['afterwards']>) => (): Forgery => ({ afterwards });

const STATEMENTS: readonly Tampering[] = [
  [
    'changed once it was signed',
    'signature',
    () => ({ envelope: (text) => changedPayload(text, 'non-conformant', 'conformant') }),
  ],
  [
    'about another product',
    'signature',
    () => ({ envelope: (text) => changedPayload(text, 'Pets 1', 'Pets 2') }),
  ],
  ['signed with another key', 'signature', () => ({ envelope: resealed })],
  [
    'in an envelope of another kind',
    'schema',
    () => ({ envelope: (text) => text.replace(IN_TOTO, 'text/plain') }),
  ],
  ['in no envelope', 'schema', () => ({ envelope: () => '[]' })],
  ['of another kind', 'schema', stated(() => ({ hello: 'world' }))],
  ['with another verdict', 'statement', stated(withFacts({ verdict: 'conformant', allowed: undefined }))],
  ['with another requirement passed', 'statement', stated(withFacts({ requirements: { [BROKEN]: 'pass' } }))],
  ['without what was allowed', 'statement', stated(withFacts({ allowed: undefined }))],
  [
    'with another result',
    'statement',
    stated((one) => ({ ...one, predicate: { ...one.predicate, result: 'PASSED' } })),
  ],
  [
    'about other files',
    'digest',
    stated((one) => ({
      ...one,
      subject: one.subject.map(({ name }) => ({ name, digest: { sha256: '0'.repeat(64) } })),
    })),
  ],
  [
    'about one file alone',
    'statement',
    stated((one) => ({ ...one, subject: [one.subject[0], one.subject[0]] })),
  ],
];

const AFTERWARDS: readonly Tampering[] = [
  ['a blank in report.json', 'digest', handedIn({ report: (text) => `${text} ` })],
  [
    'a verdict in report.json',
    'digest',
    handedIn({ report: (text) => text.replace('"verdict": "non-conformant"', '"verdict": "conformant"') }),
  ],
  ['a name in evidence.har', 'digest', handedIn({ har: (text) => text.replace('200', '201') })],
  ['report.json that is none', 'schema', handedIn({ report: () => '{' })],
  [
    'evidence.har with an address that is none',
    'schema',
    handedIn({ har: (text) => text.replace(/"url": "[^"]*"/u, '"url": 7') }),
  ],
  ['evidence.har that is none', 'schema', handedIn({ har: () => '{}' })],
];

function changedPayload(text: string, from: string, to: string): string {
  const envelope = JSON.parse(text) as { payload: string };
  const payload = Buffer.from(envelope.payload, 'base64').toString('utf8').replaceAll(from, to);
  return JSON.stringify({ ...envelope, payload: Buffer.from(payload).toString('base64') });
}

function resealed(text: string): string {
  const { payload } = JSON.parse(text) as { payload: string };
  const other = readPrivateKey(newKeyPair('ed25519').privateKey, 'key.pem');
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

describe.each(Object.entries(ALL))('%s, signed by whoever forged it:', (_, tamperings) => {
  test.each(tamperings)('%s is told (%s)', async (_what, kind, forge) => {
    // A verdict rests on what any check saw.
    const real = kind === 'verdict' || tamperings === ANSWERS ? whole : part;
    const { disagreements } = await verified(real, forge(real));
    expect(disagreements.map((one) => one.kind)).toContain(kind);
  });
});
