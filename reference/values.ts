import { LosslessNumber } from 'lossless-json';
import type { Out, Value } from './json.ts';

/** A rendered Pet or Error as a plain object. */
export type Members = Readonly<Record<string, Out | undefined>>;

export function membersOf(value: Out): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export const isNumber = (value: Value | undefined): value is LosslessNumber =>
  value instanceof LosslessNumber;

/** Returns a member that is a string; an empty string for any other type. */
export function textOf(value: Out | undefined): string {
  return typeof value === 'string' ? value : '';
}

export const STATUSES: readonly string[] = ['available', 'pending', 'sold'];
