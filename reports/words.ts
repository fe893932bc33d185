import type { Level } from '../requirements/index.ts';
import type { Operation } from './exchange.ts';
import { joinPhrases } from './measures.ts';
import type { Cause, RunVerdict, Verdict, WaiverUse } from './model.ts';

/** For each verdict: its word, the word for its count, and its meaning for a reader new to the kit. */
export const verdictWords = {
  pass: {
    word: 'Pass',
    count: 'passed',
    meaning: 'The requirement was tested, and no counterexample was found.',
  },
  fail: {
    word: 'Fail',
    count: 'failed',
    meaning: 'The target does not do what the document states or implies. The report shows the proof.',
  },
  warn: {
    word: 'Warning',
    count: 'warnings',
    meaning:
      'The target misses good practice where the document is silent. A warning alone does not change the verdict.',
  },
  inconclusive: {
    word: 'Undecided',
    count: 'undecided',
    meaning: 'The run could not decide the requirement. The reason says why.',
  },
  'not-tested': {
    word: 'Not tested',
    count: 'not tested',
    meaning: 'The scope of the run left the requirement out.',
  },
  waived: {
    word: 'Waived',
    count: 'waived',
    meaning: 'The requirement failed, and a waiver accepts the failure.',
  },
} as const satisfies Record<Verdict, { word: string; count: string; meaning: string }>;

/** The order of verdicts in counts and filters, the most urgent first. */
export const verdictOrder = [
  'fail',
  'warn',
  'inconclusive',
  'waived',
  'not-tested',
  'pass',
] as const satisfies readonly Verdict[];

/** Returns the word that follows a count of requirements: `failed` of `3 failed`. */
export function verdictCountWord(verdict: Verdict, count: number): string {
  return verdict === 'warn' && count === 1 ? 'warning' : verdictWords[verdict].count;
}

/** Returns the title of a list of requirements with a verdict. */
export function verdictTitle(verdict: Verdict): string {
  return verdict === 'warn' ? 'Warnings' : verdictWords[verdict].word;
}

export const levelMeanings = {
  stated: 'The document states the requirement. A failure makes the target non-conformant.',
  implied: 'The requirement follows from what the document says. A failure makes the target non-conformant.',
  advisory:
    'The document is silent, but a public standard or good practice asks for this. A failure is a warning.',
} as const satisfies Record<Level, string>;

/** The name of each cause, as the report shows it after "Cause:". */
export const causeNames = {
  server: 'the server',
  configuration: 'the configuration of the run',
  network: 'the network, or a target that does not respond',
  'rate-limit': 'a rate limit of the target',
  'test-data': 'the data on the target',
  scope: 'the scope of the run',
  kit: 'the kit itself',
} as const satisfies Record<Cause, string>;

/** Each operation as a verb, to begin a sentence. */
export const operationVerbs = {
  list: 'listing',
  create: 'adding',
  get: 'getting',
  message: 'sending a message',
} as const satisfies Record<Operation, string>;

/** For each verdict on a run or profile: its word, and the verdict on a requirement whose mark and colour it shares. */
export const runVerdictWords = {
  conformant: { word: 'Conformant', like: 'pass' },
  partial: { word: 'Partial', like: 'waived' },
  inconclusive: { word: 'Inconclusive', like: 'inconclusive' },
  'non-conformant': { word: 'Non-conformant', like: 'fail' },
} as const satisfies Record<RunVerdict, { word: string; like: Verdict }>;

const states = {
  applied: 'applied',
  expired: 'expired: it changes nothing',
  outgrown: 'too narrow: the failure also occurs at other operations',
  unneeded: 'no longer needed: remove this entry',
} as const satisfies Record<WaiverUse['state'], string>;

/** Returns a waiver and its state in one line; not escaped. */
export function waiverLine({ state, check, operations, ...waiver }: WaiverUse): string {
  const { reason, owner, expires, link } = waiver;
  const at =
    operations === undefined ? '' : ` when ${operations.map((one) => operationVerbs[one]).join(' or ')}`;
  return joinPhrases(
    [
      states[state],
      check && `for ${check} alone${at}`,
      reason,
      owner && `owner ${owner}`,
      expires && `until ${expires}`,
      link,
    ],
    '; ',
  );
}
