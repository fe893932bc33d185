import { requirement } from '../requirements/index.ts';
import { groupBy } from '../src/base/group-by.ts';
import { type Check, concerns } from '../src/engine/plan/index.ts';
import { authChecks } from './auth.ts';
import { answerChecks } from './create-answers.ts';
import { idChecks as createIdChecks } from './create-ids.ts';
import { inputChecks } from './create-inputs.ts';
import { refusalChecks } from './create-refused.ts';
import { agreementChecks, listAgreementChecks } from './agreement.ts';
import { formChecks } from './forms.ts';
import { idChecks } from './get-ids.ts';
import { knownChecks } from './get-known.ts';
import { removalChecks } from './get-removal.ts';
import { interfaceChecks } from './interface.ts';
import { completeChecks } from './list-complete.ts';
import { othersCompleteChecks } from './list-complete-others.ts';
import { contentChecks } from './list-content.ts';
import { limitChecks } from './list-limit.ts';
import { statusChecks } from './list-status.ts';
import { messageChecks } from './messages.ts';
import { keylessNotStoredChecks, notStoredChecks } from './not-stored.ts';
import { walkChecks } from './sequences.ts';

/** The checks of each file in this folder, in the order of reports. */
export const files: readonly (readonly [file: string, checks: readonly Check[]])[] = [
  ['interface.ts', interfaceChecks],
  ['forms.ts', formChecks],
  ['auth.ts', authChecks],
  ['not-stored.ts', keylessNotStoredChecks],
  ['list-content.ts', contentChecks],
  ['agreement.ts', listAgreementChecks],
  ['list-limit.ts', limitChecks],
  ['list-status.ts', statusChecks],
  ['list-complete.ts', completeChecks],
  ['list-complete-others.ts', othersCompleteChecks],
  ['sequences.ts', walkChecks],
  ['create-answers.ts', answerChecks],
  ['create-ids.ts', createIdChecks],
  ['create-inputs.ts', inputChecks],
  ['create-refused.ts', refusalChecks],
  ['not-stored.ts', notStoredChecks],
  ['get-known.ts', knownChecks],
  ['agreement.ts', agreementChecks],
  ['get-ids.ts', idChecks],
  ['get-removal.ts', removalChecks],
  ['messages.ts', messageChecks],
];

export const checks: readonly Check[] = files.flatMap(([, own]) => own);

/** The checks of one area of the catalogue. */
export interface Area {
  readonly title: string;
  readonly checks: readonly Check[];
}

/** The checks grouped by the area of the first requirement of each. */
export const areas: readonly Area[] = [
  ...groupBy(checks, (check) => {
    const [id] = concerns(check);
    return id === undefined ? '' : requirement(id).area;
  }),
].map(([title, own]) => ({ title, checks: own }));
