import type { Fault } from '../define.ts';
import { authFaults } from './auth.ts';
import { createFaults } from './creates.ts';
import { validKeyRejectionFaults } from './entry.ts';
import { errorFaults } from './errors.ts';
import { statusFilterFaults } from './filters.ts';
import { getFaults } from './gets.ts';
import { idFaults } from './ids.ts';
import { int64Faults } from './int64.ts';
import { jsonFaults } from './json.ts';
import { limitFaults } from './limits.ts';
import { listFaults } from './lists.ts';
import { responseFaults } from './answers.ts';
import { memberFaults } from './members.ts';
import { messageFaults } from './messages.ts';
import { createRefusalFaults } from './refusals.ts';
import { invalidBodyFaults } from './refused-bodies.ts';
import { sequenceFaults } from './sequences.ts';
import { noUsableResponseFaults } from './silence.ts';
import { storeFaults } from './stores.ts';

/** Every fault of the reference server. */
export const faults: readonly Fault[] = [
  ...authFaults,
  ...validKeyRejectionFaults,
  ...listFaults,
  ...limitFaults,
  ...statusFilterFaults,
  ...createFaults,
  ...idFaults,
  ...int64Faults,
  ...createRefusalFaults,
  ...invalidBodyFaults,
  ...jsonFaults,
  ...getFaults,
  ...errorFaults,
  ...messageFaults,
  ...memberFaults,
  ...responseFaults,
  ...sequenceFaults,
  ...noUsableResponseFaults,
  ...storeFaults,
];
