import { groupBy } from '../../../src/base/group-by.ts';
import type { Exchange } from '../../exchange.ts';
import { curlFacts } from '../../explain.ts';
import { countWithNoun, formatCount } from '../../measures.ts';
import { requestLine, statusLine } from '../../rows.ts';
import { safeLine, escapeUnsafe } from '../../text.ts';
import { packJsonList } from '../page/pack.ts';
import { choice, columnHeads, collapsedBlock, numberTable, section } from '../page/parts.tsx';
import { timelineSection } from './timeline.tsx';

/** If the compressed exchanges have more characters than this, they go into a separate file, so that the page opens fast. */
export const MAX_INLINE_CHARACTERS = 3 * 2 ** 20;
/** Longest body that is included, in UTF-16 units; evidence.har has all of it. */
const MOST_BODY = 100_000;

/** Maximum number of rows in the table, because a server may use any number of statuses. */
const MOST_ROWS = 24;

/** Returns an exchange as data for the page's script, with every text escaped. */
function shown(exchange: Exchange) {
  const { inputClasses = [], request, response } = exchange;
  const lines = (first: string, headers: readonly (readonly [string, string, string?])[]) =>
    [first, ...headers.map(([name, value]) => `${name}: ${value}`)]
      .map((line) => safeLine(line, 2000))
      .join('\n');
  return {
    id: exchange.id,
    check: exchange.check,
    class: inputClasses.map((name) => safeLine(name, 200)),
    operation: exchange.operation,
    sentAt: exchange.sentAt,
    durationMs: exchange.durationMs,
    attempt: exchange.attempt,
    credential: safeLine(request.credential.label, 100),
    status: response === null ? 'none' : String(response.status),
    asked: safeLine(requestLine(exchange).replace(/[a-z]+:\/\/[^/]*/iu, ''), 400),
    came: safeLine(statusLine(exchange), 200),
    request: lines(requestLine(exchange), request.headers),
    sent: bodyOf(request.body),
    answer: response === null ? '' : lines(statusLine(exchange), response.headers),
    body: bodyOf(response?.body ?? null),
    again: curlFacts(exchange).map(({ text }) => text),
  };
}

export type ExchangeData = ReturnType<typeof shown>;

function bodyOf(text: string | null): string {
  if (text === null) return '';
  const rest = text.length - MOST_BODY;
  return `${escapeUnsafe(text.slice(0, MOST_BODY))}${rest > 0 ? `\n… ${String(rest)} more characters in evidence.har` : ''}`;
}

const packed = new WeakMap<readonly Exchange[], string>();

/** Returns all exchanges, compressed. */
function pack(evidence: readonly Exchange[]): string {
  const known = packed.get(evidence);
  if (known !== undefined) return known;
  const text = packJsonList(evidence, shown);
  packed.set(evidence, text);
  return text;
}

export function areInSeparateFile(evidence: readonly Exchange[]): boolean {
  return pack(evidence).length > MAX_INLINE_CHARACTERS;
}

/** Renders report-exchanges.js; undefined if the page itself has the exchanges. */
export function exchangesScript(evidence: readonly Exchange[]): string | undefined {
  return areInSeparateFile(evidence) ? `globalThis.petstoreExchanges = '${pack(evidence)}';\n` : undefined;
}

/** Renders the table of all exchanges; a script fills it, and readers without scripts see the name of the file to open. */
export function exchangeTableSection(evidence: readonly Exchange[]) {
  if (evidence.length === 0) return null;
  return section(
    'exchanges',
    'Every request and answer',
    <>
      <div class="overview">
        {responseStatsSection(evidence)}
        {timelineSection(evidence)}
      </div>
      {collapsedBlock(
        countWithNoun(evidence.length, 'exchange'),
        <>
          <p id="exchange-note">
            All of them are in <code>evidence.har</code>, which the network tools of a browser open. The table
            of them needs a script, which did not run here.
          </p>
          <form id="exchange-filter" class="filter" aria-label="Filter the exchanges" hidden>
            <label>
              <span>Search</span>
              <input type="search" name="text" autocomplete="off" spellcheck={false} />
            </label>
            {['Operation', 'Status', 'Check', 'Class', 'Credential'].map((label) =>
              choice(label, { '': 'All' }),
            )}
            {choice('Order', { '': 'By time', duration: 'Longest first' })}
            <div class="aside">
              <button type="reset">Reset</button>
            </div>
            <output id="exchange-count" />
          </form>
          <div id="exchange-one" hidden />
          <div id="exchange-table" class="wide" role="region" aria-label="Exchanges" tabIndex={0} hidden>
            <table>
              {columnHeads(['Exchange', 'Sent', 'Request', 'Answer', 'Took', 'Check'])}
              <tbody />
            </table>
          </div>
          <button type="button" id="exchange-more" hidden>
            Show more
          </button>
        </>,
        'exchanges',
      )}
      {areInSeparateFile(evidence) ? null : <template id="exchange-data">{pack(evidence)}</template>}
    </>,
  );
}

/** Renders counts of responses by operation and status; each count links to its exchanges. */
export function responseStatsSection(evidence: readonly Exchange[]) {
  const kinds = [...groupBy(evidence, kindOf)].toSorted(([, a], [, b]) => b.length - a.length);
  const byOperation = groupBy(kinds.slice(0, MOST_ROWS), ([kind]) => kind.split(' ')[0]);
  const rows = [...byOperation.values()].flat().map(([kind, { length }]) => {
    const [operation = '', status = ''] = kind.split(' ');
    const address = `#exchanges?operation=${operation}&status=${status}`;
    return [operation, status, <a href={address}>{formatCount(length)}</a>];
  });
  const rest = kinds.slice(MOST_ROWS).reduce((sum, [, { length }]) => sum + length, 0);
  if (rest > 0) rows.push(['others', '', formatCount(rest)]);
  return numberTable(['Operation', 'Status', 'Answers'], rows, 'What was answered');
}

function kindOf({ operation, response }: Exchange): string {
  return `${operation} ${response === null ? 'none' : String(response.status)}`;
}
