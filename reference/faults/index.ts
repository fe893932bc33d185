import type { Fault } from '../define.ts';

/** Every fault that the reference server can show. */
export const faults: readonly Fault[] = [];
