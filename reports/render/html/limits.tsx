import { groupBy } from '../../../src/base/group-by.ts';
import { parseExactJson } from '../../../src/json/json.ts';
import type { Exchange } from '../../exchange.ts';
import type { Failure } from '../../explain.ts';
import { formatCount } from '../../measures.ts';
import { markPath, plotFigure, plotMarks } from './plot.tsx';

/** Requirements whose failures show in a plot of list lengths by limit. */
const SHOWN_BY_LENGTHS = new Set([
  'list.limit.accepted',
  'list.limit.respected',
  'list.limit.default',
  'list.limit.maximum',
]);
/** Positions on the axis: the document's default and maximum, no limit, and any limit above the maximum. */
const [DEFAULT, MAXIMUM, NONE, ABOVE] = [20, 100, 0, 101];
/** Space on the axis beyond the limits from 1 to 100: for lists without a limit, and for larger limits. */
const BESIDE = 8;
const STATUSES = new Set([undefined, 'available', 'pending', 'sold']);

/** Renders the lengths of lists by their limit, if the failure can be seen in them. */
export function limitPlotBlock({ row: { id, verdict }, evidence }: Failure) {
  const limits = verdict === 'fail' && SHOWN_BY_LENGTHS.has(id) ? lengthsByLimit(evidence) : [];
  if (limits.length === 0) return null;
  const top = Math.max(MAXIMUM, ...limits.map(({ longest }) => longest));
  const up = (length: number) => (100 * length) / top;
  const dots = (kind: string, list: typeof limits, height?: number) =>
    plotMarks(
      kind,
      list.map(({ limit, longest }) => markPath(placeOf(limit), height ?? up(longest))),
    );
  const isLonger = ({ limit, longest }: (typeof limits)[number]) => longest > allowed(limit);
  const lists = limits.filter(({ lengths }) => lengths.length > 0);
  return plotFigure({
    label: 'The longest list for each limit',
    caption: (
      <>
        The longest list for each limit: <span class="within">●</span> at most as long as asked (the line),{' '}
        <span class="over">■</span> longer, <span class="refused">|</span> answered without a list.
      </>
    ),
    up: [0, MAXIMUM / 2, MAXIMUM, ...(top > 1.2 * MAXIMUM ? [top] : [])].map((length) => [
      up(length),
      formatCount(length),
    ]),
    across: [NONE, 25, 50, 75, ABOVE].map((limit) => [placeOf(limit), nameOf(limit)]),
    marks: [
      plotMarks('asked', [
        markPath(0, up(DEFAULT), `h${String(BESIDE / 2)}`),
        markPath(placeOf(1), up(1), `L${String(placeOf(MAXIMUM))} ${String(100 - up(MAXIMUM))}H100`),
      ]),
      dots(
        'within',
        lists.filter((one) => !isLonger(one)),
      ),
      dots('over', lists.filter(isLonger)),
      dots(
        'refused',
        limits.filter(({ others }) => others > 0),
        0,
      ),
    ],
    heads: ['Limit', 'Lists', 'Shortest', 'Longest', 'No list'],
    rows: limits.map(({ limit, lengths, longest, others }) => [
      nameOf(limit),
      formatCount(lengths.length),
      ...(lengths.length === 0 ? ['', ''] : [formatCount(Math.min(...lengths)), formatCount(longest)]),
      formatCount(others),
    ]),
  });
}

function allowed(limit: number): number {
  return limit === NONE ? DEFAULT : Math.min(limit, MAXIMUM);
}

/** Returns the position of a limit on the axis, from 0 to 100. */
function placeOf(limit: number): number {
  return limit === NONE
    ? 0
    : limit === ABOVE
      ? 100
      : BESIDE + ((100 - 2 * BESIDE) * (limit - 1)) / (MAXIMUM - 1);
}

function nameOf(limit: number): string {
  return limit === NONE ? 'none' : limit === ABOVE ? '>100' : String(limit);
}

/** Returns the lengths of list responses by limit; only of plain requests with the valid key. */
function lengthsByLimit(evidence: readonly Exchange[]) {
  const lists = evidence.flatMap(({ operation, request, response }) => {
    if (operation !== 'list' || request.credential.kind !== 'valid' || response === null) return [];
    const query = new URLSearchParams(request.url.split('?')[1]);
    const [limits, statuses] = [query.getAll('limit'), query.getAll('status')];
    const [limit = String(NONE)] = limits;
    const isPlain = statuses.length < 2 && STATUSES.has(statuses[0]) && limits.length < 2;
    if (!isPlain || !(limits.length === 0 || /^[1-9]\d*$/u.test(limit))) return [];
    const read = response.status === 200 ? parseExactJson(response.body) : undefined;
    const length =
      read?.ok === true && Array.isArray(read.value) ? (read.items ?? read.value.length) : undefined;
    return [{ limit: Math.min(Number(limit), ABOVE), length }];
  });
  return Array.from(
    groupBy(lists, ({ limit }) => limit),
    ([limit, all]) => {
      const lengths = all.flatMap(({ length }) => length ?? []);
      return { limit, lengths, longest: Math.max(0, ...lengths), others: all.length - lengths.length };
    },
  ).toSorted((a, b) => a.limit - b.limit);
}
