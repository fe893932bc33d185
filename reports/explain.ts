import { sectionsWithLines } from '../requirements/document.ts';
import { citedLines } from '../requirements/quotations.ts';
import { groupBy } from '../src/base/group-by.ts';
import type { RecordedCredential, Exchange } from './exchange.ts';
import { curlCredentialNote, curlSequenceParts, curlCommandParts } from './curl.ts';
import { countWithNoun, listFirstNames, joinPhrases } from './measures.ts';
import { FOLDER_PLACEHOLDER, rerunRequirementCommand } from './rerun.ts';
import {
  responseLine,
  groupFailuresByCause,
  nextStep,
  requestLine,
  statusLine,
  decisiveChecks,
} from './rows.ts';
import { failingResponseParts, failureDetail, type FailureDetail, sortedByTime } from './failure-detail.ts';
import { truncate } from '../src/base/truncate.ts';
import { operationVerbs, waiverLine } from './words.ts';
import type { CheckReport, Report, RequirementReport, Verdict } from './model.ts';

/** A labelled fact about a requirement. The text is not escaped: each renderer does that for its format. */
export interface RequirementFact {
  readonly label: string;
  readonly text: string;
  /** `words`: a sentence; `list`: lines that may be cut; `quote`: lines of the document; `code`: text as sent; `command`: to paste. */
  readonly kind: 'words' | 'list' | 'quote' | 'code' | 'command';
  /** The parts of a command; a backslash may break the line between two of them. */
  readonly parts?: readonly string[];
}

/** Longest text of a server, in characters; evidence.har has all of it. */
const BOUND = 2000;

/** A fact, which is left out if `text` is undefined or empty. */
type Row = readonly [kind: RequirementFact['kind'], label: string, text: string | undefined];

const reasons = {
  pass: 'Tried',
  fail: 'Found',
  warn: 'Found',
  waived: 'Found',
  inconclusive: 'Undecided',
  'not-tested': 'Left out',
} as const satisfies Record<Verdict, string>;

export type Failure = ReturnType<typeof failureOf>;

/** Returns the facts about a requirement that every format shows. */
export function failureOf(row: RequirementReport, report: Report, evidence: readonly Exchange[]) {
  return {
    row,
    evidence,
    /** The first finding; other findings have their own lines. */
    found: findingText(row),
    next: nextStep(row),
    /** The check with the strongest evidence, and its exchanges; undefined if there is none. */
    detail: failureDetail(row, evidence),
    /** Requirements that fail because of this failure, and requirements that it leaves undecided. */
    block: groupFailuresByCause(report).find(({ root }) => root.id === row.id) ?? { followers: [], open: [] },
    /** The command that shows whether the failure still occurs. */
    again: command('Run again', rerunRequirementCommand(report, row), !report.target.embedded),
  };
}

/** Returns what a reader needs to act on a requirement that did not pass, in reading order, without repetitions. */
export function failureFacts(failure: Failure): readonly RequirementFact[] {
  const { row, evidence, found, next, block, again } = failure;
  // A stale waiver is an error in a file: no request shows it.
  const isOfFile = row.cause === 'configuration';
  const detail = isOfFile ? undefined : failure.detail;
  const blocked = listFirstNames(
    MOST_OPEN,
    block.open.map(({ id }) => id),
  );
  const followers = block.followers.map(
    ({ id, verdict, statement }) => `${id}${verdict === 'warn' ? ' (a warning)' : ''}: ${statement}`,
  );
  const rows: readonly Row[] = [
    ['words', 'Asked', row.statement],
    ['words', 'Document', row.section === '' ? undefined : sectionsWithLines(row.section)],
    ['quote', 'Quoted', quotedDocumentLines(row.id).join('\n')],
    ['words', reasons[row.verdict], unrepeated(found, detail?.check.expected)],
    ...(row.waivers ?? []).map((waiver): Row => ['words', 'Waiver', waiverLine(waiver)]),
    ...(detail === undefined ? [] : findingRows(detail, row)),
    ['words', 'Next', next],
    ['words', 'Caused by', row.follows && `${row.follows} (fix that first)`],
    ['list', 'Same cause', followers.join('\n')],
    ['words', 'Blocks', blocked && `${blocked} (undecided until this is fixed)`],
  ];
  return [
    ...facts(rows),
    ...(detail?.proof === undefined ? [] : sendingAll(detail, detail.proof, evidence)),
    ...(isOfFile ? [] : [again]),
  ];
}

/** Returns the lines of the document for a requirement, with their numbers. */
export function quotedDocumentLines(id: string): readonly string[] {
  return citedLines(id).map(({ line, text }) => `${String(line)}: ${text}`);
}

/** Returns the facts of {@link failureFacts} as lines of text; `escape` escapes a text for the format. */
export function failureFactsText(failure: Failure, escape: (text: string) => string): string {
  return failureFacts(failure)
    .map(({ label, text }) => `${label}: ${escape(text)}`)
    .join('\n');
}

function findingText(row: RequirementReport): string {
  const { reason } = row;
  if (reasons[row.verdict] !== 'Found') return reason;
  return (
    decisiveChecks(row).find(({ message }) => message !== '' && reason.startsWith(message))?.message ?? reason
  );
}

/** Removes the expected value from a finding, since "Expected" is a fact of its own. */
function unrepeated(text: string, expected: string | undefined): string {
  return expected === undefined ? text : text.replace(`, expected ${expected}`, '');
}

function command(label: string, parts: readonly string[], needsKey = false): RequirementFact {
  const text = parts.join(' ');
  const needs = joinPhrases(
    [
      text.includes(FOLDER_PLACEHOLDER) ? `the folder of this report for ${FOLDER_PLACEHOLDER}` : '',
      needsKey || text.includes('PETSTORE_API_KEY') ? 'the key in PETSTORE_API_KEY' : '',
    ],
    ' and ',
  );
  return { kind: 'command', label: joinPhrases([label, needs], ', with '), text, parts };
}

function facts(rows: readonly Row[]): readonly RequirementFact[] {
  return rows.flatMap(([kind, label, text = '']) =>
    text === '' ? [] : [{ kind, label, text: truncate(text, BOUND) }],
  );
}

/** Maximum number of blocked requirements, and of other findings of a requirement, that are shown. */
const MOST_OPEN = 8;
const MOST_ALSO = 2;

function findingRows(detail: FailureDetail, { reason }: RequirementReport): readonly Row[] {
  const { check, proof, comparison } = detail;
  const withoutCounts = ({ message }: CheckReport) => message.split('; ')[0];
  const others = detail.others.filter((other) => withoutCounts(other) !== withoutCounts(check));
  const beside =
    comparison &&
    `${comparison.id}: ${requestLineWithBody(comparison, 120)} -> ${responseLine(comparison, 120)}`;
  // The name of the check is omitted if the previous finding is from the same check.
  const also = others.slice(0, MOST_ALSO).map(({ name, message, expected }, at) => {
    const isNamed = name === (at === 0 ? check : others[at - 1])?.name;
    return joinPhrases([isNamed ? '' : name, truncate(unrepeated(message, expected), 200)], ': ');
  });
  const more = others.length - also.length;
  const rest = more > 0 ? `${countWithNoun(more, 'more finding')} in the report` : '';
  const steps = sequenceStepLines(check).map((step, at) => `${String(at + 1)}. ${step}`);
  // The finding is omitted if the reason of the requirement begins with the same sentence.
  const finding = reason.startsWith(check.message) ? undefined : unrepeated(check.message, check.expected);
  return [
    ['words', 'Finding', finding],
    ['list', 'Steps', steps.join('\n')],
    ['code', 'Sent', proof && requestLineWithBody(proof)],
    ['words', 'Expected', check.expected],
    ['words', 'Received', received(detail)],
    ['code', 'Compared', beside],
    ['words', 'Evidence', evidenceLine(detail)],
    ['words', 'Also', joinPhrases([...also, rest], '; ')],
  ];
}

/** Returns the steps of a sequence that shows a failure; empty for one or two steps, which the message already names. */
export function sequenceStepLines({ counterexample }: CheckReport): readonly string[] {
  const { sequence } = (counterexample ?? {}) as { readonly sequence?: unknown };
  return Array.isArray(sequence) && sequence.length > 2 ? sequence.map(String) : [];
}

/** Returns the received value, with the part of the response that shows it. */
function received({ check, proof }: FailureDetail): string | undefined {
  const { actual } = check;
  if (proof === undefined) return actual;
  const shown = failingResponseParts(check, proof);
  const status = statusLine(proof);
  const answer =
    shown.length > 0
      ? [status, ...shown.filter((line) => line !== actual)].join(', ')
      : responseLine(proof, 120);
  // If the received value is the status, or begins with the status, the status is not repeated.
  const said = [actual, status].find(
    (text) => text !== undefined && actual?.startsWith(text) === true && answer.startsWith(text),
  );
  const rest = answer.slice(said?.length ?? 0).trim();
  const place = joinPhrases([proof.id, rest.replace(/^, /u, '')], ': ');
  return actual === undefined ? place : `${actual} (${place})`;
}

/** Returns the evidence for a finding: how often it was reproduced, related requests, and other responses that show it. */
function evidenceLine({ check, related }: FailureDetail): string {
  const ids = [
    ...sortedByTime(related)
      .slice(-5)
      .map(({ id }) => id),
    ...(related.length > 5 ? ['...'] : []),
  ];
  const shown = `${countWithNoun(related.length, 'related request')} (${ids.join(', ')})`;
  return joinPhrases([reproducedText(check), related.length > 0 ? shown : '', spread(check)], '; ');
}

/** Returns a request with its body in one line, and its credential if that is not the valid key. */
export function requestLineWithBody(exchange: Exchange, most = 500): string {
  const { absolute, body, credential } = exchange.request;
  const target = absolute === true ? ' (the whole address on the request line)' : '';
  const sent = body === null ? undefined : bodyIn(body, most);
  return joinPhrases(
    [`${requestLine(exchange)}${target}${whoIn(credential)}${bodyFormText(exchange.request)}`, sent],
    ' ',
  );
}

/** Returns a body to follow a URL; in brackets unless it is JSON, so that it does not look like a part of the URL. */
function bodyIn(body: string, most: number): string {
  if (body === '') return '(an empty body)';
  return /^[[{]/u.test(body) ? truncate(body, most) : `(the body ${truncate(body, most)})`;
}

/** Returns how a body was sent: its Content-Type, if it is not application/json, and whether in chunks. */
function bodyFormText({ method, headers }: Exchange['request']): string {
  const valueOf = (header: string) => headers.find(([name]) => name.toLowerCase() === header)?.[1];
  const type = valueOf('content-type');
  const chunks = valueOf('transfer-encoding') === undefined ? '' : ' (in chunks)';
  if (method === 'GET' || type === 'application/json') return chunks;
  return `${type === undefined ? ' (no Content-Type header)' : ` (Content-Type: ${type})`}${chunks}`;
}

/** Returns the credential of a request, if it is not the valid key. */
function whoIn(credential: RecordedCredential): string {
  if (credential.kind === 'valid') return '';
  return credential.kind === 'none' ? ' (no Authorization header)' : ` (Authorization: ${credential.label})`;
}

/** Returns how often a failure was reproduced when its requests were sent again. */
export function reproducedText({ reproduced: again }: CheckReport): string | undefined {
  if (again === undefined) return undefined;
  const often = again.times === 0 ? 'not again' : 'not each time';
  const steady = again.times < again.of ? `: ${often}, but still a failure` : '';
  return `Reproduced ${String(again.times)}/${String(again.of)}${steady}`;
}

/** Returns which kinds of responses show a failure; undefined if all are of one kind. */
function spread({ spread: found = [] }: CheckReport): string | undefined {
  if (found.length < 2) return undefined;
  const parts = [...groupBy(found, ({ operation }) => operation)].map(([operation, ones]) => {
    const counts = ones.map(
      ({ count, status }) => `${countWithNoun(count, 'answer')} with ${String(status)}`,
    );
    return `${operationVerbs[operation]} (${counts.join(', ')})`;
  });
  return `seen when ${parts.join(', ')}`;
}

/** Returns one command that sends all requests of a failure; or, if it is too long to paste, a command for the proof alone. */
function sendingAll(detail: FailureDetail, proof: Exchange, evidence: readonly Exchange[]) {
  const { check, comparison, related } = detail;
  const { requests: named } = check;
  const shown = [comparison ?? [], proof].flat();
  const all = named === undefined ? shown : [...shown, ...related].filter(({ id }) => named.includes(id));
  const wanted = sortedByTime(all);
  // If all other requests of a failure only created animals, the get or list that shows the failure is enough.
  const isRead = proof.operation === 'get' || proof.operation === 'list';
  const requests = isRead && wanted.every((one) => one === proof || isCreated(one)) ? [proof] : wanted;
  // Requests that only read may be sent in turn, even if they overlapped in the run.
  const isAtOnce = areOverlapping(requests) && requests.some(({ request }) => request.method !== 'GET');
  const parts = requests.length > 1 ? curlSequenceParts(requests, isAtOnce) : undefined;
  const line = parts && command('Send them', parts);
  const isShort = line !== undefined && line.text.length <= BOUND;
  const notes = new Set([...(isShort ? requests.map(curlCredentialNote) : []), emptyNote(proof, evidence)]);
  return [
    ...(isShort ? [line] : curlFacts(proof)),
    ...facts(Array.from(notes, (text): Row => ['words', 'Note', text])),
  ];
}

/** Returns a note if a list was wrong while the target had no animals: with animals, the same request gives another response. */
function emptyNote(proof: Exchange, evidence: readonly Exchange[]): string | undefined {
  if (proof.operation !== 'list') return undefined;
  const filled = evidence.filter(
    (one) => one.operation === 'list' && /^\s*\[\s*\{/u.test(one.response?.body ?? ''),
  );
  if (filled.some((one) => one.sentAt <= proof.sentAt)) return undefined;
  const later = filled.find(({ request }) => request.url === proof.request.url);
  return (
    later &&
    `the target was empty when this request was sent; with animals the same request may get another response, as ${later.id} did: start the target empty to reproduce the failure`
  );
}

function isCreated({ operation, response }: Exchange): boolean {
  return operation === 'create' && response !== null && response.status < 300;
}

/** True if each request was sent while an earlier request was in flight; the requests are sorted by sending time. */
function areOverlapping([first, ...others]: readonly Exchange[]): boolean {
  let end = first === undefined ? 0 : first.sentAt + first.durationMs;
  return others.every(({ sentAt, durationMs }) => {
    const isInFlight = sentAt < end;
    end = Math.max(end, sentAt + durationMs);
    return isInFlight;
  });
}

/** Returns the command that sends a request again, or a note if the command has more than `most` characters. */
export function curlFacts(proof: Exchange, most = BOUND): readonly RequirementFact[] {
  const line = command('Send it', curlCommandParts(proof));
  // A shortened command would send a different request.
  return line.text.length > most
    ? facts([['words', 'Send it', `too long to paste: send the body of ${proof.id} in evidence.har`]])
    : [line, ...facts([['words', 'Note', curlCredentialNote(proof)]])];
}
