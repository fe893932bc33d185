import { expect, test } from 'vitest';
import type { Exchange } from '../../reports/exchange.ts';
import { failureFacts, failureOf, requestLineWithBody } from '../../reports/explain.ts';
import type { CheckReport, ExchangePart, RequirementReport } from '../../reports/model.ts';
import { failingResponseParts } from '../../reports/failure-detail.ts';
import { renderHtml } from '../../reports/render/html/page.tsx';
import { present } from '../present.ts';
import { mixedRun } from './sample.ts';

const { report, evidence } = mixedRun();
const row = present(report.requirements.find(({ id }) => id === 'list.limit.default'));
const check = present(row.checks.find(({ verdict }) => verdict === 'fail'));
const first = present(evidence[0]);

const wide = `{"id":1,"status":"sold","name":"${'n'.repeat(120)}"}`;

/** The same answer to every request. */
function saying(body: string, status = 200, statusText = 'OK'): readonly Exchange[] {
  return evidence.map((one): Exchange =>
    one.response === null ? one : { ...one, response: { ...one.response, status, statusText, body } },
  );
}

const inBody = (...pointers: readonly string[]): readonly ExchangePart[] =>
  pointers.map((pointer) => ({ part: 'body', pointer }));

test.each([
  // What is not there is named, and no bracket stands before it.
  [wide, ['/categoryId'], ['no member categoryId; it has id, status, name']],
  ['{}', ['/id'], ['{}  (no member id)']],
  [wide, ['/status'], ['"status": "sold"']],
  ['[]', ['/3'], ['[]  (no item 3)']],
  ['{"status":{}}', ['/status/code'], ['"status": {}  (no member code)']],
])('of %s at %j are shown %j', (body, pointers, lines) => {
  const exchange = present(saying(body)[0]);
  expect(failingResponseParts({ ...check, places: inBody(...pointers) }, exchange)).toEqual(lines);
});

/** What the failure says under a label. */
function factOf(label: string, different: Partial<CheckReport>, sent = evidence): string | undefined {
  const told: RequirementReport = { ...row, checks: [{ ...check, ...different }] };
  return failureFacts(failureOf(told, report, sent)).find((fact) => fact.label === label)?.text;
}

test.each([
  [
    'no status',
    { places: inBody('/categoryId') },
    saying(wide),
    'no status (ID: 200 OK, no member categoryId; it has id, status, name)',
  ],
  ['404 Not Found', { places: [] }, saying('no', 404, 'Not Found'), '404 Not Found (ID: no)'],
  // A status is said once.
  [
    '404 Not Found more than 2000 ms after it was added',
    { places: [] },
    saying('no', 404, 'Not Found'),
    '404 Not Found more than 2000 ms after it was added (ID: no)',
  ],
  ['10 animals', { places: [] }, saying('[]'), '10 animals (ID: 200 OK [])'],
])('%s is received as %j of %j', (actual, different, answers, text) => {
  expect(factOf('Received', { ...different, actual }, answers)?.replace(/x\d+/u, 'ID')).toBe(text);
});

test.each([
  ['application/json', ''],
  ['Application/vnd.api+json', ' (Content-Type: Application/vnd.api+json)'],
  [undefined, ' (no Content-Type header)'],
])('a body of %s is sent%s', (type, said) => {
  const headers = type === undefined ? [] : ([['content-type', type]] as const);
  const request = { ...first.request, method: 'POST', headers, body: '{}' };
  expect(requestLineWithBody({ ...first, request })).toBe(`POST ${request.url}${said} {}`);
  const empty = { ...request, body: '' };
  expect(requestLineWithBody({ ...first, request: empty })).toBe(
    `POST ${request.url}${said} (an empty body)`,
  );
});

/** Requests one after the other, each of ten milliseconds: what went out at which time, and what came. */
function run(...told: readonly (readonly [operation: Exchange['operation'], at: number, status?: number])[]) {
  return told.map(([operation, sentAt, status = 201], at): Exchange => {
    const response = { status, statusText: '', headers: [], body: '{}', bodySize: 2 };
    return { ...first, id: `x${String(at)}`, operation, sentAt, durationMs: 10, response };
  });
}

test.each([
  ['creates', run(['create', 0], ['list', 20], ['create', 40]), 'Send them'],
  ['a list of what was refused', run(['create', 0, 400], ['get', 20], ['list', 40]), 'Send them'],
  // What was added is there.
  ['a list of what was added', run(['create', 0], ['get', 20], ['list', 40]), 'Send it'],
])('what is there already is not sent again: %s', (_, sent, label) => {
  const [one, last] = [sent.at(0)?.id ?? '', sent.at(-1)?.id ?? ''];
  const shown = { exchanges: [one, last], proof: last, comparison: one, requests: [one, last] };
  const told = failureFacts(failureOf({ ...row, checks: [{ ...check, ...shown }] }, report, sent));
  expect(told.find(({ kind }) => kind === 'command')?.label).toBe(
    `${label}, with the key in PETSTORE_API_KEY`,
  );
});

test('related requests are named in the order of sending', () => {
  const sent = evidence.map((one, at): Exchange => ({ ...one, id: `x${String(at)}`, sentAt: at }));
  const ids = sent.map(({ id }) => id);
  const line = factOf('Evidence', { exchanges: ids.toReversed() }, sent) ?? '';
  const named = [...line.matchAll(/x(\d+)/gu)].map(([, number]) => Number(number));
  expect(named.length).toBeGreaterThan(1);
  expect(named).toEqual(named.toSorted((a, b) => a - b));
});

test('what a proof is compared with is told with its body and with whose key', () => {
  const credential = { kind: 'none', label: 'none', pieces: [] } as const;
  const changed = evidence.map((one): Exchange =>
    one.id === 'x18'
      ? { ...one, request: { ...one.request, method: 'POST', body: '{"name":"Rex"}', credential } }
      : one,
  );
  expect(factOf('Compared', {}, changed)).toMatch(
    /^x18: POST \S+ \(no Authorization header\) \(no Content-Type header\) \{"name":"Rex"\} -> 200 OK/u,
  );
});

test.each([
  [['adding', 'listing', 'getting'], '1. adding\n2. listing\n3. getting'],
  // A sentence holds these.
  [['adding', 'getting'], undefined],
  ['adding, then getting', undefined],
])('the steps %j of a walk stand in lines %j', (sequence, lines) => {
  const told: RequirementReport = { ...row, checks: [{ ...check, counterexample: { sequence } }] };
  expect(factOf('Steps', { counterexample: { sequence } })).toBe(lines);
  const requirements = report.requirements.map((one) => (one.id === row.id ? told : one));
  const html = renderHtml({ ...report, requirements }, evidence);
  expect(html.includes('<li>listing</li>')).toBe(lines !== undefined);
});

test.each([
  ['before there were any', ['null', '[{"id":1}]'], /^the target was empty when .*, as y1 did/u],
  ['and still is', ['null', 'null'], undefined],
  ['while others are not', ['[{"id":1}]', 'null', '[{"id":1}]'], undefined],
] as const)('a list that was wrong without animals, %s', (_, bodies, words) => {
  const sent = bodies.map((body, at) => ({
    ...first,
    id: `y${String(at)}`,
    sentAt: at,
    response: { ...present(first.response), body },
  }));
  const proof = `y${String(bodies.findIndex((body) => body === 'null'))}`;
  const note = factOf('Note', { exchanges: [proof], proof }, sent);
  if (words === undefined) expect(note).toBeUndefined();
  else expect(note).toMatch(words);
});
