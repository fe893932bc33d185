import { profilesInChallenge, seedFromChallenge } from '../base/challenge.ts';
import { isCi } from '../base/truthy.ts';
import { flagsOf, type Options } from './options.ts';
import { isKeyOfCertificate } from './pem.ts';
import { problemSentence, quoteUnlessSecret } from './problem.ts';
import type { Setting } from './setting.ts';
import { settingRows, settings } from './settings.ts';
import type { Flags, SettingName, SettingValues } from './settings.ts';
import { settingTexts, readEnvFiles } from './sources.ts';
import type { ConfigBeforeStart } from './types.ts';
import { UsageError } from '../base/usage-error.ts';

/** Sources of the settings: flags, environment, and the folder that relative paths start from. */
export interface ConfigInput {
  readonly flags: Flags;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Settings of an earlier report; the lowest precedence. */
  readonly recorded?: Options;
  /** Settings that only flags give: their variables are ignored. */
  readonly flagOnly?: readonly SettingName[];
}

/** Returns a frozen configuration from flags, environment, files, in this order. Throws a UsageError: a sentence per problem. */
export function readConfig(input: ConfigInput): ConfigBeforeStart {
  return read(input, true);
}

/** Returns a frozen configuration from options in code, without environment or files; throws a UsageError like readConfig. */
export function configFromOptions(options: Options): ConfigBeforeStart {
  const { flags, problems } = flagsOf(options);
  const config = read({ flags, env: {}, cwd: '.' }, false, problems);
  // If an address got lost, for example from an unset variable, the kit must not judge the embedded server instead.
  if (config.baseUrl === undefined && Object.hasOwn(options, 'baseUrl')) {
    throw new UsageError(['The option baseUrl is undefined: give an address, or omit the option.']);
  }
  return config;
}

/** @param isCommand true: settings from flags, variables and .env files; false: from the library's options */
function read(
  { flags, env, cwd, recorded = {}, flagOnly = [] }: ConfigInput,
  isCommand: boolean,
  found: readonly string[] = [],
): ConfigBeforeStart {
  const earlier = flagsOf(recorded);
  const problems = [...found, ...earlier.problems];
  const called = (name: SettingName): string => (isCommand ? settings[name].flag : name);
  /** Returns the flag and the variable of a setting, for an error message. */
  const giveWith = (name: SettingName): string =>
    [called(name), (isCommand && settings[name].environment) || []].flat().join(' or ');
  const { files, unread } = isCommand ? readEnvFiles(flags, cwd) : { files: [], unread: [] };
  const places = settingTexts({ flags, env, files, recorded: earlier.flags }, called, flagOnly);
  const given = (name: SettingName) => places.get(name)?.[0] ?? [];
  const isGiven = (name: SettingName): boolean => given(name).length > 0;
  const where = (name: SettingName): string => given(name).at(-1)?.where ?? called(name);
  // A secret that another source overrides must not be shown either.
  const secrets = settingRows
    .flatMap(([name, { secret }]) =>
      (places.get(name) ?? []).flat().flatMap(({ text }) => secret?.(text) ?? []),
    )
    .filter((text) => text !== '');
  for (const { name, why } of unread) {
    const quoted = quoteUnlessSecret(name, secrets) ?? 'that --env-file names';
    problems.push(`The environment file ${quoted} ${why}: give the path of a readable file with --env-file.`);
  }

  /** Returns the value of a setting; reports and skips invalid texts. */
  const valueOf = (name: SettingName, row: Setting<unknown>): unknown => {
    const values = given(name).flatMap(({ text, where: from }) => {
      const parsed = row.parse(text, cwd);
      if (parsed.ok) return [parsed.value];
      const { instead } = parsed;
      const hint = instead === undefined ? {} : { hint: `give the key with ${giveWith(instead)}` };
      problems.push(problemSentence(from, { ...parsed, ...hint }, secrets));
      return [];
    });
    if (row.repeatable === true) return Object.freeze(values);
    return values.length > 0 ? values.at(-1) : unsaid(row, cwd);
  };
  const values = Object.fromEntries(
    settingRows.map(([name, row]) => [name, valueOf(name, row)]),
  ) as SettingValues;

  if (isGiven('baseUrl') && !isGiven('apiKey')) {
    problems.push(`${where('baseUrl')} needs a key too: give a valid one with ${giveWith('apiKey')}.`);
  }
  const stray = isGiven('baseUrl') ? [] : ofTarget.filter(isGiven).map(where);
  if (stray.length > 0) problems.push(withoutTarget(stray, giveWith('baseUrl')));
  else if (!isGiven('baseUrl') && isCommand && isCi(env) && !values.embedded) {
    problems.push(
      `No target is named, and CI is set: give its address with ${giveWith('baseUrl')}, or --embedded to judge the reference server.`,
    );
  }
  const { baseUrl, apiKey, messagesUrl: url, messagesApiKey, clientCert: cert, clientKey: key } = values;
  const pair = [
    ['clientCert', 'clientKey', 'private key'],
    ['clientKey', 'clientCert', 'certificate'],
  ] as const;
  for (const [one, other, what] of pair) {
    if (isGiven(other) || !isGiven(one)) continue;
    problems.push(`${where(one)} needs the ${what} too: name its file with ${called(other)}.`);
  }
  if (cert !== undefined && key !== undefined && !isKeyOfCertificate(cert, key)) {
    problems.push(
      `${where('clientKey')} names a key that does not match the certificate: give the file of the key of that certificate.`,
    );
  }
  const { challenge } = values;
  const claimed = baseUrl !== undefined && url === undefined ? 'animals' : 'animals+messages';
  const seed = challenge === undefined ? values.seed : seedFromChallenge(challenge, claimed);
  const asked = challenge === undefined ? undefined : profilesInChallenge(challenge);
  if (asked !== undefined && asked !== claimed) {
    problems.push(
      `${where('challenge')} asks for profiles=${asked}, and the run claims ${claimed}: ${called('messagesUrl')} claims messages.`,
    );
  }
  if (isGiven('seed') && values.seed !== seed) {
    problems.push(`${where('seed')} must be left out: the seed is derived from ${called('challenge')}.`);
  }
  if (problems.length > 0) throw new UsageError(problems);

  const said = {
    ...values,
    seed,
    categoryIdsGiven: isGiven('categoryIds'),
    clientCertificate: cert === undefined || key === undefined ? null : Object.freeze({ cert, key }),
  };
  if (baseUrl === undefined || apiKey === undefined) return Object.freeze({ ...said, baseUrl: undefined });
  const messages = url === undefined ? null : Object.freeze({ url, apiKey: messagesApiKey ?? apiKey });
  return Object.freeze({ ...said, baseUrl, apiKey, embedded: false, messages });
}

/** Settings that need a base address. */
const ofTarget = settingRows.flatMap(([name, row]) => (row.ofTarget === true ? [name] : []));

/** Reports all these settings in one sentence, because the missing base address is a single mistake. */
function withoutTarget([first = '', ...others]: readonly string[], how: string): string {
  const rest = others.map((where) => ` and ${where.charAt(0).toLowerCase()}${where.slice(1)}`);
  const need = others.length === 0 ? 'needs' : 'need';
  return `${first}${rest.join('')} ${need} a base address too: give it with ${how}.`;
}

function unsaid({ initial, fallback, parse, flag }: Setting<unknown>, cwd: string): unknown {
  if (initial === undefined) return fallback?.();
  const parsed = parse(initial, cwd);
  if (!parsed.ok) throw new Error(`the initial value of ${flag} does not parse`);
  return parsed.value;
}
