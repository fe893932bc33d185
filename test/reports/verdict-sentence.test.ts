import { expect, test } from 'vitest';
import { runFactsByName } from '../../reports/run-facts.ts';
import { verdictSentence } from '../../reports/verdict-sentence.ts';
import { report } from './fixture.ts';

const next = 'Name the messages address with --messages-url or PETSTORE_MESSAGES_URL.';
const leftOut = {
  name: 'create/unusual-names',
  verdict: 'not-tested',
  message: '3 of 43 classes of input were not sent.',
  exchanges: [],
} as const;

const missed = [
  { class: 'zero', why: 'unanswered' },
  { class: 'wide', why: 'broke-down' },
  { class: 'lowest', why: 'not-sent' },
] as const;

test.each([
  [
    'the option that brings in what was not tested',
    report({ 'messages.success': { verdict: 'not-tested', reason: 'not claimed', cause: 'scope', next } }),
    '1 not tested: name the messages address with --messages-url or PETSTORE_MESSAGES_URL.',
  ],
  [
    'what was tested in part',
    report({ 'create.echo': { verdict: 'pass', checks: [leftOut] } }, { verdict: 'partial' }),
    'No tested requirement failed. Partial: a part of create.echo was left out.',
  ],
  [
    'another day, and not what the document has removed by then',
    report(
      { 'get.success': { verdict: 'not-tested', checks: [{ ...leftOut, gap: false }] } },
      { verdict: 'partial', scope: { ...report({}).scope, asOf: '2031-01-01' } },
    ),
    'Partial: judged as of 2031-01-01, which is not the day of the run.',
  ],
])('%s is named', (_what, judged, words) => {
  expect(verdictSentence(judged)).toContain(words);
});

test('beside the verdict stands why classes of input were not met, and what was never answered', () => {
  const coverage = [{ check: 'a/b', property: 'ids', inputs: 3, classes: ['small'], of: 4, missed }];
  const traffic = { requests: 9, created: 0, retried: 2, unanswered: 3 };
  const facts = runFactsByName(report({}, { coverage, traffic }));
  expect(facts['coverage']).toBe('1 of 4 input classes (1 unanswered, 1 only 5xx, 1 not sent), 3 inputs');
  const aborted = { cause: 'network', message: 'It stopped.' } as const;
  expect(runFactsByName(report({}, { coverage, traffic, aborted }))['coverage']).toBe(
    '1 input class before it stopped (1 unanswered, 1 only 5xx, 1 not sent), 3 inputs',
  );
  expect(facts['traffic']).toMatch(/^9 requests \(4 answered, 3 unanswered, 2 repeated\), /u);
});
