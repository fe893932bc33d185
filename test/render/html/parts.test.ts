import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { excerpt } from '../../../reports/render/html/excerpt.ts';
import { itemSpans } from '../../../reports/render/html/items.ts';
import { marksOf } from '../../../reports/render/html/marks.ts';
import { duration, instant } from '../../../reports/measures.ts';
import type { CheckReport } from '../../../reports/model.ts';
import { exchange } from './sample.ts';

const slices = (text: string, spans: readonly { start: number; end: number }[]) =>
  spans.map(({ start, end }) => text.slice(start, end));

describe('the items of an array', () => {
  it.each<[string, string[]]>([
    ['[]', []],
    ['[1, "a,]b" ,{"x":[1,2]}]', ['1', '"a,]b"', '{"x":[1,2]}']],
    [' [ "\\"," , null ] ', ['"\\","', 'null']],
    ['[{"a":1},{"b":', ['{"a":1}']],
    ['{"a":[1]}', []],
    ['', []],
  ])('%s', (text, items) => {
    expect(slices(text, itemSpans(text))).toEqual(items);
  });

  it('are those that JSON has', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (items) => {
        const text = JSON.stringify(items, null, 1);
        expect(slices(text, itemSpans(text)).map((item) => JSON.parse(item) as unknown)).toEqual(
          JSON.parse(text),
        );
      }),
    );
  });
});

describe('an excerpt', () => {
  it('leaves nothing out without saying how much, and keeps the first mark', () => {
    const mark = fc
      .tuple(fc.nat(300), fc.integer({ min: 1, max: 30 }))
      .map(([start, size]) => ({ start, end: start + size }));
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        fc.array(mark),
        fc.integer({ min: 20, max: 400 }),
        (text, marks, max) => {
          const pieces = excerpt(text, marks, max);
          let at = 0;
          for (const piece of pieces) {
            if (piece.kind !== 'gap') expect(text.startsWith(piece.text, at)).toBe(true);
            at += piece.kind === 'gap' ? piece.length : piece.text.length;
          }
          expect(at).toBe(text.length);
          const inside = marks.some(({ start }) => start < text.length);
          expect(pieces.some(({ kind }) => kind === 'marked')).toBe(inside);
        },
      ),
    );
  });

  it('never cuts a character in two', () => {
    const pieces = excerpt('\u{1f600}'.repeat(50), [], 25);
    expect(pieces).toEqual([
      { kind: 'plain', text: '\u{1f600}'.repeat(12) },
      { kind: 'gap', length: 76 },
    ]);
  });
});

describe('the offending part', () => {
  const check = (more: Partial<CheckReport>): CheckReport => ({
    name: 'a/b',
    verdict: 'fail',
    message: 'It differs.',
    exchanges: [],
    ...more,
  });

  it('is the parameter in the address', () => {
    const asked = exchange('x1', { path: '/pets?limit=101&status=sold', status: 200 });
    const { url } = marksOf(check({ counterexample: { limit: 101 } }), asked);
    expect(slices(asked.request.url, url)).toEqual(['limit=101']);
  });

  it('is the member in the body that was sent', () => {
    const sent = '{"name":"Rex","categoryId":9223372036854775807}';
    const asked = exchange('x1', { method: 'POST', path: '/pets', sent, status: 201 });
    const { requestBody } = marksOf(check({ counterexample: { categoryId: '9223372036854775807' } }), asked);
    expect(slices(sent, requestBody)).toEqual(['"categoryId":9223372036854775807']);
  });

  it('is the status only where another was asked', () => {
    const asked = exchange('x1', { path: '/pets', status: 404 });
    expect(marksOf(check({ expected: '200', actual: '404 Not Found' }), asked).status).toBe(true);
    expect(
      marksOf(check({ expected: 'a 404 with an Error', actual: '404 without a body' }), asked).status,
    ).toBe(false);
    expect(marksOf(check({ expected: '200', actual: '4041 animals' }), asked).status).toBe(false);
  });

  it('is the header that is spoken of', () => {
    const headers = [
      ['Content-Type', 'text/html'],
      ['Server', 'x'],
    ] as const;
    const asked = exchange('x1', { path: '/pets', status: 200, headers });
    const { headers: marked } = marksOf(check({ actual: 'content-type text/html from the server' }), asked);
    expect([...marked]).toEqual(['content-type']);
  });

  it('is every place of what came back, and not of what was asked', () => {
    const body = '[{"status":"sold"},{"status":"pending"},{"status":"sold"}]';
    const asked = exchange('x1', { path: '/pets?status=pending', status: 200, body });
    const { body: marked } = marksOf(
      check({ expected: 'only "pending"', actual: '"sold" among "pending"' }),
      asked,
    );
    expect(slices(body, marked)).toEqual(['"sold"', '"sold"']);
  });

  it('is nothing where no answer came', () => {
    const marks = marksOf(check({ actual: '404' }), exchange('x1', { path: '/pets' }));
    expect(marks).toMatchObject({ status: false, body: [] });
  });

  it('is sought without an error in whatever the texts hold', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.jsonValue(),
        fc.string(),
        (expected, actual, counterexample, body) => {
          const asked = exchange('x1', { path: `/pets?${body}`, status: 200, body });
          marksOf(check({ expected, actual, counterexample }), asked);
        },
      ),
    );
  });
});

describe('words', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [3230, '3.2 s'],
    [125_000, '2 min 5 s'],
    [59_990, '1 min 0 s'],
    [179_900, '3 min 0 s'],
  ])('a duration of %d', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });

  it('takes no sentence for an instant', () => {
    expect(instant('owned=1')).toBe('owned=1');
    expect(instant('2026-11-21T23:59:59.999Z')).toBe('21 November 2026, 23:59 UTC');
  });
});
