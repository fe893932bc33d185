import type { Report, RequirementReport, Verdict } from './model.ts';
import { isMandatory } from './rows.ts';

/** The outcome of a requirement, for formats that know little more than passed and failed. */
export type RequirementOutcome = keyof typeof outcomeByFormat;

/** Returns the outcome of a requirement for JUnit, CTRF and EARL; docs/formats.md has the table. */
export function outcomeOf(row: RequirementReport, { scope }: Report): RequirementOutcome {
  const outcomes = {
    pass: 'passed',
    fail: 'failed',
    warn: scope.strict ? 'failed' : 'warned',
    inconclusive: isMandatory(row) ? 'undecided' : 'open',
    waived: 'waived',
    'not-tested': scope.profiles.includes(row.profile) ? 'not-tested' : 'not-claimed',
  } as const satisfies Record<Verdict, RequirementOutcome>;
  return outcomes[row.verdict];
}

/**
 * The status of each outcome in JUnit, CTRF and EARL.
 * - JUnit: `undecided` is an `error`, like a test that could not run. Readers show `skipped` as green or grey, but
 *   GitLab, Jenkins and GitHub count an error as not passed.
 * - CTRF: `other` is neither passed nor failed; `rawStatus` has the kit's verdict.
 * - EARL 1.0: a waived failure still failed; an unclaimed profile is inapplicable.
 */
export const outcomeByFormat = {
  passed: { junit: 'passed', ctrf: 'passed', earl: 'earl:passed' },
  // A failed advisory requirement fails no build; its text names the failure.
  warned: { junit: 'passed', ctrf: 'passed', earl: 'earl:passed' },
  failed: { junit: 'failure', ctrf: 'failed', earl: 'earl:failed' },
  // A mandatory requirement that is undecided must not look like a pass; an advisory one (`open`) has no effect.
  undecided: { junit: 'error', ctrf: 'other', earl: 'earl:cantTell' },
  open: { junit: 'skipped', ctrf: 'skipped', earl: 'earl:cantTell' },
  waived: { junit: 'skipped', ctrf: 'skipped', earl: 'earl:failed' },
  'not-tested': { junit: 'skipped', ctrf: 'skipped', earl: 'earl:untested' },
  'not-claimed': { junit: 'skipped', ctrf: 'skipped', earl: 'earl:inapplicable' },
} as const;
