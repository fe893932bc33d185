import * as fc from 'fast-check';
import { defineCheck, type Check } from '../src/kit/check.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Trial } from '../src/kit/property.ts';
import { isObject, itemId, STATUSES, type ListReply, type Status } from '../src/kit/replies.ts';
import { writeJson } from '../src/json/json.ts';
import type { Json } from '../src/json/types.ts';
import { lists } from './log.ts';
import { compareReads, counterexample, EACH_ROUND, settleProperty, silence, statusText } from './trials.ts';

function statusOf(item: Json): Json | undefined {
  return isObject(item) ? item['status'] : undefined;
}

/** What an item that a filter should have left out has in place of the status. */
function stranger(reply: ListReply): string | undefined {
  for (const item of reply.items ?? []) {
    if (itemId(item) === undefined) continue;
    const status = statusOf(item);
    if (status === reply.query.status) continue;
    return status === undefined ? 'an animal without status' : `an animal with status ${writeJson(status)}`;
  }
  return undefined;
}

const filter = defineCheck({
  id: 'list/status-filter',
  title: 'the status of every animal in every filtered list',
  decides: ['list.status.filter', 'list.status.with-limit'],
  stage: 'invariant',
  over: ['list/*'],
  pulls: ['list/status-with-limit', 'list/limit-default'],
  needs: ['list'],
  probe: async (lab) => {
    const early = lists(lab).filter((reply) => isStatus(reply.query.status));
    const holds = (reply: ListReply) => (reply.items?.length ?? 0) > 0;
    const late = early.some(holds) ? [] : await lab.settledLists();
    const all = [...early, ...late.filter((reply) => isStatus(reply.query.status))];
    const strange = all.filter((reply) => stranger(reply) !== undefined);
    const unlimited = strange.find((reply) => reply.query.limit === undefined);
    const [limited] = strange;
    if (unlimited === undefined && limited !== undefined) await reportLimited(lab, limited);
    const wrong = unlimited ?? limited;
    if (wrong !== undefined) {
      const actual = stranger(wrong) ?? '';
      await lab.confirm('list.status.filter', wrong, (again) => stranger(again) !== undefined, {
        message: `listing with status=${String(wrong.query.status)} brought ${actual}`,
        expected: `animals with status ${JSON.stringify(wrong.query.status)} only`,
        actual,
        input: wrong.query,
      });
      return;
    }
    const telling = all.filter(holds);
    const seen = new Set(telling.map((reply) => reply.query.status));
    if (seen.size === 0) {
      if (all.some((reply) => reply.outcome.kind === 'no-answer')) silence(lab, 'list.status.filter', all);
      else lab.scarce('list.status.filter', 'no filtered list held an animal', ...all.slice(0, 1));
      return;
    }
    const note = `${String(telling.length)} filtered lists (${[...seen].join(', ')}), every animal of the status asked for`;
    lab.held('list.status.filter', note, ...telling.slice(0, 3));
  },
});

/** The filter holds on its own and gives way to a limit. */
function reportLimited(lab: Lab, reply: ListReply): Promise<void> {
  const actual = stranger(reply) ?? '';
  return lab.confirm('list.status.with-limit', reply, (again) => stranger(again) !== undefined, {
    message: `listing with status=${String(reply.query.status)} and limit=${String(reply.query.limit)} brought ${actual}`,
    expected: `animals with status ${JSON.stringify(reply.query.status)} only`,
    actual,
    input: reply.query,
  });
}

function isStatus(text: string | undefined): text is Status {
  return STATUSES.some((status) => status === text);
}

/** Whether the same limit goes wrong in the same direction with no filter in play. */
async function wrongWithoutFilter(lab: Lab, limit: number, count: number): Promise<boolean> {
  const { items } = await lab.api.list({ limit: String(limit) });
  if (items === undefined) return false;
  return count > limit ? items.length > limit : items.length < limit;
}

/** A filtered list cut by a limit beside the widest one: it has to be as long as both allow. */
async function compareCut(lab: Lab, status: Status, limit: number): Promise<Trial> {
  const read = async (suspicious: boolean): Promise<Trial> => {
    // Others may change statuses: what matches counts only if it does so before and after.
    const before = await lab.api.list({ status, limit: '100' });
    const cut = await lab.api.list({ status, limit: String(limit) });
    const after = suspicious ? await lab.api.list({ status, limit: '100' }) : before;
    if (before.items === undefined || cut.items === undefined || after.items === undefined) {
      const reply = [before, cut, after].find((one) => one.items === undefined) ?? cut;
      return { kind: 'void', reply };
    }
    const matching = Math.min(before.items.length, after.items.length);
    const replies = [after, cut];
    const count = cut.items.length;
    if (count <= limit && count >= Math.min(limit, matching))
      return matching > limit ? { kind: 'held', replies } : { kind: 'void' };
    if (await wrongWithoutFilter(lab, limit, count)) return { kind: 'void' };
    const expected =
      count > limit
        ? `at most ${String(limit)} animals`
        : `${String(Math.min(limit, matching))} animals: ${String(matching)} match, as limit=100 shows`;
    return { kind: 'broke', expected, actual: `${String(count)} animals`, replies };
  };
  return compareReads(lab, read);
}

const withLimit = defineCheck({
  id: 'list/status-with-limit',
  title: 'filter and limit together',
  decides: ['list.status.with-limit'],
  stage: 'volume',
  needs: ['list'],
  probe: async (lab) => {
    await lab.population.atLeast(21);
    const pairs: readonly (readonly [Status, number])[] = [
      ['available', 20],
      ['pending', 1],
      ['pending', 3],
      ['sold', 2],
      ['sold', 50],
    ];
    const compareAll = () =>
      Promise.all(
        pairs.map(async ([status, limit]) => ({
          status,
          limit,
          trial: await compareCut(lab, status, limit),
        })),
      );
    let trials = await compareAll();
    if (trials.every(({ trial }) => trial.kind === 'void')) {
      // Where reads lag there may have been nothing to cut.
      await lab.settle();
      trials = await compareAll();
    }
    for (const { status, limit, trial } of trials) {
      if (trial.kind === 'broke') {
        const message = `listing with status=${status} and limit=${String(limit)} brought ${trial.actual}; expected ${trial.expected}`;
        const more = { input: { status, limit }, reproduced: EACH_ROUND };
        lab.broken('list.status.with-limit', counterexample(trial, message, more));
      } else if (trial.kind === 'held') {
        lab.held(
          'list.status.with-limit',
          'filtered lists as long as their limit, with more animals matching',
          ...trial.replies,
        );
      }
    }
    const told = trials.some(({ trial }) => trial.kind !== 'void');
    if (told) return;
    const silent = trials.flatMap(({ trial }) => (trial.kind === 'void' && trial.reply ? [trial.reply] : []));
    if (silent.some((reply) => reply.outcome.kind === 'no-answer'))
      silence(lab, 'list.status.with-limit', silent);
    else if (silent[0] !== undefined) {
      const reason = `filtered lists could not be read: one was answered with ${statusText(silent[0])}`;
      lab.undecided('list.status.with-limit', reason, 'server', silent[0]);
    } else
      lab.scarce('list.status.with-limit', 'no status has more animals than a limit that could cut them');
  },
});

const unknown = defineCheck({
  id: 'list/status-unknown',
  title: 'statuses outside the three as filter',
  decides: ['list.status.unknown'],
  stage: 'scenario',
  needs: ['list'],
  probe: async (lab) => {
    await settleProperty(
      lab,
      'list.status.unknown',
      {
        arbitrary: fc.stringMatching(/^[a-z]{3,12}$/).filter((word) => !isStatus(word)),
        always: ['unknown', 'AVAILABLE', '', 'constructor'],
        runs: Math.floor(lab.config.runs / 4),
        ask: async (status) => {
          const reply = await lab.api.list({ status });
          if (reply.answer === undefined) return { kind: 'void', reply };
          const refused = reply.answer.status >= 400 && reply.answer.status < 500;
          if (refused || reply.items !== undefined) return { kind: 'held', replies: [reply] };
          const expected = 'a 4xx with an Error object, or a list';
          return { kind: 'broke', expected, actual: statusText(reply), replies: [reply] };
        },
      },
      {
        subject: (status) => `listing with status=${status}`,
        input: (status) => ({ status }),
        note: (tried) => `${String(tried)} unknown statuses, each refused or answered with a list`,
      },
    );
  },
});

export const statusChecks: readonly Check[] = [filter, withLimit, unknown];
