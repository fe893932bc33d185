import { expect, test } from 'vitest';
import type { Verdict } from '../../reports/model.ts';
import { verdictSentence } from '../../reports/verdict-sentence.ts';
import { requirements } from '../../requirements/index.ts';
import { judgeRequirements } from '../../src/engine/judge/judgement.ts';
import type { AbortReason } from '../../src/engine/silence/index.ts';
import { assembleReport } from '../../src/run/assemble.ts';
import { configOf } from '../engine/config.ts';
import { outcome, undecided, violation } from '../engine/findings.ts';

const id = 'get.success';
const time = '2026-11-21T10:00:00.000Z';
const judged = judgeRequirements(
  requirements,
  [outcome('get/a', violation(id), { ...undecided('get.agrees'), because: id })],
  { selected: new Set(requirements.map((one) => one.id)), claimed: ['animals'] },
);

const reportWith = (verdict: Verdict, abort?: AbortReason) => {
  const rows = judged.map((one) => (one.requirement.id === id ? { ...one, verdict } : one));
  return assembleReport(configOf(), ['animals'], rows, {
    startedAt: time,
    finishedAt: time,
    durationMs: 0,
    traffic: { requests: 0, retried: 0, created: 0, unanswered: 0 },
    tag: undefined,
    waits: undefined,
    created: [],
    coverage: [],
    abort,
  });
};

test.each(['fail', 'waived', 'inconclusive'] as const)('a failure that is %s by now', (verdict) => {
  const { requirements: told } = reportWith(verdict);
  const because = told.find((row) => row.id === 'get.agrees')?.because;
  expect(because).toBe(verdict === 'fail' ? id : undefined);
});

const abort: AbortReason = { cause: 'rate-limit', message: 'The target blocked the run.' };

test.each<readonly [what: string, verdict: Verdict, abort: AbortReason, whole: string]>([
  ['a lockout after a failure', 'fail', { ...abort, isLockout: true }, 'non-conformant'],
  ['a lockout without a failure', 'inconclusive', { ...abort, isLockout: true }, 'inconclusive'],
  ['another end of the run after a failure', 'fail', abort, 'inconclusive'],
])('%s', (_, verdict, why, whole) => {
  const report = reportWith(verdict, why);
  expect(report).toMatchObject({ verdict: whole, profiles: { animals: whole } });
  const words =
    whole === 'inconclusive' ? /^Run stopped early: no verdict/u : /failed.*\. Then the run stopped early/u;
  expect(verdictSentence(report)).toMatch(words);
});
