import type { Exchange } from '../../../reports/exchange.ts';
import { headerOf } from '../../http/content.ts';

type Response = NonNullable<Exchange['response']>;

/** Characters of a title, or of a text that is quoted in its place. */
const MOST = 80;

/** The name of the product in the Server header, without its version (RFC 9110, section 10.2.4). */
export function serverOf(response: Response): string | undefined {
  return /^[\w.-]{1,40}/u.exec(headerOf(response.headers, 'server') ?? '')?.[0];
}

/** Whether the body is a web page, whatever it is called. */
export function isPage({ body }: Pick<Response, 'body'>): boolean {
  return /^\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|center|h1)\b/isu.test(body);
}

/** Default error pages of frameworks, which the service sends itself. */
const FRAMEWORKS: readonly (readonly [name: string, page: RegExp])[] = [
  ['Express', /<title>Error<\/title>[^]*<pre>/iu],
  ['Flask', /^\s*<!doctype html>\s*<html lang=en>\s*<title>\d{3} [^<]*<\/title>\s*<h1>/iu],
  ['Spring', /Whitelabel Error Page/iu],
  ['Django', /<html lang="en">\s*<head>\s*<title>[A-Z][A-Za-z ()]*<\/title>\s*<\/head>\s*<body>\s*<h1>/u],
  ['Sinatra', /Sinatra/u],
  ['Rails', /<title>[^<]*\((?:4|5)\d\d\)<\/title>/iu],
  [
    'Laravel',
    /<title>(?:Not Found|Server Error|Forbidden|Page Expired)<\/title>[^]*(?:Laravel|nunito|ui-sans-serif)/iu,
  ],
  ['ASP.NET', /<title>(?:Runtime Error|[^<]*)<\/title>[^]*ASP\.NET/iu],
];

/** The framework whose default error page a body is; undefined for any other body. */
export function frameworkOf({ body }: Pick<Response, 'body'>): string | undefined {
  return FRAMEWORKS.find(([, page]) => page.test(body))?.[0];
}

/** What somebody sees of an answer that is none of the interface's: the title of a page, or a text, and the Server header. */
export function pageWords(response: Response): string {
  const { body } = response;
  const found = /<title[^>]*>(.*?)<\/title>/isu.exec(body) ?? /<h1[^>]*>(.*?)<\/h1>/isu.exec(body);
  const title = plain(found?.[1] ?? '');
  const text = plain(body.slice(0, 4 * MOST));
  const what = isPage(response)
    ? title === ''
      ? 'a web page'
      : `the page "${title}"`
    : text === ''
      ? 'an empty body'
      : `the text "${text}"`;
  const server = /^[\w ./()+-]{1,60}/u.exec(headerOf(response.headers, 'server') ?? '')?.[0].trim() ?? '';
  return server === '' ? what : `${what} (Server: ${server})`;
}

/** Text of a page on one line: no markup, no quotes, nothing that acts. */
function plain(text: string): string {
  const line = text
    .replaceAll(/<[^>]*>?/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, ' ')
    .replaceAll('"', "'")
    .trim();
  return line.length > MOST ? `${line.slice(0, MOST).trim()}…` : line;
}
