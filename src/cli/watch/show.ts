import { byTurn, type Turn } from '../../../reports/compare/changes.ts';
import { lastVerdict, NO_VERDICT, redCount, turnedLine } from '../../../reports/live/live.ts';
import type { Ending, Live, Round } from '../../../reports/live/live.ts';
import type { Report } from '../../../reports/model.ts';
import { clock, phrases } from '../../../reports/measures.ts';
import { failure } from '../../../reports/render/terminal/failure.ts';
import { createPaint, hang, measure } from '../../../reports/render/terminal/layout.ts';
import { createProgress, type Progress } from '../../../reports/render/terminal/progress.ts';
import { countWords, rootsFirst } from '../../../reports/rows.ts';
import { inertLine } from '../../../reports/text.ts';
import { verdictSentence } from '../../../reports/verdict-sentence.ts';
import { runVerdicts } from '../../../reports/words.ts';
import type { RunEvent } from '../../run/events.ts';
import type { Io } from '../io.ts';
import { createShow } from '../run/show.ts';

/** Failures that are shown in full; each of the others in a line, and on the page. */
const MOST_IN_FULL = 2;

/** Shows rounds one below the other: progress in place, what turned red or green, and the counts. */
export function createWatchShow(io: Io) {
  const interactive = io.isTTY && !io.ci;
  const paint = createPaint(io.colour);
  const columns = interactive ? measure(io.columns) : 120;
  let progress: Progress | undefined;
  let hear: (event: RunEvent) => void = () => undefined;

  const write = (text: string): void => void io.stdout.write(`${text}\n`);
  const stop = (): void => {
    progress?.stop();
    progress = undefined;
  };
  const turned = (live: Live, { report, evidence }: Round): readonly string[] => {
    const turnById = new Map<string, Turn>(live.rows.map(({ id, turn }) => [id, turn]));
    return byTurn(rootsFirst(report), ({ id }) => turnById.get(id)).flatMap(
      ({ turn, word, like, found: rows }) => {
        const most = turn === 'new-red' || turn === 'red' ? MOST_IN_FULL : 0;
        return [
          `\n${paint.verdict(like, `${word}: ${String(rows.length)}`)}`,
          ...rows.slice(0, most).map((row) => `${failure(row, report, evidence, { columns, paint })}\n`),
          ...rows
            .slice(most)
            .map(({ id, reason }) => hang(`${paint.bold(id)}: ${inertLine(reason)}`, columns, 4, 2)),
        ];
      },
    );
  };
  const closing = (report: Report): string => {
    const head = paint.verdict(report.verdict, runVerdicts[report.verdict].word);
    return hang(`${head}: ${verdictSentence(report)} ${countWords(report.totals)}.`, columns, 2, 0);
  };

  return {
    /** A round begins; why, in one line. */
    begun(number: number, reason: string): void {
      stop();
      write(`\n${paint.bold(`Round ${String(number)}`)}, ${clock(new Date())}: ${inertLine(reason, 300)}`);
      progress = createProgress({ stream: io.stdout, interactive, colour: io.colour });
      hear = createShow(progress, false);
    },
    event(event: RunEvent, live: Live): void {
      if (event.kind !== 'waiting') return hear(event);
      stop();
      const stood = lastVerdict(live);
      const red = redCount(live);
      const before =
        stood === undefined ? '' : `. Last verdict: ${stood}${red === 0 ? '' : `, ${String(red)} red`}.`;
      write(hang(`Waiting for the server: ${inertLine(event.why, 300)}${before}`, columns, 2, 0));
    },
    /** A round ended: carried through, given up, or without a verdict. */
    ended(live: Live, { why, turned: news, found }: Ending): void {
      stop();
      const round = found && live.last;
      if (round !== undefined) {
        for (const text of turned(live, round)) write(text);
        write(`\n${closing(round.report)}`);
      } else {
        const line = phrases([inertLine(why), turnedLine(news)], '. ');
        write(hang(`${paint.verdict(NO_VERDICT.like, NO_VERDICT.word)}: ${line}`, columns, 2, 0));
      }
      write(paint.dim(animals(live)));
    },
    stop,
  };
}

function animals({ animals: { added, most } }: Live): string {
  const left = most - added;
  const more =
    left < 30
      ? ' That is too few for a whole round: what it leaves open is not tested. Start again with a larger --max-created, where the server forgets its animals at each restart.'
      : '';
  return `Animals added in this session: ${String(added)} of ${String(most)}.${more}`;
}
