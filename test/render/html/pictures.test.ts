import { describe, expect, it } from 'vitest';
import { renderToString } from 'preact-render-to-string';
import type { Exchange } from '../../../reports/exchange.ts';
import { failureOf } from '../../../reports/explain.ts';
import type { Verdict } from '../../../reports/model.ts';
import { responseStatsSection } from '../../../reports/render/html/exchanges.tsx';
import { limitPlotBlock } from '../../../reports/render/html/limits.tsx';
import { timelineSection } from '../../../reports/render/html/timeline.tsx';
import { present } from '../../present.ts';
import { report } from '../../reports/fixture.ts';
import { exchange } from '../../reports/sample.ts';

/** The cells of each row of the first table. */
function rowsOf(html: string): readonly (readonly string[])[] {
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/su.exec(html) ?? [];
  const cells = (row: string) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gsu)].map(([, cell = '']) => cell);
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gsu)].map(([, row = '']) =>
    cells(row).map((cell) => cell.replace(/<[^>]*>/gu, '')),
  );
}

const list = (path: string, length: number) =>
  exchange('x1', { path, status: [200, 'OK'], body: JSON.stringify(Array<number>(length).fill(1)) });

describe('lengths of lists against limits', () => {
  const evidence = [
    list('/pets', 25),
    list('/pets?status=sold', 3),
    list('/pets?limit=5', 10),
    list('/pets?limit=100', 100),
    exchange('x1', { path: '/pets?limit=100', status: [400, 'Bad Request'] }),
    list('/pets?limit=9007199254740993', 130),
    // What is not plain says nothing of a limit.
    ...['limit=x', 'limit=0', 'limit=1&limit=2', 'limit=7&status=dragon'].map((query) =>
      list(`/pets?${query}`, 1),
    ),
  ];
  const drawn = (verdict: Verdict, id = 'list.limit.respected', of: readonly Exchange[] = evidence) => {
    const whole = report({ [id]: { verdict } });
    const row = present(whole.requirements.find((one) => one.id === id));
    const picture = limitPlotBlock(failureOf(row, whole, of));
    return picture && renderToString(picture);
  };

  it('stand with a failure that they show, and with nothing else', () => {
    expect(drawn('fail')).toContain('<svg');
    expect(drawn('fail', 'list.limit.default')).toContain('<svg');
    expect([drawn('pass'), drawn('fail', 'list.limit.not-integer'), drawn('fail', undefined, [])]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('have a mark and a row for each limit', () => {
    const html = drawn('fail') ?? '';
    expect(rowsOf(html)).toEqual([
      ['none', '2', '3', '25', '0'],
      ['5', '1', '10', '10', '0'],
      ['100', '1', '100', '100', '1'],
      ['>100', '1', '130', '130', '0'],
    ]);
    const count = (kind: string) =>
      new RegExp(`class="${kind}" d="([^"]*)"`, 'u').exec(html)?.[1]?.split('M').length;
    expect([count('over'), count('within'), count('refused')]).toEqual([4, 2, 2]);
  });

  it('are as large for any number of lists', () => {
    const many = Array.from({ length: 1000 }, (_, at) => list(`/pets?limit=${String(at + 1)}`, 100));
    expect(drawn('fail', 'list.limit.respected', many)?.length).toBeLessThan(12_000);
  });
});

describe('what was answered', () => {
  it('has a row for each operation and status, which leads to these exchanges', () => {
    const html = renderToString(
      responseStatsSection([
        list('/pets', 1),
        list('/pets', 2),
        list('/pets/1', 0),
        exchange('x1', { path: '/pets' }),
      ]),
    );
    expect(rowsOf(html)).toEqual([
      ['list', '200', '2'],
      ['list', 'none', '1'],
      ['get', '200', '1'],
    ]);
    expect(html).toContain('href="#exchanges?operation=list&amp;status=none"');
  });

  it('counts what is more than a page should list', () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      exchange('x1', { path: '/pets', status: [400 + at, 'Odd'] }),
    );
    expect(rowsOf(renderToString(responseStatsSection(many))).at(-1)).toEqual(['others', '', '76']);
  });
});

describe('the run over time', () => {
  const at = (sentAt: number, durationMs: number, more: Partial<Exchange> = {}): Exchange => ({
    ...list('/pets', 1),
    sentAt,
    durationMs,
    ...more,
  });

  it('shows what was under way in each part, what was sent again, and where nothing was', () => {
    const html = renderToString(timelineSection([at(0, 150), at(100, 10), at(5900, 100, { attempt: 2 })]));
    const rows = rowsOf(html);
    expect(rows).toHaveLength(60);
    expect(rows.slice(0, 3)).toEqual([
      ['0 ms', '1', '0'],
      ['100 ms', '2', '0'],
      ['200 ms', '0', '0'],
    ]);
    expect(rows.at(-1)).toEqual(['5.9 s', '1', '1']);
    expect(/class="idle" d="([^"]*)"/u.exec(html)?.[1]?.match(/M/gu)).toHaveLength(57);
    expect(html).toContain('Not judged');
  });

  it('is as large for any number of exchanges', () => {
    const many = Array.from({ length: 7500 }, (_, index) => at(index, 5));
    expect(renderToString(timelineSection(many)).length).toBeLessThan(12_000);
  });
});
