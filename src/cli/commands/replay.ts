import type { Exchange } from '../../../reports/exchange.ts';
import { counted } from '../../../reports/measures.ts';
import type { Report } from '../../../reports/model.ts';
import { readReportFolder } from '../../../reports/read.ts';
import { overlapping } from '../../../reports/requests.ts';
import { answerLine, requestLine } from '../../../reports/rows.ts';
import { cut, inertLine } from '../../../reports/text.ts';
import { given } from '../../base/given.ts';
import { readConfig } from '../../config/read.ts';
import type { Flags } from '../../config/settings.ts';
import type { Config, UserConfig } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import { createRedactor } from '../../http/redact.ts';
import { secretsOf } from '../../http/secrets.ts';
import { findingOf, type Finding } from '../../replay/finding.ts';
import { stillShows, type Outcome } from '../../replay/judge.ts';
import { sendAgain } from '../../replay/send.ts';
import { clientFor } from '../../run/open.ts';
import { checkProxies, prepareTarget } from '../../run/prepare.ts';
import { keepSecret } from '../crash.ts';
import { exitCode } from '../exit-code.ts';
import { onInterrupt } from '../interrupt.ts';
import type { Io } from '../io.ts';
import { say } from '../say.ts';

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
    env: { ...paceOf(report), ...io.env },
    cwd: process.cwd(),
  });
  checkProxies(io.env);
  checkSent(finding, user);
  keepSecret(...secretsOf(user));
  const { config, close } = await prepareTarget(user);
  const interrupt = new AbortController();
  const release = onInterrupt(() => interrupt.abort());
  const client = clientFor(config, interrupt.signal, io.env);
  try {
    for (const line of opening(finding, report, config)) say(io, line);
    const came = await sendAgain(finding.requests, report, config, client);
    const groups = overlapping(finding.requests);
    for (const [at, then] of finding.requests.entries()) {
      const beside = groups.find((group) => group.includes(then)) ?? [];
      for (const line of came.slice(at, at + 1).map((now) => exchangeLines(then, now, beside)))
        io.stdout.write(`${line}\n`);
    }
    const outcome = await stillShows(finding, came, report, config, evidence);
    say(io, `${VERDICTS[outcome.still]}: ${inertLine(outcome.why)}.`);
    return exitCode(ENDS[outcome.still]);
  } finally {
    release();
    await client.close();
    await close();
  }
}

/** What was judged: a replay goes there too, unless a flag says otherwise. */
function targetOf({ target: { embedded, baseUrl, messagesUrl }, scope }: Report): Flags {
  const categoryIds = scope.categoryIds?.join(',');
  return embedded ? {} : given({ baseUrl, messagesUrl: messagesUrl ?? undefined, categoryIds });
}

/** The variables of the waits that the run was told. */
function paceOf({ settings = [] }: Report): NodeJS.ProcessEnv {
  const names = {
    '--consistency-ms': 'PETSTORE_CONSISTENCY_MS',
    '--timeout-ms': 'PETSTORE_TIMEOUT_MS',
  } as const;
  const told = Object.entries(names).map(([flag, name]) => [
    name,
    settings.find((one) => one.flag === flag)?.text,
  ]);
  return given(Object.fromEntries(told) as NodeJS.ProcessEnv);
}

/** Throws a UsageError where something of a finding must not be sent, or nobody knows where to. */
function checkSent({ row, requests }: Finding, user: UserConfig): void {
  const posts = requests.filter(({ request }) => request.method !== 'GET').length;
  const creates = requests.filter(({ operation }) => operation === 'create').length;
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

/** What is going to be sent, before it is. */
function opening(
  { row, check, requests }: Finding,
  { tag, target }: Report,
  config: Config,
): readonly string[] {
  const where = target.embedded && config.embedded ? 'the embedded reference server' : config.baseUrl;
  const creates = requests.filter(({ operation }) => operation === 'create').length;
  const named = tag === undefined ? '' : `, under a name with ${tag} in it`;
  const adds = creates === 0 ? 'No animal is added' : `At most ${counted(creates, 'animal')} is added`;
  const { whole } = createRedactor(secretsOf(config));
  return [
    `Sending ${counted(requests.length, 'request')} of ${row.id} again, to ${whole(where)}.`,
    `${creates > 1 ? adds.replace(/is added$/u, 'are added') : adds}${creates === 0 ? '' : named}.`,
    `Then: ${inertLine(check.message)}`,
  ];
}

/** A request as it went out now, what came of it then, and what now. */
function exchangeLines(then: Exchange, now: Exchange, beside: readonly Exchange[]): string {
  const { body } = now.request;
  const credential = then.request.credential?.label ?? 'valid key';
  const who = credential === 'valid key' ? '' : ` (Authorization: ${credential})`;
  const others = beside.filter((other) => other !== then).map(({ id }) => id);
  const together = others.length === 0 ? '' : `  at the same time as ${others.join(', ')}`;
  const answer = (one: Exchange): string => inertLine(cut(answerLine(one), MOST), MOST + 100);
  return [
    `${then.id}  ${inertLine(`${requestLine(now)}${who}${body === null ? '' : ` ${cut(body, MOST)}`}`, 2 * MOST)}${together}`,
    `  then  ${answer(then)}`,
    `  now   ${answer(now)}`,
  ].join('\n');
}
