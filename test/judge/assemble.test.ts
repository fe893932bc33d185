import { expect, test } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import { judgeRequirements } from '../../src/engine/judge/judgement.ts';
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

test.each(['fail', 'waived', 'inconclusive'] as const)('a failure that is %s by now', (verdict) => {
  const rows = judged.map((one) => (one.requirement.id === id ? { ...one, verdict } : one));
  const { requirements: told } = assembleReport(configOf(), ['animals'], rows, {
    startedAt: time,
    finishedAt: time,
    durationMs: 0,
    traffic: { requests: 0, retried: 0, created: 0, unanswered: 0 },
    tag: undefined,
    waits: undefined,
    created: [],
    coverage: [],
    abort: undefined,
  });
  const because = told.find((row) => row.id === 'get.agrees')?.because;
  expect(because).toBe(verdict === 'fail' ? id : undefined);
});
