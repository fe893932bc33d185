import { writeJson } from '../src/json/json.ts';
import type { Json } from '../src/json/types.ts';
import { exactProblems, problemText } from '../schemas/exact.ts';
import type { Problem, Shape } from '../schemas/validate.ts';
import type { Answer } from '../src/http/types.ts';
import { notJson } from '../src/engine/target/index.ts';
import type { Flaw } from '../src/engine/plan/index.ts';

/** How the body of an answer misses a shape of the document, in words that follow `prefix`; undefined where it does not. */
export function misfit(
  shape: Shape,
  { body }: Answer,
  prefix = '',
  counts: (problem: Problem) => boolean = () => true,
): (Pick<Flaw, 'actual'> & Required<Pick<Flaw, 'places'>>) | undefined {
  if (!body.ok) return { actual: notJson(body), places: [{ part: 'body', pointer: '' }] };
  const problems = exactProblems(shape, body.value).filter(counts);
  const places = problems.map(({ path }) => ({ part: 'body' as const, pointer: ['', ...path].join('/') }));
  return problems.length === 0
    ? undefined
    : { actual: `${prefix}${problems.map(problemText).join('; ')}`, places };
}

/**
 * A member that an answer shows otherwise than it has to be.
 * @param at JSON Pointer of the object that has it
 */
export function wrongMember(name: string, expected: Json | undefined, shown: Json | undefined, at = '') {
  return {
    kind: name,
    expected: memberText(name, expected),
    actual: memberText(name, shown),
    places: [{ part: 'body', pointer: `${at}/${name}` }],
  } as const satisfies Flaw;
}

/** A member in words: `status "sold"`, or `no status`. */
export function memberText(name: string, value: Json | undefined): string {
  return value === undefined ? `no ${name}` : `${name} ${writeJson(value)}`;
}
