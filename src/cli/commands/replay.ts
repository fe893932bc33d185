import type { Exchange } from '../../../reports/exchange.ts';
import { requestLineWithBody } from '../../../reports/explain.ts';
import { countWithNoun } from '../../../reports/measures.ts';
import type { CheckReport, Report } from '../../../reports/model.ts';
import { readReportFolder } from '../../../reports/read.ts';
import { wrapCommand, wrapIndented, textWidth } from '../../../reports/render/terminal/layout.ts';
import { rerunAllCommand } from '../../../reports/rerun.ts';
import { responseLine, statusLine } from '../../../reports/rows.ts';
import { checkDetail, failingResponseParts } from '../../../reports/failure-detail.ts';
import { safeLine } from '../../../reports/text.ts';
import { truncate } from '../../base/truncate.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { readConfig } from '../../config/read.ts';
import { reusableOptions } from '../../config/record.ts';
import { settings, type Flags } from '../../config/settings.ts';
import type { Config, ConfigBeforeStart } from '../../config/types.ts';
import { UsageError } from '../../base/usage-error.ts';
import { createRedactor } from '../../http/redact.ts';
import { secretsOf } from '../../http/secrets.ts';
import { judgeTarget, type Judged } from '../../judge.ts';
import { checksToReplay, findingsOf, type ReportedFinding } from '../../replay/findings.ts';
import {
  matchingReplayExchange,
  listItemsIn,
  replayOutcome,
  checkReportsOfReplay,
  type ReplayOutcome,
} from '../../replay/outcome.ts';
import { hideInCrashReports, errorFromStack } from '../crash.ts';
import { exitCode, type ExitReason } from '../exit-code.ts';
import { abortOnInterrupt, stopAbortingOnInterrupt } from '../interrupt.ts';
import type { Io } from '../io.ts';

/** Command-line options: those of `run`, and whether the report's addresses may be used. */
export type ReplayFlags = Flags & { readonly addressesOfReport?: boolean };

/** Longest request or response line shown, in characters. */
const MOST = 160;
const SHOWN = 5;

const ENDS = {
  shows: ['Not fixed', 'objection'],
  gone: ['Fixed', 'done'],
  undecided: ['Undecided', 'inconclusive'],
} as const satisfies Record<ReplayOutcome['still'], readonly [verdict: string, ExitReason]>;

/**
 * Runs the checks behind a finding again with the seed and options of its run, prints the responses of then and now,
 * and whether the failure is fixed. Resolves to the exit code.
 * @throws UsageError if the folder has no report, the report has no such finding, or no target is named
 */
export async function replayFinding(io: Io, dir: string, id: string, flags: ReplayFlags): Promise<number> {
  const then = await readReportFolder(dir);
  const findings = findingsOf(id, then.report, then.evidence);
  const checks = checksToReplay(findings, then.evidence);
  const user = configOf(then.report, findings, flags, io);
  hideInCrashReports(...secretsOf(user));
  const tell = (line: string, indent = 0, first = indent): void =>
    void io.stdout.write(`${wrapIndented(safeLine(line, 1000), textWidth(io.columns), indent, first)}\n`);
  const { signal } = abortOnInterrupt();
  let target: Config | undefined;
  const hooks = { signal, env: io.env, checks };
  const now = await judgeTarget(user, hooks, (config) => {
    hideInCrashReports(...secretsOf(config));
    target = config;
    for (const line of opening(findings, checks.length, config)) tell(line, 2, 0);
  }).finally(stopAbortingOnInterrupt);
  if (now.crashes[0] !== undefined && !signal.aborted) throw errorFromStack(now.crashes[0]);
  for (const finding of findings.slice(0, SHOWN)) {
    const { row, check } = finding;
    tell(findings.some((other) => other.row !== row) ? `${check.name}, about ${row.id}` : check.name);
    for (const [label, lines] of [
      ['then', linesOf(check, checkDetail(check, then.evidence).proof)],
      ['now', nowLines(finding, then, now)],
    ] as const)
      lines.forEach((line, at) => tell(at === 0 ? `${label.padEnd(6)}${line}` : line, 8, at === 0 ? 2 : 8));
  }
  if (findings.length > SHOWN) tell(`and ${countWithNoun(findings.length - SHOWN, 'more finding')}`);
  const outcome = replayOutcome(findings, then, now);
  const [verdict, ending] = ENDS[outcome.still];
  tell(`${verdict}: ${outcome.why.replace(/\.$/u, '')}.`, 2, 0);
  const { requests, created } = now.report.traffic;
  tell(`${countWithNoun(requests, 'request')}, ${countWithNoun(created, 'animal')} created.`);
  if (outcome.still === 'undecided' && target !== undefined) {
    tell(`Run everything again to know${target.embedded ? '' : ', with the key in PETSTORE_API_KEY'}:`);
    io.stdout.write(`${wrapCommand(runAgain(then.report, target), textWidth(io.columns), 2)}\n`);
  }
  return exitCode(ending);
}

/** Returns the configuration of a replay: target, key and headers are the user's, all else the report's. Throws a UsageError. */
function configOf(
  report: Report,
  findings: readonly ReportedFinding[],
  { addressesOfReport, ...flags }: ReplayFlags,
  { env }: Io,
): ConfigBeforeStart {
  const { target, scope, seed } = report;
  const ofReport = withoutUndefined({
    baseUrl: target.baseUrl,
    messagesUrl: target.messagesUrl ?? undefined,
  });
  const addresses = addressesOfReport === true && !target.embedded ? ofReport : {};
  const user = readConfig({
    flags: { ...addresses, embedded: true, ...flags },
    env: { ...env, PETSTORE_CHALLENGE: undefined },
    cwd: process.cwd(),
    recorded: reusableOptions(report),
  });
  if (user.baseUrl === undefined && !target.embedded)
    throw new UsageError([
      `The target is not named: give its address with ${settings.baseUrl.flag}, or use ${safeLine(target.baseUrl)} with --addresses-of-report.`,
    ]);
  const ofMessages = findings.find(({ row }) => row.profile === 'messages');
  if (ofMessages !== undefined && user.baseUrl !== undefined && user.messages === null)
    throw new UsageError([
      `${ofMessages.row.id} is about messages: give their address with ${settings.messagesUrl.flag}.`,
    ]);
  const only = findings.map(({ row }) => row.id);
  return { ...user, seed, runs: scope.runs, asOf: scope.asOf, challenge: undefined, only };
}

/** Returns the lines that are printed before any request: checks, target and created animals. */
function opening(findings: readonly ReportedFinding[], checks: number, config: Config): readonly string[] {
  const { embedded, baseUrl, messages, readOnly, maxCreated, asOf } = config;
  const { whole } = createRedactor(secretsOf(config));
  const where = embedded
    ? 'the embedded reference server'
    : whole([baseUrl, messages?.url ?? []].flat().join(' and '));
  const what = [...new Set(findings.map(({ row }) => row.id))].join(', ');
  const isOfDay = asOf !== new Date().toISOString().slice(0, 10);
  return [
    `Running ${countWithNoun(checks, 'check')} again for ${what}, against ${where}.`,
    ...(isOfDay ? [`Judged as of ${asOf}, as in the run.`] : []),
    readOnly || maxCreated === 0
      ? 'No animal is created.'
      : `At most ${countWithNoun(maxCreated, 'animal')} are created.`,
  ];
}

function linesOf(check: CheckReport, proof: Exchange | undefined): readonly string[] {
  if (proof === undefined) return [check.message];
  return [`${proof.id} ${requestLineWithBody(proof, MOST)}`, answerIn(proof, check), check.message];
}

function nowLines(finding: ReportedFinding, then: Judged, now: Judged): readonly string[] {
  const all = checkReportsOfReplay(finding, now);
  const input = JSON.stringify(finding.check.counterexample);
  const said = all.find(({ counterexample }) => JSON.stringify(counterexample) === input) ?? all[0];
  if (said !== undefined && said.verdict !== 'pass')
    return linesOf(said, checkDetail(said, now.evidence).proof);
  const answer = matchingReplayExchange(finding, then, now);
  const lines =
    answer === undefined ? [] : [`${answer.id} ${requestLineWithBody(answer, MOST)}`, answerIn(answer)];
  return [...lines, said?.message ?? 'nothing is wrong'];
}

/** Returns a response in one line: the values where the check found something wrong, or the length of a list. */
function answerIn(one: Exchange, check?: CheckReport): string {
  const shown = check === undefined ? [] : failingResponseParts(check, one);
  const length = listItemsIn(one)?.length;
  const rest =
    shown.length > 0 || length === undefined ? shown : [`a list of ${countWithNoun(length, 'item')}`];
  return truncate(rest.length > 0 ? [statusLine(one), ...rest].join(', ') : responseLine(one), MOST);
}

/** Returns the words of the command that runs all checks of the report again, at the addresses of this replay. */
function runAgain(report: Report, config: Config): readonly string[] {
  const { whole } = createRedactor(secretsOf(config));
  const urls = config.embedded
    ? {}
    : withoutUndefined({ baseUrl: config.baseUrl, messagesUrl: config.messages?.url });
  const told = { ...report.settings, ...urls };
  return rerunAllCommand({ ...report, settings: told }).map((word) => whole(word));
}
