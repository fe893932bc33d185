import { writeJsonSpelled, commonJsonSpellings, type JsonSpelling } from '../../json/spellings.ts';
import type { Credential } from '../../http/types.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { bigintToJson } from '../../json/int64.ts';
import { writeJson } from '../../json/json.ts';
import type { Json, JsonObject } from '../../json/types.ts';
import type { Api } from './api.ts';
import type { BodyOptions, CreateOptions } from './options.ts';
import type { NameGenerator } from './names.ts';
import type { MaxLimitListReader } from './max-limit-lists.ts';
import { isObject, PET_STATUSES, type CreateReply, type PetStatus, type SubmittedAnimal } from './replies.ts';

export interface PlainCreateOptions extends Pick<CreateOptions, 'spelling' | 'purpose' | 'inPieces'> {
  /** Default: each configured category in turn. */
  readonly categoryId?: bigint | undefined;
}

/** How an animal that the target may refuse differs from a plain animal. */
export interface BorderlineCreate extends Pick<
  CreateOptions,
  'contentType' | 'credential' | 'accept' | 'chunked' | 'purpose' | 'search' | 'spelling'
> {
  readonly name?: (valid: string) => string;
  readonly categoryId?: bigint;
  /** Null is sent as it is, and means none. Default: a status of which a list is not full, so that it shows the new animal. */
  readonly status?: PetStatus | null;
  readonly more?: JsonObject;
}

/** Sends the creates of a run, each with a name by which a stored animal can be found. */
export class CreateRequestSender {
  readonly #api: Api;
  readonly #names: NameGenerator;
  readonly #pages: MaxLimitListReader;
  /** For each status, how many animals were created, so that the animals of a status have each category in turn. */
  readonly #turns = new Map<PetStatus | undefined, number>();
  #turn = 0;

  constructor(api: Api, names: NameGenerator, pages: MaxLimitListReader) {
    this.#api = api;
    this.#names = names;
    this.#pages = pages;
  }

  /** Sends an animal that every target must accept. Undefined if the budget is used up. */
  plain(
    status?: PetStatus,
    { spelling = 'tight', categoryId, ...options }: PlainCreateOptions = {},
  ): Promise<CreateReply | undefined> {
    const submitted = { ...this.#fresh(status), ...withoutUndefined({ categoryId }) };
    return this.#api.create(writeJsonSpelled(createBodyOf(submitted), spelling), {
      ...options,
      intent: 'valid',
      submitted,
      spelling,
      sent: createBodyOf(submitted),
    });
  }

  spelling(turn: number): JsonSpelling {
    return commonJsonSpellings[turn % commonJsonSpellings.length] ?? 'tight';
  }

  async borderline({
    name,
    categoryId,
    status,
    more,
    ...options
  }: BorderlineCreate): Promise<CreateReply | undefined> {
    const statuses = await this.#pages.drawnStatuses();
    const plain = this.#fresh(statuses[this.#turn % statuses.length]);
    const { status: usual, ...unset } = plain;
    const given = status === null ? undefined : (status ?? usual);
    const submitted = {
      ...unset,
      ...withoutUndefined({ name: name?.(plain.name), categoryId, status: given }),
    };
    const marker = this.#names.isOurs(submitted.name) ? undefined : null;
    const body = { ...createBodyOf(submitted), ...(status === null && { status }), ...more };
    const text = writeJsonSpelled(body, options.spelling ?? 'tight');
    return this.#api.create(text, { ...options, intent: 'borderline', submitted, marker, sent: body });
  }

  /** Sends a JSON value that must be refused. `inQuery`: a member of the valid body that is sent in the query. */
  async invalid(
    turn: (valid: JsonObject) => Json,
    manner: BodyOptions = {},
    inQuery?: string,
  ): Promise<CreateReply | undefined> {
    const valid = createBodyOf(await this.#visible());
    const turned = turn(valid);
    const value = isObject(turned) && isMarked(turned['name']) ? this.#renumbered(turned) : turned;
    const search = inQuery && new URLSearchParams({ [inQuery]: textOf(valid[inQuery]) }).toString();
    const name = nameIn(search === undefined ? value : valid);
    const marker = name !== undefined && this.#names.isOurs(name) ? name : null;
    return this.#api.create(writeJson(value), { ...manner, intent: 'invalid', marker, search, sent: value });
  }

  async malformed(
    spoil: (text: string) => string,
    manner: BodyOptions = {},
  ): Promise<CreateReply | undefined> {
    const submitted = await this.#visible();
    const text = spoil(writeJson(createBodyOf(submitted)));
    return this.#api.create(text, { ...manner, intent: 'invalid', marker: markerIn(text, submitted) });
  }

  /** Sends a create without a valid key. `turn` makes the body text from a valid body, and may corrupt it; default: JSON. */
  async unauthenticated(
    credential: Credential,
    {
      turn = writeJson,
      ...options
    }: { turn?: (valid: JsonObject) => string } & Pick<
      CreateOptions,
      'contentType' | 'chunked' | 'accept' | 'headers' | 'search' | 'form'
    > = {},
  ): Promise<CreateReply | undefined> {
    // Uses each status in turn, because a server may wrongly store a refused animal in the list of one status only.
    const submitted = this.#fresh(PET_STATUSES[this.#turn % PET_STATUSES.length]);
    const body = createBodyOf(submitted);
    const text = turn(body);
    const known =
      text === writeJson(body) ? { submitted, sent: body } : { marker: markerIn(text, submitted) };
    return this.#api.create(text, { ...options, intent: 'unauthenticated', credential, ...known });
  }

  /** Gives a name of nine digits a number that only this run uses: an earlier run may have left an animal with its text. */
  #renumbered(body: JsonObject): JsonObject {
    return { ...body, name: Number(this.#names.digits()) };
  }

  async #visible(): Promise<SubmittedAnimal> {
    return this.#fresh(await this.#pages.rarestStatus());
  }

  #fresh(status: PetStatus | undefined): SubmittedAnimal {
    const ids = this.#api.config.categoryIds;
    const turn = this.#turns.get(status) ?? 0;
    const categoryId = ids[turn % ids.length] ?? 1n;
    this.#turns.set(status, turn + 1);
    this.#turn += 1;
    return withoutUndefined({ name: this.#names.plain(), categoryId, status });
  }
}

/** True for a number of nine digits, by which a stored animal can be found if the target makes a text of it. */
export function isMarked(name: Json | undefined): name is number {
  return typeof name === 'number' && name >= 100_000_000 && name <= 999_999_999;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : writeJson(value ?? null);
}

function markerIn(text: string, { name }: SubmittedAnimal): string | undefined {
  return text.includes(name) ? name : undefined;
}

/** The name in a body, or in the first object of an array. */
function nameIn(value: Json): string | undefined {
  const object = Array.isArray(value) ? (value as readonly Json[])[0] : value;
  const name = isObject(object) ? object['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

export function createBodyOf(submitted: SubmittedAnimal): JsonObject {
  const { name, categoryId, status } = submitted;
  return withoutUndefined({ name, categoryId: bigintToJson(categoryId), status });
}
