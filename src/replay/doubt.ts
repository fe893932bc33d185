import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../reports/exchange.ts';
import { counted } from '../../reports/measures.ts';
import { WIDEST } from '../engine/lists.ts';
import { isObject } from '../engine/replies.ts';
import type { Json, JsonObject } from '../json/types.ts';
import type { Finding } from './finding.ts';
import { segmentsOf } from './places.ts';
import { itemsIn, objectIn } from '../engine/recorded.ts';

/** What a finding is held against. */
export interface Now {
  /** What came of the requests of the finding, in their order. */
  readonly came: readonly Exchange[];
  /** All that came in the run that found it. */
  readonly evidence: readonly Exchange[];
  /** The animals that the target lists now, the first hundred; undefined where it lists none. */
  readonly held: () => Promise<readonly Json[] | undefined>;
}

/** Why a finding may be there all the same where it does not show now, in words; undefined where it would have shown. */
export async function doubtOf(finding: Finding, now: Now): Promise<string | undefined> {
  return (await lacking(finding, now)) ?? unsteady(finding);
}

/** What did not come again in the run itself may not come now either. */
function unsteady({ check: { reproduced } }: Finding): string | undefined {
  if (reproduced?.times !== 0 || reproduced.of === 0) return undefined;
  return `it did not come again in the run itself either (0 of ${counted(reproduced.of, 'time')}): judge the whole again`;
}

function adds(requests: readonly Exchange[]): boolean {
  return requests.some(({ operation }) => operation === 'create');
}

/** What the answers of now lack that it takes to show a flaw. */
async function lacking(finding: Finding, now: Now): Promise<string | undefined> {
  const { check, proof, requests } = finding;
  const answer = now.came[requests.indexOf(proof)];
  const [pointer] = (check.places ?? []).flatMap((place) => (place.part === 'body' ? [place.pointer] : []));
  const isSuccess = (one: Exchange): boolean => one.response !== null && one.response.status < 300;
  if (answer === undefined || pointer === undefined || !isSuccess(proof) || !isSuccess(answer))
    return undefined;
  // Which animal was asked for is told by its id alone.
  if (proof.operation === 'get' && !adds(requests) && pointer !== '/id')
    return isSameAnimal(objectIn(proof), objectIn(answer), pointer.slice(1))
      ? undefined
      : 'another animal has that id now';
  if (proof.operation !== 'list') return undefined;
  const { searchParams } = new URL(proof.request.url);
  const limit = Number(searchParams.get('limit') ?? 20);
  const then = itemsIn(proof) ?? [];
  if (finding.row.id.startsWith('list.limit.')) {
    const most = Math.min(then.length, limit);
    if (most >= WIDEST) return undefined;
    const animals = await now.held();
    const count = searchParams.has('status')
      ? animals?.filter((one) => isObject(one) && one['status'] === searchParams.get('status')).length
      : animals?.length;
    return (count ?? 0) > most
      ? undefined
      : `the target lists ${counted(count ?? 0, 'animal')}${searchParams.has('status') ? ' of that status' : ''}: it takes more than ${String(most)} to show`;
  }
  return inList(finding, pointer, now, answer, limit);
}

/** What a list lacks that it takes to show what stood in one. */
async function inList(
  { check, proof, requests }: Finding,
  pointer: string,
  { came, evidence, held }: Now,
  answer: Exchange,
  limit: number,
): Promise<string | undefined> {
  const [index, key] = segmentsOf(pointer);
  const items = itemsIn(answer) ?? [];
  if (index === undefined) {
    if (adds(requests)) return undefined;
    const shows = evidence.filter(
      ({ id, operation }) => operation === 'list' && check.exchanges.includes(id),
    );
    if ([proof, ...shows].some((one) => isEmpty(one) === isEmpty(answer))) return undefined;
    return `the list ${isEmpty(proof) ? 'was empty' : 'held animals'} then, and holds ${items.length === 0 ? 'none' : counted(items.length, 'animal')} now`;
  }
  const status = new URL(proof.request.url).searchParams.get('status');
  const animal = itemsIn(proof)?.[Number(index)];
  if (!isObject(animal))
    return items.length > Number(index) || adds(requests)
      ? undefined
      : `the list holds ${counted(items.length, 'animal')}: it takes ${String(Number(index) + 1)} to show`;
  if (key === 'status' && status !== null) {
    const first = (await held())?.slice(0, limit) ?? [];
    return first.some((one) => isObject(one) && one['status'] === animal['status'])
      ? undefined
      : 'the target lists no animal with the status that was shown then';
  }
  const at = requests.findIndex(
    (one) => one.operation === 'create' && objectIn(one)?.['id'] === animal['id'],
  );
  const made = at === -1 ? undefined : came[at];
  const wanted = made === undefined ? animal : objectIn(made);
  if (made === undefined && adds(requests)) return undefined;
  return items.some((item) => isSameAnimal(wanted, isObject(item) ? item : undefined, key))
    ? undefined
    : `the animal that showed it (item ${String(Number(index) + 1)} of ${proof.id}) is not in the list now`;
}

/** Whether a list shows no animal, whatever it is instead. */
function isEmpty({ response }: Exchange): boolean {
  return response?.body.includes('"id"') !== true;
}

/** Whether two objects are the same animal, by what of it was not wrong. */
function isSameAnimal(
  one: JsonObject | undefined,
  other: JsonObject | undefined,
  wrong: string | undefined,
): boolean {
  const isAlike = (key: string): boolean =>
    key === wrong || (one?.[key] !== undefined && isDeepStrictEqual(one[key], other?.[key]));
  return other !== undefined && isAlike('id') && isAlike('name');
}
