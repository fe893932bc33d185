import { renderToString } from 'preact-render-to-string';
import { isRed, turns } from '../../compare/changes.ts';
import type { Live, LiveRow } from '../../live/live.ts';
import { counted, number } from '../../measures.ts';
import { rowsWith } from '../../rows.ts';
import { inertLine } from '../../text.ts';
import { verdictSentence } from '../../verdict-sentence.ts';
import { runVerdicts, verdicts } from '../../words.ts';
import { Row } from '../html/requirement.tsx';
import { drawPage } from '../page/document.tsx';
import { Items, Mark, MOST_TEXT, Section } from '../page/parts.tsx';

/** Failures that are shown in full; all of them stand in the report. */
const MOST_IN_FULL = 25;

interface Props {
  readonly live: Live;
}

/** The parts of the page that change, by the id of the element that holds each. */
const PARTS = { status: Status, turned: Turned, failures: Failures, chips: Chips };

/** Those parts as HTML; every text of a server is escaped. */
export type LiveParts = Readonly<Record<keyof typeof PARTS, string>>;

export function renderParts(live: Live): LiveParts {
  const drawn = Object.entries(PARTS).map(([id, Part]) => [id, renderToString(<Part live={live} />)]);
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
          <div id="status">
            <Status live={live} />
          </div>
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
          <Section id="turned-title" title="What changed">
            <div id="turned">
              <Turned live={live} />
            </div>
          </Section>
          <div id="failures">
            <Failures live={live} />
          </div>
          <Section id="all-title" title="Every requirement">
            <div id="chips">
              <Chips live={live} />
            </div>
          </Section>
        </main>
      </>
    ),
  });
}

const PHASES = { judging: 'Judging', waiting: 'Waiting for the server', idle: 'Judged' } as const;

/** The verdict of the last round, and what goes on now. */
function Status({ live }: Props) {
  const { phase, note, number: round, checks, requests, animals, last } = live;
  const { word, like } =
    last === undefined
      ? ({ word: 'No verdict yet', like: 'not-tested' } as const)
      : runVerdicts[last.report.verdict];
  return (
    <div class={`v-${like}`} data-title={titleOf(live)} data-phase={phase} data-round={round}>
      <h1 class="verdict">
        <Mark verdict={like} /> {word}
      </h1>
      {last === undefined ? null : (
        <p class="meaning">
          {verdictSentence(last.report)}
          {last.number === round && phase === 'idle' ? '' : ` As of round ${String(last.number)}.`}
        </p>
      )}
      <p class="now">
        <strong>
          {PHASES[phase]}
          {round === 0 ? '' : `, round ${String(round)}`}
        </strong>
        {note === '' ? '' : `: ${inertLine(note, MOST_TEXT)}`}
      </p>
      {phase === 'judging' ? (
        <p>
          <progress max={Math.max(1, checks.all)} value={checks.done} aria-label="checks done" />
          {` ${number(checks.done)} of ${counted(checks.all, 'check')}, ${counted(requests, 'request')}`}
        </p>
      ) : null}
      <p class="quiet">
        {`Animals added in this session: ${number(animals.added)} of ${number(animals.most)}. `}
        {last === undefined ? null : (
          <a href="report" target="_blank" rel="noreferrer">
            The whole report of round {last.number}
          </a>
        )}
      </p>
    </div>
  );
}

function titleOf({ rows, phase, last, strict }: Live): string {
  const red = rows.filter(({ verdict }) => isRed(verdict, strict)).length;
  const state =
    phase === 'idle' && last !== undefined ? runVerdicts[last.report.verdict].word : PHASES[phase];
  return `${red === 0 ? '' : `(${String(red)} red) `}${state}`;
}

/** What turned red or green since the round before, and what stayed red. */
function Turned({ live: { rows } }: Props) {
  if (rows.every(({ turn }) => turn === 'none')) return <p class="quiet">Nothing is red.</p>;
  return (
    <>
      {turns.map(({ turn, word, like }) => {
        const told = rows.filter((row) => row.turn === turn);
        if (told.length === 0) return null;
        return (
          <section class={`v-${like}`} data-turn={turn}>
            <h3 class="verdict">
              {word}: {number(told.length)}
            </h3>
            <Items
              items={told.map(({ id, verdict = 'not-tested', reason = '' }) => ({
                verdict,
                id,
                text: reason,
              }))}
            />
          </section>
        );
      })}
    </>
  );
}

/** The failures and warnings of the last round in full. */
function Failures({ live: { last } }: Props) {
  if (last === undefined || last.report.totals.fail + last.report.totals.warn === 0) return null;
  const { report, evidence, number: round } = last;
  const inFull = { Failures: rowsWith(report, 'fail'), Warnings: rowsWith(report, 'warn') };
  return (
    <Section id="in-full" title={`Round ${String(round)} in full`}>
      {Object.entries(inFull).map(([title, rows]) =>
        rows.length === 0 ? null : (
          <>
            <h3>{title}</h3>
            <ul class="rows">
              {rows.slice(0, MOST_IN_FULL).map((row, index) => (
                <Row
                  report={report}
                  row={row}
                  evidence={evidence}
                  open={title === 'Failures' && index === 0}
                />
              ))}
            </ul>
          </>
        ),
      )}
    </Section>
  );
}

/** Every requirement as a chip: what is known of it, and whether this round says so. */
function Chips({ live: { rows } }: Props) {
  return (
    <>
      {[...new Set(rows.map(({ area }) => area))].map((area) => (
        <section>
          <h3>{area}</h3>
          <ul class="chips">{rows.filter((row) => row.area === area).map(chip)}</ul>
        </section>
      ))}
    </>
  );
}

function chip({ id, verdict, fresh }: LiveRow) {
  const word = verdict === undefined ? 'not judged yet' : verdicts[verdict].word;
  const said = `${word}${fresh || verdict === undefined ? '' : ', from a round before'}`;
  return (
    <li
      class={`chip v-${verdict ?? 'not-tested'}${fresh ? '' : ' stale'}`}
      data-id={id}
      data-verdict={verdict ?? ''}
    >
      {verdict === undefined ? null : <Mark verdict={verdict} />} <code>{id}</code>
      <span class="unseen"> {said}</span>
    </li>
  );
}
