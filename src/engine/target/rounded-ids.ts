import type { Reply } from './replies.ts';

/** From this number on, at most one id in 64 is a double, so that a few of them are hardly doubles by chance. */
const LARGE = 2n ** 58n;
/** Minimum number of large ids. */
const ENOUGH = 3;
/** The number of significant binary digits of a double. */
const BITS = 53;
/** The shortest text of a double has at most 17 digits, so that 19 digits end in two zeros; in three only at times. */
const THREE_ZEROS = 1000n;

/** True if the id is a double, written with all its digits. */
function isDouble(id: bigint): boolean {
  return BigInt(Number(id)) === id;
}

/** True if the id is the shortest text of a double, as JSON libraries write it. */
function isShortestText(id: bigint): boolean {
  return String(Number(id)) === String(id);
}

/** True if the id uses the last binary digit of a double: a generator that leaves low bits zero, usually leaves more. */
function usesLastBit(id: bigint): boolean {
  const gap = 2n ** BigInt(id.toString(2).length - BITS);
  return (id / gap) % 2n === 1n;
}

/** True if ids are probably doubles because they were rounded. The ids of a generator may be doubles by chance. */
export function seemRounded(ids: Iterable<bigint>): boolean {
  const all = [...ids];
  const large = all.filter((id) => id >= LARGE);
  if (large.length < ENOUGH) return false;
  return (
    (all.every(isDouble) && large.some(usesLastBit)) ||
    (all.every(isShortestText) && large.some((id) => id % THREE_ZEROS !== 0n))
  );
}

/**
 * The requirement that a target breaks whose GETs find no known animal: get.success if it seems to round its ids to doubles, so
 * that no animal has the ids that it gives, and otherwise get.removed.
 */
export function brokenByMissing(
  gets: readonly Reply[],
  ids: Iterable<bigint>,
): 'get.success' | 'get.removed' {
  return gets.every(({ answer }) => answer?.status === 404) && seemRounded(ids)
    ? 'get.success'
    : 'get.removed';
}
