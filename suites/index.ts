import { requirement, type Profile } from '../requirements/index.ts';
import { groupBy } from '../src/group-by.ts';
import type { Check } from '../src/kit/check.ts';
import { late } from '../src/kit/verbs/late.ts';
import { authAnswerChecks } from './auth-answers.ts';
import { authChecks } from './auth.ts';
import { answerChecks } from './create-answers.ts';
import { idChecks as createIdChecks } from './create-ids.ts';
import { inputChecks } from './create-inputs.ts';
import { ownIdChecks } from './create-own-ids.ts';
import { refusalChecks } from './create-refused.ts';
import { agreementChecks } from './get-agreement.ts';
import { idChecks } from './get-ids.ts';
import { knownChecks } from './get-known.ts';
import { removalChecks } from './get-removal.ts';
import { interfaceChecks } from './interface.ts';
import { animalChecks } from './list-animals.ts';
import { completeChecks } from './list-complete.ts';
import { contentChecks } from './list-content.ts';
import { limitChecks } from './list-limit.ts';
import { statusChecks } from './list-status.ts';
import { messageRefusalChecks } from './messages-refused.ts';
import { messageChecks } from './messages.ts';
import { walkChecks } from './walk.ts';

const others: readonly Check[] = [
  ...authAnswerChecks,
  ...authChecks,
  ...contentChecks,
  ...animalChecks,
  ...limitChecks,
  ...statusChecks,
  ...completeChecks,
  ...walkChecks,
  ...answerChecks,
  ...createIdChecks,
  ...ownIdChecks,
  ...inputChecks,
  ...refusalChecks,
  ...knownChecks,
  ...agreementChecks,
  ...idChecks,
  ...removalChecks,
  ...messageChecks,
  ...messageRefusalChecks,
];

/** What the rules on the whole run decide, of one profile: all of it is looked at once more when they are done. */
function lateAnswers(area: string, profile: Profile): Check {
  const rules = [...interfaceChecks, ...others].filter(({ stage }) => stage === 'invariant');
  const decided = rules.flatMap(({ decides }) => decides).filter((id) => requirement(id).profile === profile);
  const title = `answers (${profile}) that came while what was wrong was looked at again`;
  return late(`${area}/late-answers`, title, [...new Set(decided)]);
}

/** Every check of the kit, in the order in which reports show them. */
export const checks: readonly Check[] = [
  lateAnswers('interface', 'animals'),
  ...interfaceChecks,
  ...others,
  lateAnswers('messages', 'messages'),
];

/** A part of the catalogue, and the checks that decide it. */
export interface Area {
  readonly title: string;
  readonly checks: readonly Check[];
}

/** The checks by the area of the catalogue that each decides first. */
export const areas: readonly Area[] = [
  ...groupBy(checks, ({ decides: [id] }) => (id === undefined ? '' : requirement(id).area)),
].map(([title, own]) => ({ title, checks: own }));
