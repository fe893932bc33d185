import { describe, expect, test } from 'vitest';
import { schemas } from '../../schemas/index.ts';
import { FILE_SCHEMAS } from '../../schemas/names.ts';

type Node = Readonly<Record<string, unknown>>;

/** Places of a schema whose texts, lists or objects may be of any size. */
function unbounded(node: unknown, place: string): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((one, at) => unbounded(one, `${place}/${String(at)}`));
  const schema = node as Node;
  const types = [schema['type']].flat();
  const pattern = JSON.stringify(schema['pattern'] ?? '*');
  const isLoose = {
    string: !['enum', 'const', '$ref', 'maxLength'].some((word) => word in schema) && /[*+]/u.test(pattern),
    array: !('maxItems' in schema),
  };
  const own = Object.entries(isLoose).flatMap(([type, loose]) =>
    types.includes(type) && loose ? [place] : [],
  );
  return [...own, ...Object.entries(schema).flatMap(([name, one]) => unbounded(one, `${place}/${name}`))];
}

describe('a file that a stranger hands in is bounded', () => {
  test.each(FILE_SCHEMAS)('every list and text of %s', (name) => {
    expect(unbounded(schemas[name], name)).toEqual([]);
  });
});

test.each(['report', 'evidence'] as const)(
  'a moment in %s has three decimals, as the kit writes it',
  (name) => {
    const { instant } = schemas[name]['definitions'] as { readonly instant: { readonly pattern: string } };
    expect('2026-11-24T12:00:00.123456Z').not.toMatch(new RegExp(instant.pattern, 'u'));
    expect(new Date().toISOString()).toMatch(new RegExp(instant.pattern, 'u'));
  },
);
