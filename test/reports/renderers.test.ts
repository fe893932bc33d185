import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import { rowsInFixOrder } from '../../reports/rows.ts';
import { badgeMessage, renderBadge } from '../../reports/render/badge.ts';
import { githubAnnotations } from '../../reports/render/github.ts';
import { renderJunit } from '../../reports/render/junit.ts';
import { truncateWithNote, inlineCode, escapeMarkdown } from '../../reports/render/markdown.ts';
import { renderSummaryMd } from '../../reports/render/summary-md.ts';
import { allHostile, report } from './fixture.ts';
import { hostileRun, mixedRun } from './sample.ts';
import { parseXml, type Element } from './parsed/xml.ts';

function children(element: Element, name: string): readonly Element[] {
  return element.children.filter((child) => child.name === name);
}

describe('junit.xml', () => {
  const run = mixedRun();
  const xml = renderJunit(run.report, run.evidence);
  const root = parseXml(xml);
  const suites = children(root, 'testsuite');
  const cases = suites.flatMap((suite) => children(suite, 'testcase'));
  const named = (id: string) => {
    const found = cases.find((one) => one.attributes['name'] === id);
    if (found === undefined) throw new Error(`no case ${id}`);
    return found;
  };

  test('has a suite for each area whose counts add up', () => {
    expect(suites.map((suite) => suite.attributes['name'])).toEqual([
      ...new Set(rowsInFixOrder(run.report).map((row) => row.area)),
    ]);
    for (const [attribute, kind] of [
      ['tests', 'testcase'],
      ['failures', 'failure'],
      ['errors', 'error'],
      ['skipped', 'skipped'],
    ] as const) {
      let sum = 0;
      for (const suite of suites) {
        const inside = children(suite, 'testcase');
        const count = inside.filter((one) => kind === 'testcase' || children(one, kind).length > 0).length;
        expect(Number(suite.attributes[attribute]), attribute).toBe(count);
        sum += count;
      }
      expect(Number(root.attributes[attribute]), attribute).toBe(sum);
    }
  });

  test('says of a failure all that is needed to act on it', () => {
    const [failure] = children(named('create.int64'), 'failure');
    for (const part of [
      'Expected: "categoryId": 9007199254740993',
      'Received: "categoryId": 9007199254740992 (x44: 201 Created)',
      "--data-raw '",
      'npx petstore-conformance replay conformance-report create.int64',
      'Reproduced 1/3: not each time',
    ]) {
      expect(failure?.text).toContain(part);
    }
    const message = 'A categoryId beyond 2^53 came back rounded to the next double.';
    expect(failure?.attributes['message']).toBe(message);
    const list = children(named('list.limit.default'), 'properties')
      .flatMap((one) => children(one, 'property'))
      .map((one) => [one.attributes['name'], one.attributes['value']]);
    expect(list).toContainEqual(['level', 'stated']);
    expect(list).toContainEqual(['section', 'Limits, List animals']);
  });

  test('gives the reason for what was skipped both ways that readers look for it', () => {
    const [skipped] = children(named('messages.echo'), 'skipped');
    const reason = 'not-tested: The profile messages is not claimed: no --messages-url was given.';
    expect(skipped?.attributes['message']).toBe(reason);
    expect(skipped?.text).toBe(reason);
  });
});

describe('badge.json', () => {
  test('is what shields.io reads', () => {
    expect(JSON.parse(renderBadge(report()))).toEqual({
      schemaVersion: 1,
      label: 'Pet Store API',
      message: 'conformant',
      color: 'brightgreen',
      isError: false,
    });
  });

  test('never hides what is undecided, left out, waived or warned', () => {
    expect(badgeMessage(mixedRun().report)).toBe(
      'non-conformant: 4 failed, 3 undecided, 12 not tested, 1 waived, 2 warnings',
    );
    const untested = report({ 'messages.echo': { verdict: 'not-tested' } });
    expect(badgeMessage(untested)).toBe('partial: 1 not tested');
    const open = report({ 'auth.challenge': { verdict: 'inconclusive' } }, { verdict: 'conformant' });
    expect(badgeMessage(open)).toBe('conformant: 1 undecided');
    const target = { ...report().target, embedded: true };
    expect(renderBadge(report({}, { target }))).toContain('reference server');
  });
});

describe('summary.md', () => {
  test('stays within its bound, and keeps the verdict and the table', () => {
    const evil = hostileRun();
    const text = renderSummaryMd(evil.report, evil.evidence);
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    const run = mixedRun();
    const short = truncateWithNote(renderSummaryMd(run.report, run.evidence), 6000);
    expect(Buffer.byteLength(short)).toBeLessThanOrEqual(6000);
    expect(short).toContain('# NON-CONFORMANT');
    expect(short).toContain('the whole is in report.html');
    expect(truncateWithNote('é'.repeat(100), 20)).toBe('');
  });

  test('shows text as words and code as it stands', () => {
    expect(escapeMarkdown('a | *b* [c](d) <e> &amp; @f www.g http://h #1 J-K')).toBe(
      String.raw`a \| \*b\* \[c\](d) &lt;e> &amp;amp; @<!-- -->f www\.g http\://h \#1 J-K`,
    );
    expect(escapeMarkdown('`i`')).toBe('\\`i\\`');
    expect(inlineCode('a')).toBe('`a`');
    expect(inlineCode('a `` b`')).toBe('``` a `` b` ```');
    expect(inlineCode('')).toBe('`  `');
  });
});

describe('annotations', () => {
  test('are ten of a kind at most, and the last one names the rest', () => {
    const ids = requirements.slice(0, 15).map(({ id }) => id);
    const lines = githubAnnotations(
      report(Object.fromEntries(ids.map((id) => [id, { verdict: 'fail' as const }]))),
    );
    expect(lines).toHaveLength(10);
    expect(lines[9]).toMatch(/^::error title=6 more failed::/u);
    for (const id of ids) expect(lines.join('\n')).toContain(id);
  });

  test('escape what a command gives a meaning', () => {
    const reason = `50%\r\n::error::x ${allHostile}`;
    const [line] = githubAnnotations(report({ 'media.json': { verdict: 'fail', reason } }));
    expect(line).toContain(String.raw`50%25\n\u003a:error\u003a:x`);
  });

  test('say first that the run was cut off, and then what failed until then', () => {
    const aborted = { cause: 'network', message: 'Nobody answers.' } as const;
    const rows = { 'list.success': { verdict: 'fail' }, 'get.success': { verdict: 'inconclusive' } } as const;
    const first = '::error title=Inconclusive::Nobody answers.';
    const failed = expect.stringMatching(/^::error title=list\.success fail::/u) as string;
    expect(githubAnnotations(report({}, { verdict: 'inconclusive', aborted }))).toEqual([first]);
    expect(githubAnnotations(report(rows, { verdict: 'inconclusive', aborted }))).toEqual([first, failed]);
  });
});

test('every member of the schema is described', () => {
  const schema: unknown = createRequire(import.meta.url)('#schemas/report.schema.json');
  const bare: string[] = [];
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, item] of Object.entries(value)) {
      if (name === 'properties' && !/\/(?:if|then|contains|items)$/u.test(path)) {
        for (const [member, part] of Object.entries(item as Record<string, object>)) {
          if (!('description' in part)) bare.push(`${path}/${member}`);
        }
      }
      walk(item, `${path}/${name}`);
    }
  };
  walk(schema, '');
  expect(bare).toEqual([]);
});
