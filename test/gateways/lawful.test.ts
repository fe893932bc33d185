import { describe, expect, test } from 'vitest';
import type { ReferenceOptions } from '../../reference/index.ts';
import type { Verdict } from '../../reports/model.ts';
import type { Config } from '../../src/config/types.ts';
import { runWith } from '../e2e/runs.ts';
import { KEY, reference } from '../e2e/servers.ts';
import { programOf, startGateway, type Gateway } from './gateway.ts';
import { apache, apacheRewrite, haproxy, nginx, squid, varnish } from './gateways.ts';
/** A run against the reference server with a gateway in front. */
async function behind(gateway: Gateway, config: Partial<Config> = {}, options: ReferenceOptions = {}) {
  const { baseUrl, messagesKey } = await reference({ asOf: '2026-11-21', ...options });
  const origin = await startGateway(gateway, [new URL(baseUrl).host]);
  const target = { baseUrl: `${origin}/v1`, messages: { url: `${origin}/messages`, apiKey: messagesKey } };
  // Two values of each class, since what a gateway refuses may be one of them alone.
  const often = { consistencyMs: 2000, timeoutMs: 10_000, runs: 2 };
  const told = await runWith({ ...target, apiKey: KEY, ...often, ...config });
  const rows = (verdict: Verdict) => told.rows(verdict).map(({ id, reason }) => `${id}: ${reason}`);
  return { ...told, rows };
}

const gateways: readonly Gateway[] = [nginx(), haproxy(), varnish, squid, apache];

for (const gateway of gateways) {
  const missing = programOf(gateway) === undefined;
  if (missing) console.warn(`NO GATEWAY: ${gateway.name} is not installed; its tests are skipped.`);

  describe.skipIf(missing)(`behind ${gateway.name}`, () => {
    test('a conformant server is conformant', async () => {
      const { report, rows } = await behind(gateway);
      expect([...rows('fail'), ...rows('inconclusive')]).toEqual([]);
      expect(report.verdict).toBe('conformant');
    });
  });
}

/** What a set of rules takes for an attack, wherever it stands in a request. */
const ATTACK = String.raw`[<>;|\x60]|--|\$[({]|'\s`;
const isAttack = `{ url,url_dec -m reg "${ATTACK}" } or { req.body -m reg "${ATTACK}" } or { req.hdr(authorization) -m reg "${ATTACK}" }`;

/** Gateways that answer some requests that are not ordinary in a form of their own. */
const withOwnForms: Readonly<Record<string, Gateway>> = {
  'Apache that rewrites addresses': apacheRewrite,
  'HAProxy that answers attacks with JSON': haproxy(
    `option http-buffer-request
  http-request return status 403 content-type application/json string '{"message":"Forbidden"}' if ${isAttack}`,
  ),
  'nginx that takes one media type': nginx(
    'map "$request_method $content_type" $other { default 0; "~^POST (?!application/json)" 1; }',
    'if ($other) { return 415; } proxy_pass http://behind;',
  ),
};

for (const [what, gateway] of Object.entries(withOwnForms)) {
  test.skipIf(programOf(gateway) === undefined)(
    `no answer of its own is blamed on the server: ${what}`,
    async () => {
      const { rows } = await behind(gateway, { runs: 1 }, { name: 'petstore' });
      expect(rows('fail')).toEqual([]);
    },
  );
}

/** What an attack is laid into: what the document leaves open, and what is refused for its key or its body. */
const HOLDS_ATTACKS =
  /^(?:auth\.(?:invalid|malformed|first)|list\.(?:limit\.not-integer|status\.unknown)|create\.(?:echo|int64|unknown-members|(?:invalid|missing)\..*|malformed-json)|get\.invalid-id|messages\..*)$/u;

test.skipIf(programOf(haproxy()) === undefined)(
  'a firewall that hangs up leaves open what it hung up on, and nothing else',
  async () => {
    const wall = haproxy(`option http-buffer-request
  http-request reject if ${isAttack}`);
    const { report, rows } = await behind(wall, { runs: 1 });
    expect(rows('fail')).toEqual([]);
    expect(report.aborted).toBeUndefined();
    const open = report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
    expect(open.filter(({ id }) => !HOLDS_ATTACKS.test(id))).toEqual([]);
    expect(open.find(({ id }) => id === 'auth.malformed')).toMatchObject({
      reason: expect.stringMatching(/was closed before an answer came/u) as string,
      next: expect.stringMatching(/^A firewall may drop these requests/u) as string,
    });
  },
);

const NGINX = programOf(nginx()) === undefined;

test.skipIf(NGINX)(
  'what nginx refuses by itself is sent, and proves nothing of the form of errors',
  async () => {
    const only = ['get.invalid-id', 'media.json', 'error.object'];
    const { rows, evidence } = await behind(nginx(), { only });
    expect(rows('fail')).toEqual([]);
    const html = evidence.filter(({ response }) => response?.body.includes('<center>nginx') === true);
    expect(html.map(({ request }) => new URL(request.url).pathname)).toContain('/v1/pets/1%00');
  },
);

test.skipIf(NGINX)('a limit of rate, which nginx answers with 503, leaves nothing undecided', async () => {
  const limited = nginx(
    'limit_req_zone $binary_remote_addr zone=all:1m rate=80r/s; limit_req zone=all burst=5 nodelay;',
  );
  const { report, rows } = await behind(limited, { runs: 1 });
  expect([...rows('fail'), ...rows('inconclusive')]).toEqual([]);
  expect(report.verdict).toBe('conformant');
  expect(report.traffic.retried).toBeGreaterThan(0);
});

test.skipIf(NGINX)(
  'an ordinary request that nginx refuses is a failure, which tells of its page',
  async () => {
    const refusing = nginx(
      '',
      'if ($arg_limit = 99) { return 418; } proxy_pass http://behind; error_page 418 =403 @no; } location @no { return 403;',
    );
    const { rows, row } = await behind(refusing, { runs: 1 });
    expect(rows('fail').length).toBeGreaterThan(0);
    expect(row('media.json')?.reason).toMatch(
      /that answer is the page "403 Forbidden" \(Server: nginx\/[\d.]+\)$/u,
    );
    expect(row('list.limit.accepted')?.reason).toMatch(/that answer is the page "403 Forbidden" /u);
  },
);
