import type { Page } from 'playwright-core';
import { compareTwoReports, verdictMatrixOf } from '../../../reports/compare/comparison.ts';
import { renderComparisonHtml } from '../../../reports/render/compare/page.tsx';
import { renderHtml } from '../../../reports/render/html/page.tsx';
import { green, mixed, sampleEvidence } from '../../reports/sample.ts';

/** The page of a report with failures, and of its comparison with another one. */
export const page = renderHtml(mixed, sampleEvidence);
const before = { name: 'staging', report: green };
export const after = { name: 'production', report: mixed };
export const comparison = renderComparisonHtml(
  [compareTwoReports(before, after)],
  verdictMatrixOf([before, after]),
  ['../staging/report.html', undefined],
);

export const FAILED = ['error.status', 'auth.malformed', 'list.limit.default', 'create.int64'];
export const PHONE = { viewport: { width: 320, height: 800 } };

/** What a page may do where it copies. */
export const COPIES = { permissions: ['clipboard-read', 'clipboard-write'] };
export const copiedFrom = (on: Page) => on.evaluate(() => navigator.clipboard.readText());

export const bodyOf = (on: Page, id: string) => on.locator(`[id="${id}"]`);
export const choice = (on: Page, name: string) => on.getByRole('combobox', { name });
export const hashOf = (on: Page) => new URL(on.url()).hash;
/** How many pages of paper it comes to. */
export const pagesOf = async (on: Page) => {
  const pdf = (await on.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page[^s]/gu)?.length ?? 0;
};
