import { defineCheck, type Check } from '../src/kit/check.ts';
import { eraOf } from '../src/kit/removal.ts';
import { isSuccess, type GetReply } from '../src/kit/replies.ts';
import { silence, statusText } from './trials.ts';

const GONE: ReadonlySet<number> = new Set([404, 405, 410]);

/** After the removal whatever is no success and not about the key says that the operation is gone. */
function isGone({ answer }: GetReply): boolean {
  const status = answer?.status ?? 0;
  return status >= 300 && status !== 401 && status !== 500;
}

const removal = defineCheck({
  id: 'get/removal',
  title: 'whether the operation is there before 5 December 2030, and gone after it',
  decides: ['get.removed'],
  stage: 'scenario',
  probe: async (lab) => {
    const era = eraOf(lab.config.asOf);
    const known = await lab.baseline.knownGets();
    if (known.length === 0) {
      lab.scarce('get.removed', 'no animal is known whose id could be asked for');
      return;
    }
    const working = known.filter((reply) => isSuccess(reply.answer));
    const gone = known.filter((reply) => GONE.has(reply.answer?.status ?? 0));
    const [first] = known;
    if (era !== 'after' && gone.length === known.length && first !== undefined && era === 'before') {
      lab.broken('get.removed', {
        message: `getting an animal is gone already: every known id was answered with ${statusText(first)}`,
        expected: 'the operation works until 5 December 2030',
        actual: statusText(first),
        exchanges: gone.map(({ outcome }) => outcome.exchange),
      });
    } else if (era === 'after' && working[0] !== undefined) {
      lab.broken('get.removed', {
        message: `getting an animal still works on ${lab.config.asOf}, although it was to be removed on 5 December 2030`,
        expected: 'the operation is gone',
        actual: statusText(working[0]),
        exchanges: working.map(({ outcome }) => outcome.exchange),
      });
    } else if (era === 'after' ? known.some(isGone) : working.length > 0 || gone.length > 0) {
      lab.held(
        'get.removed',
        `on ${lab.config.asOf} the operation is ${working.length > 0 ? 'there' : 'gone'}, as it has to be`,
        ...known,
      );
    } else if (first?.answer === undefined) silence(lab, 'get.removed', known);
    else
      lab.undecided(
        'get.removed',
        `a known animal was answered with ${statusText(first)}, which tells nothing about the removal`,
        'server',
        first,
      );
  },
});

/** The day of the removal as a Sunset header has to name it, in any time zone. */
function namesTheDay(sunset: string): boolean {
  const day = Date.parse(sunset);
  return Math.abs(day - Date.UTC(2030, 11, 5, 12)) <= 36 * 3_600_000;
}

const deprecation = defineCheck({
  id: 'get/deprecation',
  title: 'the Deprecation and Sunset headers of a get that works',
  decides: ['get.deprecation'],
  stage: 'scenario',
  needs: ['get'],
  probe: async (lab) => {
    const reply = (await lab.baseline.knownGets()).find((one) => one.pet !== undefined);
    if (reply?.answer === undefined) return;
    const sunset = reply.answer.header('sunset');
    const announced = sunset ?? reply.answer.header('deprecation');
    if (announced !== undefined && (sunset === undefined || namesTheDay(sunset))) {
      lab.held('get.deprecation', 'the answer announces the removal', reply);
      return;
    }
    lab.broken('get.deprecation', {
      message:
        sunset === undefined
          ? 'the answer of a deprecated operation does not announce its removal'
          : `the Sunset header names another day: ${sunset}`,
      expected: 'Sunset: Thu, 05 Dec 2030 00:00:00 GMT, or a Deprecation header',
      actual: sunset === undefined ? 'neither header' : `Sunset: ${sunset}`,
      exchanges: [reply.outcome.exchange],
    });
  },
});

export const removalChecks: readonly Check[] = [removal, deprecation];
