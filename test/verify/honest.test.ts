import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadAllFaults, loadVariants } from '../../reference/index.ts';
import { REDACTED } from '../../src/http/redact.ts';
import { relay, type Between } from '../e2e/servers.ts';
import { present } from '../present.ts';
import { waiverFile } from '../waivers/entries.ts';
import { judgedRun, verified, type Ran } from './folders.ts';

/**
 * Genuine runs of all kinds, each drawn by its number: HONEST_RUNS=10-110 has those tried, and all of them have to verify. A
 * run that does not is to be fixed, or the guide has to say why it cannot be verified.
 */
const [FROM = 3, TO = 6] = (process.env.HONEST_RUNS ?? '').split('-').filter(Boolean).map(Number);

/** Why a run cannot be verified, in the words of the guide, and whether it is such a run. */
const CANNOT: readonly (readonly [told: RegExp, isSuch: (ran: Ran) => boolean])[] = [
  [
    /^the run was cut off/u,
    ({ report, evidence }) =>
      report.aborted !== undefined && evidence.some(({ check }) => check !== 'preflight'),
  ],
  [
    /^has only the beginning of the answer to|^and \d+ more, with the same inconsistency$/u,
    ({ evidence }) => evidence.some(({ response }) => response?.cut === true),
  ],
  [
    /^has the key, or the value of a --header, among what the run itself sends/u,
    ({ report, evidence }) =>
      JSON.stringify([report.settings, evidence.map(({ request }) => request)]).includes(REDACTED),
  ],
];

const text = (letters: string, min = 1, max = 40) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: min, maxLength: max });
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const LETTERS = `${LOWER}${LOWER.toUpperCase()}`;

/** Keys, as those who make them do. */
const keys: readonly fc.Arbitrary<string>[] = [
  fc.uuid(),
  text(DIGITS, 1, 20),
  text(LOWER),
  text(`${LETTERS}${DIGITS}`, 20, 64),
  text(`${DIGITS}abcdef`, 32, 64),
  fc.base64String({ minLength: 4, maxLength: 60 }).filter((key) => key !== ''),
  text(`${LETTERS}${DIGITS}-._~+/`),
  text('-._~+/'),
  fc.tuple(text(LOWER, 2, 4), text(`${LETTERS}${DIGITS}`, 16, 32)).map((parts) => parts.join('_live_')),
  fc.array(text(LOWER, 3, 9), { minLength: 2, maxLength: 5 }).map((words) => words.join('-')),
  fc.array(text(`${LETTERS}${DIGITS}-`, 8, 40), { minLength: 3, maxLength: 3 }).map((all) => all.join('.')),
  text(`${LETTERS}${DIGITS}`, 1, 3),
].map((arb) => arb.filter((key) => /^[\w.~+/-]+=*$/u.test(key)));

const every = (n: number, other: (response: Parameters<Between>[2]) => void): Between => {
  return (pass, _, response, number) => {
    if (number % n === 0) other(response);
    else pass();
  };
};
const answer = (status: number) => (response: Parameters<Between>[2]) =>
  void response.writeHead(status, { 'retry-after': '0' }).end();

/** What stands between the kit and its target. */
const WAYS: Readonly<Record<string, Between>> = {
  nothing: (pass) => pass(),
  '429 to every third': every(3, answer(429)),
  '503 to every seventh': every(7, answer(503)),
  'every fifth dropped': every(5, (response) => void response.destroy()),
  'every 40th hangs': every(40, () => undefined),
};

const faults = (await loadAllFaults()).map(({ id }) => id);
const variants = (await loadVariants()).map(({ id }) => id);
const ONLY = [['list.*'], ['auth.*'], ['get.*', 'create.echo'], ['create.*'], ['media.*', 'error.*']];

const some = <T>(arb: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arb, { nil: undefined, freq: 2 });

const KIND = fc.record({
  key: fc.oneof(...keys),
  way: fc.constantFrom('nothing', ...Object.keys(WAYS)),
  fault: some(fc.constantFrom(...faults)),
  variant: some(fc.constantFrom(...variants)),
  isWaived: fc.boolean(),
  hasMessages: fc.boolean(),
  options: fc.record({
    runs: fc.constantFrom(1, 1, 1, 2, 3, 10),
    seed: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    readOnly: fc.constantFrom(false, false, false, true),
    strict: fc.boolean(),
    concurrency: fc.constantFrom(1, 2, 4, 8),
    maxCreated: fc.constantFrom(150, 150, 20, 0),
    only: fc.constantFrom([], ...ONLY),
    challenge: some(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 })),
  }),
});

test.each(Array.from({ length: TO - FROM + 1 }, (_, at) => FROM + at))(
  'a genuine run verifies: number %d',
  async (number) => {
    const kind = present(fc.sample(KIND, { seed: number, numRuns: 1 })[0]);
    const { key, way, fault, variant, isWaived, hasMessages, options } = kind;
    const { baseUrl, messagesUrl } = await relay(WAYS[way] ?? ((pass) => pass()), {
      key,
      faults: fault === undefined ? [] : [fault],
      variants: variant === undefined ? [] : [variant],
    });
    const waivers = await waiverFile({ requirement: 'list.limit.default', reason: 'known' });
    const { challenge, seed, ...others } = options;
    const real = await judgedRun({
      ...others,
      ...(challenge?.trim() ? { challenge: challenge.trim() } : { seed }),
      ...(isWaived ? { waivers } : {}),
      ...(hasMessages ? { messagesUrl } : {}),
      baseUrl,
      apiKey: key,
      consistencyMs: 150,
      timeoutMs: 2000,
      deadline: 60,
    });
    const { disagreements: told } = await verified(real);
    const why = CANNOT.filter(([, isSuch]) => isSuch(real)).map(([words]) => words);
    expect(
      told.filter(({ message }) => !why.some((words) => words.test(message))),
      JSON.stringify(kind),
    ).toEqual([]);
    expect(told.length > 0, JSON.stringify(kind)).toBe(why.length > 0);
  },
);
