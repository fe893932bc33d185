import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { renderSummary } from '../../reports/render/terminal/summary.ts';
import { requirements } from '../../requirements/index.ts';
import { hostileRun, mixed, report } from './fixture.ts';

const views = [
  { columns: 80, colour: false },
  { columns: 80, colour: true },
  { columns: 200, colour: false },
  { columns: 200, colour: true },
];

describe('the summary on a terminal', () => {
  test.each(views)('looks as it did at $columns columns, colour $colour', async (view) => {
    const run = mixed();
    const name = `snapshots/summary-${String(view.columns)}${view.colour ? '-colour' : ''}.txt`;
    const text = renderSummary(run.report, run.evidence, { ...view, out: 'conformance-report' });
    await expect(text).toMatchFileSnapshot(name);
  });

  test('says the same with colour and without', () => {
    const run = mixed();
    const plain = renderSummary(run.report, run.evidence, { columns: 80, colour: false });
    expect(
      stripVTControlCharacters(renderSummary(run.report, run.evidence, { columns: 80, colour: true })),
    ).toBe(plain);
  });

  test('no line of words is wider than the terminal', () => {
    const run = mixed();
    for (const line of renderSummary(run.report, run.evidence, { columns: 80, colour: false }).split('\n')) {
      if (!line.startsWith('    ')) expect(stringWidth(line), line).toBeLessThanOrEqual(80);
    }
  });

  test('hostile text writes nothing but its own characters, and no runner obeys it', () => {
    const run = hostileRun();
    const text = renderSummary(run.report, run.evidence, { columns: 80, colour: false });
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}|\p{Cs}/u);
    expect(text).not.toMatch(/^\s*::/mu);
    expect(text).not.toMatch(/##\w*\[/u);
    expect(text).not.toContain('long '.repeat(200));
  });

  test('every failure is named, the first ones in full', () => {
    const ids = [
      'media.json',
      'error.object',
      'auth.missing',
      'auth.invalid',
      'list.success',
      'create.success',
      'get.success',
    ];
    const many = report(Object.fromEntries(ids.map((id) => [id, { verdict: 'fail' as const }])));
    const text = renderSummary(many, mixed().evidence, { columns: 80, colour: false });
    for (const id of ids) expect(text).toContain(id);
    expect(text).toContain('2 more failed');
    expect(text.match(/ FAIL /gu)).toHaveLength(5);
  });

  test('a clean run is short and says so', () => {
    const text = renderSummary(report(), [], { columns: 80, colour: false, out: 'out' });
    expect(text).toContain('CONFORMANT  https://pets.example/v1');
    expect(text.split('\n').length).toBeLessThan(14);
  });

  test('a run that was cut off says why, and what was decided by then', () => {
    const cause = {
      cause: 'network',
      message: 'Nobody answers at https://pets.example. Start the server.',
    } as const;
    const text = renderSummary(report({}, { verdict: 'inconclusive', aborted: cause }), [], {
      columns: 80,
      colour: false,
    });
    expect(text).toContain('Nobody answers at https://pets.example. Start the server.');
    expect(text).toContain(`What was decided by then stands: ${String(requirements.length)} passed.`);
    const nothing = report(
      Object.fromEntries(report().requirements.map(({ id }) => [id, { verdict: 'inconclusive' as const }])),
      { aborted: cause },
    );
    expect(renderSummary(nothing, [], { columns: 200, colour: false })).toContain('nothing was decided');
  });
});
