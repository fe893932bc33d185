import type { Exchange } from '../../../reports/exchange.ts';
import { counted } from '../../../reports/measures.ts';
import type { CheckReport, Place, Report } from '../../../reports/model.ts';
import { readReportFolder } from '../../../reports/read.ts';
import { overlapping, startOf } from '../../../reports/requests.ts';
import { sentLine } from '../../../reports/explain.ts';
import { rerunAllWords } from '../../../reports/rerun.ts';
import { answerLine, statusLine } from '../../../reports/rows.ts';
import { command, hang, measure } from '../../../reports/render/terminal/layout.ts';
import { shownAt } from '../../../reports/story.ts';
import { cut, inertLine } from '../../../reports/text.ts';
import { given } from '../../base/given.ts';
import { readConfig } from '../../config/read.ts';
import { recordedOptions } from '../../config/record.ts';
import type { Flags } from '../../config/settings.ts';
import type { Config, UserConfig } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import { itemsIn } from '../../engine/recorded.ts';
import { eraOf } from '../../engine/removal.ts';
import { createRedactor } from '../../http/redact.ts';
import type { Client } from '../../http/types.ts';
import { secretsOf } from '../../http/secrets.ts';
import { findingOf, type Finding } from '../../replay/finding.ts';
import type { Race } from '../../../reports/race.ts';
import { isOfStored, stillShows, type Outcome } from '../../replay/judge.ts';
import { heldBy, pathIn, sendAgain } from '../../replay/send.ts';
import { isOfState, ofFilter, supplyFor } from '../../replay/state.ts';
import { clientFor } from '../../run/open.ts';
import { checkProxies, prepareTarget } from '../../run/prepare.ts';
import { keepSecret } from '../crash.ts';
import { exitCode } from '../exit-code.ts';
import { onInterrupt } from '../interrupt.ts';
import type { Io } from '../io.ts';

/** Characters of an answer that are shown. */
const MOST = 160;

const ENDS = { shows: 'objection', gone: 'done', untold: 'inconclusive' } as const;
const VERDICTS = {
  shows: 'It still shows',
  gone: 'It does not show any more',
  untold: 'No answer tells whether it still shows',
} as const satisfies Record<Outcome['still'], string>;

/**
 * Sends what a finding of a report rests on again, says what came then and now, and whether it still shows; resolves to the
 * exit code.
 * @throws UsageError where there is no such finding, or it cannot be sent again as the options are
 * @throws ReportError where the folder holds no report
 */
export async function replayFinding(io: Io, dir: string, id: string, flags: Flags): Promise<number> {
  const { report, evidence } = await readReportFolder(dir);
  const finding = findingOf(id, report, evidence);
  const user = readConfig({
    flags: { ...targetOf(report), ...flags },
    env: io.env,
    cwd: process.cwd(),
    recorded: recordedOptions(report),
  });
  checkProxies(io.env);
  checkSent(finding, user);
  for (const one of finding.requests) pathIn(one, report);
  keepSecret(...secretsOf(user));
  const { config, close } = await prepareTarget(user);
  const interrupt = new AbortController();
  const tell = (line: string, indent = 0): void =>
    void io.stdout.write(`${hang(line, measure(io.columns), indent + 2, indent)}\n`);
  const release = onInterrupt(() => interrupt.abort());
  const client = clientFor(config, interrupt.signal, io.env);
  try {
    const { requests, race } = finding;
    const most = user.readOnly ? 0 : user.maxCreated - createsOf(finding);
    const holding = () => heldBefore(finding, config, client);
    const origin = { report, evidence, config: { ...config, seed: report.seed } };
    const attempt = async (held: readonly Exchange[], supply: readonly Exchange[]) => {
      const sent = [...supply.slice(0, most), ...requests];
      // The others only have to be there.
      const came = await sendAgain(sent, report, config, client, given({ beside: race?.beside, held }));
      const after = isOfStored(finding) ? await heldBy(config, client) : [];
      const now = { sent, came, held, after, more: supply.slice(most) };
      return { sent, came, outcome: await stillShows(finding, now, origin) };
    };
    let held = await holding();
    const supply = supplyFor(finding, evidence, held);
    for (const line of opening(finding, supply.slice(0, most), report, config)) tell(line);
    let last = await attempt(held, supply);
    let tries = 1;
    for (; tries < (race?.tries ?? 1) && last.outcome.still !== 'shows'; tries += 1) {
      held = await holding();
      last = await attempt(held, supplyFor(finding, evidence, held));
    }
    const { sent, came, outcome } = last;
    const groups = overlapping(
      [...requests, ...(race?.beside ?? [])].toSorted((a, b) => startOf(a) - startOf(b)),
    );
    for (const then of requests) {
      const beside = groups.find((group) => group.includes(then)) ?? [];
      for (const now of came.slice(sent.indexOf(then)).slice(0, 1))
        for (const [indent, line] of exchangeLines([then, now], beside, finding, outcome)) tell(line, indent);
    }
    const often = outcome.still === 'gone' && tries > 1 ? `, in each of ${String(tries)} tries` : '';
    const verdict = finding.row.verdict === 'inconclusive' ? 'Still undecided' : VERDICTS[outcome.still];
    tell(`${verdict}: ${inertLine(outcome.why)}${often}.`);
    if (outcome.next === 'name-address') tell(addressHint(finding));
    if (outcome.next === 'run') {
      tell(`Run everything again to know${config.embedded ? '' : ', with the key in PETSTORE_API_KEY'}:`);
      io.stdout.write(`${command(runAgain(report, config), measure(io.columns), 2)}\n`);
    }
    return exitCode(ENDS[outcome.still]);
  } finally {
    release();
    await client.close();
    await close();
  }
}

/** What the target holds, as far as a finding may rest on it: one list tells whether the target is there at all. */
async function heldBefore(finding: Finding, config: Config, client: Client): Promise<readonly Exchange[]> {
  const isMessage = finding.proof.operation === 'message';
  if (isMessage || finding.row.verdict === 'inconclusive') return [];
  return heldBy(config, client, isOfState(finding) ? undefined : 1);
}

function addressHint({ proof }: Finding): string {
  const option = proof.operation === 'message' ? '--messages-url' : '--base-url';
  return `Where the target lives at another address now, name it with ${option}.`;
}

/** The command that judges everything again, at the address of now. */
function runAgain(report: Report, config: Config): readonly string[] {
  const { whole } = createRedactor(secretsOf(config));
  const urls = config.embedded ? {} : given({ baseUrl: config.baseUrl, messagesUrl: config.messages?.url });
  const settings = { ...report.settings, ...urls };
  return rerunAllWords({ ...report, settings }).map((word) => whole(word));
}

/** What was judged, and the day that it was judged by: a replay does so too, unless a flag says otherwise. */
function targetOf({ target: { embedded, baseUrl, messagesUrl }, scope: { asOf } }: Report): Flags {
  return embedded ? { asOf } : given({ asOf, baseUrl, messagesUrl: messagesUrl ?? undefined });
}

/** Throws a UsageError where something of a finding must not be sent, or nobody knows where to. */
function checkSent(finding: Finding, user: UserConfig): void {
  const { row, requests } = finding;
  const posts = requests.filter(({ request }) => request.method !== 'GET').length;
  const creates = createsOf(finding);
  const isMessage = requests.some(({ operation }) => operation === 'message');
  if (posts > 0 && user.readOnly)
    throw new UsageError([
      `${row.id} rests on ${counted(posts, 'POST')}, which a read-only replay does not send.`,
    ]);
  if (creates > user.maxCreated)
    throw new UsageError([
      `${row.id} rests on ${counted(creates, 'request')} to add an animal, and PETSTORE_MAX_CREATED allows ${String(user.maxCreated)}.`,
    ]);
  if (isMessage && user.baseUrl !== undefined && user.messages === null)
    throw new UsageError([`${row.id} rests on messages: name their address with --messages-url.`]);
}

/** Requests to add an animal, of all tries. */
function createsOf({ requests, race }: Finding): number {
  const once = requests.filter(({ operation }) => operation === 'create').length;
  return (once + (race?.beside.length ?? 0)) * (race?.tries ?? 1);
}

function racing({ beside, tries }: Race): string {
  const others = beside.length === 0 ? '' : `, beside ${beside.map(({ id }) => id).join(', ')}`;
  return `Animals were added at the same time then: it is tried up to ${String(tries)} times${others}.`;
}

/** What is going to be sent, before it is. */
function opening(
  finding: Finding,
  supply: readonly Exchange[],
  { tag, target, scope: { asOf } }: Report,
  config: Config,
): readonly string[] {
  const { row, check, requests, race } = finding;
  const { embedded, baseUrl, messages } = config;
  const addresses = requests.map(
    ({ operation }) => (operation === 'message' ? messages?.url : baseUrl) ?? '',
  );
  const where =
    target.embedded && embedded ? 'the embedded reference server' : [...new Set(addresses)].join(' and ');
  const creates = createsOf(finding) + supply.length;
  const isNamed =
    supply.length > 0 || requests.some(({ request }) => request.body?.includes(tag ?? '') === true);
  const named = tag === undefined || !isNamed ? '' : `, under a name with ${tag} in it`;
  const adds = creates === 0 ? 'No animal is added' : `At most ${counted(creates, 'animal')} is added`;
  const { whole } = createRedactor(secretsOf(config));
  const shown = ofFilter(finding, supply);
  const some = shown === undefined ? '' : `, ${String(shown)} of them with the status that is asked for`;
  const today = new Date().toISOString().slice(0, 10);
  const isOfDay = requests.some(({ operation }) => operation === 'get') && eraOf(asOf) !== eraOf(today);
  return [
    `Sending ${counted(requests.length, 'request')} of ${row.id} again, to ${whole(where)}.`,
    ...(isOfDay ? [`It is judged as of ${asOf}, as in the run.`] : []),
    ...(supply.length === 0
      ? []
      : [
          `The target lacks what showed it: ${counted(supply.length, 'animal')} of the run ${supply.length === 1 ? 'is' : 'are'} added first${some}.`,
        ]),
    ...(race === undefined ? [] : [racing(race)]),
    `${creates > 1 ? adds.replace(/is added$/u, 'are added') : adds}${creates === 0 ? '' : named}.`,
    `In the run: ${inertLine(check.message)}`,
  ];
}

/** What came in a line: at the places where something is wrong, or of a list how long it is. */
function answerIn(one: Exchange, check: CheckReport, places: CheckReport['places']): string {
  const shown = places === undefined ? [] : shownAt({ ...check, places }, one);
  const length = itemsIn(one)?.length;
  const rest = shown.length > 0 || length === undefined ? shown : [`a list of ${counted(length, 'item')}`];
  const line = rest.length > 0 ? [statusLine(one), ...rest].join(', ') : answerLine(one);
  return inertLine(cut(line, MOST), MOST + 100);
}

/** Where something was wrong and another answer can be looked at too: what stands at one place of two lists is not the same. */
function placesIn({ places = [] }: CheckReport, { operation }: Exchange): readonly Place[] {
  return places.filter(({ part }) => operation !== 'list' || part !== 'body');
}

/** A request as it went out now, what came of it then, and what now, each with its indent. */
function exchangeLines(
  [then, now]: readonly [Exchange, Exchange],
  beside: readonly Exchange[],
  { check, proof }: Finding,
  { places = placesIn(check, proof), before }: Outcome,
): readonly (readonly [indent: number, line: string])[] {
  const others = beside.filter((other) => other !== then).map(({ id }) => id);
  const together = others.length === 0 ? '' : `  at the same time as ${others.join(', ')}`;
  const { credential } = then.request;
  const request = { ...now, request: { ...now.request, ...given({ credential }) } };
  return [
    [0, `${then.id}  ${inertLine(sentLine(request, MOST), 2 * MOST)}${together}`],
    [2, `then  ${answerIn(then, check, then === proof ? (check.places ?? before) : undefined)}`],
    [2, `now   ${answerIn(now, check, then === proof ? places : undefined)}`],
  ];
}
