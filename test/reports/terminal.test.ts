import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { wrapCommand } from '../../reports/render/terminal/layout.ts';
import { renderSummary } from '../../reports/render/terminal/summary.ts';
import { requirements } from '../../requirements/index.ts';
import { report, type Row } from './fixture.ts';
import { mixedRun } from './sample.ts';

const plain = { columns: 80, colour: false } as const;

describe('the summary on a terminal', () => {
  test('looks as it did, and breaks no line but where the terminal ends', async () => {
    const run = mixedRun();
    const view = { colour: true, page: 'file:///work/conformance-report/report.html' };
    const [text, wide] = [80, 200].map((columns) =>
      renderSummary(run.report, run.evidence, { ...view, columns }),
    );
    await expect(text).toMatchFileSnapshot('snapshots/summary-80-colour.txt');
    const unbroken = (one = '') => one.replaceAll(/[\\\s]+|-{10,}/gu, '');
    expect(unbroken(wide)).toBe(unbroken(text));
  });

  test.each([80, 200])('says the same in colour, and has no words beyond %i columns', (columns) => {
    const run = mixedRun();
    const text = renderSummary(run.report, run.evidence, { columns, colour: false });
    const coloured = renderSummary(run.report, run.evidence, { columns, colour: true });
    expect(stripVTControlCharacters(coloured)).toBe(text);
    for (const line of text.split('\n')) {
      if (!line.startsWith('    ')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
    }
  });

  test.each([
    [
      'each further request in a line of its own',
      ['curl -sSi', '--url http://a.example', '--next -i', '--url http://b.example'],
      ['    curl -sSi --url http://a.example \\', '    --next -i --url http://b.example'],
    ],
    [
      'a long option above what is given to it',
      ['curl -sSi', `--data-raw '${'a'.repeat(70)}'`, `--url http://a.example/${'b'.repeat(80)}`],
      [
        '    curl -sSi --data-raw \\',
        `    '${'a'.repeat(70)}' \\`,
        `    --url http://a.example/${'b'.repeat(80)}`,
      ],
    ],
  ])('a command has %s', (_, words, lines) => {
    expect(wrapCommand(words, 80, 4).split('\n')).toEqual(lines);
  });

  test('every failure is named, the first ones in full', () => {
    const ids = requirements.slice(0, 7).map(({ id }) => id);
    const many = report(Object.fromEntries(ids.map((id) => [id, { verdict: 'fail' as const }])));
    const text = renderSummary(many, mixedRun().evidence, plain);
    for (const id of ids) expect(text).toContain(id);
    expect(text).toContain('2 more causes (in full in the report)');
    expect(text.match(/ FAIL /gu)).toHaveLength(5);
  });

  test('one cause fits in forty lines, with what follows from it and the names of what else did not pass', () => {
    const [root = 'get.success', ...others] = requirements
      .filter(({ level }) => level !== 'advisory')
      .map(({ id }) => id);
    const rows: readonly (readonly [string, Row])[] = [
      ...others.slice(0, 9).map((id) => [id, { verdict: 'fail', follows: root }] as const),
      ...others.slice(9, 15).map((id) => [id, { verdict: 'warn', reason: 'odd '.repeat(60) }] as const),
      ...others.slice(15, 22).map((id) => [id, { verdict: 'not-tested', reason: `left out ${id}` }] as const),
    ];
    const reason = 'found '.repeat(100);
    const cut = report({ ...Object.fromEntries(rows), [root]: { verdict: 'fail', reason } });
    const text = renderSummary(cut, mixedRun().evidence, plain);
    expect(text).toContain('Failed: 1 cause, 10 requirements');
    for (const id of others.slice(0, 3))
      expect(text).toMatch(new RegExp(`^ {2}(?: {11}|Same cause )${id}: .*(?:\\.|…)$`, 'mu'));
    expect(text).toContain('and 6 more in the report');
    expect(text).toMatch(/^ {2}Warnings +\S+, \S+, \S+ and 3 more$/mu);
    expect(text).toMatch(/^ {2}Untested +\S+, \S+, \S+ and 4 more$/mu);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  });

  test('several undecided rows name their next step once', () => {
    const next = 'Give the run what it needs.';
    const open = (reason: string) => ({ verdict: 'inconclusive', cause: 'test-data', reason, next }) as const;
    const rows = {
      'create.success': open('refused'),
      'list.complete': open('few'),
      'get.success': open('none'),
    };
    const text = renderSummary(report(rows), [], plain);
    expect(text.split(next)).toHaveLength(2);
    expect(text).toContain(`  Next: ${next}`);
  });

  test('rows without an answer show one request', () => {
    const lost = mixedRun()
      .evidence.slice(0, 2)
      .map((one) => ({ ...one, response: null }));
    const reason = (classes: number) =>
      `no response to ${String(classes)} classes: closed; sent alone 3 times`;
    const open = (count: number, check: string) => {
      const exchanges = lost.slice(count - 1, count).map(({ id }) => id);
      const checks = [{ name: check, verdict: 'inconclusive', message: reason(count), exchanges }] as const;
      return { verdict: 'inconclusive', cause: 'network', reason: reason(count), checks } as const;
    };
    const rows = { 'list.success': open(1, 'list/1'), 'list.complete': open(2, 'list/2') };
    const text = renderSummary(report(rows), lost, plain);
    expect(text).toContain('  Example request of list.success\n');
    expect(text.match(/^ {4}curl -sSi /gmu)).toHaveLength(1);
    const answered = lost.map((one) => ({ ...one, response: mixedRun().evidence[0]?.response ?? null }));
    expect(renderSummary(report(rows), answered, plain)).not.toContain('Example request');
  });

  test('an advisory row counts among the undecided ones, and not in the verdict', () => {
    const open = { verdict: 'inconclusive', cause: 'test-data', reason: 'few' } as const;
    const text = renderSummary(report({ 'list.success': open, 'auth.challenge': open }), [], plain);
    expect(text).toContain('Undecided: 2, 1 of them advisory ---');
    expect(text).toContain('  1 mandatory requirement is undecided: no verdict.');
  });

  test('a clean run is short and says so', () => {
    const text = renderSummary(report(), [], { ...plain, page: 'file:///tmp/out/report.html' });
    expect(text).toContain('CONFORMANT  https://pets.example/v1 and https://pets.example/messages\n');
    expect(text.split('\n').length).toBeLessThan(14);
  });

  test('ends with the address of the page, whole', () => {
    const page = `file:///${'long/'.repeat(40)}report.html`;
    const text = renderSummary(report(), [], { ...plain, page });
    expect(text.trimEnd().split('\n').at(-1)).toBe(`  Report    ${page}`);
  });

  test('a run that was cut off says why, and what was decided by then', () => {
    const message = 'Nobody answers at https://pets.example. Start the server.';
    const cause = { cause: 'network', message } as const;
    const text = renderSummary(report({}, { verdict: 'inconclusive', aborted: cause }), [], plain);
    expect(text).toContain(message);
    expect(text).toContain(`Run stopped early: no verdict. So far: ${String(requirements.length)} passed.`);
    const open = Object.fromEntries(requirements.map(({ id }) => [id, { verdict: 'inconclusive' as const }]));
    const nothing = renderSummary(report(open, { aborted: cause }), [], { columns: 200, colour: false });
    expect(nothing).toContain('Run stopped early: no verdict. Nothing was decided.');
  });
});
