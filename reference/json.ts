import { LosslessNumber, parse, stringify } from 'lossless-json';

/** A JSON value as it was read: a number keeps its digits. */
export type Value = null | boolean | string | LosslessNumber | readonly Value[] | ValueObject;
export interface ValueObject {
  readonly [member: string]: Value;
}

/** A JSON value to write: a bigint is written digit by digit; a member that is undefined is left out. */
export type Out =
  | null
  | boolean
  | number
  | bigint
  | string
  | LosslessNumber
  | readonly Out[]
  | { readonly [member: string]: Out | undefined };

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON as RFC 8259 has it: UTF-8 (a leading byte-order mark is passed over), no comments, no trailing commas.
 * Of duplicate members the last one counts. Throws where the bytes are not JSON.
 */
export function readJson(bytes: Uint8Array): Value {
  const text = utf8.decode(bytes);
  // The platform's parser decides what is JSON; the other one then reads the numbers exactly.
  JSON.parse(text);
  return parse(text, null, {
    parseNumber: (digits) => new LosslessNumber(digits),
    onDuplicateKey: ({ newValue }) => newValue,
  }) as Value;
}

/** A JSON object in a body; undefined where it is something else. */
export function objectIn(bytes: Uint8Array): ValueObject | undefined {
  try {
    const value = readJson(bytes);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes a value as JSON, integers exactly. */
export function writeJson(value: Out, space?: number): string {
  return stringify(value, null, space) ?? 'null';
}

/** Whether a value is a JSON object. */
export function isObject(value: Value | undefined): value is ValueObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
  );
}

/** The member of that name, undefined where the object has none of its own. */
export function member(object: ValueObject, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * The int64 that a JSON number denotes, whatever its notation (`5`, `5.0`, `50e-1`), undefined where it denotes none.
 * JSON Schema counts every number without a fraction as an integer.
 */
export function int64Of(value: Value | undefined): bigint | undefined {
  if (!(value instanceof LosslessNumber)) return undefined;
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.value);
  if (!parts) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return 0n;
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  // 19 digits hold every int64: anything longer is out of range and is not worth computing.
  if (power < 0 || significant.length + power > 19) return undefined;
  const integer = BigInt(`${sign}${significant}${'0'.repeat(power)}`);
  return integer >= INT64_MIN && integer <= INT64_MAX ? integer : undefined;
}
