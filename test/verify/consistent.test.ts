import { beforeAll, expect, test } from 'vitest';
import { seedFromChallenge } from '../../src/base/challenge.ts';
import { NameGenerator } from '../../src/engine/target/names.ts';
import { ran, verified, withFacts, type Ran } from './folders.ts';
import * as forged from './forge.ts';

// Beside those of tampering.test.ts, from what the schemas of the two files say: an adversary who reads no code changes each
// thing in every place alike. Each is signed by anyone who forged it.
const GIVEN = 'acme-pets-1.2 2026-11-23 7f3a91c0ffee';
const OTHER = 'globex-pets-1 2026-11-24 91c07f3affee';
const MESSAGES = 'https://pets.example.com/messages';
const HOUR = 3600 * 1000;
const DAY = 24 * HOUR;

let real: Ran;
beforeAll(async () => {
  const only = ['list.limit.default', 'auth.missing'];
  real = await ran(['list/default-10'], { runs: 2, only, seed: undefined, challenge: GIVEN });
});

/** A forgery; and what is given as the challenge, where it is another one. */
type Row = forged.Forge | readonly [forge: forged.Forge, challenge: string];

const texts =
  (change: (text: string) => string): forged.Forge =>
  (all) =>
    JSON.parse(change(JSON.stringify(all))) as Ran;
const everywhere = (from: string | RegExp, to: string) => texts((text) => text.replaceAll(from, to));
const answers = (change: Parameters<typeof forged.answered>[0]) => forged.each(forged.answered(change));
/** Every instant, and the Date headers too. */
const shifted = (ms: number) =>
  texts((text) =>
    text
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/gu, (at) => forged.later(at, ms))
      // That of If-Modified-Since lies years ahead, whenever a run is.
      .replaceAll(/\w{3}, \d\d \w{3} (?!2038)\d{4} \d\d:\d\d:\d\d GMT/gu, (at) =>
        new Date(Date.parse(at) + ms).toUTCString(),
      ),
  );
const asOf = (ms: number) =>
  forged.report((one) => ({ scope: { ...one.scope, asOf: forged.later(one.startedAt, ms).slice(0, 10) } }));
const tagged = (challenge: string) => (all: Ran) =>
  everywhere(all.report.tag ?? '', NameGenerator.answering(challenge).tag)(all);

/** A setting as if the run had not had it. */
const unset = (name: string) =>
  forged.report((one) => ({
    settings: Object.fromEntries(Object.entries(one.settings).filter(([other]) => other !== name)),
  }));

const WEAK =
  'shorter than 8 characters, or a word of the interface: ' +
  'such a secret may appear in ordinary text, so it is redacted only where it is a whole value.';

const elsewhere = everywhere(/http:\/\/127\.0\.0\.1:\d+/gu, 'https://pets.example.com');

const TOLD: Readonly<Record<string, Row>> = {
  'the challenge swapped': [forged.scope({ challenge: OTHER }), OTHER],
  'the challenge swapped, and its seed': [
    forged.both(
      forged.scope({ challenge: OTHER }),
      forged.report(() => ({ seed: seedFromChallenge(OTHER, 'animals+messages') })),
    ),
    OTHER,
  ],
  'the challenge swapped, its seed, and its names': [
    forged.both(
      tagged(OTHER),
      everywhere(GIVEN, OTHER),
      forged.report(() => ({ seed: seedFromChallenge(OTHER, 'animals+messages') })),
    ),
    OTHER,
  ],
  'a copy for another product': [(all) => all, OTHER],
  'the challenge left out': everywhere(`"challenge":"${GIVEN}",`, ''),
  'the challenge in other letters': [everywhere(GIVEN, GIVEN.toUpperCase()), GIVEN.toUpperCase()],
  'a challenge with a blank behind it': everywhere(GIVEN, `${GIVEN} `),
  'another tag in every name': (all) => everywhere(all.report.tag ?? '', 'qqqqqq')(all),
  'a run of two months before': forged.both(shifted(-60 * DAY), asOf(0)),
  'a run of next week': forged.both(shifted(7 * DAY), asOf(0)),
  'a run of the day before, as of its day': shifted(-DAY),
  'one instant in the past': forged.each(
    (one) => ({ ...one, startedAt: forged.later(one.startedAt, -DAY) }),
    ({ id }) => id === 'x9',
  ),
  'a run at half the speed': forged.report((one) => ({ durationMs: one.durationMs * 2 })),
  'the address of the document for the target': everywhere(
    /http:\/\/127\.0\.0\.1:\d+\/v1/gu,
    'not-an-address',
  ),
  'another target in every place but the Host headers': elsewhere,
  'the target of the evidence alone': (all) => ({
    ...all,
    evidence: elsewhere(all).evidence,
  }),
  'more runs': everywhere(/"runs":2/gu, '"runs":10'),
  'fewer runs': everywhere(/"runs":2/gu, '"runs":1'),
  'fewer animals': everywhere(/"maxCreated":150/gu, '"maxCreated":3'),
  'a wider scope': forged.scope({ only: [] }),
  'read-only': forged.both(
    forged.scope({ readOnly: true }),
    forged.evidence((all) => forged.numbered(all.filter(({ request }) => request.method === 'GET'))),
  ),
  'a profile less': forged.scope({ profiles: ['animals'] }),
  'no exchange at all': forged.evidence(() => []),
  'what one check sent left out': forged.evidence((all) =>
    forged.numbered(all.filter(({ check }) => check !== all.at(-1)?.check)),
  ),
  'the order turned round': forged.evidence((all) => forged.numbered(all.toReversed())),
  'every status 200': answers(() => ({ status: 200 })),
  'every 401 a 403': answers(({ status }) => ({ status: status === 401 ? 403 : status })),
  'no answer at all': forged.each((one) => ({
    ...one,
    response: null,
    failure: { kind: 'timeout', message: 'No answer.' },
  })),
  'every second try a first': forged.each((one) => ({ ...one, attempt: 1, operation: 'get' })),
  'another account of what each key was': forged.each(({ request, ...one }) => ({
    ...one,
    request: {
      ...request,
      ...(request.credential && {
        credential: { ...request.credential, pieces: [{ text: 'Bearer ' }, { key: true }] },
      }),
    },
  })),
  'keys of another kind': everywhere(/"kind":"(?:none|malformed|wrong-token)"/gu, '"kind":"valid"'),
  'times that no clock shows': forged.report(() => ({
    startedAt: '2026-99-99T99:99:99.000Z',
    finishedAt: '2026-99-99T99:99:99.000Z',
  })),
  'a leap second, which few can read': forged.report(({ startedAt }) => ({
    startedAt: `${startedAt.slice(0, 10)}T23:59:60.000Z`,
  })),
  'the key for every other': everywhere(/"label":"[^"]*"/gu, '"label":"valid key"'),
  'another name for each animal': everywhere(/"name\\":\\"[A-Z]/gu, '"name\\":\\"Q'),
  'another seed in the statement': (all) => ({ ...all, statement: withFacts({ seed: 7 }) }),
  'another challenge in the statement': (all) => ({
    ...all,
    statement: withFacts({ scope: { ...all.report.scope, challenge: OTHER } }),
  }),
  'a target of its own in the statement': (all) => ({
    ...all,
    statement: withFacts({
      target: { baseUrl: 'https://pets.example.com/v1', messagesUrl: null, embedded: false },
    }),
  }),
  'no request unanswered, and one more': forged.report((one) => ({
    traffic: { ...one.traffic, unanswered: 1 },
  })),
  'a key of another kind': forged.report(() => ({ keysLack: { animals: ['Bearer with the token 0'] } })),
  'a run that was cut off': forged.report(() => ({
    aborted: { cause: 'network', message: 'The network failed.' },
  })),
  'a schema of another version': forged.report(() => ({ schemaVersion: '2' })),
  'a requirement for another': everywhere('"id":"list.limit.default"', '"id":"list.limit.zzz"'),
  'one request at a time, where some overlapped': forged.settings({ concurrency: 1 }),
  'another address to judge again': forged.settings({ baseUrl: 'http://127.0.0.1:9/v1' }),
  'two addresses to judge again': forged.settings({ baseUrl: ['http://127.0.0.1:9/v1'] }),
  'no address to judge again': unset('baseUrl'),
  'other messages to judge again': forged.settings({ messagesUrl: 'http://127.0.0.1:9/messages' }),
  'no messages to judge again': unset('messagesUrl'),
  'no settings at all': forged.report(() => ({ settings: {} })),
  'the reference server as what is judged again': forged.settings({ embedded: true }),
  'a key of its own': forged.settings({ apiKey: 'key-of-a-friend-1' }),
  'a key in a variable': forged.settings({ apiKey: '${PETSTORE_HEADER_1}' }),
  'a key of messages in a variable': forged.settings({ messagesApiKey: '${CERTIFIER_SECRET}' }),
  'a header with its value': forged.settings({ header: ['X-Gate: open'] }),
  'a header from a variable of the certifier': forged.settings({ header: ['X-Gate: ${CERTIFIER_SECRET}'] }),
  'a header that no request has': forged.settings({ header: ['X-Gate: ${PETSTORE_HEADER_1}'] }),
  'a certificate of the certifier': forged.settings({ clientCert: '/etc/passwd' }),
  'a certificate in the variable of a header': forged.settings({ clientCert: '${PETSTORE_HEADER_1}' }),
  'a product among the settings': forged.settings({ product: 'Pets 9' }),
  'a setting that does not exist': forged.settings({ approvedBy: 'the certifier' }),
  'a flag for a setting': forged.settings({ '--runs': 2 }),
  'a number of requests that is not one': forged.settings({ concurrency: '1; rm -rf ~' }),
  'a number in a list': forged.settings({ deadline: ['299'] }),
  'words of its own in a note on a weak key': forged.report(() => ({
    notes: [`The run was witnessed by the certifier and is ${WEAK}`],
  })),
  'a setting that the statement does not name': (all) => ({
    ...forged.settings({ timeoutMs: 600_000 })(all),
    statement: withFacts({ settings: all.report.settings }),
  }),
};

/** What a server may have done otherwise, or a clock: docs/certifying.md names it. */
const REMAINS: Readonly<Record<string, Row>> = {
  nothing: (all) => all,
  'another target in every place': forged.both(
    elsewhere,
    everywhere(/127\.0\.0\.1:\d+/gu, 'pets.example.com'),
  ),
  // Not of the day before, which is another scope.
  'a run of up to an hour before, in every place': shifted(-Math.min(HOUR, Date.now() % DAY)),
  'a status text of its own': answers(() => ({ statusText: 'Fine' })),
  'a name for its server': answers(({ headers }) => ({ headers: [...headers, ['server', 'acme']] })),
  'an interface of its own that nothing was sent to': forged.both(
    forged.report((one) => ({ target: { ...one.target, messagesUrl: MESSAGES } })),
    forged.settings({ messagesUrl: MESSAGES }),
  ),
  'another media type, where nothing that is judged rests on it': answers(({ headers }) => ({
    headers: headers.map(([name, value]) =>
      name.toLowerCase() === 'content-type' ? [name, 'text/html'] : [name, value],
    ),
  })),
  'a baseline of its own': forged.report((one) => ({
    baseline: {
      startedAt: one.startedAt,
      baseUrl: one.target.baseUrl,
      verdict: 'conformant',
      catalogue: one.catalogue,
      added: [],
      removed: [],
      reworded: [],
    },
  })),
  'a longer wait than the run needed': forged.settings({ timeoutMs: 600_000 }),
  'a shorter wait than the run had, where nothing was waited for': forged.settings({ consistencyMs: 0 }),
  'more requests at once than the run had': forged.settings({ concurrency: 64 }),
  'the name of a weak key': forged.report(({ notes = [] }) => ({
    notes: [...notes, `The API key and the value of the header X-Gate are ${WEAK}`],
  })),
  'the default of the categories': forged.both(
    forged.scope({ categoryIds: ['1'] }),
    forged.settings({ categoryIds: '1' }),
  ),
  'the animals that were added in another order': forged.report(({ created }) => ({
    created: created.toReversed(),
  })),
  'a run of the day before, in every place': forged.both(shifted(-DAY), asOf(0)),
  'waivers that no row has': forged.settings({ waivers: 'waivers.yaml' }),
  'a certificate of its client': forged.settings({
    clientCert: '${PETSTORE_CLIENT_CERT}',
    clientKey: '${PETSTORE_CLIENT_KEY}',
  }),
  'a report that it repeats': (all) => ({
    ...all,
    statement: withFacts({ recertifies: `sha256:${'0'.repeat(64)}` }),
  }),
};

const rows = (all: Readonly<Record<string, Row>>) =>
  Object.entries(all).map(([what, row]) =>
    typeof row === 'function' ? ([what, row, GIVEN] as const) : ([what, ...row] as const),
  );

const tells = async (forge: forged.Forge, challenge = GIVEN) => {
  const all = forge(real);
  return (await verified(all, all, challenge)).disagreements;
};

test('one request at a time is told where the run is said to have let several go at once', async () => {
  const alone = await ran([], { concurrency: 1, only: ['create.*'] });
  expect(alone.evidence.length).toBeGreaterThan(100);
  expect((await verified(alone)).disagreements).toEqual([]);
  const without = unset('concurrency')(alone);
  expect((await verified(without)).disagreements).toEqual([
    {
      kind: 'scope',
      where: 'evidence.har',
      message: 'has 1 request under way at once, with --concurrency 8',
    },
  ]);
});

/** The last answer of the run, this many milliseconds later. */
const later30 = forged.both(
  forged.exchanges((all) =>
    all.map((one) => (one.ended === all.length ? { ...one, durationMs: one.durationMs + 30_000 } : one)),
  ),
  forged.report((one) => ({
    durationMs: one.durationMs + 30_000,
    finishedAt: forged.later(one.finishedAt, 30_000),
  })),
);
const patient = forged.settings({ timeoutMs: 60_000 });

test.each([
  ['what it says of its time limits', forged.both(later30, patient), []],
  ['an answer later than one may be', later30, [/^ended after 30\d+ ms, with --timeout-ms 10000$/u]],
  [
    'a run longer than it may be',
    forged.both(later30, patient, forged.settings({ deadline: 20 })),
    [/^ended later than --deadline 20 allows$/u],
  ],
])('%s is held to the times', async (_what, forge, messages) => {
  const found = await tells(forge);
  expect(found.map(({ message }) => message)).toEqual(
    messages.map((message): unknown => expect.stringMatching(message)),
  );
});

test('a request given up is held to the wait that the run was given', async () => {
  const hung = await ran([], { timeoutMs: 1500, only: ['get.*'] }, ['silent/gets-hang']);
  expect(hung.evidence.map(({ failure }) => failure?.kind)).toContain('timeout');
  expect((await verified(hung)).disagreements).toEqual([]);
  const longer = unset('timeoutMs')(hung);
  expect((await verified(longer)).disagreements.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^ended after 1[5-9]\d\d ms, with --timeout-ms 10000$/u),
  ]);
  const shorter = forged.settings({ timeoutMs: 300 })(hung);
  expect((await verified(shorter)).disagreements.map(({ kind }) => kind)).toContain('date');
});

test.each(rows(TOLD))('%s is told', async (_what, forge, challenge) => {
  expect(await tells(forge, challenge)).not.toEqual([]);
});

test.each(rows(REMAINS))('%s is what no evidence shows', async (_what, forge, challenge) => {
  expect(await tells(forge, challenge)).toEqual([]);
});
