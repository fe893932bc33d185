import { type Check, defineCheck, flawSubjectKey } from '../src/engine/plan/index.ts';
import {
  listLength,
  type ListReply,
  idPositionsOf,
  requestText,
  PET_STATUSES,
} from '../src/engine/target/index.ts';
import { confirmInEveryRound } from '../src/engine/verbs/index.ts';
import { animalsText, isBelowLimit, MAX_LIMIT, animalIn } from './lists.ts';

/** Number of times that the unfiltered list must omit an animal while filtered lists before and after show it. */
const ROUNDS = 2;
const WIDE = { limit: String(MAX_LIMIT) };

/** Ids in filtered lists that the unfiltered list omits although it is shorter than its limit. */
function leftOut(all: ListReply | undefined, filtered: readonly ListReply[]): readonly bigint[] {
  if (all === undefined || !isBelowLimit(all)) return [];
  const shown = idPositionsOf(all.items).of;
  return [...new Set(filtered.flatMap(({ items }) => [...idPositionsOf(items).of.keys()]))].filter(
    (id) => !shown.has(id),
  );
}

export const foreignAnimalsListedChecks: readonly Check[] = [
  defineCheck({
    id: 'list/completeness-for-others',
    title:
      "other people's animals that filtered lists show, in a list without a filter that is shorter than its limit",
    mayBreak: ['list.complete'],
    needs: ['list'],
    stage: 'invariant',
    dependsOn: ['list/limit-in-range', 'list/limit-default'],
    probe: async (context) => {
      const { api, pages, population } = context;
      const [all, ...filtered] = await pages.at('full');
      let missing = leftOut(all, filtered).filter((id) => population.withId(id).length === 0);
      let last: readonly ListReply[] = [];
      const confirmed = await confirmInEveryRound(missing.length > 0 ? ROUNDS : 0, async () => {
        const ask = () => Promise.all(PET_STATUSES.map((status) => api.list({ status, ...WIDE })));
        const before = await ask();
        // After the consistency time, every replica has the animals of the first lists.
        await context.quiet();
        const between = await api.list(WIDE);
        const after = await ask();
        const these = leftOut(between, before);
        missing = missing.filter((id) => these.includes(id) && after.some((page) => animalIn(page, id)));
        last = [between, ...before];
        return missing.length > 0 ? after : undefined;
      });
      const [first] = missing;
      const [between, ...before] = last;
      if (confirmed === undefined || first === undefined || between === undefined) return;
      const shows = before.filter((page) => animalIn(page, first));
      const held = animalsText(listLength(between));
      const flaw = {
        message: `${requestText(between)}: ${held} of at most ${String(MAX_LIMIT)}, without animal ${String(first)}, which ${shows.map(requestText).join(', ')} shows before and after (animals missing: ${String(missing.length)})`,
        expected: 'every animal: a page shorter than its limit is the last one',
        actual: `${held}, animal ${String(first)} not among them`,
        input: between.query,
        places: [{ part: 'body', pointer: '' }],
        subjects: missing.slice(0, 3).map((id) => flawSubjectKey.animal(id)),
        comparedWith: shows.slice(0, 1),
      } as const;
      context.violation('list.complete', { reply: between, flaw }, confirmed);
    },
  }),
];
