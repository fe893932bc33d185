import { beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../reports/model.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { newKeyPair, readPrivateKey } from '../../src/attest/keys.ts';
import { IN_TOTO, seal } from '../../src/attest/dsse.ts';
import type { Disagreement } from '../../src/verify/disagreement.ts';
import { decided, ran, verified, withFacts, withRow, type Forgery, type Ran } from './folders.ts';

const BROKEN = 'list.limit.default';
const SHIFT = 365 * 24 * 3600 * 1000;

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

const changed =
  (change: Partial<Report>) =>
  ({ report }: Ran): Forgery => ({ report: { ...report, ...change } });
const inScope =
  (change: Partial<Report['scope']>) =>
  ({ report }: Ran): Forgery => ({
    report: { ...report, scope: { ...report.scope, ...change } },
  });
const inTraffic =
  (change: Partial<Report['traffic']>) =>
  ({ report }: Ran): Forgery => ({
    report: { ...report, traffic: { ...report.traffic, ...change } },
  });
const inRow =
  (id: string, change: Parameters<typeof withRow>[2]) =>
  ({ report }: Ran): Forgery => ({
    report: withRow(report, id, change),
  });

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
const inAnswer = (change: Partial<NonNullable<Exchange['response']>>) =>
  inProof((one) => ({ ...one, response: one.response && { ...one.response, ...change } }));
const inRequest = (change: Partial<Exchange['request']>) =>
  inProof((one) => ({ ...one, request: { ...one.request, ...change } }));

/** Numbered anew, as a forger would who leaves something out. */
function renumbered(evidence: readonly Exchange[]): readonly Exchange[] {
  return evidence.map((one, at) => ({ ...one, id: `x${String(at + 1)}` }));
}

const VERDICTS: readonly Tampering[] = [
  ['a failure called a pass', 'verdict', inRow(BROKEN, (row) => ({ ...row, verdict: 'pass' }))],
  ['a failure called a pass, its checks too', 'verdict', inRow(BROKEN, decided('pass'))],
  ['a failure called undecided', 'verdict', inRow(BROKEN, decided('inconclusive'))],
  ['a failure called not tested', 'verdict', inRow(BROKEN, decided('not-tested'))],
  [
    'a pass called a failure',
    'verdict',
    inRow('list.success', (row) => ({
      ...row,
      verdict: 'fail',
      cause: 'server',
      checks: row.checks.map((one) => ({ ...one, verdict: 'fail' })),
    })),
  ],
  ['a warning called a pass', 'verdict', inRow('auth.challenge', decided('pass'))],
  ['the whole called conformant', 'verdict', changed({ verdict: 'conformant' })],
  [
    'a profile called conformant',
    'verdict',
    ({ report }) => ({ report: { ...report, profiles: { ...report.profiles, animals: 'conformant' } } }),
  ],
];

const TEXTS: readonly Tampering[] = [
  ['another reason', 'replay', inRow(BROKEN, (row) => ({ ...row, reason: 'The list is a little short.' }))],
  [
    'another message of a check',
    'replay',
    inRow(BROKEN, (row) => ({ ...row, checks: row.checks.map((one) => ({ ...one, message: 'fine' })) })),
  ],
  [
    'another input',
    'replay',
    inRow(BROKEN, (row) => ({
      ...row,
      checks: row.checks.map((one) => ({ ...one, counterexample: { limit: '1' } })),
    })),
  ],
  [
    'another exchange as proof',
    'replay',
    inRow(BROKEN, (row) => ({ ...row, checks: row.checks.map((one) => ({ ...one, exchanges: ['x1'] })) })),
  ],
  [
    'an exchange that is not there as proof',
    'replay',
    inRow(BROKEN, (row) => ({ ...row, checks: row.checks.map((one) => ({ ...one, exchanges: ['x9999'] })) })),
  ],
  ['a finding left out', 'replay', inRow('auth.missing', (row) => ({ ...row, checks: row.checks.slice(1) }))],
];

const COUNTS: readonly Tampering[] = [
  ['a total', 'schema', ({ report }) => ({ report: { ...report, totals: { ...report.totals, pass: 64 } } })],
  ['fewer requests', 'traffic', inTraffic({ requests: 10 })],
  ['fewer animals', 'traffic', inTraffic({ created: 1 })],
  [
    'what was drawn',
    'replay',
    ({ report }) => ({
      report: {
        ...report,
        coverage: (report.coverage ?? []).map((one) => ({ ...one, inputs: one.inputs + 1 })),
      },
    }),
  ],
  ['more repetitions', 'traffic', inTraffic({ retried: 7 })],
  [
    'an animal left out of the list',
    'evidence',
    ({ report }) => ({ report: { ...report, created: report.created.slice(1) } }),
  ],
  [
    'an animal that was never added',
    'evidence',
    ({ report }) => ({
      report: { ...report, created: [...report.created, { id: '987654321987', name: 'Rex' }] },
    }),
  ],
];

const EXCHANGES: readonly Tampering[] = [
  ['one left out', 'evidence', ({ evidence }) => ({ evidence: evidence.filter((_, at) => at !== 20) })],
  [
    'one left out, the others numbered anew',
    'replay',
    ({ evidence }) => ({ evidence: renumbered(evidence.filter((_, at) => at !== 20)) }),
  ],
  [
    'the proof left out',
    'evidence',
    (all) => ({ evidence: all.evidence.filter(({ id }) => id !== proof(all).id) }),
  ],
  [
    'the last ones left out, and the counts made to agree',
    'replay',
    ({ report, evidence }) => ({
      report: { ...report, traffic: { ...report.traffic, requests: report.traffic.requests - 5 } },
      evidence: evidence.slice(0, -5),
    }),
  ],
  ['the last ones left out', 'traffic', ({ evidence }) => ({ evidence: evidence.slice(0, -5) })],
  [
    'one added',
    'replay',
    ({ evidence }) => ({ evidence: renumbered([...evidence, ...evidence.slice(0, 1)]) }),
  ],
  [
    'two in another order',
    'evidence',
    ({ evidence }) => ({
      evidence: [...evidence.slice(1, 2), ...evidence.slice(0, 1), ...evidence.slice(2)],
    }),
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
  [
    'another key',
    'replay',
    inProof((one) => ({
      ...one,
      request: { ...one.request, credential: { kind: 'none', label: 'none', pieces: null } },
    })),
  ],
];

const ANSWERS: readonly Tampering[] = [
  ['another status', 'verdict', inAnswer({ status: 500 })],
  [
    'a body that is right',
    'verdict',
    (all) => ({
      evidence: all.evidence.map((one) =>
        one.request.url.endsWith('/pets') && one.operation === 'list' && one.response
          ? { ...one, response: { ...one.response, body: '[]' } }
          : one,
      ),
    }),
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

const DATES: readonly Tampering[] = [
  [
    'an earlier start',
    'date',
    ({ report }) => ({
      report: { ...report, startedAt: new Date(Date.parse(report.startedAt) - SHIFT).toISOString() },
    }),
  ],
  [
    'a later end',
    'date',
    ({ report }) => ({
      report: { ...report, finishedAt: new Date(Date.parse(report.finishedAt) + 60_000).toISOString() },
    }),
  ],
  ['another duration', 'date', changed({ durationMs: 1 })],
  [
    'an exchange of another day',
    'date',
    inProof((one) => ({ ...one, startedAt: new Date(Date.parse(one.startedAt) - SHIFT).toISOString() })),
  ],
  ['another time of sending', 'date', inProof((one) => ({ ...one, sentAt: 0 }))],
  [
    'one end for all',
    'evidence',
    ({ evidence }) => ({ evidence: evidence.map((one) => ({ ...one, ended: 1 })) }),
  ],
  ['the end of another exchange', 'evidence', inProof((one) => ({ ...one, ended: 1 }))],
  ['an end behind the last', 'evidence', inProof((one) => ({ ...one, ended: 100_000 }))],
  [
    'a run in the future',
    'date',
    ({ report, evidence }) => {
      const later = (date: string) => new Date(Date.parse(date) + SHIFT).toISOString();
      return {
        report: { ...report, startedAt: later(report.startedAt), finishedAt: later(report.finishedAt) },
        evidence: evidence.map((one) => ({ ...one, startedAt: later(one.startedAt) })),
      };
    },
  ],
];

const SCOPES: readonly Tampering[] = [
  ['read-only', 'scope', inScope({ readOnly: true })],
  [
    'strict',
    'verdict',
    ({ report }) => ({
      report: { ...withRow(report, BROKEN, decided('pass')), scope: { ...report.scope, strict: true } },
    }),
  ],
  ['only a part', 'verdict', inScope({ only: ['messages.*'] })],
  ['more runs', 'replay', inScope({ runs: 10 })],
  ['another seed', 'replay', changed({ seed: 1234 })],
  ['fewer animals allowed', 'scope', inScope({ maxCreated: 5 })],
  ['another day', 'scope', inScope({ asOf: '2031-01-01' })],
  ['other categories', 'replay', inScope({ categoryIds: ['77'] })],
  [
    'a profile that is not claimed',
    'scope',
    ({ report }) => ({ report: { ...report, target: { ...report.target, messagesUrl: null } } }),
  ],
  [
    'another target',
    'evidence',
    ({ report }) => ({
      report: { ...report, target: { ...report.target, baseUrl: 'https://api.example.com/v1' } },
    }),
  ],
  [
    'other settings',
    'scope',
    ({ report }) => ({ report: { ...report, settings: [{ flag: '--consistency-ms', text: '60000' }] } }),
  ],
  [
    'what was waited for',
    'replay',
    ({ report }) => ({ report: { ...report, waits: [...(report.waits ?? []), [0, 1]] } }),
  ],
  ['another tag', 'replay', changed({ tag: 'abcdef' })],
  ['a note of its own', 'replay', changed({ notes: ['Certified by the authors of the document.'] })],
  [
    'another version of the kit',
    'catalogue',
    ({ report }) => ({ report: { ...report, tool: { ...report.tool, version: '99.0.0' } } }),
  ],
  [
    'another document',
    'replay',
    ({ report }) => ({ report: { ...report, specification: { ...report.specification, version: '2.0.0' } } }),
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
    inRow(BROKEN, (row) => ({
      ...row,
      level: 'advisory',
      verdict: 'warn',
      checks: row.checks.map((one) => ({ ...one, verdict: 'warn' })),
    })),
  ],
  [
    'another digest',
    'catalogue',
    ({ report }) => ({
      report: { ...report, catalogue: { version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` } },
    }),
  ],
  [
    'another version',
    'catalogue',
    ({ report }) => ({
      report: { ...report, catalogue: { digest: report.catalogue?.digest ?? '', version: '2.0.0' } },
    }),
  ],
  [
    'a requirement left out',
    'catalogue',
    ({ report }) => {
      const requirements = report.requirements.filter(({ id }) => id !== BROKEN);
      return {
        report: { ...report, requirements, totals: { ...report.totals, fail: report.totals.fail - 1 } },
      };
    },
  ],
];

const waiver = { requirement: BROKEN, reason: 'known', state: 'applied' } as const;
const WAIVERS: readonly Tampering[] = [
  [
    'one that nobody gave',
    'replay',
    inRow(BROKEN, (row) => ({ ...decided('waived')(row), waivers: [waiver] })),
  ],
  [
    'one that had expired',
    'waiver',
    inRow(BROKEN, (row) => ({ ...decided('waived')(row), waivers: [{ ...waiver, expires: '2020-01-01' }] })),
  ],
  ['a failure waived by none', 'verdict', inRow(BROKEN, decided('waived'))],
  [
    'one of another requirement',
    'waiver',
    inRow(BROKEN, (row) => ({
      ...decided('waived')(row),
      waivers: [{ ...waiver, requirement: 'list.success' }],
    })),
  ],
  [
    'one of another check',
    'waiver',
    inRow(BROKEN, (row) => ({ ...decided('waived')(row), waivers: [{ ...waiver, check: 'list/none' }] })),
  ],
];

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
  ['signed with another key', 'signature', () => ({ envelope: (text) => resealed(text) })],
  [
    'in an envelope of another kind',
    'schema',
    () => ({ envelope: (text) => text.replace(IN_TOTO, 'text/plain') }),
  ],
  ['in no envelope', 'schema', () => ({ envelope: () => '[]' })],
  ['of another kind', 'schema', () => ({ statement: () => ({ hello: 'world' }) })],
  [
    'with another verdict',
    'statement',
    () => ({ statement: withFacts({ verdict: 'conformant', allowed: undefined }) }),
  ],
  [
    'with another requirement passed',
    'statement',
    () => ({ statement: withFacts({ requirements: { [BROKEN]: 'pass' } }) }),
  ],
  ['without what was allowed', 'statement', () => ({ statement: withFacts({ allowed: undefined }) })],
  [
    'with another result',
    'statement',
    () => ({ statement: (one) => ({ ...one, predicate: { ...one.predicate, result: 'PASSED' } }) }),
  ],
  [
    'about other files',
    'digest',
    () => ({
      statement: (one) => ({
        ...one,
        subject: one.subject.map(({ name }) => ({ name, digest: { sha256: '0'.repeat(64) } })),
      }),
    }),
  ],
  [
    'about one file alone',
    'statement',
    () => ({ statement: (one) => ({ ...one, subject: [one.subject[0], one.subject[0]] }) }),
  ],
];

const AFTERWARDS: readonly Tampering[] = [
  ['a blank in report.json', 'digest', () => ({ afterwards: { report: (text) => `${text} ` } })],
  [
    'a verdict in report.json',
    'digest',
    () => ({
      afterwards: {
        report: (text) => text.replace('"verdict": "non-conformant"', '"verdict": "conformant"'),
      },
    }),
  ],
  ['a name in evidence.har', 'digest', () => ({ afterwards: { har: (text) => text.replace('200', '201') } })],
  ['report.json that is none', 'schema', () => ({ afterwards: { report: () => '{' } })],
  [
    'evidence.har with an address that is none',
    'schema',
    () => ({ afterwards: { har: (text) => text.replace(/"url": "[^"]*"/u, '"url": 7') } }),
  ],
  ['evidence.har that is none', 'schema', () => ({ afterwards: { har: () => '{}' } })],
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
