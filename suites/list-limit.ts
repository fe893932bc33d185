import {
  limits,
  limitsOutside,
  limitWords,
  tellingLimits,
  tellingLimitsOutside,
  tellingLimitWords,
} from '../generators/limits.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Trial } from '../src/kit/property.ts';
import type { ListReply } from '../src/kit/replies.ts';
import { STATUSES, unanswered, type Status } from '../src/kit/replies.ts';
import { lists } from './log.ts';
import {
  compareReads,
  counterexample,
  EACH_ROUND,
  expectStatus,
  settleProperty,
  silence,
  statusText,
} from './trials.ts';

const DEFAULT = 20;
const MAXIMUM = 100;
/** Enough animals to tell every limit from a larger one. */
const TELLING = MAXIMUM + 1;

/** The limit of a query where it is an integer, in or out of range. */
function integerLimit(reply: ListReply): bigint | undefined {
  const { limit } = reply.query;
  return limit !== undefined && /^-?\d+$/.test(limit) ? BigInt(limit) : undefined;
}

function inRange(limit: bigint | undefined): limit is bigint {
  return limit !== undefined && limit >= 1n && limit <= BigInt(MAXIMUM);
}

const accepted = defineCheck({
  id: 'list/limit-in-range',
  title: 'limits from 1 to 100, both ends included',
  decides: ['list.limit.accepted'],
  stage: 'volume',
  needs: ['list'],
  probe: async (lab) => {
    await lab.population.atLeast(TELLING);
    await settleProperty(
      lab,
      'list.limit.accepted',
      {
        arbitrary: limits,
        always: tellingLimits,
        runs: Math.floor(lab.config.runs / 4),
        ask: async (limit) => expectStatus(await lab.api.list({ limit: String(limit) }), 200, '200'),
      },
      {
        subject: (limit) => `listing with limit=${String(limit)}`,
        input: (limit) => ({ limit }),
        note: (tried) => `${String(tried)} limits from 1 to 100, each answered with 200`,
      },
    );
  },
});

const respected = defineCheck({
  id: 'list/limit-respected',
  title: 'the length of every list that was asked for with a limit',
  decides: ['list.limit.respected'],
  stage: 'invariant',
  over: ['list/*'],
  pulls: ['list/limit-in-range'],
  needs: ['list'],
  probe: async (lab) => {
    const limited = lists(lab).filter((reply) => inRange(integerLimit(reply)));
    const long = limited
      .filter((reply) => (reply.items?.length ?? 0) > Number(integerLimit(reply)))
      .toSorted((a, b) => Number(integerLimit(a)) - Number(integerLimit(b)));
    const [worst] = long;
    if (worst !== undefined) {
      const limit = String(worst.query.limit);
      const isLong = ({ items }: ListReply) => (items?.length ?? 0) > Number(limit);
      await lab.confirm('list.limit.respected', worst, isLong, {
        message: `listing with limit=${limit}${worst.query.status === undefined ? '' : ` and status=${worst.query.status}`} brought ${String(worst.items?.length)} animals`,
        expected: `at most ${limit} animals`,
        actual: `${String(worst.items?.length)} animals`,
        input: worst.query,
      });
      return;
    }
    const known = lab.population.knownIds().size;
    const telling = limited.filter(
      (reply) => reply.items !== undefined && known > Number(integerLimit(reply)),
    );
    if (telling.length > 0) {
      const note = `${String(telling.length)} lists with a limit below the number of animals, none longer than its limit`;
      lab.held('list.limit.respected', note, ...telling.slice(0, 3));
    } else if (limited.some((reply) => unanswered(reply))) silence(lab, 'list.limit.respected', limited);
    else {
      const reason = `the target holds ${String(known)} animals, no more than the limits that were asked for`;
      lab.scarce('list.limit.respected', reason, ...limited.slice(0, 1));
    }
  },
});

/** The list without a limit beside that with limit=20, which is read before and after it. */
async function compareDefault(lab: Lab, status: Status | undefined): Promise<Trial> {
  const filter = status === undefined ? {} : { status };
  const twenty = () => lab.api.list({ ...filter, limit: String(DEFAULT) });
  const read = async (suspicious: boolean): Promise<Trial> => {
    const before = await twenty();
    const bare = await lab.api.list(filter);
    const after = suspicious ? await twenty() : before;
    if (before.items === undefined || bare.items === undefined || after.items === undefined) {
      return { kind: 'void', reply: [before, bare, after].find((one) => one.items === undefined) ?? bare };
    }
    const replies = [after, bare];
    const count = bare.items.length;
    const actual = `${String(count)} animals`;
    const least = Math.min(DEFAULT, before.items.length, after.items.length);
    if (count >= least) return { kind: 'held', replies };
    // Below the limit a filtered list moves on its own where others change statuses.
    if (status !== undefined && least < DEFAULT) return { kind: 'void', reply: bare };
    const expected = `as many as limit=${String(DEFAULT)} gives: ${String(least)}`;
    return { kind: 'broke', expected, actual, replies };
  };
  return compareReads(lab, read);
}

const byDefault = defineCheck({
  id: 'list/limit-default',
  title: 'a list without a limit beside one with limit=20',
  decides: ['list.limit.default'],
  stage: 'volume',
  needs: ['list'],
  probe: async (lab) => {
    const enough = await lab.population.atLeast(DEFAULT + 1);
    for (const status of [undefined, ...STATUSES]) {
      const trial = await compareDefault(lab, status);
      const query = status === undefined ? 'a limit' : `a limit and with status=${status}`;
      if (trial.kind === 'broke') {
        const message = `listing without ${query} brought ${trial.actual}; expected ${trial.expected}`;
        const input = status === undefined ? {} : { status };
        lab.broken('list.limit.default', counterexample(trial, message, { input, reproduced: EACH_ROUND }));
        return;
      }
      if (trial.kind === 'void') {
        if (trial.reply !== undefined && status === undefined)
          silence(lab, 'list.limit.default', [trial.reply]);
        continue;
      }
      const full = trial.replies.some(
        (reply) => reply.operation === 'list' && reply.items?.length === DEFAULT,
      );
      if (status === undefined && !enough && !full) {
        const reason = `the target holds fewer than ${String(DEFAULT + 1)} animals, so a default of ${String(DEFAULT)} cannot be told from a larger one`;
        lab.scarce('list.limit.default', reason, ...trial.replies);
        return;
      }
      lab.held(
        'list.limit.default',
        'a list without a limit was as long as one with limit=20',
        ...trial.replies,
      );
    }
  },
});

const neverMore = defineCheck({
  id: 'list/limit-absent',
  title: 'the length of every list that was asked for without a limit',
  decides: ['list.limit.default'],
  stage: 'invariant',
  over: ['list/*'],
  pulls: ['list/limit-default'],
  needs: ['list'],
  probe: async (lab) => {
    const isLong = ({ items }: ListReply) => (items?.length ?? 0) > DEFAULT;
    const long = lists(lab).find((reply) => reply.query.limit === undefined && isLong(reply));
    if (long === undefined) return;
    const filter = long.query.status === undefined ? '' : ` and with status=${long.query.status}`;
    await lab.confirm('list.limit.default', long, isLong, {
      message: `listing without a limit${filter} brought ${String(long.items?.length)} animals`,
      expected: `at most ${String(DEFAULT)} animals, as with limit=${String(DEFAULT)}`,
      actual: `${String(long.items?.length)} animals`,
      input: long.query,
    });
  },
});

function describeOutside(lab: Lab, reply: ListReply): string | undefined {
  const { answer, items } = reply;
  if (answer === undefined || (answer.status >= 400 && answer.status < 500)) return undefined;
  if (items === undefined) return statusText(reply);
  if (items.length > MAXIMUM) return `${String(items.length)} animals`;
  return items.length === 0 && lab.population.knownIds().size > 0 ? 'an empty list' : undefined;
}

const outside = defineCheck({
  id: 'list/limit-out-of-range',
  title: 'integer limits below 1 and above 100',
  decides: ['list.limit.out-of-range'],
  stage: 'volume',
  needs: ['list'],
  probe: async (lab) => {
    await lab.population.atLeast(TELLING);
    // Its length is judged by list/limit-maximum: the maximum holds with a filter too.
    await lab.api.list({ limit: '1000', status: 'available' });
    const refusal = 'a 4xx with an Error object, or a list as for a limit in range';
    await settleProperty(
      lab,
      'list.limit.out-of-range',
      {
        arbitrary: limitsOutside,
        always: tellingLimitsOutside,
        runs: Math.floor(lab.config.runs / 4),
        ask: async (limit) => {
          const reply = await lab.api.list({ limit });
          if (reply.answer === undefined) return { kind: 'void', reply };
          const actual = describeOutside(lab, reply);
          if (actual === undefined) return { kind: 'held', replies: [reply] };
          return { kind: 'broke', expected: refusal, actual, replies: [reply] };
        },
      },
      {
        subject: (limit) => `listing with limit=${limit}`,
        input: (limit) => ({ limit }),
        note: (tried) => `${String(tried)} limits out of range, each refused or brought into range`,
      },
    );
  },
});

const maximum = defineCheck({
  id: 'list/limit-maximum',
  title: 'the length of every list of the run',
  decides: ['list.limit.maximum'],
  stage: 'invariant',
  over: ['list/*'],
  pulls: ['list/limit-in-range', 'list/limit-out-of-range'],
  needs: ['list'],
  probe: async (lab) => {
    const asked = lists(lab).filter((reply) => integerLimit(reply) !== undefined);
    const long = asked.find((reply) => (reply.items?.length ?? 0) > MAXIMUM);
    if (long !== undefined) {
      const isLong = ({ items }: ListReply) => (items?.length ?? 0) > MAXIMUM;
      await lab.confirm('list.limit.maximum', long, isLong, {
        message: `listing with limit=${String(long.query.limit)} brought ${String(long.items?.length)} animals`,
        expected: `never more than ${String(MAXIMUM)} animals`,
        actual: `${String(long.items?.length)} animals`,
        input: long.query,
      });
      return;
    }
    const known = lab.population.knownIds().size;
    const beyond = asked.filter((reply) => {
      const limit = integerLimit(reply);
      return limit !== undefined && limit >= BigInt(MAXIMUM) && reply.answer !== undefined;
    });
    if (known > MAXIMUM && beyond.length > 0) {
      const note = `${String(known)} animals are known, and no list held more than ${String(MAXIMUM)}`;
      lab.held('list.limit.maximum', note, ...beyond.slice(0, 3));
    } else {
      const reason = `only ${String(known)} animals are known to exist, too few for a list of more than ${String(MAXIMUM)}`;
      lab.scarce('list.limit.maximum', reason, ...asked.slice(0, 1));
    }
  },
});

const words = defineCheck({
  id: 'list/limit-no-integer',
  title: 'limits that are no integer',
  decides: ['list.limit.not-integer'],
  stage: 'volume',
  needs: ['list'],
  probe: async (lab) => {
    await lab.population.atLeast(DEFAULT + 1);
    const bare = await lab.api.list();
    const ignored = bare.items?.length;
    await settleProperty(
      lab,
      'list.limit.not-integer',
      {
        arbitrary: limitWords,
        always: tellingLimitWords,
        runs: Math.floor(lab.config.runs / 4),
        ask: async (limit) => {
          const reply = await lab.api.list({ limit });
          const { answer, items } = reply;
          if (answer === undefined) return { kind: 'void', reply };
          if (answer.status >= 400 && answer.status < 500) return { kind: 'held', replies: [reply] };
          const asIfAbsent =
            items !== undefined && (ignored === undefined || items.length >= Math.min(ignored, DEFAULT));
          if (asIfAbsent && items.length <= MAXIMUM) return { kind: 'held', replies: [reply] };
          const actual = items === undefined ? statusText(reply) : `${String(items.length)} animals`;
          return {
            kind: 'broke',
            expected: 'a 4xx with an Error object, or the list that no limit gives',
            actual,
            replies: [reply],
          };
        },
      },
      {
        subject: (limit) => `listing with limit=${JSON.stringify(limit)}`,
        input: (limit) => ({ limit }),
        note: (tried) => `${String(tried)} limits that are no integer, each refused or ignored`,
        explainedBy: [
          'list.limit.respected',
          'list.limit.maximum',
          'list.limit.default',
          'list.limit.out-of-range',
        ],
      },
    );
  },
});

export const limitChecks: readonly Check[] = [
  accepted,
  respected,
  byDefault,
  neverMore,
  maximum,
  outside,
  words,
];
