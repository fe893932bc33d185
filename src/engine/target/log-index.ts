import type { Api } from './api.ts';
import type { Reply } from './replies.ts';

/** Builds an index over the log that reads each reply once: rereading the log for each request would take quadratic time. */
export function createLogIndex<T>(start: () => T, add: (value: T, reply: Reply) => void): (api: Api) => T {
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
