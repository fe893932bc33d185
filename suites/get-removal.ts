import { type Check, defineCheck, type CheckContext } from '../src/engine/plan/index.ts';
import {
  brokenByMissing,
  removalEraOf,
  type GetReply,
  idPositionsOf,
  isGoneResponse,
  isAuthenticatedPetGet,
  isSuccess,
  type Reply,
  REMOVAL_UTC_DAYS,
  statusText,
} from '../src/engine/target/index.ts';
import { invariant, type FlawedReply } from '../src/engine/verbs/index.ts';

/** The beginning of an HTTP date in the form to send (RFC 9110, section 5.6.7), as a Sunset header has it (RFC 8594). */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} /u;

/** True if a Sunset header names 5 December 2030, in any time zone, including the end of that day. */
function namesTheDay(sunset: string): boolean {
  const [from, last] = [Date.parse(REMOVAL_UTC_DAYS.first), Date.parse(REMOVAL_UTC_DAYS.last)];
  const at = Date.parse(sunset);
  return from <= at && at <= last + 24 * 3_600_000;
}

/** Sorts GETs of known animals into right and wrong responses: before, on or after the day of the removal. */
function toldBy(known: readonly GetReply[], day: string) {
  const era = removalEraOf(day);
  const working = known.filter(({ answer }) => isSuccess(answer));
  const gone = known.filter((reply) => isGoneResponse(reply, day));
  const right = { before: working, 'on-the-day': [...working, ...gone], after: gone }[era];
  const early = gone.length === known.length ? gone : [];
  const wrong = { before: early, 'on-the-day': [], after: working }[era];
  return { working, right, wrong, found: wrong[0] && flawed(wrong[0], wrong, day) };
}

function flawed(reply: GetReply, wrong: readonly GetReply[], day: string): FlawedReply {
  const answers = [...new Set(wrong.map(statusText))].join(', ');
  const which = wrong.length === 1 ? 'an animal' : `${String(wrong.length)} animals`;
  const [message, expected] =
    removalEraOf(day) === 'before'
      ? [`GET of ${which} that the target holds: ${answers}`, 'the operation works until 5 December 2030']
      : [
          `GET of an animal works on ${day}, although the document removes the operation on 5 December 2030`,
          'the operation is removed',
        ];
  return { reply, flaw: { message, expected, actual: statusText(reply), places: [{ part: 'status' }] } };
}

/** Why the animals of all GETs may be gone, and not the operation: a new animal is found, or no list shows it either. */
async function lossOf(
  context: CheckContext,
  gets: readonly GetReply[],
): Promise<{ readonly reason: string; readonly replies: readonly Reply[] } | undefined> {
  const { api, creates, pages, population } = context;
  const made = await creates.plain();
  const { id } = made ?? {};
  if (id === undefined) return undefined;
  const found =
    'the known animals are gone, but a new animal is found: the known animals may have been removed';
  const first = await api.get(id);
  if (isSuccess(first.answer)) return { reason: found, replies: [first] };
  // A GET of an animal of another client counts only if lists still show the animal.
  const own = new Set(population.animals().map((animal) => String(animal.id)));
  if (gets.some((reply) => !own.has(reply.id))) return undefined;
  await context.quiet();
  const lists = await pages.widest();
  const again = await api.get(id);
  if (isSuccess(again.answer)) return { reason: found, replies: [again] };
  if (lists.some(({ items }) => idPositionsOf(items).of.has(id))) return undefined;
  const reason =
    'the known animals are gone, and neither a list nor GET shows a new animal: the animals may not be stored';
  return { reason, replies: [again, ...lists.slice(0, 1)] };
}

/** Reports that the operation is gone, unless the ids of all animals look as if the target did not print them exactly. */
function reportGone(context: CheckContext, found: FlawedReply, wrong: readonly GetReply[]): void {
  const others = { others: wrong };
  const isEarly = removalEraOf(context.config.asOf) === 'before';
  if (!isEarly || brokenByMissing(wrong, context.population.knownIds()) === 'get.removed') {
    context.violation('get.removed', found, undefined, others);
    return;
  }
  const { message = '' } = found.flaw;
  const flaw = {
    ...found.flaw,
    message: `${message}. Every id that the target gives looks rounded to a double, so that no animal has it`,
    expected: '200 with the Pet whose id the target gave',
  };
  context.violation('get.success', { ...found, flaw }, undefined, others);
  const reason =
    'GET finds no id that the target gives, probably because the target rounds its ids to doubles';
  context.undecided('get.removed', { reason, cause: 'server', because: 'get.success' }, ...wrong);
}

/** Checks of the removal itself. src/engine/target/removal.ts adapts all other requirements to the removal. */
export const getRemovedChecks: readonly Check[] = [
  defineCheck({
    id: 'get/removal',
    title: 'the operation works before 5 December 2030, and not after it',
    decides: ['get.removed'],
    mayBreak: ['get.success'],
    stage: 'scenario',
    probe: async (context) => {
      const { asOf } = context.config;
      const known = await context.baseline.knownGets();
      const { working, right, wrong, found } = toldBy(known, asOf);
      if (known.length === 0) {
        context.tooFewAnimals('get.removed', 'no id of an animal is known');
      } else if (found !== undefined) {
        const loss = removalEraOf(asOf) === 'before' ? await lossOf(context, wrong) : undefined;
        if (loss === undefined) reportGone(context, found, wrong);
        else {
          const { reason, replies } = loss;
          context.undecided('get.removed', { reason, cause: 'server' }, ...wrong, ...replies);
        }
      } else if (right.length > 0) {
        const how = working.length > 0 ? 'works' : 'is gone';
        const may =
          removalEraOf(asOf) === 'on-the-day'
            ? 'allowed while it is 5 December in some time zone'
            : 'required';
        context.witness(
          'get.removed',
          `on ${asOf} get ${how}, as ${may}; the document removes it on 5 December 2030`,
          ...known,
        );
      } else context.noEvidence('get.removed', known);
    },
  }),

  invariant('get/deprecation', {
    decides: 'get.deprecation',
    needs: ['get'],
    of: isAuthenticatedPetGet,
    wrong: ({ answer }) => {
      const sunset = answer?.header('sunset');
      const isDate = sunset !== undefined && HTTP_DATE.test(sunset);
      if (isDate ? namesTheDay(sunset) : answer?.header('deprecation') !== undefined) return undefined;
      return {
        expected: 'Sunset: Thu, 05 Dec 2030 00:00:00 GMT, or a Deprecation header',
        actual: sunset === undefined ? 'neither a Sunset nor a Deprecation header' : `Sunset: ${sunset}`,
        places: [{ part: 'header', name: 'sunset' }],
      };
    },
    passMessage: 'successful gets, each of which announces the removal of the operation',
    inconclusive: 'no animal could be got',
  }),
];
