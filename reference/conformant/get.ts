import type { PartialServerSteps } from '../steps.ts';
import { INT64_MAX, INT64_MIN } from '../json.ts';
import { RefusedRequest } from '../model.ts';

/** The last day on which the operation works. */
const REMOVAL = '2030-12-05';
/** Sunset header, an HTTP date (RFC 8594, section 3). */
const SUNSET = new Date(`${REMOVAL}T23:59:59Z`).toUTCString();
/** Deprecation header, a date in Unix seconds (RFC 9745, section 2.1): the operation is deprecated from version 1.0.0 on. */
const DEPRECATED = `@${Date.parse('2025-12-05T00:00:00Z') / 1000}`;

/** Steps of `GET /pets/{petId}`. */
export const getSteps: PartialServerSteps = (steps, world) => ({
  get(call) {
    if (steps.isRemoved(call)) {
      throw new RefusedRequest(
        410,
        'removed',
        'This operation was removed on 5 December 2030. Use GET /pets.',
      );
    }
    const animal = steps.find(steps.readId(call.petId, call), call);
    if (animal === undefined) throw new RefusedRequest(404, 'not_found', 'No animal has this id.');
    return {
      status: 200,
      headers: steps.deprecation(call),
      value: steps.renderAnimal(animal, 'get', call),
    };
  },

  isRemoved: () => world.asOf > REMOVAL,

  readId(text) {
    const id = /^-?\d{1,20}$/.test(text) ? BigInt(text) : undefined;
    if (id !== undefined && id >= INT64_MIN && id <= INT64_MAX) return id;
    throw new RefusedRequest(404, 'invalid_id', 'No animal has this id: it is not an int64.');
  },

  find: (id) => world.animals.get(id),

  deprecation: () => [
    ['Deprecation', DEPRECATED],
    ['Sunset', SUNSET],
    ['Link', `<${world.prefix}/pets>; rel="successor-version"`],
  ],
});
