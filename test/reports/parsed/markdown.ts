import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseHtml, type Page } from './html.ts';

/** Reads GitHub's Markdown, raw HTML included, as far as a page of it is what a browser would read. */
export function parseMarkdown(text: string): Page {
  const body = micromark(text, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  return parseHtml(`<!doctype html><title>x</title>${body}`);
}
