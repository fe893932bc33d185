import { randomInt } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compare, isStopped } from '../../../reports/compare/comparison.ts';
import type { Report } from '../../../reports/model.ts';
import { readReportAt } from '../../../reports/read.ts';
import { compareText } from '../../../reports/render/compare/text.ts';
import { inertLine } from '../../../reports/text.ts';
import { paceOf, paceWords } from '../../attest/pace.ts';
import { digest } from '../../base/digests.ts';
import { given } from '../../base/given.ts';
import { quoted } from '../../config/problem.ts';
import { flagsTold } from '../../config/again.ts';
import { settings, type Flags, type SettingName } from '../../config/settings.ts';
import { bytesOf } from '../../verify/folder.ts';
import { UsageError } from '../../config/usage-error.ts';
import { verify } from '../../verify/verify.ts';
import { exitCode } from '../exit-code.ts';
import type { Io } from '../io.ts';
import { attest, privateKeyIn } from './attest.ts';
import { runCommand } from './run.ts';
import { publicKeyIn, verifiedLines } from './verify.ts';

/** What the command line said, unread: options of `run`, and whose report it is. */
export type RecertifyFlags = Flags & { readonly publicKey: string; readonly key?: string };

/**
 * What clients of all kinds call themselves: a server that is good to the kit alone does not know it by these. The value of an
 * extra header is kept secret in all its parts, so none of them is a word of our own.
 */
const CALLERS = [
  'curl/8.5.0',
  'okhttp/4.12.0',
  'axios/1.7.9',
  'Go-http-client/1.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
] as const;

/** Where the run of the certifier is written to unless that is said. */
const OUT = 'recertified';

/**
 * What a certifier takes from the report of another: how long its run waited, and how much it tried. Addresses come from its
 * target; keys, files, and how many requests overlap, from the certifier alone.
 */
const KEPT = [
  'categoryIds',
  'consistencyMs',
  'timeoutMs',
  'deadline',
  'runs',
  'readOnly',
  'maxCreated',
] as const satisfies readonly SettingName[];

/** Variables that are another run's. */
const NOT_READ = [
  'baseUrl',
  'messagesUrl',
  'challenge',
  'product',
  'vendor',
] as const satisfies readonly SettingName[];

/**
 * Verifies a folder, judges its target again with a seed and a User-Agent that nobody knew before, and holds the two
 * reports against each other; with a key, signs what came of it. Resolves to the exit code: 1 where the folder does not
 * hold together, the target does worse than it says, or less was put to the test; 3 where the target did not answer, or did not let all be decided.
 */
export async function recertify(io: Io, dir: string, flags: RecertifyFlags): Promise<number> {
  const { publicKey, key, ...asked } = flags;
  const out = typeof asked.out === 'string' ? asked.out : OUT;
  const [from, to] = await Promise.all([dir, out].map((path) => realpath(path).catch(() => resolve(path))));
  if (from === to)
    throw new UsageError([
      `The option --out must be another folder than ${quoted(dir)}, which was handed in.`,
    ]);
  const headers = [asked.header ?? []].flat().map(String);
  if (headers.some((text) => /^user-agent\s*:/iu.test(text)))
    throw new UsageError(['The option --header must not give a User-Agent: recertify has one of its own.']);
  // Before anything is sent.
  if (key !== undefined) await privateKeyIn(key);
  const found = await verify(dir, await publicKeyIn(publicKey));
  io.stdout.write(`${verifiedLines(found, dir).join('\n')}\n\n`);
  if (found.disagreements.length > 0) return exitCode('objection');
  const before = await readReportAt(dir);
  if (before.target.embedded) {
    io.stdout.write("NOT RECERTIFIED: the report is about the kit's own reference server.\n");
    return exitCode('objection');
  }
  const seed = String(randomInt(-(2 ** 31), 2 ** 31));
  const caller = CALLERS[randomInt(CALLERS.length)] ?? CALLERS[0];
  const header = [...headers, `User-Agent: ${caller}`];
  // What the report is about is what is judged, under its own name; a challenge was given for another run.
  const env = { ...io.env };
  for (const name of NOT_READ) delete env[settings[name].environment ?? ''];
  const kept = flagsTold(before, (name) =>
    KEPT.some(
      (one) => one === name && asked[one] === undefined && env[settings[one].environment ?? ''] === undefined,
    ),
  );
  const { baseUrl, messagesUrl } = before.target;
  const target = given({ baseUrl, messagesUrl: messagesUrl ?? undefined });
  for (const line of notKept(before, { ...asked, header }, env)) io.stdout.write(`${inertLine(line)}\n`);
  const code = await runCommand({ ...io, env }, { ...kept, ...target, ...asked, header, seed, out });
  const after = await readReportAt(out);
  if (after.verdict === 'inconclusive') {
    io.stdout.write(
      `NOT RECERTIFIED: what ${quoted(dir)} says of its target stays unproven: ${after.aborted?.message ?? 'some of it could not be decided.'}\n`,
    );
    return code;
  }
  const comparison = compare({ name: dir, report: before }, { name: out, report: after });
  io.stdout.write(compareText([comparison], io.columns));
  if (isStopped(comparison)) {
    const isWorse = comparison.changes.some(({ change, stops }) => stops && change === 'new-failure');
    const why = isWorse
      ? 'the target does worse than its report says'
      : 'less was put to the test than its report says';
    io.stdout.write(`NOT RECERTIFIED: ${why}.\n`);
    return exitCode('objection');
  }
  const judged = after.target.baseUrl;
  const pace = paceOf(after);
  const told = paceWords({ ...pace, headers: pace.headers.filter((name) => name !== 'User-Agent') });
  const sentence = [
    `RECERTIFIED: ${judged} does as ${judged === baseUrl ? 'its report' : `the report of ${baseUrl}`} says`,
    `to a seed and a caller that it could not know (${caller})`,
    ...(told.length === 0 ? [] : [`with ${told.join(' ')}`]),
  ].join(', ');
  io.stdout.write(`${inertLine(sentence, 1000)}.\n`);
  if (key === undefined) return exitCode('done');
  const { name: product, vendor } = found.facts?.product ?? {};
  const allow = after.verdict === 'conformant' ? undefined : after.verdict;
  const recertifies = digest(await bytesOf(join(dir, 'report.json'), 'run'));
  return attest(io, out, { key, recertifies, ...given({ product, vendor, allow }) });
}

/** What the run of the report was told and this one is not, a line for each: before anything is sent. */
function notKept({ settings: told = [] }: Report, asked: Flags, env: NodeJS.ProcessEnv): readonly string[] {
  const again = [asked.header ?? []].flat().map((text) => String(text).replace(/:.*$/su, '').toLowerCase());
  return told.flatMap(({ flag, text = '' }) => {
    const name = text.replace(/:.*$/su, '');
    if (flag === settings.header.flag)
      return again.includes(name.toLowerCase())
        ? []
        : [
            `The run of the report sent a header ${name}, and this one does not: give it with --header if the target asks for it.`,
          ];
    const own = (['concurrency', 'clientCert'] as const).find((one) => settings[one].flag === flag);
    if (own === undefined || asked[own] !== undefined || env[settings[own].environment ?? ''] !== undefined)
      return [];
    return [
      `The run of the report had ${`${flag} ${text}`.trim()}, and this one has not: give it if the target asks for it.`,
    ];
  });
}
