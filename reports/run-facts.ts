import type { Profile } from '../requirements/index.ts';
import { groupBy } from '../src/base/group-by.ts';
import { baselineLine } from './compare/since.ts';
import { counted, duration, instant, number, phrases, some } from './measures.ts';
import type { Report, RunVerdict } from './model.ts';
import { settingsText } from './settings.ts';
import { countWords, frozen } from './rows.ts';

/** One thing that a run says of itself. The text is raw: each renderer escapes it as its format asks. */
export interface RunFact {
  /** For machines: stable, a word or two with hyphens. */
  readonly name: string;
  readonly label: string;
  readonly text: string;
  /**
   * Where there is not room for all: `lead` stands beside the verdict, `basis` is what the verdict rests on, `origin` says
   * what judged by what.
   */
  readonly weight: 'lead' | 'basis' | 'origin';
}

type Row = readonly [name: string, label: string, weight: RunFact['weight'], text: string | undefined];

function traffic({ traffic: sent, scope, durationMs }: Report): string {
  const { requests, retried, created, unanswered } = sent;
  const notes = phrases(
    [some(retried, retried === 1 ? 'retry' : 'retries'), some(unanswered, 'unanswered')],
    ', ',
  );
  const again = notes === '' ? '' : ` (${notes})`;
  const animals = `${number(created)} animals created (limit ${number(scope.maxCreated)})`;
  return `${counted(requests, 'request')}${again}, ${animals}, ${duration(durationMs)}`;
}

const WHY_UNMET = {
  unanswered: 'unanswered',
  'broke-down': 'only 5xx',
  'not-sent': 'not sent',
} as const;

/** The classes of input that the run met, why it did not meet the others, and its different inputs; undefined if none were drawn. */
function covered({ coverage = [] }: Report): string | undefined {
  if (coverage.length === 0) return undefined;
  const unmet = coverage.flatMap((one) => one.missed ?? []);
  const why = Object.entries(WHY_UNMET).map(([reason, words]) =>
    some(unmet.filter((one) => one.why === reason).length, words),
  );
  const notes = phrases(why, ', ');
  const sum = (of: (one: (typeof coverage)[number]) => number) =>
    number(coverage.reduce((all, one) => all + of(one), 0));
  const met = `${sum(({ classes }) => classes.length)} of ${sum(({ of }) => of)} input classes`;
  return `${met}${notes === '' ? '' : ` (${notes})`}, ${sum(({ inputs }) => inputs)} inputs`;
}

function profiles({ profiles: found }: Report): string {
  const entries = Object.entries(found) as [Profile, RunVerdict][];
  return entries.map(([name, verdict]) => `${name} ${verdict}`).join(', ') || 'none claimed';
}

/** What a run says of itself, in the order of reading: every format shows what it shows of it from here. */
export function runFacts(report: Report): readonly RunFact[] {
  const { target, specification, totals, requirements } = report;
  const { kit, catalogue } = frozen(report);
  const embedded = target.embedded ? '(the embedded reference server)' : '';
  const rows: readonly Row[] = [
    ['product', 'Product', 'lead', report.product?.name],
    ['vendor', 'Vendor', 'lead', report.product?.vendor],
    ['target', 'Target', 'lead', phrases([target.baseUrl, embedded], ' ')],
    ['messages', 'Messages', 'lead', target.messagesUrl ?? 'not claimed'],
    ['judged', 'Judged', 'lead', instant(report.startedAt)],
    ['profiles', 'Profiles', 'lead', profiles(report)],
    ['aborted', 'Stopped early', 'lead', report.aborted?.message],
    ['counts', 'Counts', 'basis', `${countWords(totals)} of ${number(requirements.length)} requirements`],
    ['options', 'Options', 'basis', settingsText(report.settings) || undefined],
    ['traffic', 'Traffic', 'basis', traffic(report)],
    ['coverage', 'Coverage', 'basis', covered(report)],
    ['seed', 'Seed', 'basis', String(report.seed)],
    ...(report.notes ?? []).map((note): Row => ['note', 'Note', 'basis', note]),
    ['baseline', 'Baseline', 'origin', baselineLine(report)],
    ['specification', 'Document', 'origin', `${specification.name} ${specification.version}`],
    ['catalogue', 'Catalogue', 'origin', catalogue],
    ['kit', 'Kit', 'origin', `${report.tool.name} ${kit}`],
  ];
  return rows.flatMap(([name, label, weight, text]) =>
    text === undefined ? [] : [{ name, label, weight, text }],
  );
}

/** The same for a format that keeps values by name; what is said several times stands in one text. */
export function factsByName(report: Report): Readonly<Record<string, string>> {
  const byName = groupBy(runFacts(report), ({ name }) => name);
  const texts = (facts: readonly RunFact[]) => facts.map(({ text }) => text).join(' ');
  return Object.fromEntries(Array.from(byName, ([name, facts]) => [name, texts(facts)]));
}
