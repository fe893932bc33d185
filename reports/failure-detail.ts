import { parseExactJson, writeJson } from '../src/json/json.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import type { Exchange, Header } from './exchange.ts';
import { layOutJson } from './json-layout.ts';
import type { CheckReport, RequirementReport } from './model.ts';
import { listFirstNames } from './measures.ts';
import { decisiveChecks, exchangesById } from './rows.ts';
import { truncate } from '../src/base/truncate.ts';

export type CheckDetail = ReturnType<typeof checkDetail>;
export type FailureDetail = NonNullable<ReturnType<typeof failureDetail>>;

/** Returns the check with the strongest evidence, its exchanges, and the other checks; undefined if there is no check. */
export function failureDetail(row: RequirementReport, evidence: readonly Exchange[]) {
  const [check, ...others] = decisiveChecks(row);
  return check && { ...checkDetail(check, evidence), others };
}

export function checkDetail(check: CheckReport, evidence: readonly Exchange[]) {
  const byId = exchangesById(evidence);
  /** The exchange that shows the failure. */
  const proof = byId.get(check.proof ?? check.exchanges.at(-1) ?? '');
  const comparison = byId.get(check.comparison ?? '');
  const named = check.exchanges.flatMap((id) => byId.get(id) ?? []);
  return {
    check,
    proof,
    comparison,
    /** Other exchanges that the check names: earlier ones, and more examples. */
    related: named.filter((one) => one !== proof && one !== comparison),
    /** Ids that the check names, but that are not in the evidence. */
    missing: check.exchanges.filter((id) => !byId.has(id)),
  };
}

/** Maximum number of body lines in plain-text formats, and of member names in one line. */
const MOST_LINES = 4;
const MOST_NAMES = 6;

/** Returns the parts of a response that a check points at, one per line and not escaped; empty if there are none. */
export function failingResponseParts(check: CheckReport, { response }: Exchange): readonly string[] {
  if (response === null) return [];
  const headers = (check.places ?? []).flatMap((place) =>
    place.part === 'header' ? [headerLine(response.headers, place.name)] : [],
  );
  const pointers = (check.places ?? []).flatMap((place) => (place.part === 'body' ? [place.pointer] : []));
  const body = pointers.length === 0 ? [] : (layOutJson(response.body, pointers) ?? []);
  const marked = body.flatMap(({ pieces, notes }) => {
    const text = pieces
      .map((piece) => piece.text)
      .join('')
      .replace(/,$/u, '');
    // A line with a bracket alone says nothing, so it is replaced by the names of the members.
    if (notes.length > 0 && /^[[{]$/u.test(text))
      return [`${notes.join(', ')}${membersAt(pointers, response.body)}`];
    if (notes.length > 0) return [`${text}  (${notes.join(', ')})`];
    return pieces.some((piece) => piece.marked) ? [text] : [];
  });
  const more = marked.length - MOST_LINES;
  return [
    ...headers,
    ...marked.slice(0, MOST_LINES),
    ...(more > 0 ? [`and ${String(more)} more lines`] : []),
  ];
}

/** Lists the members of the object that lacks a member: the missing member may be there under another name. */
function membersAt([pointer = '']: readonly string[], body: string): string {
  const value = jsonAt(pointer.replace(/\/[^/]*$/u, ''), body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const names = Object.keys(value).map((name) => truncate(name, 40));
  return `; it has ${names.length === 0 ? 'no members' : listFirstNames(MOST_NAMES, names)}`;
}

/** Returns the JSON value at a JSON pointer of a body, as text; undefined if it does not exist. */
export function jsonTextAt(pointer: string, body: string | null | undefined): string | undefined {
  const value = jsonAt(pointer, body ?? '');
  return value === undefined ? undefined : writeJson(value);
}

function jsonAt(pointer: string, body: string): Json | undefined {
  const read = parseExactJson(body);
  let value = read.ok ? read.value : undefined;
  for (const segment of pointer.split('/').slice(1))
    value = typeof value === 'object' && value !== null ? (value as JsonObject)[segment] : undefined;
  return value;
}

export function headerLine(headers: readonly Header[], name: string): string {
  const values = headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
  return values.length === 0 ? `no header ${name}` : values.map((one) => one.join(': ')).join('; ');
}

/** Sorts exchanges by the time of sending. */
export function sortedByTime(requests: readonly Exchange[]): readonly Exchange[] {
  return requests.toSorted((a, b) => a.sentAt - b.sentAt);
}
