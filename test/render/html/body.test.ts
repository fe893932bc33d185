import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { bodyBlock } from '../../../reports/render/html/body.tsx';

const good = `{"names":[${Array.from({ length: 200 }, (_, at) => `"pet ${String(at)}"`).join(',')}],`;

it.each([
  ['a member without quotes far inside', `${good}bare:1}`, 'bare:1}'],
  ['an end in the middle', good.slice(0, -2), '(it ends here)'],
  ['a page of HTML', '<html>Bad Request</html>', '&lt;html>Bad Request&lt;/html>'],
])('marks what is wrong with %s', (_what, text, marked) => {
  const html = renderToString(bodyBlock(text, ['']));
  expect(html.match(/<mark>(.*?)<\/mark>/su)?.[1]).toBe(marked);
  expect(html.includes('characters before')).toBe(text.length > 1000);
  expect(html.length).toBeLessThan(1200);
});

it('shows the beginning of a long body that is not JSON', () => {
  const html = renderToString(bodyBlock('x'.repeat(2000), []));
  expect(html).toContain('1,200 of 2,000 characters left out; all of it is in evidence.har');
});

it('marks nothing of a body that nothing is wrong with', () => {
  expect(renderToString(bodyBlock(`${good}bare:1}`, []))).not.toContain('<mark>');
});

it('marks each member that is not there', () => {
  const html = renderToString(bodyBlock('{"data":{"id":1}}', ['/id', '/name']));
  expect([...html.matchAll(/class="marking"> ← (.*?)</gu)].map(([, text]) => text)).toEqual([
    'no member id',
    'no member name',
  ]);
});
