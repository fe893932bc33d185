import type { PartialServerSteps } from '../steps.ts';
import { RefusedRequest, STATUSES } from '../model.ts';

const DEFAULT_LIMIT = 20;
const MAXIMUM_LIMIT = 100;

/** Steps of `GET /pets`. */
export const listSteps: PartialServerSteps = (steps, world) => ({
  list(call) {
    const limit = steps.readLimit(call.params.getAll('limit'), call);
    const status = steps.readStatusFilter(call.params.getAll('status'), call);
    const page = steps.page(steps.filter(steps.stored(call), status, call), limit, call);
    return {
      status: 200,
      headers: [],
      value: page.map((animal) => steps.renderAnimal(animal, 'list', call)),
    };
  },

  readLimit(texts) {
    const [text, second] = texts;
    if (text === undefined) return DEFAULT_LIMIT;
    const limit = second === undefined && /^-?\d{1,20}$/.test(text) ? Number(text) : Number.NaN;
    if (limit >= 1 && limit <= MAXIMUM_LIMIT) return limit;
    throw new RefusedRequest(400, 'invalid_limit', 'The limit must be one integer from 1 to 100.');
  },

  readStatusFilter(texts) {
    const [status, second] = texts;
    if (status === undefined || (second === undefined && STATUSES.includes(status))) return status;
    throw new RefusedRequest(
      400,
      'unknown_status_filter',
      'The status must be one of available, pending, sold.',
    );
  },

  stored: () => [...world.animals.values()],

  filter: (animals, status) =>
    status === undefined ? animals : animals.filter((animal) => animal.status === status),

  page: (animals, limit) => animals.slice(0, limit),
});
