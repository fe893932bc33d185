import type { Exchange } from '../../reports/exchange.ts';
import { counted } from '../../reports/measures.ts';
import type { CheckReport, Report } from '../../reports/model.ts';
import { statusLine } from '../../reports/rows.ts';
import { checks } from '../../suites/index.ts';
import type { Config } from '../config/types.ts';
import { concerns, type Check } from '../engine/check.ts';
import type { Flaw } from '../engine/flaw.ts';
import { isRefusal } from '../http/attempt.ts';
import { likeness } from './alike.ts';
import type { Finding } from './finding.ts';
import { valueAt } from '../../reports/places.ts';
import { judgedBy } from './rules.ts';
import { heldThen } from './send.ts';
import { lackOf, type Sent } from './state.ts';

/** Whether a finding still shows, and the sentence that says so. */
export interface Outcome {
  readonly still: 'shows' | 'gone' | 'untold';
  readonly why: string;
}

/** The run that found it, and how it is sent again. */
export interface Origin {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  readonly config: Config;
}

/**
 * Whether a finding shows in what came now, by the rule that found it. It is gone only where the rule calls the answer right,
 * and could have seen it: in the same requests it found it then, the target holds what showed it, and the run itself had no
 * such answer to such a request.
 */
export async function stillShows(finding: Finding, now: Sent, origin: Origin): Promise<Outcome> {
  const { check, proof } = finding;
  const silent = now.came.findIndex(isSilent);
  const [before, later] = [now.sent[silent], now.came[silent]];
  if (before !== undefined && later !== undefined) return silence(before, later);
  const answer = now.came[now.sent.indexOf(proof)] ?? proof;
  const found = await ruleOf(finding, origin);
  const came = [...now.held, ...now.came];
  const { config, report, evidence } = origin;
  const then = { ...config, baseUrl: report.target.baseUrl };
  const again = { still: 'shows', why: 'what was wrong stands in the answer again' } as const;
  if (found === undefined) {
    if (isSilent(proof))
      return { still: 'gone', why: `${proof.id} got no usable answer then, and gets one now` };
    const why = 'it takes more of a run than these requests to tell: judge the whole again';
    return standsAgain(check, proof, answer) ? again : { still: 'untold', why };
  }
  const told = (await judgedBy(found.check, finding, came, report, config, found.flaw)).get(answer);
  if (typeof told === 'object') return { still: 'shows', why: told[0].message };
  if (told === 'no-evidence' && standsAgain(check, proof, answer)) return again;
  const doubt =
    lackOf(finding, evidence, now) ??
    unsteady(check) ??
    likeness(
      finding,
      evidence,
      await judgedBy(found.check, finding, evidence, report, then),
      answer,
      report.tag,
    );
  if (doubt !== undefined) return { still: 'untold', why: doubt };
  if (told === 'met') return { still: 'gone', why: 'the answers are as the document asks' };
  return { still: 'untold', why: `${found.check.id} finds nothing to judge in the answer of now` };
}

interface Found {
  readonly check: Check;
  readonly flaw: Flaw;
}

/** The rule that finds it in the requests of then alone: that of its check, or another one of the requirement. */
async function ruleOf(finding: Finding, origin: Origin): Promise<Found | undefined> {
  const { row, check, proof, requests } = finding;
  const { report, evidence, config } = origin;
  const own = checks.filter(({ id }) => id === check.name);
  const others = checks.filter((one) => !own.includes(one) && concerns(one).includes(row.id));
  const then = [...heldThen(evidence, proof, report), ...requests];
  const before = { ...config, baseUrl: report.target.baseUrl };
  for (const one of [...own, ...others]) {
    const flaw = (await judgedBy(one, finding, then, report, before)).get(proof);
    if (typeof flaw === 'object') return { check: one, flaw: flaw[0] };
  }
  return undefined;
}

/** What did not come again in the run itself may not come now either. */
function unsteady({ reproduced }: CheckReport): string | undefined {
  if (reproduced?.times !== 0 || reproduced.of === 0) return undefined;
  return `it did not come again in the run itself either (0 of ${counted(reproduced.of, 'time')}): judge the whole again`;
}

/** Whether no answer came that counts. */
function isSilent({ response }: Exchange): boolean {
  return response === null || isRefusal(response.status);
}

/** What some findings are about is that no answer comes, or that it breaks off. */
function silence(then: Exchange, now: Exchange): Outcome {
  const how = ({ response, failure }: Exchange): string =>
    [response?.status, failure?.kind, failure?.code].join(' ');
  const why = `${then.id} got no usable answer: ${statusLine(now)}`;
  const isSame = isSilent(then) && how(then) === how(now) && now.failure?.unsent !== true;
  return { still: isSame ? 'shows' : 'untold', why };
}

/** Whether the same stands at all the places that were wrong; a status alone may be right by now. */
function standsAgain({ places = [] }: CheckReport, then: Exchange, now: Exchange): boolean {
  const isStatus = then.response?.status === now.response?.status;
  return (
    places.some(({ part }) => part !== 'status') &&
    isStatus &&
    places.every((place) => valueAt(place, then) === valueAt(place, now))
  );
}
