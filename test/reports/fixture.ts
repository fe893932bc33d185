import { randomBytes } from 'node:crypto';
import { requirements } from '../../requirements/index.ts';
import type {
  Cause,
  CheckReport,
  Report,
  RequirementReport,
  RunVerdict,
  Verdict,
} from '../../reports/model.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { renderHarPieces } from '../../reports/render/har.ts';

/** What a hostile server may put in any string of its answers; each must be inert wherever it is shown. */
export const hostile = {
  markup: '<script>alert(1)</script><img src=x onerror=alert(2)>',
  xmlEnd: ']]></failure></testcase><!-- & -->',
  ansi: '\u001b[2J\u001b[31mred\u001b]0;title\u0007\u001b]8;;http://evil.example\u001b\\link',
  command: '\n::error title=owned::not ours\n##[group]x\n##vso[task.complete]y\n::stop-commands::t',
  formula: "=cmd|' /C calc'!A0",
  markdown:
    '| a | b |\n|---|---|\n[click](javascript:alert(1)) ![x](http://evil.example/p.png) **bold** `tick` @team http://evil.example www.evil.example <b>',
  nul: 'a\0b\u0001\u0008\u007f\u0085',
  surrogate: 'lone \ud800 and \udfff',
  bidi: '\u202egnp.exe\u202c \u2066x\u2069 \u200b\u200f\ufeff\u2028\u2029',
  attachment: '[[ATTACHMENT|/etc/passwd]] [[PROPERTY|x=y]]',
  shell: '$(touch /tmp/owned) `id` ; rm -rf "$HOME" && \\ \' " ! %s @/etc/passwd',
  long: 'long '.repeat(4000),
} as const;

export const allHostile = Object.values(hostile).join(' ');

const DIGEST = `sha256:${'0'.repeat(64)}`;

/** One exchange; every part can be replaced. */
export function exchange(id: string, change: Partial<Exchange> = {}): Exchange {
  return {
    id,
    check: 'list/limit-default',
    operation: 'list',
    startedAt: '2026-11-21T10:00:00.000Z',
    sentAt: 0,
    ended: 1,
    durationMs: 12.5,
    attempt: 1,
    request: {
      method: 'GET',
      url: 'https://pets.example/v1/pets',
      headers: [
        ['accept', 'application/json'],
        ['authorization', '<valid key>'],
      ],
      credential: { kind: 'valid', label: 'valid key', pieces: [{ text: 'Bearer ' }, { key: true }] },
      body: null,
    },
    response: {
      status: 200,
      statusText: 'OK',
      headers: [['content-type', 'application/json']],
      body: '[{"id":1,"name":"Bello","categoryId":1}]',
      bodySize: 40,
    },
    failure: null,
    ...change,
  };
}

/** More exchanges than a page holds: their bodies cannot be compressed. */
export const manyExchanges = (): readonly Exchange[] =>
  Array.from({ length: 50 }, (_, at) => {
    const body = randomBytes(70_000).toString('base64');
    return exchange(`x${String(at + 1)}`, {
      response: { status: 200, statusText: 'OK', headers: [], body, bodySize: 1 },
    });
  });

export type Row = { readonly verdict: Verdict } & Partial<
  Omit<RequirementReport, 'id' | 'checks' | 'verdict'>
> & {
    readonly checks?: readonly CheckReport[];
  };

function defaults(
  verdict: Verdict,
): Pick<RequirementReport, 'reason' | 'checks'> & Partial<RequirementReport> {
  const broken = verdict === 'fail' || verdict === 'warn';
  const check: CheckReport = {
    name: 'area/what-it-tries',
    verdict,
    message: `The check found: ${verdict}.`,
    exchanges: ['x1'],
    ...(broken ? { expected: 'what the document asks', actual: 'something else' } : {}),
  };
  const because = (reason: string, cause: Cause, next: string) => ({ reason, cause, next, checks: [check] });
  switch (verdict) {
    case 'pass':
      return { reason: 'Put to the test with 3 requests.', checks: [check] };
    case 'not-tested':
      return {
        ...because('Only reading was allowed.', 'scope', 'Run without --read-only.'),
        checks: [],
      };
    case 'inconclusive':
      return because('The target did not answer in time.', 'network', 'Run again.');
    default:
      return because('The answer is not what the document asks.', 'server', 'Fix the server.');
  }
}

/** A whole report; the rows that are not named pass. */
export function report(rows: Readonly<Record<string, Row>> = {}, change: Partial<Report> = {}): Report {
  const list = requirements.map((row): RequirementReport => {
    const given: Row = rows[row.id] ?? { verdict: 'pass' };
    const { id, profile, level, area, sections, statement } = row;
    return {
      id,
      profile,
      level,
      area,
      statement,
      section: sections.join(', '),
      ...defaults(given.verdict),
      ...given,
    };
  });
  const totals = { pass: 0, fail: 0, warn: 0, inconclusive: 0, 'not-tested': 0, waived: 0 };
  for (const row of list) totals[row.verdict] += 1;
  const verdict = whole(totals);
  return {
    schemaVersion: '1',
    tool: { name: 'petstore-conformance', version: '0.1.0', digest: DIGEST },
    catalogue: { version: '1.0.0', digest: DIGEST },
    specification: { name: 'Pet Store Service: Animals Interface', version: '1.0.0', digest: DIGEST },
    target: {
      baseUrl: 'https://pets.example/v1',
      messagesUrl: 'https://pets.example/messages',
      embedded: false,
    },
    startedAt: '2026-11-21T10:00:00.000Z',
    finishedAt: '2026-11-21T10:00:12.300Z',
    durationMs: 12_300,
    seed: 42,
    scope: {
      readOnly: false,
      strict: false,
      only: [],
      profiles: ['animals', 'messages'],
      asOf: '2026-11-21',
      runs: 20,
      maxCreated: 150,
    },
    settings: {
      baseUrl: 'https://pets.example/v1',
      messagesUrl: 'https://pets.example/messages',
      runs: 20,
      seed: 42,
    },
    verdict,
    profiles: { animals: verdict, messages: 'conformant' },
    totals,
    traffic: { requests: 321, created: 101, retried: 2, unanswered: 0 },
    created: [{ id: '9007199254740993', name: 'kit-1' }],
    requirements: list,
    ...change,
  };
}

function whole(totals: Report['totals']): RunVerdict {
  if (totals.fail > 0) return 'non-conformant';
  if (totals.inconclusive > 0) return 'inconclusive';
  return totals['not-tested'] + totals.waived > 0 ? 'partial' : 'conformant';
}

/** The whole of evidence.har. */
export const harText = (...given: Parameters<typeof renderHarPieces>) =>
  [...renderHarPieces(...given)].join('');
