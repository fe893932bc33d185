import type { Level, Profile } from '../../../requirements/index.ts';
import type { Cause, Report, RunVerdict, Verdict } from '../../model.ts';
import { binding as isBinding, onlyStaleWaivers } from '../../rows.ts';

/** What each verdict is called and what it means to somebody who never saw the kit. */
export const verdicts = {
  pass: { word: 'Pass', meaning: 'It was put to the test, and nothing spoke against it.' },
  fail: {
    word: 'Fail',
    meaning:
      'The document states or implies it, and the target was seen to do otherwise. The proof is shown.',
  },
  warn: {
    word: 'Warning',
    meaning:
      'Good practice where the document is silent was missed. It does not change the verdict by itself.',
  },
  inconclusive: {
    word: 'Undecided',
    meaning: 'The target gave no chance to decide it. The reason says why.',
  },
  'not-tested': { word: 'Not tested', meaning: 'The scope of the run left it out.' },
  waived: { word: 'Waived', meaning: 'It was missed, and a waiver names it.' },
} as const satisfies Record<Verdict, { word: string; meaning: string }>;

/** The order in which verdicts are counted and filtered: what asks for action first. */
export const verdictOrder = [
  'fail',
  'warn',
  'inconclusive',
  'waived',
  'not-tested',
  'pass',
] as const satisfies readonly Verdict[];

export const levels = {
  stated: 'The document says it. A miss makes the target non-conformant.',
  implied: 'It follows from what the document says. A miss makes the target non-conformant.',
  advisory: 'The document is silent; a public standard or good practice speaks. A miss is a warning.',
} as const satisfies Record<Level, string>;

export const profileNames = { animals: 'Animals', messages: 'Messages' } as const satisfies Record<
  Profile,
  string
>;

/** Whose turn it is. */
export const causes = {
  server: 'the server',
  configuration: 'the configuration of the run',
  network: 'the network',
  'rate-limit': 'a rate limit of the target',
  'test-data': 'the data on the target',
  scope: 'the scope of the run',
  kit: 'the kit itself',
} as const satisfies Record<Cause, string>;

/** The verdict on the whole, or on a profile, and the row verdict whose mark and colour it shares. */
export const runVerdicts = {
  conformant: { word: 'Conformant', like: 'pass' },
  partial: { word: 'Partial', like: 'waived' },
  inconclusive: { word: 'Inconclusive', like: 'inconclusive' },
  'non-conformant': { word: 'Non-conformant', like: 'fail' },
} as const satisfies Record<RunVerdict, { word: string; like: Verdict }>;

/** The verdict on the whole, in one or two sentences for somebody who never saw the kit. */
export function meaning(report: Report): string {
  switch (report.verdict) {
    case 'conformant':
      return `Every requirement that the document states or implies was put to the test and held.${warnings(report)}`;
    case 'partial':
      return `Nothing that was tested failed, but this is not a full certificate: ${left(report)}.`;
    case 'inconclusive':
      return report.aborted === undefined
        ? `${counted(binding(report, 'inconclusive'), 'requirement', 'that the document states or implies')} could not be decided. This is neither a pass nor a fail.`
        : 'The run was not carried through, so nothing is decided. This says nothing about the target.';
    case 'non-conformant':
      return missed(report);
  }
}

function missed(report: Report): string {
  if (onlyStaleWaivers(report))
    return `Nothing was missed, but ${counted(report.totals.fail, 'waiver')} ${report.totals.fail === 1 ? 'names' : 'name'} what is met, and this run was asked to fail until such entries are removed.`;
  const failed = report.totals.fail;
  if (failed > 0)
    return `The target missed ${counted(failed, 'requirement', 'that the document states or implies')}.`;
  return `The target missed ${counted(report.totals.warn, 'advisory requirement')}, and this run was asked to count warnings (strict).`;
}

function warnings(report: Report): string {
  const { warn } = report.totals;
  return warn === 0
    ? ''
    : ` ${counted(warn, 'warning')} about good practice ${warn === 1 ? 'does' : 'do'} not change that.`;
}

function left(report: Report): string {
  const parts = [
    ...(report.totals['not-tested'] > 0
      ? [
          `${counted(report.totals['not-tested'], 'requirement')} ${were(report.totals['not-tested'])} left out`,
        ]
      : []),
    ...(report.totals.waived > 0
      ? [`${counted(report.totals.waived, 'requirement')} ${were(report.totals.waived)} missed and waived`]
      : []),
  ];
  return parts.join(', and ') || 'a part of a claimed profile was left out';
}

function binding(report: Report, verdict: Verdict): number {
  return report.requirements.filter((row) => row.verdict === verdict && isBinding(row)).length;
}

function were(count: number): string {
  return count === 1 ? 'was' : 'were';
}

/** `1 requirement`, `2 requirements`; `rest` follows the noun. */
export function counted(count: number, noun: string, rest = ''): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}${rest === '' ? '' : ` ${rest}`}`;
}

/** A count for reading, with its thousands apart. */
export function number(count: number): string {
  return new Intl.NumberFormat('en').format(count);
}

/** Milliseconds for reading: `850 ms`, `3.2 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** An ISO 8601 instant for reading, in UTC; what is no instant comes back as it is. */
export function instant(iso: string): string {
  // The engine's own reading is far more lenient: it takes the last digit of a sentence for a month.
  const date = new Date(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(iso) ? iso : Number.NaN);
  if (Number.isNaN(date.getTime())) return iso;
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(date);
  return `${day(iso.slice(0, 10))}, ${time} UTC`;
}

/** A calendar day `YYYY-MM-DD` for reading; what is no day comes back as it is. */
export function day(iso: string): string {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00:00Z` : Number.NaN);
  return Number.isNaN(date.getTime())
    ? iso
    : new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
