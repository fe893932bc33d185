import { defineCheck, type Check } from '../src/engine/check.ts';
import { statusText } from '../src/engine/expect.ts';
import { eraOf, GONE, REMOVAL_DAY } from '../src/engine/removal.ts';
import { isSuccess, type GetReply, type Reply } from '../src/engine/replies.ts';
import { always } from '../src/engine/verbs/always.ts';

/** From the removal on whatever is no success and not about the key says that the operation is gone. */
function saysGone({ answer }: GetReply): boolean {
  const status = answer?.status ?? 0;
  return status >= 300 && status !== 401 && status !== 500;
}

/** The day of the removal as a Sunset header has to name it, in any time zone. */
function namesTheDay(sunset: string): boolean {
  const noon = Date.parse(`${REMOVAL_DAY}T12:00:00Z`);
  return Math.abs(Date.parse(sunset) - noon) <= 36 * 3_600_000;
}

export const removalChecks: readonly Check[] = [
  defineCheck({
    id: 'get/removal',
    title: 'whether the operation is there before 5 December 2030, and gone after it',
    decides: ['get.removed'],
    stage: 'scenario',
    probe: async (lab) => {
      const { asOf } = lab.config;
      const era = eraOf(asOf);
      const known = await lab.baseline.knownGets();
      const working = known.filter(({ answer }) => isSuccess(answer));
      const gone = known.filter(({ answer }) => GONE.has(answer?.status ?? 0));
      const isRight = {
        before: working.length > 0,
        'on-the-day': working.length > 0 || known.some(saysGone),
        after: known.some(saysGone),
      }[era];
      const broken = (message: string, expected: string, replies: readonly GetReply[]) => {
        const [first] = replies;
        if (first === undefined) return;
        const exchanges = replies.map(({ outcome }) => outcome.exchange);
        const actual = statusText(first);
        lab.broken('get.removed', { message, expected, actual, exchanges, places: [{ part: 'status' }] });
      };
      if (known.length === 0) {
        lab.scarce('get.removed', 'no animal is known whose id could be asked for');
      } else if (era === 'before' && gone.length === known.length) {
        const which = known.length === 1 ? 'the animal' : `each of ${String(known.length)} animals`;
        const statuses = [...new Set(gone.map(statusText))].join(', ');
        const message = `getting an animal is gone already: ${which} that the target is known to hold was answered with ${statuses}`;
        broken(message, 'the operation works until 5 December 2030', gone);
      } else if (era === 'after' && working.length > 0) {
        const message = `getting an animal still works on ${asOf}, although it was to be removed on 5 December 2030`;
        broken(message, 'the operation is gone', working);
      } else if (isRight) {
        const how = working.length > 0 ? 'there' : 'gone';
        lab.held('get.removed', `on ${asOf} the operation is ${how}, as it has to be`, ...known);
      } else lab.nothing('get.removed', known);
    },
  }),

  always('get/deprecation', {
    title: 'the Deprecation and Sunset headers of every get that worked',
    decides: 'get.deprecation',
    needs: ['get'],
    of: (reply: Reply): reply is GetReply =>
      reply.operation === 'get' && reply.outcome.ask.credential.valid && reply.pet !== undefined,
    wrong: ({ answer }) => {
      const sunset = answer?.header('sunset');
      if (sunset === undefined && answer?.header('deprecation') !== undefined) return undefined;
      if (sunset !== undefined && namesTheDay(sunset)) return undefined;
      return {
        message:
          sunset === undefined
            ? 'the answer of a deprecated operation does not announce its removal'
            : `the Sunset header names another day: ${sunset}`,
        expected: 'Sunset: Thu, 05 Dec 2030 00:00:00 GMT, or a Deprecation header',
        actual: sunset === undefined ? 'neither header' : `Sunset: ${sunset}`,
        places: [{ part: 'header', name: 'sunset' }],
      };
    },
    passes: (replies) => `${String(replies.length)} answers, each of which announces the removal`,
    vacuous: () => 'no animal could be got',
  }),
];
