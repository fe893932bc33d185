import type { Exchange } from '../../reports/exchange.ts';
import type { CheckReport, Report, RequirementReport } from '../../reports/model.ts';
import { requestsOf } from '../../reports/requests.ts';
import { telling } from '../../reports/rows.ts';
import { seen } from '../../reports/story.ts';
import { given } from '../base/given.ts';
import { didYouMean } from '../config/nearest.ts';
import { quoted } from '../config/problem.ts';
import { UsageError } from '../config/usage-error.ts';
import { raceOf, type Race } from '../../reports/race.ts';

/** A finding of a report, and the requests that show it, in the order of sending. */
export interface Finding {
  readonly row: RequirementReport;
  readonly check: CheckReport;
  readonly requests: readonly Exchange[];
  /** The one of them whose answer shows it. */
  readonly proof: Exchange;
  /** The race that it may come of. */
  readonly race?: Race;
}

/**
 * The finding that an id means: of a requirement, or of the exchange that proves it or that it names.
 * @throws UsageError, one sentence, where there is none, or nothing that can be sent again
 */
export function findingOf(id: string, report: Report, evidence: readonly Exchange[]): Finding {
  const { row, check } = /^x\d+$/u.test(id) ? byExchange(id, report, evidence) : byRequirement(id, report);
  const story = seen(check, evidence);
  const { proof } = story;
  if (proof === undefined)
    throw new UsageError([`${row.id} rests on no request of the evidence: there is nothing to send again.`]);
  const requests = requestsOf(story);
  return { row, check, proof, requests, ...given({ race: raceOf(requests, proof, check, evidence) }) };
}

type Found = Pick<Finding, 'row' | 'check'>;

function byRequirement(id: string, { requirements }: Report): Found {
  const row = requirements.find((one) => one.id === id);
  if (row === undefined) {
    const ids = requirements.map((one): string => one.id);
    const hint = didYouMean(id, ids, 'name one that failed, or an exchange such as x61.');
    throw new UsageError([`The report has no requirement ${quoted(id)}: ${hint}`]);
  }
  const [check] = telling(row);
  if (row.verdict === 'pass' || row.verdict === 'not-tested' || check === undefined)
    throw new UsageError([`Nothing was found wrong with ${row.id}: there is nothing to send again.`]);
  return { row, check };
}

function byExchange(id: string, { requirements }: Report, evidence: readonly Exchange[]): Found {
  if (!evidence.some((one) => one.id === id))
    throw new UsageError([`The evidence has no exchange ${id}: name one of its ids, or a requirement.`]);
  const found = requirements
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-tested')
    .flatMap((row) => telling(row).map((check): Found => ({ row, check })));
  const proven = found.find(({ check }) => (check.proof ?? check.exchanges.at(-1)) === id);
  const named = proven ?? found.find(({ check }) => check.exchanges.includes(id));
  if (named === undefined)
    throw new UsageError([`No finding of the report rests on ${id}: name a requirement that failed.`]);
  return named;
}
