import type { Exchange } from '../../../src/client/types.ts';
import type { CheckReport } from '../../model.ts';
import { jsonLine } from '../../text.ts';
import { itemSpans } from './items.ts';
import type { Span } from './span.ts';

/** Which parts of an exchange show what is wrong. */
export interface Marks {
  readonly url: readonly Span[];
  readonly requestBody: readonly Span[];
  readonly status: boolean;
  /** Names in lower case. */
  readonly headers: ReadonlySet<string>;
  readonly body: readonly Span[];
}

const MOST_MARKS = 20;

/**
 * Finds the offending parts of an exchange from the words of the check that it proves. A best effort: what it does not
 * find stays unmarked, and nothing is judged by it.
 */
export function marksOf(check: CheckReport, exchange: Exchange): Marks {
  const actual = check.actual ?? check.message;
  const expected = check.expected ?? '';
  const { request, response } = exchange;
  // An input that is the whole body has no offending part to point at.
  const inputs = jsonLine(check.counterexample) === request.body ? [] : leaves(check.counterexample);
  return {
    url: inputs.flatMap(({ key, value }) => find(request.url, queryForms(key, value))),
    requestBody: inputs.flatMap(({ key, value }) => find(request.body ?? '', bodyForms(key, value))),
    status: response !== null && statusOffends(response.status, actual, expected),
    headers: new Set(
      (response?.headers ?? [])
        .map(([name]) => name.toLowerCase())
        .filter((name) => telling(name) && actual.toLowerCase().includes(name)),
    ),
    body: response === null ? [] : bodyMarks(response.body, actual, expected),
  };
}

function statusOffends(status: number, actual: string, expected: string): boolean {
  const spoken = (text: string) => new RegExp(String.raw`\b${status}\b`).test(text);
  return (spoken(actual) && !spoken(expected)) || (status >= 500 && /\b5xx\b/i.test(expected + actual));
}

/** Header names that are no plain words, so that a mention of them is meant. */
function telling(name: string): boolean {
  return name.includes('-') || ['location', 'sunset', 'deprecation'].includes(name);
}

function bodyMarks(body: string, actual: string, expected: string): readonly Span[] {
  const most = /\bat most (\d+)\b/.exec(expected)?.[1];
  if (most !== undefined) {
    const beyond = itemSpans(body).slice(Number(most));
    const [first] = beyond;
    const last = beyond.at(-1);
    if (first !== undefined && last !== undefined) return [{ start: first.start, end: last.end }];
  }
  const asked = new Set(needles(expected));
  return needles(actual)
    .filter((needle) => !asked.has(needle))
    .flatMap((needle) => find(body, [needle]))
    .slice(0, MOST_MARKS);
}

/** What a sentence quotes (JSON members and strings, words in quotes or backticks), and the longer numbers in it. */
function needles(sentence: string): readonly string[] {
  const bounded = sentence.slice(0, 4000);
  const members = [...bounded.matchAll(/"[^"\n]{1,80}"\s*:\s*(?:"[^"\n]{0,200}"|[\w.+-]+)/g)].map(
    ([hit]) => hit,
  );
  const quoted = [...bounded.matchAll(/`([^`\n]{2,200})`|“([^”\n]{2,200})”|("[^"\n]{1,200}")/g)].map(
    ([, tick, curly, straight]) => tick ?? curly ?? straight ?? '',
  );
  const numbers = [...bounded.matchAll(/(?<![\w.-])-?\d{4,}(?:\.\d+)?(?!\w)/g)].map(([hit]) => hit);
  return [...new Set([...members, ...(members.length > 0 ? [] : quoted), ...numbers])].filter(
    (hit) => hit !== '',
  );
}

/** Every place at which the first of these forms that occurs at all stands. */
function find(text: string, forms: readonly string[]): readonly Span[] {
  for (const form of forms) {
    const spans = places(text, form);
    if (spans.length > 0) return spans;
    const tight = form.replace(/^("[^"]*")\s*:\s*/, '$1:');
    const tighter = tight === form ? [] : places(text, tight);
    if (tighter.length > 0) return tighter;
  }
  return [];
}

function places(text: string, form: string): readonly Span[] {
  const spans: Span[] = [];
  for (
    let at = text.indexOf(form);
    at !== -1 && spans.length < MOST_MARKS;
    at = text.indexOf(form, at + form.length)
  )
    spans.push({ start: at, end: at + form.length });
  return spans;
}

interface Leaf {
  readonly key: string | null;
  readonly value: string | number | boolean | null;
}

/** The scalars of a counterexample, each with the member it stands under. */
function leaves(value: unknown, key: string | null = null, depth = 0): readonly Leaf[] {
  if (typeof value === 'string') return value.length > 0 && value.length < 2000 ? [{ key, value }] : [];
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return [{ key, value }];
  if (typeof value !== 'object' || depth > 4) return [];
  return Object.entries(value)
    .slice(0, 20)
    .flatMap(([member, part]) => leaves(part, Array.isArray(value) ? key : member, depth + 1));
}

function queryForms(key: string | null, value: Leaf['value']): readonly string[] {
  const text = String(value);
  const encoded = encodeUri(text);
  return [
    ...(key === null ? [] : [`${key}=${encoded}`, `${key}=${text}`]),
    ...(text.length >= 4 ? [text, encoded] : []),
  ];
}

function bodyForms(key: string | null, value: Leaf['value']): readonly string[] {
  const json = JSON.stringify(value);
  const bare =
    typeof value === 'string' && /^-?\d{10,}$/.test(value) && key !== null ? [`"${key}":${value}`] : [];
  return [
    ...(key === null ? [] : [`"${key}":${json}`, `"${key}": ${json}`]),
    ...bare,
    ...(typeof value === 'string' && value.length >= 4 ? [value] : []),
  ];
}

/** Percent-encoding that does not throw on a lone surrogate. */
function encodeUri(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}
