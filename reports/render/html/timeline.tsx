import { groupByKind } from '../../../src/base/group-by.ts';
import type { Exchange, Operation } from '../../exchange.ts';
import { formatDuration, formatCount } from '../../measures.ts';
import { operationVerbs } from '../../words.ts';
import { markPath, boxPath, plotFigure, plotMarks } from './plot.tsx';

const OPERATIONS = Object.keys(operationVerbs) as Operation[];
/** The run's time is split into this many equal parts, so that the picture has one size for any number of exchanges. */
const PARTS = 60;
/** Height of the tallest bar, as a share of its lane. */
const FILLED = 0.8;

/** Renders how many requests of each operation were in flight over time, the retries, and idle times. */
export function timelineSection(evidence: readonly Exchange[]) {
  const end = evidence.reduce((last, { sentAt, durationMs }) => Math.max(last, sentAt + durationMs), 1);
  const partOf = (ms: number) => Math.max(0, Math.min(PARTS - 1, Math.floor((ms / end) * PARTS)));
  const count = (spans: readonly (readonly [from: number, to: number])[]) => {
    const parts = Array<number>(PARTS).fill(0);
    for (const [from, to] of spans)
      for (let part = partOf(from); part <= partOf(to); part += 1) parts[part] = (parts[part] ?? 0) + 1;
    return parts;
  };
  const lanes = groupByKind(OPERATIONS, evidence, ({ operation }) => operation).map(([name, all]) => ({
    name,
    parts: count(all.map(({ sentAt, durationMs }) => [sentAt, sentAt + durationMs])),
  }));
  const again = count(evidence.filter(({ attempt }) => attempt > 1).map(({ sentAt }) => [sentAt, sentAt]));
  const isIdle = again.map((_, part) => lanes.every(({ parts }) => parts[part] === 0));
  const most = Math.max(...lanes.flatMap(({ parts }) => parts));
  const [width, height] = [100 / PARTS, 100 / (lanes.length + 1)];
  const ground = (lane: number) => 100 - height * (lane + 1);
  const bars = (parts: readonly number[], lane: number) =>
    parts.map((value, part) => {
      const tall = (FILLED * height * value) / most;
      return value === 0 ? '' : markPath(part * width, ground(lane) + tall, boxPath(width, tall));
    });
  return plotFigure({
    label: 'Requests under way over the run, by operation',
    caption: (
      <>
        The run over time: requests under way, by operation. Not judged: <span class="again">●</span> requests
        that were sent again, and <span class="idle">■</span> times in which none was under way, such as waits
        of the kit.
      </>
    ),
    up: [...lanes.map(({ name }) => name), 'again'].map((name, lane) => [ground(lane) + height / 2, name]),
    across: [0, 0.5, 1].map((share) => [100 * share, formatDuration(share * end)]),
    marks: [
      plotMarks(
        'idle',
        isIdle.map((idle, part) => (idle ? markPath(part * width, 100, boxPath(width, 100)) : '')),
      ),
      lanes.map(({ parts }, lane) => plotMarks('lane', bars(parts, lane))),
      plotMarks(
        'again',
        again.map((sent, part) => (sent > 0 ? markPath((part + 0.5) * width, height / 2) : '')),
      ),
    ],
    heads: ['From', ...lanes.map(({ name }) => name), 'Sent again'],
    rows: again.map((sent, part) => [
      formatDuration((part / PARTS) * end),
      ...lanes.map(({ parts }) => formatCount(parts[part] ?? 0)),
      formatCount(sent),
    ]),
  });
}
