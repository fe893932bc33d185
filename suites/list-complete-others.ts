import { type Check, type CheckContext, defineCheck, subject } from '../src/engine/plan/index.ts';
import {
  isList,
  isStatus,
  lengthOf,
  type ListReply,
  placesIn,
  requestText,
  type Status,
} from '../src/engine/target/index.ts';
import { animalsText, isShort, limitOf } from './lists.ts';

/** Times that an animal has to be left out between two filtered lists that show it. */
const ROUNDS = 2;

/** A list without a filter, and the filtered ones before and after it. */
interface Round {
  readonly before: ListReply;
  readonly between: ListReply;
  readonly after: ListReply;
}

function idsIn(page: ListReply): readonly bigint[] {
  return [...placesIn(page.items).of.keys()];
}

/** Animals of others that both filtered lists show, and that the list between them leaves out although it had room. */
function leftOut({ before, between, after }: Round, own: ReadonlySet<bigint>): readonly bigint[] {
  if (!isShort(between)) return [];
  const [shown, later] = [new Set(idsIn(between)), new Set(idsIn(after))];
  return idsIn(before).filter((id) => later.has(id) && !shown.has(id) && !own.has(id));
}

/** A status whose lists showed an animal of others that a short list without a filter left out; others may have changed it since. */
function suspect(
  { api }: CheckContext,
  own: ReadonlySet<bigint>,
): { page: ListReply; status: Status } | undefined {
  const lists = api.log.filter(isList).filter(({ outcome }) => outcome.ask.credential.valid);
  const page = lists.findLast(
    // How long a list without a limit is, is a matter of the default.
    (list) => list.query.status === undefined && list.query.limit !== undefined && isShort(list),
  );
  if (page === undefined) return undefined;
  const shown = new Set(idsIn(page));
  const filtered = lists.findLast(
    (other) => isStatus(other.query.status) && idsIn(other).some((id) => !shown.has(id) && !own.has(id)),
  );
  const status = filtered?.query.status;
  return isStatus(status) ? { page, status } : undefined;
}

export const othersCompleteChecks: readonly Check[] = [
  defineCheck({
    id: 'list/completeness-for-others',
    title:
      "other people's animals that filtered lists show, in a list without a filter that is shorter than its limit",
    mayBreak: ['list.complete'],
    needs: ['list'],
    stage: 'invariant',
    dependsOn: ['list/limit-in-range', 'list/limit-default'],
    probe: async (context) => {
      const { api, population } = context;
      const own = new Set(population.animals().map(({ id }) => id));
      const found = suspect(context, own);
      if (found === undefined) return;
      const { page, status } = found;
      const rounds: Round[] = [];
      let missing: readonly bigint[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = await api.list({ status, limit: '100' });
        // What is new to one replica is known to all of them then.
        await context.quiet();
        const between = await api.list(page.query);
        const after = await api.list({ status, limit: '100' });
        const one = { before, between, after };
        const these = leftOut(one, own);
        missing = round === 0 ? these : these.filter((id) => missing.includes(id));
        if (missing.length === 0) return;
        rounds.push(one);
      }
      const [first] = missing;
      const last = rounds.at(-1);
      if (first === undefined || last === undefined) return;
      const { before, between, after } = last;
      const most = String(limitOf(between));
      context.violation('list.complete', {
        message: `${requestText(between)}: ${animalsText(lengthOf(between))} of at most ${most}, without animal ${String(first)} (${String(missing.length)} such in all), which ${requestText(before)} shows before and after`,
        expected: 'every animal: a page shorter than its limit is the last one',
        actual: `${animalsText(lengthOf(between))}, animal ${String(first)} not among them`,
        input: between.query,
        places: [{ part: 'body', pointer: '' }],
        subjects: missing.slice(0, 3).map((id) => subject.animal(id)),
        reproduced: { times: ROUNDS, of: ROUNDS },
        proof: between.outcome.exchange.id,
        comparison: before.outcome.exchange.id,
        exchanges: [before, between, after].map(({ outcome }) => outcome.exchange),
      });
    },
  }),
];
