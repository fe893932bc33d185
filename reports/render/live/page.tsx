import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { groupBy, byKind } from '../../../src/base/group-by.ts';
import { byTurn, rowsById } from '../../compare/changes.ts';
import { headline, lastVerdict, NO_VERDICT, redCount, turnedLine } from '../../live/live.ts';
import type { Live, LiveRow } from '../../live/live.ts';
import { clock, counted, number, phrases } from '../../measures.ts';
import type { Report } from '../../model.ts';
import { countWords, rootsFirst } from '../../rows.ts';
import { inertLine } from '../../text.ts';
import { verdictSentence } from '../../verdict-sentence.ts';
import { runVerdicts, verdicts } from '../../words.ts';
import { row } from '../html/requirement.tsx';
import { drawPage } from '../page/document.tsx';
import { idLink, type Item, itemList, mark, MOST_TEXT, section } from '../page/parts.tsx';

/** Failures that are shown in full; all of them stand in the report. */
const MOST_IN_FULL = 25;

/** The parts of the page that change, by the id of the element that holds each. */
const PARTS = { status, turned, failures, chips, rounds };

/** Those parts as HTML; every text of a server is escaped. */
export type LiveParts = Readonly<Record<keyof typeof PARTS, string>>;

export function renderParts(live: Live): LiveParts {
  const drawn = Object.entries(PARTS).map(([id, part]) => [id, renderToString(<>{part(live)}</>)]);
  return Object.fromEntries(drawn) as LiveParts;
}

/** The page as it stands; each part of it that changes has an id, and is replaced as a whole. */
export function renderLive(live: Live): string {
  return drawPage({
    kind: 'live',
    title: 'petstore-conformance watch',
    skip: ['turned-title', 'what changed'],
    children: (
      <>
        <header class="top">
          <p class="kind">Watching {inertLine(live.target, 200)}</p>
          <div id="status">{status(live)}</div>
          <p class="aside">
            <button type="button" id="again" hidden>
              Judge again
            </button>
            <span class="quiet">
              or press <kbd>r</kbd> here, Enter in the terminal
            </span>
          </p>
          <p class="raised v-fail" id="gone" role="alert" hidden>
            The watch has ended, or cannot be reached: what stands here is what it said last.
          </p>
          <p class="unseen" role="status" id="said" />
        </header>
        <main>
          {section('turned-title', 'What changed', <div id="turned">{turned(live)}</div>)}
          <div id="failures">{failures(live)}</div>
          {section('all-title', 'Every requirement', <div id="chips">{chips(live)}</div>)}
          {section('rounds-title', 'Rounds', <div id="rounds">{rounds(live)}</div>)}
        </main>
      </>
    ),
  });
}

const PHASES = { judging: 'Judging', waiting: 'Waiting', idle: 'Judged' } as const;

/** The verdict that stands, and what goes on now. */
function status(live: Live) {
  const { phase, note, number: round, checks, requests, animals, last } = live;
  const { word, like } = headline(live);
  const before = last?.number === round ? '' : `Last verdict: ${lastVerdict(live) ?? ''}. `;
  return (
    <div class={`v-${like}`} data-title={titleOf(live)} data-phase={phase}>
      <h1 class="verdict">
        {mark(like)} {word}
      </h1>
      {last && <p class="meaning">{before + verdictSentence(last.report)}</p>}
      <p class="now">
        <strong>{PHASES[phase] + (round === 0 ? '' : `, round ${String(round)}`)}</strong>
        {note === '' ? '' : `: ${inertLine(note, MOST_TEXT)}`}
      </p>
      {phase === 'judging' && (
        <p>
          <progress max={Math.max(1, checks.all)} value={checks.done} aria-label="checks done" />
          {` ${number(checks.done)} of ${counted(checks.all, 'check')}, ${counted(requests, 'request')}`}
        </p>
      )}
      <p class="quiet">
        {`Animals added in this session: ${number(animals.added)} of ${number(animals.most)}. `}
        {last && (
          <a href="report" target="_blank" rel="noreferrer">
            The whole report of round {last.number}
          </a>
        )}
      </p>
    </div>
  );
}

function titleOf(live: Live): string {
  const red = redCount(live);
  const state = live.phase === 'judging' ? PHASES.judging : headline(live).word;
  return `${red === 0 ? '' : `(${String(red)} red) `}${state}`;
}

/** What turned red or green since the last verdict, and what stayed red. */
function turned(live: Live) {
  const { rows } = live;
  const linked = linker(live);
  if (rows.every(({ turn }) => turn === 'none')) return <p class="quiet">Nothing is red.</p>;
  const item = (one: LiveRow): Item => ({
    verdict: one.verdict ?? 'not-tested',
    name: linked(one),
    text: one.reason ?? '',
  });
  return byTurn(rows, ({ turn }) => turn).map(({ turn, word, like, found }) => (
    <section class={`v-${like}`} data-turn={turn}>
      <h3 class="verdict">
        {word}: {number(found.length)}
      </h3>
      {itemList(found.map(item))}
    </section>
  ));
}

/** Names requirements: each a link to its proof, on this page or in the report, where the last verdict has what is known of it. */
function linker({ last }: Live): (row: Pick<LiveRow, 'id' | 'verdict'>) => ComponentChildren {
  const here = new Set(last && inFull(last.report).flatMap(({ rows }) => rows.map(({ id }) => id)));
  const judged = last && rowsById(last.report);
  return ({ id, verdict }) => {
    const name = <code>{id}</code>;
    if (judged?.get(id)?.verdict !== verdict) return name;
    return here.has(id) ? (
      idLink(id)
    ) : (
      <a href={`report#${id}`} target="_blank" rel="noreferrer">
        {name}
      </a>
    );
  };
}

/** The rows that are shown in full, by their verdict. */
function inFull(report: Report) {
  return byKind(['fail', 'warn'], rootsFirst(report), ({ verdict }) => verdict).map(([verdict, rows]) => ({
    verdict,
    rows: rows.slice(0, MOST_IN_FULL),
  }));
}

/** The failures and warnings of the last round in full. */
function failures({ last }: Live) {
  if (last === undefined) return null;
  const { report, evidence } = last;
  const lists = inFull(report).map(({ verdict, rows }) => (
    <>
      <h3>{verdict === 'fail' ? 'Failures' : 'Warnings'}</h3>
      <ul class="rows">
        {rows.map((one, index) => row(report, one, evidence, verdict === 'fail' && index === 0))}
      </ul>
    </>
  ));
  return lists.length > 0 && section('in-full', `Round ${String(last.number)} in full`, lists);
}

/** Every requirement as a chip: what is known of it, and whether this round says so. */
function chips(live: Live) {
  const linked = linker(live);
  return [...groupBy(live.rows, ({ area }) => area)].map(([area, rows]) => (
    <section>
      <h3>{area}</h3>
      <ul class="chips">{rows.map((one) => chip(one, linked(one)))}</ul>
    </section>
  ));
}

function chip({ id, verdict, fresh }: LiveRow, name: ComponentChildren) {
  const word = verdict === undefined ? 'not judged yet' : verdicts[verdict].word;
  const said = `${word}${fresh || verdict === undefined ? '' : ', from a round before'}`;
  const kind = `chip v-${verdict ?? 'not-tested'}${fresh ? '' : ' stale'}`;
  return (
    <li class={kind} data-id={id} data-verdict={verdict ?? ''}>
      {verdict && mark(verdict)} {name}
      <span class="unseen"> {said}</span>
    </li>
  );
}

/** How rounds ended, the latest first. */
function rounds({ endings }: Live) {
  if (endings.length === 0) return <p class="quiet">None has ended yet.</p>;
  const items = endings.map(({ number: round, startedAt, why, turned: news, found }): Item => {
    const { word, like } = found === undefined ? NO_VERDICT : runVerdicts[found.verdict];
    const told = phrases([found ? countWords(found.totals) : why, turnedLine(news)], '. ');
    return {
      verdict: like,
      name: `Round ${number(round)}, ${clock(new Date(startedAt))}`,
      text: [
        <span class="verdict">{word}</span>,
        `: ${inertLine(told, MOST_TEXT)} `,
        found && <span class="quiet">({inertLine(why, MOST_TEXT)})</span>,
      ],
    };
  });
  return itemList(items);
}
