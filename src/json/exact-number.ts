/** Maximum number of digits of an integer: with more digits, the number may be infinite as a double. */
const MAX_DIGITS = 308;

/**
 * Parses a JSON number (RFC 8259, section 6): integers exactly, decimals as the nearest double. Returns an infinity
 * for an integer of more than 308 digits, and for a decimal that a double would round to an integer.
 */
export function exactNumber(token: string): number | bigint {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/u.exec(token) ?? [];
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === '0') first += 1;
  let last = digits.length;
  while (last > first && digits[last - 1] === '0') last -= 1;
  if (first === last) return 0;

  const scale = Number(exponent) - fraction.length + (digits.length - last);
  if (scale < 0) return decimal(Number(token), sign);
  if (last - first + scale > MAX_DIGITS) return infinite(sign);
  const integer = BigInt(sign + digits.slice(first, last) + '0'.repeat(scale));
  const double = Number(integer);
  return Number.isSafeInteger(double) ? double : integer;
}

function decimal(double: number, sign: string): number {
  if (double === 0) return sign === '-' ? -Number.MIN_VALUE : Number.MIN_VALUE;
  return Number.isInteger(double) ? infinite(sign) : double;
}

function infinite(sign: string): number {
  return sign === '-' ? -Infinity : Infinity;
}
