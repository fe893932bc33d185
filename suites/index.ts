import { requirement } from '../requirements/index.ts';
import { groupBy } from '../src/base/group-by.ts';
import { type Check, reportableRequirements } from '../src/engine/plan/index.ts';
import { authChecks } from './auth.ts';
import { createResponseChecks } from './create-answers.ts';
import { assignedIdChecks as createIdChecks } from './create-ids.ts';
import { createInputChecks } from './create-inputs.ts';
import { createRefusalChecks } from './create-refused.ts';
import { getMatchesCreateChecks, listMatchesCreateChecks } from './agreement.ts';
import { equivalentFormChecks } from './forms.ts';
import { getIdChecks } from './get-ids.ts';
import { getKnownChecks } from './get-known.ts';
import { getRemovedChecks } from './get-removal.ts';
import { commonResponseChecks } from './interface.ts';
import { listCompleteChecks } from './list-complete.ts';
import { foreignAnimalsListedChecks } from './list-complete-others.ts';
import { listContentChecks } from './list-content.ts';
import { listLimitChecks } from './list-limit.ts';
import { listStatusFilterChecks } from './list-status.ts';
import { messageChecks } from './messages.ts';
import { keylessNotStoredChecks, rejectedNotStoredChecks } from './not-stored.ts';
import { sequenceChecks } from './sequences.ts';

/** The checks of each file in this folder, in the order of reports. */
export const checksByFile: readonly (readonly [file: string, checks: readonly Check[]])[] = [
  ['interface.ts', commonResponseChecks],
  ['forms.ts', equivalentFormChecks],
  ['auth.ts', authChecks],
  ['not-stored.ts', keylessNotStoredChecks],
  ['list-content.ts', listContentChecks],
  ['agreement.ts', listMatchesCreateChecks],
  ['list-limit.ts', listLimitChecks],
  ['list-status.ts', listStatusFilterChecks],
  ['list-complete.ts', listCompleteChecks],
  ['list-complete-others.ts', foreignAnimalsListedChecks],
  ['sequences.ts', sequenceChecks],
  ['create-answers.ts', createResponseChecks],
  ['create-ids.ts', createIdChecks],
  ['create-inputs.ts', createInputChecks],
  ['create-refused.ts', createRefusalChecks],
  ['not-stored.ts', rejectedNotStoredChecks],
  ['get-known.ts', getKnownChecks],
  ['agreement.ts', getMatchesCreateChecks],
  ['get-ids.ts', getIdChecks],
  ['get-removal.ts', getRemovedChecks],
  ['messages.ts', messageChecks],
];

export const checks: readonly Check[] = checksByFile.flatMap(([, own]) => own);

export interface AreaChecks {
  readonly title: string;
  readonly checks: readonly Check[];
}

/** The checks grouped by the area of the first requirement of each. */
export const checksByArea: readonly AreaChecks[] = [
  ...groupBy(checks, (check) => {
    const [id] = reportableRequirements(check);
    return id === undefined ? '' : requirement(id).area;
  }),
].map(([title, own]) => ({ title, checks: own }));
