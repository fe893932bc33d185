import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ReportFormatName,
  formatNames,
  formats,
  parseFormats,
  preloadFormats,
} from '../../reports/formats.ts';
import { appendJobSummary } from '../../reports/render/github.ts';
import { readReportAt, readReportFolder } from '../../reports/read.ts';
import { checkWritable, writeReport } from '../../reports/write.ts';
import type { Report } from '../../reports/model.ts';
import { manyExchanges, report } from './fixture.ts';
import { hostileRun, mixedRun } from './sample.ts';

let dir = '';
const rerender = async (folder: string, names: readonly ReportFormatName[]): Promise<string[]> => {
  const { report: read, evidence } = await readReportFolder(folder);
  return writeReport(folder, read, evidence, names);
};

beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), 'report-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const formatFiles = formatNames.map((name) => formats[name].file);
const files = [...formatFiles, 'report.css'].toSorted();
const content = (name: string) => readFileSync(join(dir, name), 'utf8');

describe('a report folder', () => {
  test('is made where it is missing, and holds every file and nothing else', async () => {
    const out = join(dir, 'a', 'b');
    const { report: one, evidence } = mixedRun();
    await preloadFormats();
    const paths = await writeReport(out, one, evidence);
    expect(readdirSync(out).toSorted()).toEqual(files);
    expect(paths.toSorted()).toEqual(formatFiles.map((file) => join(out, file)).toSorted());
    await writeReport(out, one, evidence);
    expect(readdirSync(out).toSorted()).toEqual(files);
  });

  test('keeps no exchanges of an earlier run beside the page', async () => {
    const { report: one, evidence } = mixedRun();
    writeFileSync(join(dir, 'report-exchanges.js'), 'of an earlier run');
    await writeReport(dir, one, evidence);
    expect(readdirSync(dir).toSorted()).toEqual(files);
    await writeReport(dir, one, manyExchanges(), ['html']);
    expect(content('report-exchanges.js')).toMatch(/^globalThis\.petstoreExchanges = '[\w+/=]+';\n$/u);
  });

  test('is drawn again from itself, byte for byte', async () => {
    const { report: one, evidence } = hostileRun();
    await writeReport(dir, one, evidence);
    const before = files.map(content);
    for (const name of formatNames) {
      if (name !== 'json' && name !== 'har') rmSync(join(dir, formats[name].file));
    }
    await rerender(dir, formatNames);
    expect(files.map(content)).toEqual(before);
  });

  test('draws only what was asked for', async () => {
    const { report: one, evidence } = mixedRun();
    await writeReport(dir, one, evidence, ['json', 'har']);
    const drawn = await rerender(dir, parseFormats('html, JUNIT,html'));
    expect(drawn).toEqual(['report.html', 'junit.xml'].map((name) => join(dir, name)));
    expect(readdirSync(dir).toSorted()).toEqual([
      'evidence.har',
      'junit.xml',
      'report.css',
      'report.html',
      'report.json',
    ]);
  });

  test('keeps its other files where one cannot be drawn, and not what an earlier run left there', async () => {
    const wrong: Report = { ...report(), totals: { ...report().totals, fail: 9 } };
    writeFileSync(join(dir, 'report.json'), 'of an earlier run');
    await expect(writeReport(dir, wrong, [])).rejects.toThrow(/a bug of the kit: \/totals\/fail is 9/u);
    expect(readdirSync(dir).toSorted()).toEqual(files.filter((file) => file !== 'report.json'));
  });

  test('leaves no file of which a piece could not be drawn, and does not take that for a matter of the disk', async () => {
    const { report: one, evidence } = mixedRun();
    const bug = Object.assign(new TypeError('a bug of the kit'), { code: 'ERR_INVALID_ARG_TYPE' });
    const wrong = evidence.map((exchange, at) => ({
      ...exchange,
      get request() {
        if (at === evidence.length - 1) throw bug;
        return exchange.request;
      },
    }));
    writeFileSync(join(dir, 'evidence.har'), 'of an earlier run');
    await expect(writeReport(dir, one, wrong, ['har'])).rejects.toBe(bug);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('says which file could not be written', async () => {
    mkdirSync(join(dir, 'badge.json'));
    const writing = writeReport(dir, report(), []);
    await expect(writing).rejects.toThrow(/badge\.json could not be written: .+\. Name a folder/u);
    expect(readdirSync(dir).toSorted()).toEqual(files);
  });
});

describe('whether a folder can be written', () => {
  test('is told before, and leaves nothing there', async () => {
    expect(await checkWritable(join(dir, 'new'))).toBeUndefined();
    expect(readdirSync(join(dir, 'new'))).toEqual([]);
  });

  test.each([
    ['a file', 'file', 'file already exists'],
    ['a folder in a file', join('file', 'x'), 'not a directory'],
    ['a name that is too long', 'x'.repeat(300), 'name too long'],
    ['what the system allows nothing in', '/proc/petstore', ''],
  ])('is a sentence for %s', async (_what, path, why) => {
    writeFileSync(join(dir, 'file'), '');
    const sentence = await checkWritable(resolve(dir, path));
    expect(sentence).toMatch(/^The report cannot be written to .+: .+/u);
    expect(sentence).toContain(`${why}. Name a folder that can be written with --out.`);
  });
});

describe('reading a folder back', () => {
  test('gives what was written', async () => {
    const run = mixedRun();
    await writeReport(dir, run.report, run.evidence, ['json', 'har']);
    expect(await readReportFolder(dir)).toEqual(run);
  });

  test.each<[string, string | undefined, string | undefined, RegExp]>([
    ['without report.json', undefined, undefined, /report\.json does not exist\. Name a folder/u],
    ['with a report.json that is not JSON', '{', undefined, /report\.json is not JSON\. Run/u],
    [
      'with another report.json',
      '{"schemaVersion":"2"}',
      undefined,
      /report\.json is not a report of this version: .+\. Run/u,
    ],
    ['without evidence', 'right', undefined, /evidence\.har does not exist\. Name a folder/u],
    ['with evidence of another tool', 'right', '{}', /evidence\.har is not evidence of this kit: .+\. Run/u],
  ])('%s ends in one sentence', async (_what, json, har, sentence) => {
    if (json === 'right') await writeReport(dir, report(), [], ['json']);
    else if (json !== undefined) writeFileSync(join(dir, 'report.json'), json);
    if (har !== undefined) writeFileSync(join(dir, 'evidence.har'), har);
    await expect(readReportFolder(dir)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(sentence) as unknown,
    });
  });

  test('reads a report alone, for those who compare several', async () => {
    await writeReport(dir, report(), [], ['json']);
    expect(await readReportAt(join(dir, 'report.json'))).toEqual(report());
  });
});

test.each(['', ' , ', 'pdf', 'html,constructor'])('%j names no formats, in one sentence', (text) => {
  expect(() => parseFormats(text)).toThrow(`. Use some of ${formatNames.join(', ')}, with commas`);
});

describe('the summary of a GitHub job', () => {
  test('is appended to what is there', async () => {
    const file = join(dir, 'step');
    writeFileSync(file, 'before\n');
    expect(await appendJobSummary(file, mixedRun().report, mixedRun().evidence)).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toMatch(/^before\n# NON-CONFORMANT/u);
  });

  test('stays within what GitHub takes for the step as a whole', async () => {
    const file = join(dir, 'step');
    writeFileSync(file, 'x'.repeat(1024 * 1024 - 5000));
    await appendJobSummary(file, mixedRun().report, mixedRun().evidence);
    const { length } = readFileSync(file);
    expect(length).toBeGreaterThan(1024 * 1024 - 5000);
    expect(length).toBeLessThanOrEqual(1024 * 1024);
  });

  test('is a sentence where it cannot be written', async () => {
    const told = await appendJobSummary(join(dir, 'no', 'step'), report(), []);
    expect(told).toMatch(/^The job summary could not be written: .+summary\.md/u);
  });
});
