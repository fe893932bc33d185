import { groupBy } from '../src/base/group-by.ts';
import { baselineLine } from './compare/since.ts';
import { countsText, countWithNoun, formatDuration, formatInstant, formatCount } from './measures.ts';
import type { Report } from './model.ts';
import { verdictAffectingOptionsText } from './settings.ts';
import { totalsText, versionTexts } from './rows.ts';

type Row = readonly [name: string, label: string, text: string | undefined];

function traffic({ traffic: sent, scope, durationMs, created: known, aborted }: Report): string {
  const { requests, retried, created, unanswered } = sent;
  // An attempt that was repeated counts neither as answered nor as unanswered, so that the parts add up to the requests.
  const parts = countsText({ answered: requests - retried - unanswered, unanswered, repeated: retried });
  const again = retried + unanswered === 0 ? '' : ` (${parts})`;
  // `created` also counts creates without a response, which may have stored an animal. An aborted run did not list its animals
  // at the end, so the count may be too high.
  const upTo = aborted === undefined && known.length < created ? 'up to ' : '';
  const animals = `${upTo}${formatCount(created)} animals created (limit ${formatCount(scope.maxCreated)})`;
  return `${countWithNoun(requests, 'request')}${again}, ${animals}, ${formatDuration(durationMs)}`;
}

/** How many input classes got a response, how many did not, by reason, and the inputs sent; undefined without inputs. */
function covered({ coverage = [], aborted }: Report): string | undefined {
  if (coverage.length === 0) return undefined;
  const unmet = (why: string) =>
    coverage.flatMap(({ missed = [] }) => missed.filter((one) => one.why === why)).length;
  const notes = countsText({
    unanswered: unmet('unanswered'),
    'only 5xx': unmet('broke-down'),
    'not sent': unmet('not-sent'),
  });
  const sum = (of: (one: (typeof coverage)[number]) => number) =>
    coverage.reduce((all, one) => all + of(one), 0);
  const classes = sum((one) => one.classes.length);
  // The total of input classes is unknown for an aborted run.
  const met =
    aborted === undefined
      ? `${formatCount(classes)} of ${formatCount(sum(({ of }) => of))} input classes`
      : `${formatCount(classes)} input ${classes === 1 ? 'class' : 'classes'} before it stopped`;
  return `${met}${notes === '' ? '' : ` (${notes})`}, ${formatCount(sum(({ inputs }) => inputs))} inputs`;
}

/** Returns the facts of a run for all formats, in reading order, not escaped. `name` is a stable key for machines. */
export function runFacts(report: Report) {
  const { target, specification, totals, requirements, profiles } = report;
  const { kit, catalogue } = versionTexts(report);
  const claimed = Object.entries(profiles)
    .map((pair) => pair.join(' '))
    .join(', ');
  const rows: readonly Row[] = [
    ['product', 'Product', report.product?.name],
    ['vendor', 'Vendor', report.product?.vendor],
    ['target', 'Target', `${target.baseUrl}${target.embedded ? ' (the embedded reference server)' : ''}`],
    ['messages', 'Messages', target.messagesUrl ?? 'not claimed'],
    ['judged', 'Judged', formatInstant(report.startedAt)],
    ['profiles', 'Profiles', claimed || 'none claimed'],
    ['aborted', 'Stopped early', report.aborted?.message],
    ['counts', 'Counts', `${totalsText(totals)} of ${formatCount(requirements.length)} requirements`],
    ['options', 'Options', verdictAffectingOptionsText(report.settings) || undefined],
    ['traffic', 'Traffic', traffic(report)],
    ['coverage', 'Coverage', covered(report)],
    ['seed', 'Seed', String(report.seed)],
    ...(report.notes ?? []).map((note): Row => ['note', 'Note', note]),
    ['commit', 'Commit', report.context?.commit],
    ['branch', 'Branch', report.context?.branch],
    ['job', 'CI job', report.context?.job],
    ['baseline', 'Baseline', baselineLine(report)],
    ['specification', 'Document', `${specification.name} ${specification.version}`],
    ['catalogue', 'Catalogue', catalogue],
    ['kit', 'Kit', `${report.tool.name} ${kit}`],
  ];
  return rows.flatMap(([name, label, text]) => (text === undefined ? [] : [{ name, label, text }]));
}

/** Returns the facts by name; several texts of one name are joined. */
export function runFactsByName(report: Report): Readonly<Record<string, string>> {
  const byName = groupBy(runFacts(report), ({ name }) => name);
  const texts = (facts: readonly { readonly text: string }[]) => facts.map(({ text }) => text).join(' ');
  return Object.fromEntries(Array.from(byName, ([name, facts]) => [name, texts(facts)]));
}
