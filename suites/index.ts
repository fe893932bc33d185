import { requirement } from '../requirements/index.ts';
import { groupBy } from '../src/base/group-by.ts';
import { concerns, type Check } from '../src/engine/check.ts';
import { authChecks } from './auth.ts';
import { answerChecks } from './create-answers.ts';
import { idChecks as createIdChecks } from './create-ids.ts';
import { inputChecks } from './create-inputs.ts';
import { refusalChecks } from './create-refused.ts';
import { agreementChecks, listAgreementChecks } from './agreement.ts';
import { idChecks } from './get-ids.ts';
import { knownChecks } from './get-known.ts';
import { removalChecks } from './get-removal.ts';
import { interfaceChecks } from './interface.ts';
import { completeChecks } from './list-complete.ts';
import { contentChecks } from './list-content.ts';
import { limitChecks } from './list-limit.ts';
import { statusChecks } from './list-status.ts';
import { messageChecks } from './messages.ts';
import { walkChecks } from './walk.ts';

/** Every check of the kit, in the order in which reports show them. */
export const checks: readonly Check[] = [
  ...interfaceChecks,
  ...authChecks,
  ...contentChecks,
  ...listAgreementChecks,
  ...limitChecks,
  ...statusChecks,
  ...completeChecks,
  ...walkChecks,
  ...answerChecks,
  ...createIdChecks,
  ...inputChecks,
  ...refusalChecks,
  ...knownChecks,
  ...agreementChecks,
  ...idChecks,
  ...removalChecks,
  ...messageChecks,
];

/** A part of the catalogue, and its checks. */
export interface Area {
  readonly title: string;
  readonly checks: readonly Check[];
}

/** The checks by the area of the catalogue that each is about first. */
export const areas: readonly Area[] = [
  ...groupBy(checks, (check) => {
    const [id] = concerns(check);
    return id === undefined ? '' : requirement(id).area;
  }),
].map(([title, own]) => ({ title, checks: own }));
