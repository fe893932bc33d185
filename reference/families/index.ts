import type { Fault } from '../define.ts';
import { drawn, type Family } from './define.ts';
import { flakyFamilies } from './flaky.ts';
import { shareFamilies } from './shares.ts';

/** Every family of faults, those that fail by chance last. */
export const allFamilies: readonly Family[] = [...shareFamilies, ...flakyFamilies];

/** The server of a family that an id names (`share/limit-refused@10#3`), undefined where it names none. */
export function drawnFault(id: string): Fault | undefined {
  const [, name, oneIn = '', number = ''] = /^(.+)@(\d{1,4})#(\d{1,6})$/.exec(id) ?? [];
  const family = allFamilies.find((one) => one.id === name);
  return family === undefined || Number(oneIn) < 1 ? undefined : drawn(family, Number(oneIn), Number(number));
}
