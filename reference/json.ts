import { LosslessNumber, parse, stringify } from 'lossless-json';

/** A parsed JSON value; a number keeps its digits. */
export type ParsedJson = null | boolean | string | LosslessNumber | readonly ParsedJson[] | ParsedObject;
export interface ParsedObject {
  readonly [member: string]: ParsedJson;
}

/** A JSON value to write. A bigint is written exactly; undefined members are left out. */
export type WritableJson =
  | null
  | boolean
  | number
  | bigint
  | string
  | LosslessNumber
  | readonly WritableJson[]
  | { readonly [member: string]: WritableJson | undefined };

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses JSON as in RFC 8259: UTF-8, with an optional byte-order mark, no comments, no trailing commas. The last of
 * duplicate members wins. Throws if the bytes are not JSON.
 */
export function readJson(bytes: Uint8Array): ParsedJson {
  const text = utf8.decode(bytes);
  // `JSON.parse` decides whether the text is JSON; the second parser then reads numbers exactly.
  JSON.parse(text);
  return parse(text, null, {
    parseNumber: (digits) => new LosslessNumber(digits),
    onDuplicateKey: ({ newValue }) => newValue,
  }) as ParsedJson;
}

/** Parses a body as a JSON object; undefined if it is not one. */
export function parseJsonObject(bytes: Uint8Array): ParsedObject | undefined {
  try {
    const value = readJson(bytes);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a member of a body; undefined if the body is not a JSON object, or does not have the member. */
export const bodyMember = (bytes: Uint8Array, name: string): ParsedJson | undefined =>
  member(parseJsonObject(bytes), name);

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes a value as JSON, integers exactly. */
export function writeJson(value: WritableJson, space?: number): string {
  return stringify(value, null, space) ?? 'null';
}

export function isObject(value: ParsedJson | undefined): value is ParsedObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}

export const isNumber = (value: ParsedJson | undefined): value is LosslessNumber =>
  value instanceof LosslessNumber;

/** Returns a string as it is; an empty string for any other type. */
export const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A rendered Pet or Error as a plain object. */
export type ObjectMembers = Readonly<Record<string, WritableJson | undefined>>;

export function membersOf(value: WritableJson): ObjectMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ObjectMembers) : {};
}

/** Returns an own member of a value; undefined if there is none. */
export function member(value: ParsedJson | undefined, name: string): ParsedJson | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/**
 * The int64 value of a JSON number in any notation (`5`, `5.0`, `50e-1`); undefined if it is not an int64. JSON Schema
 * treats every number without a fraction as an integer.
 */
export function int64Of(value: ParsedJson | undefined): bigint | undefined {
  if (!(value instanceof LosslessNumber)) return undefined;
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.value);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  // Every int64 has at most 19 digits, so a longer number is out of range.
  if (power < 0 || significant.length + power > 19) return undefined;
  const integer = BigInt(`${sign}${significant}${'0'.repeat(power)}`);
  return integer >= INT64_MIN && integer <= INT64_MAX ? integer : undefined;
}
