import type { Exchange } from './exchange.ts';
import type { CheckReport } from './model.ts';
import { endOf, startOf } from './requests.ts';
import { pathsOf, segmentsOf, textAt } from './places.ts';

/** Others that are added beside a finding again, at most. */
const MOST = 3;

/** What is sent beside the requests of a finding where it may take animals that are added at the same moment. */
export interface Race {
  readonly beside: readonly Exchange[];
  /** Times that it is tried: a race is won by chance. */
  readonly tries: 3;
}

/**
 * The race that a finding may come of; undefined where no animal was added beside one of its own, where what is wrong is not
 * of any of those, or where it came again on its own.
 */
export function raceOf(
  requests: readonly Exchange[],
  proof: Exchange,
  { places = [], reproduced }: CheckReport,
  evidence: readonly Exchange[],
): Race | undefined {
  const isAlone = requests.length === 1 && proof.operation === 'create' && (reproduced?.times ?? 0) > 0;
  const pointers = places.flatMap((place) => (place.part === 'body' ? [place.pointer] : []));
  if (isAlone || (places.length > 0 && pointers.length === 0)) return undefined;
  const creates = requests.filter(isCreate);
  const all = besides(creates, evidence);
  const isOfOther = (pointer: string): boolean => mayBeOf(all, pointer, proof);
  if (all.length === 0 || (pointers.length > 0 && !pointers.some(isOfOther))) return undefined;
  const own = new Set(requests.map(({ id }) => id));
  return { beside: all.filter(({ id }) => !own.has(id)).slice(0, MOST), tries: 3 };
}

/** The animals that were added at the same moment as one of a finding, and whose names stand where its own should. */
export function mixedWith(
  requests: readonly Exchange[],
  { response }: Exchange,
  check: CheckReport,
  evidence: readonly Exchange[],
): readonly Exchange[] {
  const names = pathsOf(check).flatMap((segments) =>
    segments.at(-1) === 'name' ? (textAt(`/${segments.join('/')}`, response?.body) ?? []) : [],
  );
  return besides(requests.filter(isCreate), evidence).filter(({ request }) =>
    names.includes(textAt('/name', request.body) ?? ''),
  );
}

/** The animals that were added beside some others. */
function besides(creates: readonly Exchange[], evidence: readonly Exchange[]): readonly Exchange[] {
  return evidence.filter((other) => isCreate(other) && creates.some((one) => isBeside(one, other)));
}

/** Whether two requests were under way at the same time. */
export function isBeside(one: Exchange, other: Exchange): boolean {
  return one.id !== other.id && startOf(other) < endOf(one) && startOf(one) < endOf(other);
}

function isCreate({ operation }: Exchange): boolean {
  return operation === 'create';
}

/** Whether what stands at a place, or does not stand there, may be of one of other animals. */
function mayBeOf(others: readonly Exchange[], pointer: string, { response }: Exchange): boolean {
  const [key = ''] = segmentsOf(pointer).slice(-1);
  const value = textAt(pointer, response?.body);
  // A whole list, or an item of it: what is missing may have been lost.
  if (value === undefined || /^\d*$/u.test(key)) return true;
  return others.some((other) =>
    [other.request.body, key === 'id' ? other.response?.body : undefined].some(
      (body) => textAt(`/${key}`, body) === value,
    ),
  );
}
