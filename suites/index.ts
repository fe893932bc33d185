import type { Check } from '../src/kit/check.ts';
import { authChecks } from './auth.ts';
import { firstChecks } from './auth-first.ts';
import { refusalChecks } from './create-refused.ts';
import { answerChecks } from './create-answers.ts';
import { inputChecks } from './create-inputs.ts';
import { createStatusChecks } from './create-status.ts';
import { idChecks } from './get-ids.ts';
import { knownChecks } from './get-known.ts';
import { removalChecks } from './get-removal.ts';
import { interfaceChecks } from './interface.ts';
import { agreementChecks } from './list-agreement.ts';
import { completeChecks } from './list-complete.ts';
import { contentChecks } from './list-content.ts';
import { limitChecks } from './list-limit.ts';
import { queryChecks } from './list-queries.ts';
import { statusChecks } from './list-status.ts';
import { messageChecks } from './messages.ts';
import { stowawayChecks } from './stowaways.ts';

/** A part of the catalogue, and the checks that decide it. */
export interface Area {
  readonly title: string;
  readonly checks: readonly Check[];
}

export const areas: readonly Area[] = [
  { title: 'Interface-wide', checks: interfaceChecks },
  { title: 'Authentication', checks: [...authChecks, ...firstChecks] },
  {
    title: 'List animals',
    checks: [
      ...contentChecks,
      ...agreementChecks,
      ...limitChecks,
      ...statusChecks,
      ...queryChecks,
      ...completeChecks,
    ],
  },
  {
    title: 'Add an animal',
    checks: [...answerChecks, ...createStatusChecks, ...inputChecks, ...refusalChecks, ...stowawayChecks],
  },
  { title: 'Get an animal', checks: [...knownChecks, ...idChecks, ...removalChecks] },
  { title: 'Messages', checks: messageChecks },
];

/** Every check of the kit. */
export const checks: readonly Check[] = areas.flatMap((area) => area.checks);
