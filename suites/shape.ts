import { writeJson } from '../src/json/json.ts';
import type { Json } from '../src/json/types.ts';
import { exactSchemaProblems, problemText } from '../schemas/exact.ts';
import type { SchemaProblem, ApiSchemaName } from '../schemas/validate.ts';
import type { Answer } from '../src/http/types.ts';
import { notJsonText } from '../src/engine/target/index.ts';
import type { Flaw } from '../src/engine/plan/index.ts';

/** The deviation of a response body from a schema of the document, as text after `prefix`; undefined if it is valid. */
export function schemaFlaw(
  shape: ApiSchemaName,
  { body }: Answer,
  prefix = '',
  counts: (problem: SchemaProblem) => boolean = () => true,
): (Pick<Flaw, 'actual'> & Required<Pick<Flaw, 'places'>>) | undefined {
  if (!body.ok) return { actual: notJsonText(body), places: [{ part: 'body', pointer: '' }] };
  const problems = exactSchemaProblems(shape, body.value).filter(counts);
  const places = problems.map(({ path }) => ({ part: 'body' as const, pointer: ['', ...path].join('/') }));
  return problems.length === 0
    ? undefined
    : { actual: `${prefix}${problems.map(problemText).join('; ')}`, places };
}

/** Describes a member of a response with a wrong value; `at`: JSON Pointer of the object with the member. */
export function wrongMemberFlaw(name: string, expected: Json | undefined, shown: Json | undefined, at = '') {
  return {
    kind: name,
    expected: memberText(name, expected),
    actual: memberText(name, shown),
    places: [{ part: 'body', pointer: `${at}/${name}` }],
  } as const satisfies Flaw;
}

/** A member as text: `status "sold"`, or `no status`. */
export function memberText(name: string, value: Json | undefined): string {
  return value === undefined ? `no ${name}` : `${name} ${writeJson(value)}`;
}
