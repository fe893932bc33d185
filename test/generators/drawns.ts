import * as bodies from '../../generators/bodies.ts';
import * as categories from '../../generators/categories.ts';
import * as credentials from '../../generators/credentials.ts';
import type { Partitions } from '../../generators/partitions.ts';
import * as ids from '../../generators/ids.ts';
import * as limits from '../../generators/limits.ts';
import * as messages from '../../generators/messages.ts';
import * as names from '../../generators/names.ts';
import * as spoilers from '../../generators/corruptions.ts';
import * as statuses from '../../generators/statuses.ts';
import * as values from '../../generators/values.ts';

/** A key as they are issued, and the id of an animal: what some inputs are made from. */
export const KEY = 'pk_0123456789abcdef';
export const KNOWN = 7263540182736451n;

/** Exports that make what is drawn from something, and what they make of an example. */
const MADE: Readonly<Record<string, readonly Partitions<unknown>[]>> = {
  'bodies.bodiesWithout': [bodies.bodiesWithout('name'), bodies.bodiesWithout('categoryId')],
  'categories.int64CategoryIds': [categories.int64CategoryIds([1n, 2n])],
  'credentials.wrongTokens': [credentials.wrongTokens(KEY), credentials.wrongTokens('short')],
  'credentials.malformedHeaders': [credentials.malformedHeaders(KEY)],
  'credentials.malformedTokens': [credentials.malformedTokens(KEY)],
  'ids.boundaryIds': [ids.boundaryIds(KNOWN), ids.boundaryIds(undefined)],
  'ids.invalidIds': [ids.invalidIds(KNOWN), ids.invalidIds(undefined)],
  'ids.overflowingIds': [ids.overflowingIds(KNOWN), ids.overflowingIds(5n), ids.overflowingIds(-9n)],
  'ids.similarIds': [ids.similarIds(KNOWN), ids.similarIds(50n), ids.similarIds(-9n)],
};

const exported = Object.entries({
  bodies,
  categories,
  credentials,
  ids,
  limits,
  messages,
  names,
  spoilers,
  statuses,
  values,
}).flatMap(([file, module]) =>
  Object.entries(module).map(([name, value]) => ({ name: `${file}.${name}`, value: value as unknown })),
);

function isDrawn(value: unknown): value is Partitions<unknown> {
  return (
    Array.isArray(value) &&
    value.some((one: unknown) => typeof one === 'object' && one !== null && 'draw' in one)
  );
}

/** Everything that generators/ draws for a property. */
export const drawns: readonly { readonly name: string; readonly drawn: Partitions<unknown> }[] =
  exported.flatMap(({ name, value }) => {
    if (isDrawn(value)) return [{ name, drawn: value }];
    return (MADE[name] ?? []).map((drawn, at) => ({ name: `${name} ${String(at + 1)}`, drawn }));
  });

/** Functions that none of the examples above calls. */
export const uncalled = exported
  .filter(({ name, value }) => typeof value === 'function' && !(name in MADE))
  .map(({ name }) => name);
