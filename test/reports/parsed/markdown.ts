import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { parseHtml, type Page } from './html.ts';

/** Returns the HTML of GitHub's Markdown, raw HTML included. */
export function markdownToHtml(text: string): string {
  return micromark(text, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

/** Reads GitHub's Markdown as far as a page of it is what a browser would read. */
export function parseMarkdown(text: string): Page {
  return parseHtml(`<!doctype html><title>x</title>${markdownToHtml(text)}`);
}
