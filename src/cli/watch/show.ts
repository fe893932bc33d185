import type { Live, LiveRow, Round } from '../../../reports/live/live.ts';
import { turns, turnWords } from '../../../reports/live/turns.ts';
import type { Report } from '../../../reports/model.ts';
import { failure } from '../../../reports/render/terminal/failure.ts';
import { hang, measure } from '../../../reports/render/terminal/layout.ts';
import { createPaint } from '../../../reports/render/terminal/paint.ts';
import { createProgress, type Progress } from '../../../reports/render/terminal/progress.ts';
import { inertLine } from '../../../reports/text.ts';
import { verdictSentence } from '../../../reports/verdict-sentence.ts';
import { runVerdicts, verdictOrder, verdicts } from '../../../reports/words.ts';
import type { RunEvent } from '../../run/events.ts';
import type { Io } from '../io.ts';
import { createShow } from '../run/show.ts';

/** Failures that are shown in full; each of the others in a line, and on the page. */
const MOST_IN_FULL = 2;

/** What a terminal shows of a session of watching. */
export interface WatchShow {
  /** Takes in an event of the round under way. */
  event(event: RunEvent): void;
  /** Says where the session stands, where that is news. */
  change(live: Live): void;
  /** Says how a round ended; `round` is absent where it was not carried through. */
  round(live: Live, round: Round | undefined): void;
  stop(): void;
}

/** Shows rounds one below the other: progress in place, what turned red or green, and the counts. */
export function createWatchShow(io: Io): WatchShow {
  const interactive = io.isTTY && !io.ci;
  const paint = createPaint(io.colour);
  const columns = interactive ? measure(io.columns) : 120;
  let progress: Progress | undefined;
  let hear: (event: RunEvent) => void = () => undefined;
  let told = '';

  const write = (text: string): void => void io.stdout.write(`${text}\n`);
  const stop = (): void => {
    progress?.stop();
    progress = undefined;
  };
  const begin = (live: Live): void => {
    stop();
    const time = new Date().toTimeString().slice(0, 8);
    write(`\n${paint.bold(`Round ${String(live.number)}`)}, ${time}: ${inertLine(live.note, 300)}`);
    progress = createProgress({ stream: io.stdout, interactive, colour: io.colour });
    hear = createShow(progress, false);
  };
  const turned = (live: Live, { report, evidence }: Round): readonly string[] =>
    turns.flatMap((turn) => {
      const rows = live.rows.filter((row) => row.turn === turn);
      if (rows.length === 0) return [];
      const like =
        turn === 'new-green' ? 'pass' : turn === 'unsure' || turn === 'pending' ? 'inconclusive' : 'fail';
      const title = paint.verdict(like, `${turnWords[turn]}: ${String(rows.length)}`);
      const full = turn === 'new-red' || turn === 'red' ? rows.slice(0, MOST_IN_FULL) : [];
      return [
        `\n${title}`,
        ...full.flatMap(({ id }) => {
          const row = report.requirements.find((one) => one.id === id);
          return row === undefined ? [] : [`${failure(row, report, evidence, { columns, paint })}\n`];
        }),
        ...rows.slice(full.length).map((row) => line(row)),
      ];
    });
  const line = ({ id, reason = '' }: LiveRow): string =>
    hang(`${paint.bold(id)}: ${inertLine(reason)}`, columns, 4, 2);

  return {
    event(event) {
      if (event.kind === 'ahead' && event.rows.length > 0) progress?.say(aheadLine(event.rows));
      else hear(event);
    },
    change(live) {
      const key = `${live.phase} ${String(live.number)} ${live.note}`;
      if (live.phase === 'idle' || key === told) return;
      const news = live.phase === 'judging' && !told.startsWith(`judging ${String(live.number)}`);
      told = live.phase === 'judging' ? `judging ${String(live.number)}` : key;
      if (news) begin(live);
      else if (live.phase === 'waiting') {
        stop();
        write(`Waiting for the server: ${inertLine(live.note, 300)}`);
      }
    },
    round(live, round) {
      stop();
      if (round === undefined) {
        write(hang(`${paint.verdict('inconclusive', 'No verdict')}: ${inertLine(live.note)}`, columns, 2, 0));
      } else {
        for (const text of turned(live, round)) write(text);
        write(`\n${closing(round.report)}`);
      }
      write(paint.dim(animals(live)));
    },
    stop,
  };

  function closing(report: Report): string {
    const { word } = runVerdicts[report.verdict];
    const counts = verdictOrder
      .filter((verdict) => report.totals[verdict] > 0)
      .map((verdict) => `${String(report.totals[verdict])} ${verdicts[verdict].count}`);
    const head = paint.verdict(report.verdict, word);
    return hang(`${head}: ${verdictSentence(report)} ${counts.join(', ')}.`, columns, 2, 0);
  }
}

function aheadLine(rows: readonly { readonly id: string; readonly verdict: string }[]): string {
  const green = rows.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
  const red = rows.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id);
  const parts = [
    ...(green.length === 0 ? [] : [`green now: ${green.join(', ')}`]),
    ...(red.length === 0 ? [] : [`still red: ${red.join(', ')}`]),
    ...(green.length + red.length === rows.length
      ? []
      : [`undecided: ${String(rows.length - green.length - red.length)}`]),
  ];
  return `What was red, first: ${parts.join('; ')}`;
}

function animals({ animals: { added, most } }: Live): string {
  const left = most - added;
  const more =
    left < 30
      ? ' That is too few for a whole round: what it leaves open is not tested. Start again with a larger --max-created, where the server forgets its animals at each restart.'
      : '';
  return `Animals added in this session: ${String(added)} of ${String(most)}.${more}`;
}
