import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatInstant } from '../../../reports/measures.ts';
import { formats } from '../../../reports/formats.ts';
import { renderHtml } from '../../../reports/render/html/page.tsx';
import type { Report } from '../../../reports/model.ts';
import { attacks, hostile, hostileEvidence } from './hostile.ts';
import { aborted, green, mixed, sampleEvidence } from '../../reports/sample.ts';

const TAG = /<\/?([a-z][a-z\d-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi;
/** Nothing that loads, embeds or navigates, save a link inside the page. */
const ELEMENTS = new Set(
  'html head meta link title style body a svg symbol path text use header nav main footer section p blockquote h1 h2 h3 h4 h5 dl dt dd table caption thead tbody tr th td em kbd div ul li span strong code pre mark details summary figure figcaption form label input select option button output template script'.split(
    ' ',
  ),
);
const ATTRIBUTES = new Set(
  'lang charset rel http-equiv content name class id href width height viewbox preserveaspectratio x y d fill fill-rule aria-hidden aria-label aria-labelledby focusable tabindex role hidden type autocomplete spellcheck placeholder value open data-row data-section data-verdict data-level data-area data-copy data-text data-filter scope checked'.split(
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
  const all = (pattern: RegExp) =>
    written.flatMap((text) => [...text.matchAll(pattern)].map(([, part = '']) => part));
  return {
    tags: found.map(([, tag = '']) => tag.toLowerCase()),
    attributes: all(/([\w:-]+)(?:="[^"]*")?/g).map((name) => name.toLowerCase()),
    hrefs: all(/\bhref="([^"]*)"/g),
    rest: plain.replace(TAG, ''),
  };
}

/** What a browser makes of the references in a page. */
function unescaped(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

function content(html: string, tag: 'style' | 'script'): string {
  return new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? '';
}

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

it('offers a badge and a table of profiles and levels, which say that they are not signed', () => {
  const text = unescaped(renderHtml(green, sampleEvidence, { json: 'sha256:0af1' }));
  const lines = [
    '![Pet Store API](https://img.shields.io/endpoint?url=BADGE_ADDRESS)',
    '| Requirements that pass | stated | implied | advisory | Verdict |',
    `by petstore-conformance, report.json sha256:0af1.\nThis table is not the signed statement of that run.`,
  ];
  for (const line of lines) expect(text).toContain(line);
  expect(text).toMatch(/\n\| animals \| (\d+) of \1 \| (\d+) of \2 \| (\d+) of \3 \| Conformant \|\n/u);
});

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
    expect(rest).not.toContain('<');
    expect(tags.filter((tag) => tag === 'script' || tag === 'style')).toHaveLength(4);
    // Links lead to what is in the page, or beside it, and no two elements have one id.
    const ids = [...html.matchAll(/<[a-z\d]+ [^<>]*\bid="([^"]*)"/g)].map(([, id]) => id);
    const files = Object.values(formats).map(({ file }) => file);
    expect(hrefs.filter((href) => !ids.includes(href.slice(1).replace(/\?.*/u, '')))).toEqual([
      'report.css',
      ...files.filter((file) => file !== 'report.html'),
    ]);
    expect(ids).toHaveLength(new Set(ids).size);
    // No character acts instead of being read.
    expect(html.match(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}/gu)).toBeNull();
  });

  it('allows one style and one script, by their hashes', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${sha256(content(html, 'style'))} 'self'`,
      `script-src ${sha256(content(html, 'script'))}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(content(html, 'style')).not.toMatch(/url\(|@import|@font-face/);
  });
});

describe('report.html', () => {
  const [, , html] = pages[0];
  const evil = pages[3][2];
  const text = unescaped(html.replace(/<[^>]*>/g, ''));

  it.each([
    'Non-conformant',
    '4 mandatory requirements failed.',
    'https://pets.example.test/v1',
    '21 November 2026, 10:04 UTC',
    'Pet Store Service: Animals Interface 1.0.0',
  ])('says on its first screen: %s', (words) => {
    expect(text.slice(0, text.indexOf('What failed'))).toContain(words);
  });

  it.each([
    // What was sent, and how.
    '312 requests (308 answered, 4 repeated), 38 animals created (limit 150)',
    '-1483920117',
    'not claimed',
    'GET /v1/pets?limit=1',
    'authorization: <Basic with the key>',
    `-H 'accept: application/json' -H "Authorization: Bearer $PETSTORE_API_KEY"`,
    'npx petstore-conformance replay conformance-report list.limit.default',
    // What came.
    'Without a limit the target returned 25 animals, where the document has a default of 20.',
    '201 Created',
    'timeout: No answer within 10000 ms.',
    'Proof x17',
    'Compared with x18',
    'item 21 of 25',
    'no header www-authenticate',
    '53 answers of the run show it',
    'Reproduced 1/3: not each time, but still a failure',
    // What follows from it, and what it rests on.
    'did not answer limit=100 in time. Run it again with a longer --timeout-ms.',
    'Next step: Run it again with a longer --timeout-ms.',
    'Cause: the network, or a target that does not respond.',
    'Undecided until this is fixed: list.agrees, list.distinct.',
    'It follows from this: categoryId is an int64, and a Pet has the fields of its NewPet.',
    'Good practice: RFC 9110, section 11.6.1.',
    // What is left.
    'The run created 38 animals.',
    '4137 pc-7f3a Rex 37',
  ])('tells: %s', (words) => {
    expect(text).toContain(words);
  });

  it('marks the offending part, and nothing beside it', () => {
    const rows = html.slice(html.indexOf('id="requirements"'));
    const marked = [...rows.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, part = '']) => unescaped(part));
    expect(marked.toSorted()).toEqual([
      '"categoryId": 9007199254740992',
      '"status": 422',
      '/v1/pets?limit=1',
      '200 OK',
      '400 Bad Request',
      '500 Internal Server Error',
      'no header www-authenticate',
      expect.stringMatching(/^\{"id": 4120, .*\}$/u),
    ]);
  });

  it('opens the proof, and folds what came before it', () => {
    const row = html.slice(html.indexOf('id="list.limit.default"'), html.indexOf('id="list.limit.maximum"'));
    expect(row.slice(0, row.indexOf('<details'))).toContain('>Proof<');
    expect(row.indexOf('>Proof<')).toBeLessThan(row.indexOf('>Compared with<'));
    expect(row.indexOf('>Compared with<')).toBeLessThan(row.indexOf('1 related request'));
  });

  it('stays of a size that opens at once, and shows hostile text in full where it is short', () => {
    expect(html.length).toBeLessThan(330_000);
    expect(evil.length).toBeLessThan(5_000_000);
    expect(evil).toContain('800 more in report.json');
    for (const attack of attacks.slice(0, 6)) expect(unescaped(evil)).toContain(attack);
    expect(evil).toContain(String.raw`\u001b[31mred\u001b[0m \u0000 \u0007 \u202egnp.exe`);
  });

  it.each<[Partial<Report>, string]>([
    [{ verdict: 'conformant' }, 'were tested and passed.'],
    [{ verdict: 'partial' }, '1 waived'],
    [{ verdict: 'inconclusive' }, '3 mandatory requirements are undecided: no verdict.'],
    [{ verdict: 'inconclusive', aborted: { cause: 'network', message: 'Cut.' } }, 'So far: '],
    [{ totals: { ...mixed.totals, fail: 0 } }, 'this run counts warnings (--strict)'],
    [{ requirements: [] }, '0 requirements'],
    [{}, '3 exchanges named here cannot be found in the evidence.'],
    [
      {
        scope: { ...mixed.scope, only: ['list.*', 'get.success'] },
        settings: {
          header: ['X-Gateway: ${PETSTORE_HEADER_1}'],
          asOf: '2030-12-06',
          readOnly: true,
          only: ['list.*', 'get.success'],
        },
      },
      '--header X-Gateway --as-of 2030-12-06 --read-only --only list.* --only get.success',
    ],
  ])('of %j it says: %s', (more, words) => {
    expect(renderHtml({ ...mixed, ...more }, [])).toContain(words);
  });
});

it.each([
  [formatDuration(0), '0 ms'],
  [formatDuration(999), '999 ms'],
  [formatDuration(3230), '3.2 s'],
  [formatDuration(125_000), '2 min 5 s'],
  [formatDuration(59_990), '1 min 0 s'],
  [formatDuration(179_900), '3 min 0 s'],
  // No sentence is an instant.
  [formatInstant('owned=1'), 'owned=1'],
  [formatInstant('2026-11-21T23:59:59.999Z'), '21 November 2026, 23:59 UTC'],
])('measures are written for reading: %s', (text, wanted) => {
  expect(text).toBe(wanted);
});
