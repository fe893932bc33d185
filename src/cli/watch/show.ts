import { failsBuild } from '../../../reports/compare/changes.ts';
import { failureOf } from '../../../reports/explain.ts';
import { joinPhrases } from '../../../reports/measures.ts';
import type { Report, RequirementReport, Verdict } from '../../../reports/model.ts';
import { failureText } from '../../../reports/render/terminal/failure.ts';
import { createPaint, wrapIndented, textWidth } from '../../../reports/render/terminal/layout.ts';
import { totalsText, rowsInFixOrder } from '../../../reports/rows.ts';
import { safeLine } from '../../../reports/text.ts';
import { verdictSentence } from '../../../reports/verdict-sentence.ts';
import { runVerdictWords } from '../../../reports/words.ts';
import { groupByKind } from '../../base/group-by.ts';
import type { RunEvent } from '../../run/events.ts';
import type { WatchRound } from '../../watch/session.ts';
import type { Io } from '../io.ts';
import { createProgress, type Progress } from '../run/progress.ts';

/** Maximum number of failures shown in full for each kind of change; each further failure gets one line. */
const MOST_IN_FULL = 2;
/** Number of animals that a complete round creates if the animals of an earlier round are still there. */
const WHOLE_ROUND = 30;

/** How a requirement changed since the previous round, if it was or is red; the most urgent change first. */
const TURNS = {
  'New red': { like: 'fail', inFull: MOST_IN_FULL, isNews: true },
  'Still red': { like: 'fail', inFull: 0, isNews: false },
  Red: { like: 'fail', inFull: MOST_IN_FULL, isNews: true },
  'Was red, undecided now': { like: 'inconclusive', inFull: 0, isNews: false },
  'New green': { like: 'pass', inFull: 0, isNews: true },
} as const satisfies Record<string, { like: Verdict; inFull: number; isNews: boolean }>;
type Turn = keyof typeof TURNS;

function turnOf({ verdict, baseline }: RequirementReport, strict: boolean): Turn | undefined {
  const was = failsBuild(baseline?.verdict, strict);
  if (failsBuild(verdict, strict)) return baseline === undefined ? 'Red' : was ? 'Still red' : 'New red';
  if (!was) return undefined;
  return verdict === 'inconclusive' || verdict === 'not-tested' ? 'Was red, undecided now' : 'New green';
}

/** Groups the requirements by their change since the round before; skips requirements that were green and still are. */
function turned(report: Report) {
  const turns = Object.keys(TURNS) as Turn[];
  return groupByKind(turns, rowsInFixOrder(report), (row) => turnOf(row, report.scope.strict));
}

/** Returns lines such as `New red: list.complete`, for a round that did not complete. */
function newsOf(report: Report): readonly string[] {
  return turned(report)
    .filter(([turn]) => TURNS[turn].isNews)
    .map(([turn, rows]) => `${turn}: ${rows.map(({ id }) => id).join(', ')}`);
}

/** Returns a view that prints each round below the previous one: live progress, changes and totals. */
export function createWatchView(io: Io, maxAnimals: number) {
  const interactive = io.isTTY && !io.ci;
  const paint = createPaint(io.colour);
  const columns = interactive ? textWidth(io.columns) : 120;
  let progress: Progress | undefined;
  let last: WatchRound | undefined;

  const write = (text: string): void => void io.stdout.write(`${text}\n`);
  const stop = (): void => {
    progress?.stop();
    progress = undefined;
  };
  const complete = ({ report, evidence }: WatchRound): void => {
    for (const [turn, rows] of turned(report)) {
      const { like, inFull } = TURNS[turn];
      write(`\n${paint.verdict(like, `${turn}: ${String(rows.length)}`)}`);
      for (const row of rows.slice(0, inFull))
        write(`${failureText(failureOf(row, report, evidence), { columns, paint })}\n`);
      for (const { id, reason } of rows.slice(inFull))
        write(wrapIndented(`${paint.bold(id)}: ${safeLine(reason)}`, columns, 4, 2));
    }
    const head = paint.verdict(report.verdict, runVerdictWords[report.verdict].word);
    const said = `${head}: ${verdictSentence(report)} ${totalsText(report.totals)}.`;
    write(`\n${wrapIndented(said, columns, 2, 0)}`);
  };
  const incomplete = (why: string, news: readonly string[]): void => {
    const line = joinPhrases([safeLine(why), ...news], '. ');
    write(wrapIndented(`${paint.verdict('inconclusive', 'No verdict')}: ${line}`, columns, 2, 0));
  };
  /** Returns a sentence with the verdict, round and number of red requirements, to append to a text. */
  const lastVerdict = ({ number, report }: WatchRound): string => {
    const red = report.requirements.filter(({ verdict }) => failsBuild(verdict, report.scope.strict)).length;
    const words = [
      runVerdictWords[report.verdict].word,
      `round ${String(number)}`,
      red === 0 ? '' : `${String(red)} red`,
    ];
    return `. Last verdict: ${joinPhrases(words, ', ')}.`;
  };

  return {
    /** Shows that a round begins, and why. */
    begun(number: number, reason: string): void {
      stop();
      const time = new Date().toTimeString().slice(0, 8);
      write(`\n${paint.bold(`Round ${String(number)}`)}, ${time}: ${safeLine(reason, 300)}`);
      progress = createProgress(io, { showsFailures: false });
    },
    event(event: RunEvent): void {
      if (event.kind !== 'waiting') return progress?.event(event);
      stop();
      const before = last === undefined ? '' : lastVerdict(last);
      write(wrapIndented(`Waiting for the server: ${safeLine(event.why, 300)}${before}`, columns, 2, 0));
    },
    /** Shows the result of a round (of a superseded round only if requirements changed), and the animals of the session. */
    ended(round: WatchRound, animals: number): void {
      stop();
      const news = newsOf(round.report);
      if (round.end === 'complete') complete((last = round));
      else if (round.end === 'aborted' || news.length > 0) incomplete(round.why, news);
      else return;
      const few =
        maxAnimals - animals < WHOLE_ROUND
          ? ' Too few remain for a whole round: requirements that need more are not tested. Start again with a larger --max-created.'
          : '';
      write(paint.dim(`Animals added in this session: ${String(animals)} of ${String(maxAnimals)}.${few}`));
    },
    stop,
  };
}
