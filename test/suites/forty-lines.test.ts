import { expect, test } from 'vitest';
import { groupFailuresByCause } from '../../reports/rows.ts';
import { renderSummary } from '../../reports/render/terminal/summary.ts';
import { judge } from '../../src/judge.ts';
import { reference } from '../e2e/servers.ts';

// One cause fits a terminal, with the names of warnings and of what is not tested: 12 requirements of messages, which are not claimed.
test.each([
  [['list/limit-before-filter']],
  [['get/unset-status-null', 'get/past-int64-crash']],
  [['create/answers-mixed-in-parallel', 'create/unknown-member-422']],
  [['create/status-unset-draft', 'get/past-int64-crash']],
  [['create/id-race']],
  [['sequence/not-found-remembered']],
])('%j is told in forty lines of eighty columns', async (faults) => {
  const { baseUrl, key: apiKey } = await reference({ faults });
  const { report, evidence } = await judge({ baseUrl, apiKey, consistencyMs: 120, seed: 1 });
  expect(groupFailuresByCause(report)).toHaveLength(1);
  const text = renderSummary(report, evidence, {
    columns: 80,
    colour: false,
    page: 'file:///tmp/conformance-report/report.html',
  });
  expect(text.trimEnd().split('\n').length, text).toBeLessThanOrEqual(40);
  expect(text).toContain('petstore-conformance replay');
  // Three requests in one moment are too many: the replay sends them again.
  expect(text).toMatch(/^ {4}curl -sSi|^ {2}Send them +see the report$/mu);
  expect(text).toMatch(/^ {2}Untested .*messages\./mu);
});
