import { requirements, type RequirementId } from '../../../requirements/index.ts';
import type { Report, RequirementReport } from '../../../reports/model.ts';
import { BASE } from './exchanges.ts';
import { findings, leftOut, passed, type Finding } from './findings.ts';

/** A report over the whole catalogue with these findings; what is not named passes. */
export function reportOf(found: (id: RequirementId) => Finding, more: Partial<Report> = {}): Report {
  const rows = requirements.map((row): RequirementReport => {
    const { id, profile, level, area, sections, statement } = row;
    return { id, profile, level, area, section: sections.join(', '), statement, ...found(id) };
  });
  const totals = { pass: 0, fail: 0, warn: 0, inconclusive: 0, 'not-tested': 0, waived: 0 };
  for (const { verdict } of rows) totals[verdict] += 1;
  return {
    schemaVersion: '1',
    tool: { name: 'petstore-conformance', version: '0.1.0' },
    specification: { name: 'Pet Store Service API', version: '1.0.0' },
    target: { baseUrl: BASE, messagesUrl: null, embedded: false },
    startedAt: '2026-11-21T10:04:06.500Z',
    finishedAt: '2026-11-21T10:04:09.730Z',
    durationMs: 3230,
    seed: -1483920117,
    scope: {
      readOnly: false,
      strict: false,
      only: [],
      profiles: ['animals'],
      asOf: '2026-11-21',
      runs: 20,
      maxCreated: 150,
    },
    verdict: 'non-conformant',
    profiles: { animals: 'non-conformant' },
    totals,
    traffic: { requests: 312, created: 38, retried: 4 },
    created: Array.from({ length: 38 }, (_, index) => ({
      id: String(4100 + index),
      name: `pc-7f3a Rex ${index}`,
    })),
    requirements: rows,
    ...more,
  };
}

/** A server with four faults, warnings, an undecided row and a waived one. */
export const mixed = reportOf((id) => findings[id] ?? (id.startsWith('messages.') ? leftOut() : passed()));

/** A server that holds everything, messages included. */
export const green = reportOf(passed, {
  target: { baseUrl: BASE, messagesUrl: 'https://mail.example.test/messages', embedded: false },
  verdict: 'conformant',
  profiles: { animals: 'conformant', messages: 'conformant' },
});

/** A run that ended in the preflight. */
export const aborted = reportOf(
  () => ({
    verdict: 'inconclusive',
    reason: 'Nothing was sent: the target could not be reached.',
    cause: 'network',
    next: 'Check --base-url and that the target is up.',
    checks: [],
  }),
  {
    verdict: 'inconclusive',
    profiles: { animals: 'inconclusive' },
    aborted: {
      cause: 'network',
      message:
        'The target could not be reached: connection refused at pets.example.test:443. Check --base-url.',
    },
    traffic: { requests: 1, created: 0, retried: 0 },
    created: [],
  },
);
