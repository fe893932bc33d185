import type { Fault } from '../define.ts';
import { authFaults } from './auth.ts';
import { createFaults } from './creates.ts';
import { entryFaults } from './entry.ts';
import { errorFaults, wholeFaults } from './errors.ts';
import { filterFaults } from './filters.ts';
import { getFaults } from './gets.ts';
import { idFaults } from './ids.ts';
import { int64Faults } from './int64.ts';
import { jsonFaults } from './json.ts';
import { limitFaults } from './limits.ts';
import { listFaults } from './lists.ts';
import { answerFaults } from './answers.ts';
import { memberFaults } from './members.ts';
import { messageFaults } from './messages.ts';
import { refusalFaults } from './refusals.ts';
import { refusedBodyFaults } from './refused-bodies.ts';
import { sequenceFaults } from './sequences.ts';
import { silenceFaults } from './silence.ts';
import { storeFaults } from './stores.ts';

/** Every fault of the reference server. */
export const faults: readonly Fault[] = [
  ...authFaults,
  ...entryFaults,
  ...listFaults,
  ...limitFaults,
  ...filterFaults,
  ...createFaults,
  ...idFaults,
  ...int64Faults,
  ...refusalFaults,
  ...refusedBodyFaults,
  ...jsonFaults,
  ...getFaults,
  ...errorFaults,
  ...wholeFaults,
  ...messageFaults,
  ...memberFaults,
  ...answerFaults,
  ...sequenceFaults,
  ...silenceFaults,
  ...storeFaults,
];
