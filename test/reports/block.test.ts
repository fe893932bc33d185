import { describe, expect, test } from 'vitest';
import { issueOf } from '../../reports/render/block.ts';
import { failureOf } from '../../reports/explain.ts';
import type { Exchange } from '../../reports/exchange.ts';
import { allHostile } from './fixture.ts';
import { mixedRun } from './sample.ts';

const { report, evidence } = mixedRun();
const row = report.requirements.find(({ id }) => id === 'list.limit.default');
if (row === undefined) throw new Error('the sample has no such row');

/** The issue of a row, where every answer has this body. */
function issueWith(body: string): string {
  const said = evidence.map((one): Exchange =>
    one.response === null ? one : { ...one, response: { ...one.response, body } },
  );
  return row === undefined ? '' : issueOf(failureOf(row, report, said), report);
}

describe('a failure as an issue', () => {
  test('has what is asked, where the document says it, both exchanges and the commands', () => {
    const issue = issueWith('[]');
    expect(issue.split('\n')[0]).toBe('### `list.limit.default`');
    for (const part of [
      'section Limits, List animals',
      '**Asked**: Without a limit',
      '```http\nGET https://pets.example.test/v1/pets\n',
      '200 OK\n',
      'curl -sSi ',
      "curl -sSi --url 'https://pets.example.test/v1/pets?limit=20' --url https://pets.example.test/v1/pets -H ",
      'replay conformance-report list.limit.default',
    ]) {
      expect(issue).toContain(part);
    }
  });

  test.each([
    ['a fence', '````\n# not a heading\n````'],
    ['markup', '<script>alert(1)</script> @somebody https://evil.example'],
    ['what acts on a screen', allHostile],
  ])('keeps %s of the server within a block', (_, body) => {
    let fence: string | undefined;
    const outside = issueWith(body)
      .split('\n')
      .filter((line) => {
        const [mark] = /^`{3,}/u.exec(line) ?? [];
        if (fence === undefined && mark !== undefined) fence = mark;
        else if (line === fence) fence = undefined;
        else return fence === undefined;
        return false;
      })
      .map((line) => line.replaceAll(/(`+).*?\1/gu, ''))
      .join('\n');
    expect(fence).toBeUndefined();
    expect(outside).not.toMatch(/^# not a heading|<script|@somebody|https:\/\/evil|\u001b/mu);
  });
});
