import * as bodies from '../../generators/bodies.ts';
import * as categories from '../../generators/categories.ts';
import type { Drawn, InputClass } from '../../generators/drawn.ts';
import * as headers from '../../generators/headers.ts';
import * as ids from '../../generators/ids.ts';
import * as limits from '../../generators/limits.ts';
import * as messages from '../../generators/messages.ts';
import * as names from '../../generators/names.ts';

/** A key as they are issued, and the id of an animal: what some inputs are made from. */
export const KEY = 'pk_0123456789abcdef';
export const KNOWN = 7263540182736451n;

/** Exports that make what is drawn from something, and what they make of an example. */
const MADE: Readonly<Record<string, readonly Drawn<unknown>[]>> = {
  'bodies.lacking': [bodies.lacking('name'), bodies.lacking('categoryId')],
  'headers.invalidKeys': [headers.invalidKeys(KEY), headers.invalidKeys('short')],
  'headers.malformed': [headers.malformed(KEY)],
  'headers.malformedTokens': [headers.malformedTokens(KEY)],
  'limits.limits': [limits.limits(1), limits.limits(2)],
  'ids.notIds': [ids.notIds(KNOWN), ids.notIds(undefined)],
};

const exported = Object.entries({ bodies, categories, headers, ids, limits, messages, names }).flatMap(
  ([file, module]) =>
    Object.entries(module).map(([name, value]) => ({ name: `${file}.${name}`, value: value as unknown })),
);

function isDrawn(value: unknown): value is Drawn<unknown> {
  return typeof value === 'object' && value !== null && 'always' in value && 'inTurn' in value;
}

/** Everything that generators/ draws for a property. */
export const drawns: readonly { readonly name: string; readonly drawn: Drawn<unknown> }[] = exported.flatMap(
  ({ name, value }) => {
    if (isDrawn(value)) return [{ name, drawn: value }];
    return (MADE[name] ?? []).map((drawn, at) => ({ name: `${name} ${String(at + 1)}`, drawn }));
  },
);

/** Functions that none of the examples above calls. */
export const uncalled = exported
  .filter(({ name, value }) => typeof value === 'function' && !(name in MADE))
  .map(({ name }) => name);

export function classesOf<T>({ always, inTurn }: Drawn<T>): readonly InputClass<T>[] {
  return [...always, ...inTurn];
}
