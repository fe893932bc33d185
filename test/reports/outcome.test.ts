import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RequirementId } from '../../requirements/index.ts';
import type { Report, Verdict } from '../../reports/model.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import { renderCtrf } from '../../reports/render/ctrf.ts';
import { renderEarl } from '../../reports/render/earl.ts';
import { githubAnnotations } from '../../reports/render/github.ts';
import { renderJunit } from '../../reports/render/junit.ts';
import { report } from './fixture.ts';
import { elementsOf, parseXml } from './parsed/xml.ts';

/** The table of docs/formats.md: its cells, with code and words alike. */
const rows = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );

/** A row of that kind, in a report where it is the only one that is not a pass. */
function sample(words: string): { readonly id: RequirementId; readonly report: Report } {
  const id = words.includes('advisory') || words.startsWith('warn') ? 'auth.challenge' : 'list.success';
  const verdict = /^[\w-]+/u.exec(words)?.[0] as Verdict;
  const { scope } = report();
  const profiles = words.includes('unclaimed') ? (['messages'] as const) : scope.profiles;
  const strict = words.includes('--strict');
  return { id, report: report({ [id]: { verdict } }, { scope: { ...scope, strict, profiles } }) };
}

describe('what the files say of a verdict', () => {
  test('is told for every verdict', () => {
    const told = new Set(rows.map(([verdict = '']) => /^[\w-]+/u.exec(verdict)?.[0]));
    expect(told).toEqual(new Set(Object.keys(report().totals)));
  });

  test.each(rows)('%s', (words, counts, junit, ctrf, earl, annotation) => {
    const { id, report: made } = sample(words ?? '');
    const row = made.requirements.find((one) => one.id === id);
    expect(row && outcomeOf(row, made)).toBe(counts);

    const found = elementsOf(parseXml(renderJunit(made, []))).find(
      ({ name, attributes }) => name === 'testcase' && attributes['name'] === id,
    );
    const kinds = found?.children.map(({ name }) => name).filter((name) => name !== 'properties') ?? [];
    const passed = kinds.every((name) => name === 'system-out');
    expect([...(passed ? ['passed'] : []), ...kinds].join(', ')).toBe(junit);

    const { results } = JSON.parse(renderCtrf(made, [])) as {
      results: { tests: { name: string; status: string }[] };
    };
    expect(results.tests.find(({ name }) => name === id)?.status).toBe(ctrf);

    const { '@graph': graph } = JSON.parse(renderEarl(made, [])) as {
      '@graph': { test?: string; result?: { outcome: string } }[];
    };
    expect(graph.find(({ test: of }) => of?.endsWith(`:${id}`))?.result?.outcome).toBe(earl);

    const line = githubAnnotations(made).find((one) => one.includes(id));
    expect(line === undefined ? 'none' : /^::(\w+)/u.exec(line)?.[1]).toBe(annotation);
  });
});
