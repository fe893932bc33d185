import { beforeAll, describe, expect, test } from 'vitest';
import type { WaiverUse } from '../../reports/model.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { seedFromChallenge } from '../../src/base/challenge.ts';
import { NameGenerator } from '../../src/engine/target/names.ts';
import { present } from '../present.ts';
import { decided, ran, verified, type Ran } from './folders.ts';
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

/** The exchange that proves the failure. */
function proof({ report, evidence }: Ran): Exchange {
  const row = report.requirements.find(({ id }) => id === BROKEN);
  const failed = row?.checks.filter(({ verdict }) => verdict === 'fail');
  const id = failed?.flatMap((check) => check.exchanges).at(-1);
  return present(evidence.find((one) => one.id === id));
}

const inProof =
  (change: (exchange: Exchange) => Exchange): forged.Forge =>
  (all) =>
    forged.each(change, ({ id }) => id === proof(all).id)(all);
const inAnswer = (change: Partial<NonNullable<Exchange['response']>>) =>
  inProof(forged.answered(() => change));
const inRequest = (change: Partial<Exchange['request']>) =>
  inProof((one) => ({ ...one, request: { ...one.request, ...change } }));

const isWholeList = ({ request, operation }: Exchange): boolean =>
  operation === 'list' && request.url.endsWith('/pets');

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

/** The failure called waived, by an entry like this one. */
const waivedBy = (change: Partial<WaiverUse>) =>
  forged.inRow(BROKEN, (row) => ({
    ...decided('waived')(row),
    waivers: [{ requirement: BROKEN, reason: 'known', state: 'applied', ...change }],
  }));

/** Subjects that take a run of everything. */
const WHOLE = /any check|warning/u;

const SUBJECTS: Readonly<Record<string, forged.Tamperings>> = {
  'a verdict': {
    replay: {
      'a cause for a failure of its own': forged.inRow(BROKEN, (row) => ({
        ...row,
        follows: 'auth.missing',
      })),
    },
    verdict: {
      'a failure called a pass': forged.inRow(BROKEN, (row) => ({ ...row, verdict: 'pass' })),
      'a failure called a pass, its checks too': forged.inRow(BROKEN, decided('pass')),
      'a failure called undecided': forged.inRow(BROKEN, decided('inconclusive')),
      'a failure called not tested': forged.inRow(BROKEN, decided('not-tested')),
      'a pass called a failure': forged.inChecks(
        'auth.missing',
        { verdict: 'fail' },
        { verdict: 'fail', cause: 'server' },
      ),
      'the whole called conformant': forged.changed({ verdict: 'conformant' }),
      'a profile called conformant': forged.report(({ profiles }) => ({
        profiles: { ...profiles, animals: 'conformant' },
      })),
    },
  },
  'a warning': {
    verdict: { 'a warning called a pass': forged.inRow('auth.challenge', decided('pass')) },
  },
  'a text': {
    replay: {
      'another reason': forged.inRow(BROKEN, (row) => ({ ...row, reason: 'The list is a little short.' })),
      'another message of a check': forged.inChecks(BROKEN, { message: 'fine' }),
      'another input': forged.inChecks(BROKEN, { counterexample: { limit: '1' } }),
      'another exchange as proof': forged.inChecks(BROKEN, { exchanges: ['x1'] }),
      'an exchange that is not there as proof': forged.inChecks(BROKEN, { exchanges: ['x9999'] }),
      'a finding left out': forged.inRow('auth.missing', (row) => ({ ...row, checks: row.checks.slice(1) })),
    },
  },
  'a count': {
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
  },
  'an exchange': {
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
      'another class of input that it was sent for': inProof((one) => ({ ...one, inputClasses: ['zero'] })),
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
  },
  'an answer that any check may have seen': {
    verdict: {
      'another status': inAnswer({ status: 500 }),
      'a body that is right': forged.each(
        forged.answered(() => ({ body: '[]' })),
        isWholeList,
      ),
      'another media type': inAnswer({ headers: [['content-type', 'text/html']] }),
    },
    replay: { 'another body': inAnswer({ body: '[]' }) },
  },
  'an answer': {
    replay: {
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
  },
  'a date': {
    date: {
      'an earlier start': forged.report(({ startedAt }) => ({ startedAt: forged.later(startedAt, -YEAR) })),
      'a later end': forged.report(({ finishedAt }) => ({ finishedAt: forged.later(finishedAt, 60_000) })),
      'another duration': forged.changed({ durationMs: 1 }),
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
  },
  'the scope': {
    scope: {
      'read-only': forged.scope({ readOnly: true }),
      'fewer animals allowed': forged.scope({ maxCreated: 5 }),
      'another day': forged.scope({ asOf: '2031-01-01' }),
      'only a part': forged.scope({ only: ['messages.*'] }),
      'more runs': forged.scope({ runs: 10 }),
      'other categories': forged.scope({ categoryIds: ['77'] }),
      'a profile that is not claimed': forged.inside('target', { messagesUrl: null }),
      'other settings': forged.changed({ settings: { consistencyMs: 60_000 } }),
      'fewer animals allowed among the settings': forged.settings({ maxCreated: 5 }),
    },
    verdict: {
      strict: forged.both(forged.inRow(BROKEN, decided('pass')), forged.scope({ strict: true })),
    },
    replay: {
      'another seed': forged.changed({ seed: 1234 }),
      'what was waited for': forged.report(({ waits = [] }) => ({ waits: [...waits, [0, 1]] })),
      'another tag': forged.changed({ tag: 'abcdef' }),
      'a challenge that it did not answer': forged.scope({ challenge: ANSWERED }),
      'a challenge, with the seed and the tag of it': forged.both(
        forged.scope({ challenge: ANSWERED }),
        forged.settings({ challenge: ANSWERED, seed: seedFromChallenge(ANSWERED, 'animals+messages') }),
        forged.changed({
          seed: seedFromChallenge(ANSWERED, 'animals+messages'),
          tag: NameGenerator.answering(ANSWERED).tag,
        }),
      ),
      'a note of its own': forged.changed({ notes: ['Certified by the authors of the document.'] }),
      'another document': forged.report(({ specification }) => ({
        specification: { ...specification, version: '2.0.0' },
      })),
    },
    evidence: { 'another target': forged.inside('target', { baseUrl: 'https://api.example.com/v1' }) },
    catalogue: {
      'another version of the kit': forged.report(({ tool }) => ({ tool: { ...tool, version: '99.0.0' } })),
    },
  },
  'the catalogue': {
    catalogue: {
      'another statement': forged.inRow('list.complete', (row) => ({
        ...row,
        statement: 'A list is a list.',
      })),
      'another level': forged.inChecks(BROKEN, { verdict: 'warn' }, { level: 'advisory', verdict: 'warn' }),
      'another digest': forged.changed({
        catalogue: { version: '1.0.0', digest: `sha256:${'0'.repeat(64)}` },
      }),
      'another version': forged.report(({ catalogue }) => ({
        catalogue: { digest: catalogue?.digest ?? '', version: '2.0.0' },
      })),
      'a requirement left out': forged.report(({ requirements, totals }) => ({
        requirements: requirements.filter(({ id }) => id !== BROKEN),
        totals: { ...totals, fail: totals.fail - 1 },
      })),
    },
  },
  'a waiver': {
    replay: { 'one that nobody gave': waivedBy({}) },
    waiver: {
      'one that had expired': waivedBy({ expires: '2020-01-01' }),
      'one of another requirement': waivedBy({ requirement: 'list.success' }),
      'one of another check': waivedBy({ check: 'list/none' }),
    },
    verdict: { 'a failure waived by none': forged.inRow(BROKEN, decided('waived')) },
  },
};

describe.each(Object.entries(SUBJECTS))('%s, signed by anyone who forged it:', (subject, tamperings) => {
  test.each(forged.rowsOf(tamperings))('%s is told (%s)', async (_what, kind, forge) => {
    const real = WHOLE.test(subject) ? whole : part;
    const { disagreements } = await verified(real, forge(real));
    expect(disagreements.map((one) => one.kind)).toContain(kind);
  });
});
