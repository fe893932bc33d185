import type { Operation } from '../../reports/exchange.ts';
import type { Ask } from './types.ts';

const ANIMALS = ['list', 'create', 'get'] as const satisfies readonly Operation[];

/**
 * A group of requests that wait together, and that one rate limit applies to: the requests of one operation with a valid key,
 * or without one. Requests without a valid key wait separately, because a target may limit only these.
 */
export type Lane = `${Operation}, ${'let in' | 'refused'}`;

export function laneOf({ operation, credential }: Pick<Ask, 'operation' | 'credential'>): Lane {
  return `${operation}, ${credential.valid ? 'let in' : 'refused'}`;
}

export function isLaneWithoutKey(lane: Lane): boolean {
  return lane.endsWith('refused');
}

/** The lane of the same operation with a valid key; if it gets no responses, a lane without a valid key gets none. */
export function laneWithKey(lane: Lane): Lane {
  return lane.replace(/, refused$/u, ', let in') as Lane;
}

const both = (operation: Operation): readonly Lane[] => [`${operation}, let in`, `${operation}, refused`];
export const LANES_BY_INTERFACE = { animals: ANIMALS.flatMap(both), messages: both('message') };
