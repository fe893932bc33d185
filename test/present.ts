/** A value that a test rests on; throws where there is none. */
export function present<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw new Error('what the test rests on is not there');
  return value;
}
