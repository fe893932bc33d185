import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../reports/render/html/page.tsx';
import type { Report } from '../../../reports/model.ts';
import { attacks, hostile, hostileEvidence } from './hostile.ts';
import { sampleEvidence } from './exchanges.ts';
import { aborted, green, mixed, reportOf } from './sample.ts';

const TAG = /<\/?([a-z][a-z\d-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi;
/** Nothing that loads, embeds or navigates, save a link inside the page. */
const ELEMENTS = new Set(
  'html head meta title style body a svg symbol path use header nav main footer section p h1 h2 h3 h4 h5 dl dt dd table caption thead tbody tr th td em kbd div ul li span strong code pre mark time details summary figure figcaption form label input select option button output script'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'lang charset http-equiv content name class id href width height viewbox d fill fill-rule aria-hidden aria-label aria-labelledby focusable datetime tabindex role hidden type autocomplete spellcheck placeholder value open data-row data-section data-verdict data-level data-area data-copy data-filter scope checked'.split(
    ' ',
  ),
);

const pages = [
  ['mixed', mixed, renderHtml(mixed, sampleEvidence)],
  ['green', green, renderHtml(green, sampleEvidence)],
  ['aborted', aborted, renderHtml(aborted, [])],
  ['hostile', hostile, renderHtml(hostile, hostileEvidence)],
] as const;

/** The elements of a page and the names of their attributes; the contents of style and script are left out. */
function markup(html: string): { tags: string[]; attributes: string[]; hrefs: string[]; rest: string } {
  const plain = html.replace(/(<(style|script)>)[\s\S]*?(<\/\2>)/g, '$1$3').replace(/^<!doctype html>/, '');
  const found = [...plain.matchAll(TAG)];
  const written = found.map(([, , attributes]) => attributes ?? '');
  return {
    tags: found.map(([, tag]) => (tag ?? '').toLowerCase()),
    attributes: written.flatMap((text) =>
      [...text.matchAll(/([\w:-]+)(?:="[^"]*")?/g)].map(([, name]) => (name ?? '').toLowerCase()),
    ),
    hrefs: written.flatMap((text) => [...text.matchAll(/\bhref="([^"]*)"/g)].map(([, href]) => href ?? '')),
    rest: plain.replace(TAG, ''),
  };
}

function content(html: string, tag: 'style' | 'script'): string {
  return new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? '';
}

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

describe.each(pages)('report.html: %s', (_, report, html) => {
  it('shows every requirement once, with an anchor, its verdict and its level', () => {
    for (const { id, verdict, level, area } of report.requirements) {
      expect(html.split(` id="${id}"`), id).toHaveLength(2);
      expect(html).toContain(`data-verdict="${verdict}" data-level="${level}" data-area="${area}"`);
    }
    expect(html.match(/<li [^>]*data-row/g)).toHaveLength(report.requirements.length);
  });

  it('holds nothing but the elements and attributes that it is built of', () => {
    const { tags, attributes, hrefs, rest } = markup(html);
    expect([...new Set(tags)].filter((tag) => !ELEMENTS.has(tag))).toEqual([]);
    expect([...new Set(attributes)].filter((name) => !ATTRIBUTES.has(name))).toEqual([]);
    expect(hrefs.filter((href) => !href.startsWith('#'))).toEqual([]);
    expect(rest).not.toContain('<');
    expect(tags.filter((tag) => tag === 'script' || tag === 'style')).toHaveLength(4);
  });

  it('allows one style and one script, by their hashes', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${sha256(content(html, 'style'))}`,
      `script-src ${sha256(content(html, 'script'))}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(content(html, 'style')).not.toMatch(/url\(|@import|@font-face/);
  });

  it('holds no character that acts instead of being read', () => {
    expect(html.match(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}/gu)).toBeNull();
  });

  it('points to nothing that is not in the page', () => {
    const { hrefs } = markup(html);
    const missing = [...new Set(hrefs)].filter((href) => !html.includes(` id="${href.slice(1)}"`));
    expect(missing).toEqual([]);
  });

  it('gives no two elements one id', () => {
    const ids = [...html.matchAll(/<[a-z\d]+ [^<>]*\bid="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(new Set(ids).size);
  });
});

describe('report.html', () => {
  const [, , html] = pages[0];
  const text = html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

  it.each([
    'Non-conformant',
    'The target missed 4 requirements that the document states or implies.',
    'https://pets.example.test/v1',
    '21 November 2026, 10:04 UTC',
    'Pet Store Service API 1.0.0',
  ])('says on its first screen: %s', (words) => {
    expect(text.slice(0, text.indexOf('What failed'))).toContain(words);
  });

  it.each([
    ['what was sent', '312 requests (4 sent again), 38 of at most 150 animals created'],
    ['the seed', '-1483920117'],
    ['what was not claimed', 'not claimed'],
    ['the reason', 'Without a limit the target returned 25 animals, where the document has a default of 20.'],
    ['the next step of what is open', 'Next step: Run it again with a longer --timeout-ms.'],
    ['the cause, where it is not the server', 'Cause: the network.'],
    [
      'what is open because of it',
      '2 requirements could not be decided because of it: list.agrees, list.distinct.',
    ],
    ['how often it shows', '20 answers of the run show it'],
    ['what it is compared with', 'Compared with x18'],
    ['the proof', 'Proof x17'],
    ['what stands at the place', 'item 21 of 25'],
    ['what is missing', 'no header www-authenticate'],
    [
      'the basis of an implied one',
      'It follows from this: categoryId is an int64, and a Pet has the fields of its NewPet.',
    ],
    ['the standard of an advisory one', 'Good practice: RFC 9110, section 11.6.1.'],
    ['the input', '{"categoryId":"9007199254740993"}'],
    ['how steady it is', 'It came again 1 of 3 times when sent on its own: not steady, but still a failure.'],
    ['the request line', 'GET /v1/pets?limit=1 HTTP/1.1'],
    ['the credential as its label', 'authorization: <Basic with the key>'],
    ['the status line', 'HTTP/1.1 201 Created'],
    ['what came instead of an answer', 'timeout: No answer within 10000 ms.'],
    ['the curl line', `curl -sSi -H 'accept: application/json' -H "Authorization: Bearer $PETSTORE_API_KEY"`],
    [
      'the command',
      '--seed -1483920117 --only list.limit.default --out conformance-report/again/list.limit.default',
    ],
    ['how much was left on the target', 'The run created 38 animals.'],
    ['what was left on the target', '4137 pc-7f3a Rex 37'],
  ])('tells of a failure %s', (_, words) => {
    expect(text).toContain(words);
  });

  it('marks the offending part, and nothing beside it', () => {
    const marked = [...html.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, part]) =>
      part?.replaceAll('&quot;', '"'),
    );
    expect(marked).toHaveLength(9);
    expect(marked).toEqual(
      expect.arrayContaining([
        '"categoryId": 9007199254740992',
        '"categoryId": 9007199254740993',
        '"status": 422',
        '200 OK',
        '400 Bad Request',
        '500 Internal Server Error',
        'limit=1',
        'no header www-authenticate',
        expect.stringMatching(/^\{"id": 4120, .*\}$/u),
      ]),
    );
  });

  it('opens the proof, and folds what came before it', () => {
    const row = html.slice(html.indexOf('id="list.limit.default"'), html.indexOf('id="list.limit.maximum"'));
    const before = row.slice(0, row.indexOf('<details'));
    expect(before).toContain('Proof');
    expect(row.indexOf('>Proof<')).toBeLessThan(row.indexOf('>Compared with<'));
    expect(row.indexOf('>Compared with<')).toBeLessThan(row.indexOf('1 exchange before it'));
  });

  it('is the same for the same report', () => {
    expect(renderHtml(mixed, sampleEvidence)).toBe(html);
  });

  it('stays of a size that opens at once, whatever a server says', () => {
    expect(html.length).toBeLessThan(300_000);
    expect(pages[3][2].length).toBeLessThan(5_000_000);
    expect(pages[3][2]).toContain('characters left out; all of it is in evidence.har');
    expect(pages[3][2]).toContain('800 more in report.json');
  });

  it('shows hostile text in full where it is short', () => {
    const shown = pages[3][2].replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    for (const attack of attacks.slice(0, 6)) expect(shown).toContain(attack);
    expect(shown).toContain(String.raw`\u001b[31mred\u001b[0m \u0000 \u0007 \u202egnp.exe`);
  });

  it('says that exchanges are missing where the evidence does not have them', () => {
    expect(renderHtml(mixed, [])).toContain('3 exchanges named here cannot be found in the evidence.');
  });

  it.each<[Partial<Report>, string]>([
    [{ verdict: 'conformant' }, 'was put to the test and held.'],
    [{ verdict: 'partial' }, '1 requirement was missed and waived'],
    [{ verdict: 'inconclusive' }, '3 requirements that the document states or implies could not be decided.'],
    [
      { verdict: 'inconclusive', aborted: { cause: 'network', message: 'Cut.' } },
      'What was decided by then stands',
    ],
    [
      { verdict: 'non-conformant', totals: { ...mixed.totals, fail: 0 } },
      'this run was asked to count warnings (strict)',
    ],
  ])('says what the verdict means: %j', (more, words) => {
    expect(renderHtml({ ...mixed, ...more }, [])).toContain(words);
  });

  it('names what the run was told', () => {
    const scope = { ...mixed.scope, only: ['list.*', 'get.success'] };
    const settings = [
      { flag: '--header', text: 'X-Gateway: ', variable: 'PETSTORE_HEADER_1' },
      { flag: '--as-of', text: '2030-12-06' },
      { flag: '--read-only' },
    ] as const;
    expect(renderHtml({ ...mixed, scope, settings }, [])).toContain(
      '--header X-Gateway --as-of 2030-12-06 --read-only --only list.* --only get.success',
    );
  });

  it('draws a report with no requirement at all', () => {
    const empty = { ...reportOf(() => ({ verdict: 'pass', reason: '', checks: [] })), requirements: [] };
    expect(renderHtml(empty, [])).toContain('0 requirements');
  });
});
