import type { PartialServerSteps } from '../steps.ts';
import { INT64_MAX, INT64_MIN, int64Of, isObject, member, readJson } from '../json.ts';
import { type Call, RefusedRequest, STATUSES } from '../model.ts';

const LONGEST_NAME = 200;
/** Known categories, some beyond the exact range of a double: a category is an int64. */
const CATEGORIES: ReadonlySet<bigint> = new Set([
  1n,
  2n,
  3n,
  4n,
  5n,
  2n ** 53n + 1n,
  INT64_MAX,
  INT64_MAX - 1n,
  INT64_MIN,
]);

/** The media type of a request in lower case, without parameters; empty if there is no Content-Type. */
export function mediaTypeOf(call: Call): string {
  return (call.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}

/** Steps of `POST /pets`. */
export const createSteps: PartialServerSteps = (steps, world) => ({
  async create(call) {
    steps.checkMediaType(call);
    const draft = steps.readDraft(steps.parseBody(call), call);
    const animal = { ...draft, id: await steps.allocate(call) };
    await steps.store(animal, call);
    return {
      status: 201,
      headers: [['Location', `${world.prefix}/pets/${animal.id}`]],
      value: steps.renderAnimal(animal, 'create', call),
    };
  },

  checkMediaType(call) {
    // A request without a body needs no Content-Type: its fault is the missing body.
    if (call.body.length === 0 || mediaTypeOf(call) === 'application/json') return;
    throw new RefusedRequest(415, 'unsupported_media_type', 'Send the body as application/json.');
  },

  parseBody(call) {
    if (call.tooLarge) throw new RefusedRequest(413, 'body_too_large', 'The body is too large.');
    if (call.body.length === 0) throw new RefusedRequest(400, 'invalid_body', 'The body is empty.');
    try {
      return readJson(call.body);
    } catch {
      throw new RefusedRequest(400, 'malformed_json', 'The body is not JSON.');
    }
  },

  readDraft(value, call) {
    if (!isObject(value)) throw new RefusedRequest(400, 'invalid_body', 'The body must be a JSON object.');
    const name = steps.readName(member(value, 'name'), call);
    const categoryId = steps.readCategory(member(value, 'categoryId'), call);
    const status = steps.readStatus(member(value, 'status'), call);
    steps.checkCategory(categoryId, call);
    return { name, categoryId, status };
  },

  readName(value) {
    if (value === undefined) throw new RefusedRequest(400, 'missing_name', 'name is required.');
    if (typeof value !== 'string') throw new RefusedRequest(400, 'invalid_name', 'name must be a string.');
    const length = [...value].length;
    if (length >= 1 && length <= LONGEST_NAME) return value;
    throw new RefusedRequest(400, 'refused_name', 'name must have 1 to 200 characters.');
  },

  readCategory(value) {
    if (value === undefined) throw new RefusedRequest(400, 'missing_category', 'categoryId is required.');
    const id = int64Of(value);
    if (id === undefined) throw new RefusedRequest(400, 'invalid_category', 'categoryId must be an int64.');
    return id;
  },

  readStatus(value) {
    if (value === undefined || (typeof value === 'string' && STATUSES.includes(value))) return value;
    throw new RefusedRequest(400, 'invalid_status', 'status must be one of available, pending, sold.');
  },

  checkCategory(id) {
    if (world.anyCategory || CATEGORIES.has(id)) return;
    throw new RefusedRequest(400, 'unknown_category', 'There is no such category.');
  },

  // Reads and increments the counter in one step, so that concurrent creates get different ids.
  allocate: () => world.nextId++,

  store(animal) {
    world.animals.set(animal.id, animal);
  },
});
