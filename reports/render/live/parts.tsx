import type { Live, LiveRow } from '../../live/live.ts';
import { isRed, turns } from '../../compare/changes.ts';
import { counted, number } from '../../measures.ts';
import type { Verdict } from '../../model.ts';
import { inertLine } from '../../text.ts';
import { verdictSentence } from '../../verdict-sentence.ts';
import { runVerdicts, verdicts } from '../../words.ts';
import { Mark } from '../html/icons.tsx';
import { Row } from '../html/requirement.tsx';

/** Failures that are shown in full; all of them stand in the report. */
const MOST_IN_FULL = 25;
const MOST_TEXT = 400;

const PHASES = { judging: 'Judging', waiting: 'Waiting for the server', idle: 'Judged' } as const;

/** The verdict of the last round, and what goes on now. */
export function Status({ live }: { readonly live: Live }) {
  const { phase, note, number: round, checks, requests, animals, last } = live;
  const verdict = last?.report.verdict;
  const like: Verdict = verdict === undefined ? 'not-tested' : runVerdicts[verdict].like;
  return (
    <div class={`v-${like}`} data-title={titleOf(live)} data-phase={phase} data-round={round}>
      <h1 class="verdict">
        <Mark verdict={like} /> {verdict === undefined ? 'No verdict yet' : runVerdicts[verdict].word}
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
        <p class="far">
          <progress max={Math.max(1, checks.all)} value={checks.done} aria-label="checks done" />
          {` ${number(checks.done)} of ${counted(checks.all, 'check')}, ${counted(requests, 'request')}`}
        </p>
      ) : null}
      <p class="quiet">
        {`Animals added in this session: ${number(animals.added)} of ${number(animals.most)}.`}
        {last === undefined ? null : (
          <>
            {' '}
            <a href="report" target="_blank" rel="noreferrer">
              The whole report of round {last.number}
            </a>
          </>
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
export function Turned({ live: { rows } }: { readonly live: Live }) {
  const told = turns.map((turn) => ({ ...turn, some: rows.filter((row) => row.turn === turn.turn) }));
  if (told.every(({ some }) => some.length === 0)) return <p class="quiet">Nothing is red.</p>;
  return (
    <>
      {told.map(({ turn, word, like, some }) =>
        some.length === 0 ? null : (
          <section class={`turned attention v-${like}`} data-turn={turn}>
            <h3 class="verdict">
              {word}: {number(some.length)}
            </h3>
            <ul>
              {some.map(({ id, verdict = 'not-tested', reason = '' }) => (
                <li class={`v-${verdict}`}>
                  <Mark verdict={verdict} />
                  <a href={`#${id}`}>
                    <code>{id}</code>
                  </a>
                  <span>{inertLine(reason, MOST_TEXT)}</span>
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </>
  );
}

/** Every requirement as a chip: what is known of it, and whether this round says so. */
export function Chips({ live: { rows } }: { readonly live: Live }) {
  const areas = [...new Set(rows.map(({ area }) => area))];
  return (
    <>
      {areas.map((area) => (
        <section class="chiparea">
          <h3>{area}</h3>
          <ul class="chips">
            {rows
              .filter((row) => row.area === area)
              .map((row) => (
                <Chip row={row} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Chip({ row: { id, verdict, fresh } }: { readonly row: LiveRow }) {
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

const IN_FULL = [
  ['fail', 'Failures'],
  ['warn', 'Warnings'],
] as const satisfies readonly (readonly [Verdict, string])[];

/** The failures and warnings of the last round in full. */
export function Failures({ live: { last } }: { readonly live: Live }) {
  if (last === undefined) return null;
  const { report, evidence, number: round } = last;
  const groups = IN_FULL.map(
    ([verdict, title]) =>
      [verdict, title, report.requirements.filter((row) => row.verdict === verdict)] as const,
  ).filter(([, , rows]) => rows.length > 0);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="in-full">
      <h2 id="in-full">Round {round} in full</h2>
      {groups.map(([verdict, title, rows]) => (
        <>
          <h3>{title}</h3>
          <ul class="rows">
            {rows.slice(0, MOST_IN_FULL).map((row, index) => (
              <Row report={report} row={row} evidence={evidence} open={verdict === 'fail' && index === 0} />
            ))}
          </ul>
        </>
      ))}
    </section>
  );
}
