import type { Report } from '../../../reports/model.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import { exchange, mixed, reportOf } from '../../reports/sample.ts';

/** Text that a server might send to be more than text in an HTML page, on a screen or to a reader's eye. */
export const attacks = [
  '<script>globalThis.owned = 1; alert(1)</script>',
  '<img src=x onerror="globalThis.owned = 1">',
  '"><svg/onload=globalThis.owned=1>',
  "'--><b id=injected>bold</b><!--",
  '</pre></details></style></script></title><h1 id=injected>Conformant</h1>',
  '<a href="javascript:globalThis.owned=1">click</a><base href="//evil.test/"><iframe src="//evil.test">',
  '<link rel=stylesheet href=https://evil.test/a.css><meta http-equiv=refresh content="0;url=https://evil.test">',
  '\u001b[31mred\u001b[0m \u0000 \u0007 \u202Egnp.exe\u202C \u2066hidden\u2069 \u200b \ud800',
  ']]>&lt;&amp;&#x3c;script&#x3e; {{constructor.constructor("alert(1)")()}}',
] as const;

const all = attacks.join('\n');
const long = `[${`"${'A'.repeat(200)}${attacks[0]}",`.repeat(500)}null]`;

export const hostileEvidence: readonly Exchange[] = [
  exchange('x1', {
    path: `/pets?status=${attacks[2]}`,
    status: [500, attacks[0]],
    headers: [
      ['content-type', `text/html; ${attacks[1]}`],
      [`x-${attacks[3]}`, all],
      ...Array.from({ length: 200 }, (_, index) => [`x-filler-${index}`, 'y'.repeat(5000)] as const),
    ],
    body: all,
  }),
  exchange('x2', { method: 'POST', path: '/pets', sent: long, status: [201, ''], body: long }),
];

const verdictOf = (id: string) => (id.length % 2 === 0 ? 'fail' : 'warn');

/** Every text of the report that a server or a stranger could have a hand in. */
export const hostile: Report = reportOf(
  (id) => ({
    verdict: verdictOf(id),
    reason: `${all} ${'r'.repeat(20_000)}`,
    cause: 'server',
    next: all,
    checks: [
      {
        name: `area/${attacks[5]}`,
        verdict: verdictOf(id),
        message: all,
        expected: attacks[0],
        actual: `500 "${attacks[1]}" ${'z'.repeat(50_000)}`,
        counterexample: { status: attacks[2], [attacks[3]]: [all, long] },
        reproduced: { times: 1, of: 2 },
        proof: 'x2',
        exchanges: ['x1', 'x2', 'x404'],
      },
    ],
  }),
  {
    target: { baseUrl: `https://evil.test/v1/${attacks[4]}`, messagesUrl: attacks[6], embedded: false },
    scope: {
      ...mixed.scope,
      readOnly: true,
      strict: true,
      only: [attacks[0], attacks[7]],
      asOf: attacks[1],
    },
    startedAt: attacks[2],
    aborted: { cause: 'server', message: all },
    created: Array.from({ length: 1000 }, () => ({ id: attacks[1], name: all })),
  },
);
