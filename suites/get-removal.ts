import { type Check, defineCheck, type Flaw } from '../src/engine/plan/index.ts';
import {
  eraOf,
  type GetReply,
  isGone,
  isGot,
  isSuccess,
  REMOVAL,
  statusText,
} from '../src/engine/target/index.ts';
import { invariant } from '../src/engine/verbs/index.ts';

/** The day of the removal as a Sunset header has to name it, in any time zone, its end included. */
function namesTheDay(sunset: string): boolean {
  const [from, last] = [Date.parse(REMOVAL.first), Date.parse(REMOVAL.last)];
  const at = Date.parse(sunset);
  return from <= at && at <= last + 24 * 3_600_000;
}

/** What gets of animals that the target is known to hold say of the operation on a day. */
function toldBy(known: readonly GetReply[], day: string) {
  const era = eraOf(day);
  const working = known.filter(({ answer }) => isSuccess(answer));
  const gone = known.filter((reply) => isGone(reply, day));
  const right = { before: working, 'on-the-day': [...working, ...gone], after: gone }[era];
  const early = gone.length === known.length ? gone : [];
  const wrong = { before: early, 'on-the-day': [], after: working }[era];
  return { working, right, wrong, flaw: wrong[0] && flawOf(wrong[0], wrong, day) };
}

function flawOf(
  first: GetReply,
  wrong: readonly GetReply[],
  day: string,
): Flaw & { readonly message: string } {
  const answers = [...new Set(wrong.map(statusText))].join(', ');
  const which = wrong.length === 1 ? 'the animal' : `each of ${String(wrong.length)} animals`;
  const words =
    eraOf(day) === 'before'
      ? {
          message: `getting an animal is gone already: ${which} that the target is known to hold was answered with ${answers}`,
          expected: 'the operation works until 5 December 2030',
        }
      : {
          message: `getting an animal still works on ${day}, although it was to be removed on 5 December 2030`,
          expected: 'the operation is gone',
        };
  return { requirement: 'get.removed', ...words, actual: statusText(first), places: [{ part: 'status' }] };
}

/** The requirement on the removal itself; what the removal makes of all others is said, and done, in src/engine/removal.ts. */
export const removalChecks: readonly Check[] = [
  defineCheck({
    id: 'get/removal',
    title: 'whether the operation is there before 5 December 2030, and gone after it',
    decides: ['get.removed'],
    stage: 'scenario',
    probe: async (context) => {
      const { asOf } = context.config;
      const known = await context.baseline.knownGets();
      const { working, right, wrong, flaw } = toldBy(known, asOf);
      if (known.length === 0) {
        context.tooFewAnimals('get.removed', 'no id of an animal is known');
      } else if (flaw !== undefined) {
        const exchanges = wrong.map(({ outcome }) => outcome.exchange);
        context.violation('get.removed', { ...flaw, exchanges });
      } else if (right.length > 0) {
        const how = working.length > 0 ? 'there' : 'gone';
        const may =
          eraOf(asOf) === 'on-the-day' ? 'may be while it is 5 December in some time zone' : 'has to be';
        context.witness('get.removed', `on ${asOf} the operation is ${how}, as it ${may}`, ...known);
      } else context.noEvidence('get.removed', known);
    },
  }),

  invariant('get/deprecation', {
    title: 'the Deprecation and Sunset headers of every get that worked',
    decides: 'get.deprecation',
    needs: ['get'],
    of: isGot,
    wrong: ({ answer }) => {
      const sunset = answer?.header('sunset');
      if (sunset === undefined && answer?.header('deprecation') !== undefined) return undefined;
      if (sunset !== undefined && namesTheDay(sunset)) return undefined;
      return {
        expected: 'Sunset: Thu, 05 Dec 2030 00:00:00 GMT, or a Deprecation header',
        actual: sunset === undefined ? 'neither a Sunset nor a Deprecation header' : `Sunset: ${sunset}`,
        places: [{ part: 'header', name: 'sunset' }],
      };
    },
    countedAs: 'successful gets',
    passMessage: 'answers, each of which announces the removal',
    inconclusive: 'no animal could be got',
  }),
];
