import type { Fault } from '../define.ts';
import { faultOfFamily, type FaultFamily } from './define.ts';
import { flakyFamilies } from './flaky.ts';
import { deterministicFamilies } from './shares.ts';

/** Every family of faults; those that fail at random come last. */
export const allFaultFamilies: readonly FaultFamily[] = [...deterministicFamilies, ...flakyFamilies];

/** Returns the fault for an id such as `share/limit-refused@10#3`; undefined if the id is not of a family. */
export function findFamilyFault(id: string): Fault | undefined {
  const [, name, oneIn = '', number = ''] = /^(.+)@(\d{1,4})#(\d{1,6})$/.exec(id) ?? [];
  const family = allFaultFamilies.find((one) => one.id === name);
  return family === undefined || Number(oneIn) < 1
    ? undefined
    : faultOfFamily(family, Number(oneIn), Number(number));
}
