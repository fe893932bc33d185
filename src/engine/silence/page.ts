import type { RecordedResponse } from '../../http/retry.ts';
import { headerOf } from '../../http/content.ts';

/** Maximum length of what is quoted of a body: the title of a page, or the text of a body that is not HTML. */
const MOST = 80;

/**
 * Patterns that identify the default error pages of frameworks: markup that only they write. A title or a style alone would
 * also match the page of a firewall.
 */
const FRAMEWORKS: Readonly<Record<string, RegExp>> = {
  Express:
    /^<!doctype html>\s*<html lang="en">\s*<head>\s*<meta charset="utf-8">\s*<title>Error<\/title>\s*<\/head>\s*<body>\s*<pre>/iu,
  Flask:
    /^<!doctype html>\s*<html lang="?en"?>\s*<title>\d{3} ([^<]*)<\/title>\s*<h1>\1<\/h1>\s*<p>|\/\/ Werkzeug Debugger<\/title>/iu,
  'Spring Boot': /<h1>Whitelabel Error Page<\/h1>\s*<p>This application has no /u,
  Django:
    /<code>DEBUG = True<\/code>|<title>(Not Found|403 Forbidden|Bad Request \(400\)|Server Error \(500\))<\/title>\s*<\/head>\s*<body>\s*<h1>\1<\/h1>\s*<p>(?:The requested resource was not found on this server\.)?<\/p>\s*<\/body>/iu,
  Rails: /<body class="rails-default-error-page">|<!-- This file lives in public\/[45]\d\d[\w-]*\.html -->/u,
  Laravel:
    /<div class="(?:relative flex items-top justify-center min-h-screen |flex-center position-ref full-height"|text-black text-5xl md:text-15xl )/u,
  'ASP.NET Core': /<h1>An unhandled exception occurred while processing the request\./u,
  Symfony: /<h1>Oops! An Error Occurred<\/h1>\s*<h2>The server returned a /u,
  Sinatra: /<h2>Sinatra doesn[^<]{1,8}t know this ditty\.<\/h2>/u,
  Tornado: /^<html>\s*<title>(\d{3}: [^<]*)<\/title>\s*<body>\1<\/body>\s*<\/html>/iu,
  Bottle: /<h1>Error: \d{3} [^<]*<\/h1>\s*<p>Sorry, the requested URL /iu,
};

/** The product name in the Server header, without its version (RFC 9110, section 10.2.4). */
export function serverProductOf(response: Pick<RecordedResponse, 'headers'>): string | undefined {
  return /^[\w.-]{1,40}/u.exec(headerOf(response.headers, 'server') ?? '')?.[0];
}

export function isHtmlPage({ body }: Pick<RecordedResponse, 'body'>): boolean {
  return /^\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|center|h1)\b/isu.test(body);
}

/** The framework whose default page the body is: such a page is a response of the service itself. */
export function frameworkOfErrorPage(response: Pick<RecordedResponse, 'body'>): string | undefined {
  if (!isHtmlPage(response)) return undefined;
  return Object.entries(FRAMEWORKS).find(([, page]) => page.test(response.body.trim()))?.[0];
}

export function describePage(response: RecordedResponse): string {
  const { body } = response;
  const found = /<title[^>]*>(.*?)<\/title>/isu.exec(body) ?? /<h1[^>]*>(.*?)<\/h1>/isu.exec(body);
  const title = plain(found?.[1] ?? '');
  const text = plain(body.slice(0, 4 * MOST));
  const what = isHtmlPage(response)
    ? title === ''
      ? 'a web page'
      : `the page "${title}"`
    : text === ''
      ? 'an empty body'
      : `the text "${text}"`;
  const server = /^[\w ./()+-]{1,60}/u.exec(headerOf(response.headers, 'server') ?? '')?.[0].trim() ?? '';
  return server === '' ? what : `${what} (Server: ${server})`;
}

/** The text of a page in one line, without markup, double quotes or control characters. */
function plain(text: string): string {
  const line = text
    .replaceAll(/<[^>]*>?/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, ' ')
    .replaceAll('"', "'")
    .trim();
  return line.length > MOST ? `${line.slice(0, MOST).trim()}…` : line;
}
