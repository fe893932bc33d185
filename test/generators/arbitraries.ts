import * as fc from 'fast-check';
import * as animals from '../../generators/animals.ts';
import * as bodies from '../../generators/bodies.ts';
import * as credentials from '../../generators/credentials.ts';
import * as ids from '../../generators/ids.ts';
import * as limits from '../../generators/limits.ts';
import * as messages from '../../generators/messages.ts';

const MODULES = { animals, bodies, credentials, ids, limits, messages };

function isArbitrary(value: unknown): value is fc.Arbitrary<unknown> {
  return value instanceof fc.Arbitrary;
}

const exported = Object.entries(MODULES).flatMap(([file, module]) =>
  Object.entries(module).map(([name, value]) => ({ name: `${file}.${name}`, value: value as unknown })),
);

/** Every arbitrary that generators/ exports. */
export const arbitraries = exported.flatMap(({ name, value }) =>
  isArbitrary(value) ? [{ name, arbitrary: value }] : [],
);

/** Every list of fixed examples that generators/ exports. */
export const fixed = exported.flatMap(({ name, value }) =>
  Array.isArray(value) ? [{ name, values: value as readonly unknown[] }] : [],
);
