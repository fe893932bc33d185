import { LosslessNumber } from 'lossless-json';
import type { WritableJson, ParsedJson } from './json.ts';

/** A rendered Pet or Error as a plain object. */
export type ObjectMembers = Readonly<Record<string, WritableJson | undefined>>;

export function membersOf(value: WritableJson): ObjectMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ObjectMembers) : {};
}

export const isNumber = (value: ParsedJson | undefined): value is LosslessNumber =>
  value instanceof LosslessNumber;

/** Returns a member that is a string; an empty string for any other type. */
export const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

export const STATUSES: readonly string[] = ['available', 'pending', 'sold'];
