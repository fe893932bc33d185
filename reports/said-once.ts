import { groupBy } from '../src/base/group-by.ts';
import { nextStep } from './explain.ts';
import { phrases } from './measures.ts';
import type { Group } from './rows.ts';

/** Rows that one thing keeps from being decided, and what is said of them alone; raw. */
export interface Said {
  readonly rows: Group;
  readonly reason: string;
  readonly next?: string | undefined;
}

/** What is said of groups of rows, of which dozens may have something in common. */
export interface SaidOnce {
  readonly groups: readonly Said[];
  /** What several have in common: how many of them, or that it is their next step, and what. */
  readonly shared: readonly (readonly [label: string, text: string])[];
}

/** Says what groups have in common once: the parts of their reasons behind the first colon, and their next steps. */
export function saidOnce(groups: readonly Group[]): SaidOnce {
  const parts = groups.map(partsOf);
  const tails = common(parts.map((one) => one.tails));
  const steps = common(parts.map(({ next }) => (next === undefined ? [] : [next])));
  const alike = [...groupBy(tails.keys(), (text) => tails.get(text)?.join(' '))];
  const whose = (texts: readonly string[]) => {
    const count = tails.get(texts[0] ?? '')?.length;
    return count === groups.length ? 'In each case' : `In ${String(count)} of these cases`;
  };
  return {
    groups: parts.map(({ rows, head, tails: all, next = '' }) => {
      const own = all.filter((text) => !tails.has(text));
      const reason = phrases([head, phrases(own, '; ')], ': ');
      return { rows, reason, next: next === '' || steps.has(next) ? undefined : next };
    }),
    shared: [
      ...alike.map(([, texts]) => [whose(texts), texts.join('; ')] as const),
      ...Array.from(steps.keys(), (text) => ['Next', text] as const),
    ],
  };
}

function partsOf(rows: Group) {
  const [row] = rows;
  const { because, reason, verdict } = row;
  // What waits for a failure is said by its name.
  if (because !== undefined) return { rows, head: reason, tails: [] };
  const [, head = reason, tail = ''] = /^(.*?): (.+)$/su.exec(reason) ?? [];
  return {
    rows,
    head,
    tails: tail === '' ? [] : tail.split('; '),
    // What scope left out is no work for anybody.
    next: verdict === 'not-tested' ? undefined : nextStep(row),
  };
}

/** The texts that several have, and which. */
function common(all: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const told = all.flatMap((texts, at) => texts.map((text) => ({ text, at })));
  const found = [...groupBy(told, ({ text }) => text)].filter(([, { length }]) => length > 1);
  return new Map(found.map(([text, ones]) => [text, ones.map(({ at }) => at)]));
}
