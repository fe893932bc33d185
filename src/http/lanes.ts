import type { Operation } from '../../reports/exchange.ts';
import type { OutgoingRequest } from './types.ts';

const ANIMALS = ['list', 'create', 'get'] as const satisfies readonly Operation[];

/** Requests that wait together, under one rate limit; those without a valid key apart, since a target may limit only these. */
export type RateLimitLane = `${Operation}, ${'valid key' | 'no valid key'}`;

export function rateLimitLaneOf({
  operation,
  credential,
}: Pick<OutgoingRequest, 'operation' | 'credential'>): RateLimitLane {
  return `${operation}, ${credential.valid ? 'valid key' : 'no valid key'}`;
}

export function isLaneWithoutValidKey(lane: RateLimitLane): boolean {
  return lane.endsWith('no valid key');
}

/** The lane of the same operation with a valid key; if it gets no responses, a lane without a valid key gets none. */
export function laneWithValidKey(lane: RateLimitLane): RateLimitLane {
  return lane.replace(/, no valid key$/u, ', valid key') as RateLimitLane;
}

const both = (operation: Operation): readonly RateLimitLane[] => [
  `${operation}, valid key`,
  `${operation}, no valid key`,
];
export const LANES_BY_INTERFACE = { animals: ANIMALS.flatMap(both), messages: both('message') };
