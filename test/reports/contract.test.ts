import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatNames, formats } from '../../reports/formats.ts';
import type { ReportFormatName } from '../../reports/formats.ts';
import { githubAnnotations } from '../../reports/render/github.ts';
import { renderSummary } from '../../reports/render/terminal/summary.ts';
import type { Report, Verdict } from '../../reports/model.ts';
import { hostile } from './fixture.ts';
import { hostileRun, mixedRun, type Run } from './sample.ts';
import { parseXml } from './parsed/xml.ts';

const KEY = 'petstore-key-0123456789';

type View = ReportFormatName | 'terminal' | 'annotations';
const views: readonly View[] = [...formatNames, 'terminal', 'annotations'];
/** Views that do not show every row: evidence, badge and what people read last. */
const PARTS: ReadonlySet<View> = new Set(['har', 'badge', 'terminal', 'annotations']);
/** Views that count nothing by themselves: evidence, annotations, and what a browser counts (html/browser.test.ts). */
const UNCOUNTED: ReadonlySet<View> = new Set(['har', 'annotations', 'html']);

async function draw(view: View, { report, evidence }: Run): Promise<string> {
  if (view === 'terminal') return renderSummary(report, evidence, { columns: 100, colour: false });
  if (view === 'annotations') return githubAnnotations(report).join('\n');
  const render = await formats[view].load();
  const drawn = render(report, evidence);
  return typeof drawn === 'string' ? drawn : [...drawn].join('');
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

/** Every string in a JSON value, names of members included. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [name, ...strings(item)]);
}

/** All that can be told of counts from each format, read back from its text. */
const counted: Partial<Record<View, (text: string) => Partial<Record<Verdict | 'all', number>>>> = {
  json: (text) => ({ ...(parse(text) as Report).totals, all: (parse(text) as Report).requirements.length }),
  junit: (text) => {
    const { attributes } = parseXml(text);
    return { all: Number(attributes['tests']), fail: Number(attributes['failures']) };
  },
  ctrf: (text) => {
    const { summary } = (parse(text) as { results: { summary: Record<string, number> } }).results;
    return { all: summary['tests'] ?? 0, fail: summary['failed'] ?? 0 };
  },
  summary: (text) => words(text),
  terminal: (text) => words(text),
  badge: (text) => {
    const found = words((parse(text) as { message: string }).message);
    return { fail: found.fail ?? 0, warn: found.warn ?? 0, inconclusive: found.inconclusive ?? 0 };
  },
  earl: (text) => {
    const outcomes = strings(parse(text)).filter((one) =>
      /^earl:(?:passed|failed|cantTell|untested|inapplicable)$/u.test(one),
    );
    const count = (name: string) => outcomes.filter((one) => one === `earl:${name}`).length;
    return {
      all: outcomes.length,
      inconclusive: count('cantTell'),
      // Of a profile that is not claimed nothing applies.
      'not-tested': count('untested') + count('inapplicable'),
    };
  },
};

function words(shown: string): Partial<Record<Verdict | 'all', number>> {
  const text =
    shown
      .split('\n')
      .find((line) => /^(?:\| |  )?(?:Counts|\w)/u.test(line) && /\d (?:passed|failed),/u.test(line)) ??
    shown;
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`, 'u').exec(text)?.[1] ?? Number.NaN);
  return {
    fail: count('failed'),
    inconclusive: count('undecided'),
    'not-tested': count('not tested'),
    waived: count('waived'),
    warn: count('warnings?'),
    ...(/\d+ passed/u.test(text) ? { pass: count('passed'), all: count('requirements') } : {}),
  };
}

/** What acts on a reader of plain text: a screen, a log, an editor. */
const ACTS = /[^\P{Cc}\n\t]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u;

function plainStrings(text: string): void {
  for (const one of strings(parse(text))) expect(one).not.toMatch(ACTS);
}

/** What inert means, format by format. */
const inert: Record<View, (text: string) => void> = {
  json: (text) => {
    const back = parse(text) as Report;
    expect(back.requirements.some((row) => row.reason.includes(hostile.ansi))).toBe(true);
    expect(text).not.toMatch(ACTS);
  },
  har: (text) => {
    expect(strings(parse(text)).some((one) => one.includes(hostile.markup))).toBe(true);
    expect(text).not.toMatch(ACTS);
  },
  html: (text) => {
    expect(text).not.toMatch(/<script>alert|<img src=x|<a[^>]+javascript:/iu);
  },
  junit: (text) => {
    expect(text).not.toMatch(ACTS);
    expect(text).not.toMatch(/\[\[(?:ATTACHMENT|PROPERTY)/u);
    expect(text).not.toContain(hostile.markup);
  },
  ctrf: plainStrings,
  summary: (text) => {
    expect(text).not.toMatch(ACTS);
    // What its reader makes of it is for read-back.test.ts.
  },
  badge: plainStrings,
  earl: plainStrings,
  terminal: (text) => {
    expect(text).not.toMatch(ACTS);
    expect(text).not.toMatch(/^\s*::|##\w*\[/mu);
    expect(text).not.toContain('long '.repeat(200));
  },
  annotations: (text) => {
    expect(text).not.toMatch(ACTS);
    for (const line of text.split('\n')) expect(line).toMatch(/^::(?:error|warning) title=[^:,]+::/u);
    expect(text.split('\n')).toHaveLength(4 + 2 + 1);
  },
};

beforeEach(() => void vi.stubEnv('PETSTORE_API_KEY', KEY));
afterEach(() => void vi.unstubAllEnvs());

describe.each(views)('%s', (view) => {
  test('is a function of the report and the evidence alone, and holds no key', async () => {
    const run = mixedRun();
    const text = await draw(view, run);
    expect(text).toBe(await draw(view, mixedRun()));
    expect(text).not.toContain(KEY);
    if (!PARTS.has(view)) for (const { id } of run.report.requirements) expect(text).toContain(id);
  });

  test('is inert where the server was hostile', async () => {
    inert[view](await draw(view, hostileRun()));
  });

  if (UNCOUNTED.has(view)) return;
  test('counts what the report counts', async () => {
    const run = mixedRun();
    const all = { ...run.report.totals, all: run.report.requirements.length };
    const counts = counted[view];
    if (counts === undefined) throw new Error(`counted says how the counts of ${view} are read`);
    const found = counts(await draw(view, run));
    expect(Object.keys(found).length).toBeGreaterThan(1);
    expect(all).toMatchObject(found);
  });
});
