import type { Api } from './api.ts';
import type { Reply } from './replies.ts';

/**
 * What the replies of a run tell together, kept up to date: each reply is looked at once, however often it is asked for. A
 * look through the whole log for each request would make a run's time grow with the square of its requests.
 * @param start the value for an empty log, which `add` changes in place
 */
export function logIndex<T>(start: () => T, add: (value: T, reply: Reply) => void): (api: Api) => T {
  const known = new WeakMap<Api, { readonly value: T; read: number }>();
  return (api) => {
    const index = known.get(api) ?? { value: start(), read: 0 };
    known.set(api, index);
    for (; index.read < api.log.length; index.read += 1) {
      const reply = api.log[index.read];
      if (reply !== undefined) add(index.value, reply);
    }
    return index.value;
  };
}
