import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../../requirements/index.ts';
import type { Config } from '../../src/config/types.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import { runWith } from '../e2e/runs.ts';
import { fakeClient, type Script } from '../engine/fake-client.ts';
import { FakeStore, ok, refusal } from '../engine/fake-store.ts';

/** Runs all the checks against a scripted target. */
async function judgedBy(script: (ask: OutgoingRequest) => Script, config: Partial<Config> = {}) {
  const client = fakeClient(script);
  const { report, rows } = await runWith({ runs: 2, consistencyMs: 20, ...config }, { client });
  return {
    whole: report.verdict,
    failed: rows('fail').map(({ id }) => id),
    passed: rows('pass').map(({ id }) => id),
    abort: report.aborted,
    creates: client.asks.filter(({ operation }) => operation === 'create').length,
  };
}

/** A target that works until `n` requests were sent. */
function until(n: number, then: Script): (ask: OutgoingRequest) => Script {
  const store = new FakeStore();
  let sent = 0;
  return (ask) => ((sent += 1) > n ? then : store.answer(ask));
}

describe('a target that goes away', () => {
  const ends = [
    'connection',
    'timeout',
    'tls',
    'rate-limit',
    'unavailable',
    'too-large',
    'broken-http',
  ] as const;
  it.each(ends)('after its first answer (%s) is wronged by nobody', async (end) => {
    const told = await judgedBy(until(1, end));
    expect(told.failed).toEqual([]);
    expect(told.whole).toBe('inconclusive');
    // What it did answer was a list, and its address has the version.
    expect(told.passed).toContain('version.prefix');
  });

  it('before its first answer is judged by nobody', async () => {
    const abort = { cause: 'network' };
    const nothing = { abort, failed: [], passed: [], whole: 'inconclusive' };
    expect(await judgedBy(() => 'connection')).toMatchObject(nothing);
  });
});

it('a key that one operation takes is no wrong one: then the other fails', async () => {
  const store = new FakeStore();
  const told = await judgedBy((ask) => (ask.operation === 'list' ? refusal(401) : store.answer(ask)));
  expect(told.failed).toContain('auth.accepted');
});

describe('a target that answers everything alike', () => {
  const said = (status: number, body: string): Script => ({ status, body });
  it.each<[string, Script, RequirementId]>([
    ['500', refusal(500), 'list.success'],
    ['200 and a page of HTML', said(200, '<html></html>'), 'list.success'],
    ['200 and null', ok(200, null), 'list.success'],
    ['200 and an empty list', ok(200, []), 'create.success'],
    ['200 and an object', ok(200, {}), 'list.success'],
    ['200 and a list of nulls', ok(200, [null, null]), 'list.success'],
    ['200 and a list in a list', ok(200, [[[]]]), 'list.success'],
    ['201 and no body', { status: 201 }, 'list.success'],
    ['204', { status: 204 }, 'list.success'],
    ['a status far too large', said(500, '{"code":"x","message":"y","status":1e999}'), 'error.object'],
    ['an id far too large', said(201, '{"id":1e999,"name":"Rex","categoryId":1e999}'), 'create.id.assigned'],
    ['a prototype', said(200, '{"__proto__":{"id":1},"constructor":1}'), 'list.success'],
  ])('%s: fails, and breaks nothing in the kit', async (_, script, id) => {
    const told = await judgedBy(() => script);
    expect(told.failed).toContain(id);
    expect(told.whole).toBe('non-conformant');
  });

  it.each([
    ['500', refusal(500)],
    ['201', { status: 201 }],
    ['no answer', 'timeout'],
  ] as const)('%s to every animal: is sent no more of them than the run may create', async (_, create) => {
    const store = new FakeStore();
    const script = (ask: OutgoingRequest) => (ask.operation === 'create' ? create : store.answer(ask));
    const told = await judgedBy(script, { maxCreated: 20 });
    expect(told.creates).toBeGreaterThan(0);
    expect(told.creates).toBeLessThanOrEqual(20);
  });

  it.each([401, 404])('%i: takes another key, or is not there', async (status) => {
    expect(await judgedBy(() => refusal(status))).toMatchObject({
      abort: { cause: 'configuration' },
      failed: [],
      whole: 'inconclusive',
    });
  });
});
