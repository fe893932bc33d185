import { Ajv } from 'ajv';
import { validate } from 'ctrf';
import * as fc from 'fast-check';
import harSchemas from 'har-schema';
import jsonld from 'jsonld';
import { describe, expect, test } from 'vitest';
import { capitalized } from '../../reports/measures.ts';
import { renderCtrf } from '../../reports/render/ctrf.ts';
import { renderEarl } from '../../reports/render/earl.ts';
import { renderHtml } from '../../reports/render/html/page.tsx';
import { renderJunit } from '../../reports/render/junit.ts';
import { codeCell, inlineCode, codeBlock, escapeMarkdown } from '../../reports/render/markdown.ts';
import { renderSummaryMd } from '../../reports/render/summary-md.ts';
import { safeLine, escapeUnsafe } from '../../reports/text.ts';
import { harText, hostile, report } from './fixture.ts';
import { hostileRun, mixedRun } from './sample.ts';
import { attribute, parseHtml, textOf } from './parsed/html.ts';
import { parseMarkdown } from './parsed/markdown.ts';
import { elementsOf, parseXml } from './parsed/xml.ts';

/** What a server's text may hold that a format gives a meaning: entities of other formats among them. */
const texts = {
  ...hostile,
  entities: '&nbsp;&eacute; &amp; &lt;b&gt; &#65; &#x41; &#0; &; & &amp;nbsp; &unknown;',
  cdata: '<![CDATA[ x ]]> ]]]]><![CDATA[>',
  comment: '<!-- --> --><?xml version="1.1"?><!DOCTYPE x>',
  quotes: `"'\`\\"\\'`,
  lines: '  a\n\n  b\r\nc\td  ',
  fences: '```\n~~~\n````',
  empty: ' ',
} as const;
const pieces = fc.oneof(
  fc.constantFrom(...Object.values(texts).map((text) => text.slice(0, 120))),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(...'`*_[]()<>&#|~$!\\:"\'-+=.\n\t '),
);
const anyText = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((list) => list.join(''));

/** The verdict on one requirement with a reason; every other one passed. */
function failed(reason: string) {
  return report({ 'list.success': { verdict: 'fail', reason } });
}

/** What GitLab and Jenkins would obey is broken up. */
const broken = (text: string) => text.replaceAll(/\[(?=\[[A-Z])/gu, String.raw`\u005b`);

describe('junit.xml', () => {
  const failure = (xml: string) => elementsOf(parseXml(xml)).find(({ name }) => name === 'failure');

  test('is well-formed whatever a server says, and gives back the very text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = failure(renderJunit(failed(text), mixedRun().evidence));
        expect(read?.attributes['message']).toBe(broken(safeLine(text, 500)));
        expect(read?.text).toContain(broken(escapeUnsafe(text)));
      }),
      { numRuns: 60 },
    );
    const evil = hostileRun();
    expect(() => parseXml(renderJunit(evil.report, evil.evidence))).not.toThrow();
  });

  test('would not be believed by a parser that takes anything', () => {
    expect(() => parseXml('<a>&nbsp;</a>')).toThrow(/entity/u);
  });
});

describe('report.html', () => {
  test('is what the standard asks for whatever a server says, and gives back the very text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const page = parseHtml(renderHtml(failed(text), mixedRun().evidence));
        expect(page.errors).toEqual([]);
        const shown = page.elements.map((element) => textOf(element));
        expect(shown).toContain(safeLine(capitalized(text), 2000));
      }),
      { numRuns: 10 },
    );
    const evil = hostileRun();
    const { errors, elements } = parseHtml(renderHtml(evil.report, evil.evidence));
    expect(errors).toEqual([]);
    const loading = elements.filter(({ tagName }) => /^(?:img|iframe|a$)/u.test(tagName));
    expect(loading.map((one) => attribute(one, 'src'))).not.toContain('x');
  });
});

describe('Markdown', () => {
  const inside = (markdown: string, tag: string) => {
    const { elements } = parseMarkdown(markdown);
    const [found] = elements.filter(({ tagName }) => tagName === tag);
    if (found === undefined) throw new Error(`no ${tag} in ${markdown}`);
    const names = elements.map(({ tagName }) => tagName);
    return { text: textOf(found), within: names.filter((name) => !/^(?:html|head|title|body)$/u.test(name)) };
  };

  test('words are read as words, and act on nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        fc.pre(text.trim() !== '');
        const { text: shown, within } = inside(`- **Why**: ${escapeMarkdown(text)}`, 'li');
        expect(shown.trim()).toBe(`Why: ${safeLine(text)}`.trim());
        expect(within).toEqual(['ul', 'li', 'strong']);
      }),
    );
  });

  test('code is read as it stands, in a line, in a table and in a block', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // No span of code can be empty.
        fc.pre(text !== '');
        const line = safeLine(text, 600);
        expect(inside(`- ${inlineCode(text)}`, 'li')).toEqual({ text: line, within: ['ul', 'li', 'code'] });
        const table = inside(`| a |\n|---|\n| ${codeCell(text)} |`, 'td');
        expect(table.text).toBe(line);
        expect(table.within.filter((name) => name === 'td' || name === 'code')).toEqual(['td', 'code']);
        const block = escapeUnsafe(text).replaceAll('\n', ' ');
        expect(inside(codeBlock(block), 'code')).toEqual({ text: `${block}\n`, within: ['pre', 'code'] });
      }),
    );
  });

  test('the summary holds nothing that a server made', () => {
    const evil = hostileRun();
    const { elements } = parseMarkdown(renderSummaryMd(evil.report, evil.evidence));
    const links = elements.flatMap(
      (element) => attribute(element, 'href') ?? attribute(element, 'src') ?? [],
    );
    expect(links).toEqual([]);
    expect(elements.filter(({ tagName }) => /^(?:script|img|a|b)$/u.test(tagName))).toEqual([]);
  });
});

/** Not among the types yet. */
const SAFE: jsonld.Options.Expand & { readonly safe: true } = { safe: true };

describe.each([
  ['a usual run', mixedRun()],
  ['a hostile server', hostileRun()],
  ['a conformant target', { report: report(), evidence: [] }],
])('of %s', (_, run) => {
  test('evidence.har is HTTP Archive 1.2', () => {
    // The schema's own formats are not what the standard says of a URL, which may be anything that was sent.
    const ajv = new Ajv({ strict: false, validateSchema: false, validateFormats: false });
    for (const schema of Object.values(harSchemas)) ajv.addSchema(schema);
    const check = ajv.getSchema('har.json');
    const valid = check?.(JSON.parse(harText(run.report, run.evidence)));
    expect(check?.errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('ctrf.json is Common Test Report Format, and counts each requirement once', () => {
    const document = JSON.parse(renderCtrf(run.report, run.evidence)) as {
      results: { summary: Record<string, number>; tests: object[] };
    };
    expect(validate(document)).toMatchObject({ valid: true });
    const { passed = 0, failed: missed = 0, skipped = 0, other = 0, tests } = document.results.summary;
    expect(tests).toBe(document.results.tests.length);
    expect(passed + missed + skipped + other).toBe(tests);
  });

  test('earl.jsonld is JSON-LD that says what it seems to say', async () => {
    const document = JSON.parse(renderEarl(run.report, run.evidence)) as jsonld.JsonLdDocument;
    // Safe: a term that the context does not define is an error.
    const expanded: unknown = await jsonld.expand(document, SAFE);
    const nodes = expanded as readonly Record<string, unknown>[];
    const earl = (name: string) => `http://www.w3.org/ns/earl#${name}`;
    const assertions = nodes.filter((node) => String(node['@type']) === earl('Assertion'));
    expect(assertions).toHaveLength(run.report.requirements.length);
    const reasons = assertions.map((node) => {
      const [result] = node[earl('result')] as [Record<string, [{ '@value': string }]>];
      return result['http://purl.org/dc/terms/description']?.[0]['@value'];
    });
    expect(reasons).toEqual(run.report.requirements.map((row) => escapeUnsafe(row.reason)));
  });
});
