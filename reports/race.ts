import { writeJson } from '../src/json/json.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import type { Exchange } from './exchange.ts';
import type { CheckReport } from './model.ts';
import { endOf, startOf } from './requests.ts';
import { jsonOf, segmentsOf, textAt } from './places.ts';

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
 * of any of those, where it came again on its own, or where an animal that was added alone shows the same.
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
  if (isShownAlone(pointers, proof, evidence)) return undefined;
  const own = new Set(requests.map(({ id }) => id));
  return { beside: all.filter(({ id }) => !own.has(id)).slice(0, MOST), tries: 3 };
}

/**
 * Whether the same is wrong with an animal that was added while no other was: another value than was submitted at the same
 * place, another animal under its id, or its absence from the list that proves it.
 */
function isShownAlone(pointers: readonly string[], proof: Exchange, evidence: readonly Exchange[]): boolean {
  const creates = evidence.filter(isCreate);
  const isAlone = (one: Exchange) => !creates.some((other) => isBeside(one, other));
  const alone = new Map(
    creates.filter((one) => isTaken(one) && isAlone(one)).map((one) => [idOf(one), one.request.body]),
  );
  const keys = new Set(pointers.map((pointer) => segmentsOf(pointer).at(-1) ?? ''));
  const isWrong = (id: string, animal: JsonObject, key: string) => {
    const submitted = alone.get(id);
    const due = key === 'id' ? id : textAt(`/${key}`, submitted);
    const value = animal[key];
    return submitted !== undefined && due !== undefined && (value === undefined || writeJson(value) !== due);
  };
  if (proof.operation === 'list' && [...keys].some(isOfList)) {
    const ids = new Set(animalsOf(proof).map(([id]) => id));
    const filter = new URL(proof.request.url).searchParams.get('status');
    const matches = (submitted: string | null) =>
      filter === null || textAt('/status', submitted) === JSON.stringify(filter);
    const before = new Set(creates.filter((one) => endOf(one) <= startOf(proof)).map(idOf));
    return [...alone].some(([id, submitted]) => before.has(id) && !ids.has(id) && matches(submitted));
  }
  const answers = evidence.filter((one) => one.operation === proof.operation && isTaken(one));
  return answers.some((one) =>
    animalsOf(one).some(([id, animal]) => [...keys].some((key) => isWrong(id, animal, key))),
  );
}

function idOf({ response }: Exchange): string {
  return textAt('/id', response?.body) ?? '';
}

/** The animals that an answer shows, by the ids that it shows them for. */
function animalsOf({ operation, request, response }: Exchange): readonly (readonly [string, JsonObject])[] {
  const body = jsonOf(response?.body);
  const asked = operation === 'get' ? /[^/]*$/u.exec(request.url)?.[0] : undefined;
  return (Array.isArray(body) ? (body as readonly Json[]) : [body]).flatMap((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    const animal = value as JsonObject;
    return [[asked ?? writeJson(animal['id'] ?? null), animal] as const];
  });
}

/** The animals that were added beside some others. */
function besides(creates: readonly Exchange[], evidence: readonly Exchange[]): readonly Exchange[] {
  return evidence.filter((other) => isCreate(other) && creates.some((one) => isBeside(one, other)));
}

/** Whether two requests were under way at the same time. */
export function isBeside(one: Exchange, other: Exchange): boolean {
  return one.id !== other.id && startOf(other) < endOf(one) && startOf(one) < endOf(other);
}

/** Whether the last segment of a pointer is of a whole body, or of an item of a list. */
function isOfList(key: string): boolean {
  return /^\d*$/u.test(key);
}

function isTaken({ response }: Exchange): boolean {
  return response !== null && response.status < 300;
}

function isCreate({ operation }: Exchange): boolean {
  return operation === 'create';
}

/** Whether what stands at a place, or does not stand there, may be of one of other animals. */
function mayBeOf(others: readonly Exchange[], pointer: string, { response }: Exchange): boolean {
  const [key = ''] = segmentsOf(pointer).slice(-1);
  const value = textAt(pointer, response?.body);
  // A whole list, or an item of it: what is missing may have been lost.
  if (value === undefined || isOfList(key)) return true;
  return others.some((other) =>
    [other.request.body, key === 'id' ? other.response?.body : undefined].some(
      (body) => textAt(`/${key}`, body) === value,
    ),
  );
}
