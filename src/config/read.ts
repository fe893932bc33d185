import { resolve } from 'node:path';
import { readClientCertificate } from './client-certificate.ts';
import { folderProblem } from './folder.ts';
import { problem, quote } from './problem.ts';
import { settings } from './settings.ts';
import type { Flags, Setting, SettingName, Value } from './settings.ts';
import { readEnvFiles, Sources } from './sources.ts';
import type { Config, EmbeddedAddress, EmbeddedConfig, UserConfig } from './types.ts';
import { UsageError } from './usage-error.ts';

/** Where the settings come from: parsed flags, the environment, and the folder that relative paths start from. */
export interface ConfigInput {
  readonly flags: Flags;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** How the sentences name a setting, and what a place takes besides flags. */
interface Surface {
  /** What the one who gives an option calls it. */
  called(name: SettingName): string;
  /** How else it can be given, after that name; empty where it cannot. */
  otherwise(name: SettingName): string;
  /** Whether there are .env files, and a folder for the report. */
  readonly files: boolean;
}

const command: Surface = {
  called: (name) => settings[name].flag,
  otherwise: (name) => {
    const { environment } = settings[name] as Setting<unknown>;
    return environment === undefined ? '' : ` or ${environment}`;
  },
  files: true,
};

const library: Surface = { called: (name) => name, otherwise: () => '', files: false };

/**
 * One frozen configuration from flags, environment and files, in this order of precedence; an environment or file is
 * read and never changed. Throws a UsageError with a sentence for each thing that is wrong.
 */
export function readConfig(input: ConfigInput): UserConfig {
  return read(input, command, []);
}

/**
 * The configuration that options of the library mean: no environment and no files beside those that they name. Throws a
 * UsageError with a sentence for each thing that is wrong.
 * @param problems what was found wrong with the options before
 */
export function readFlags(flags: Flags, cwd: string, problems: readonly string[]): UserConfig {
  return read({ flags, env: {}, cwd }, library, problems);
}

function read({ flags, env, cwd }: ConfigInput, surface: Surface, found: readonly string[]): UserConfig {
  const problems = [...found];
  const complain = (sentence: string): void => void problems.push(sentence);
  const giveWith = (name: SettingName): string => `${surface.called(name)}${surface.otherwise(name)}`;
  const { files, unread } = surface.files ? readEnvFiles(flags, cwd) : { files: [], unread: [] };
  const sources = new Sources(flags, env, files, (name) => surface.called(name));
  const secrets = sources.secrets();
  for (const { name, why } of unread) {
    const quoted = quote(name, secrets) ?? 'that --env-file names';
    complain(`The environment file ${quoted} ${why}: give the path of a readable file with --env-file.`);
  }

  /** The values given for a setting, without the wrong ones, which are complained about. */
  const all = <Name extends SettingName>(name: Name): Value<Name>[] => {
    const row = settings[name] as Setting<Value<Name>>;
    return sources.find(name).flatMap(({ text, where: from }) => {
      const parsed = text === '' ? ({ ok: false, must: 'must not be empty' } as const) : row.parse(text);
      if (parsed.ok) return [parsed.value];
      const { instead } = parsed;
      const hint = instead === undefined ? {} : { hint: `give the key with ${giveWith(instead)}` };
      complain(problem(from, { ...parsed, ...hint }, secrets));
      return [];
    });
  };
  const one = <Name extends SettingName>(name: Name): Value<Name> | undefined => all(name).at(-1);
  const given = (name: SettingName): boolean => sources.find(name).length > 0;
  const where = (name: SettingName): string =>
    sources.find(name).at(-1)?.where ?? `The default of ${surface.called(name)}`;

  const baseUrl = one('baseUrl');
  const apiKey = one('apiKey');
  const messagesUrl = one('messagesUrl');
  const messagesApiKey = one('messagesApiKey');
  if (given('baseUrl') && !given('apiKey')) {
    complain(`${where('baseUrl')} needs a key too: give a valid one with ${giveWith('apiKey')}.`);
  }
  const stray = given('baseUrl') ? [] : ofTarget.filter(given).map(where);
  if (stray.length > 0) complain(withoutTarget(stray, giveWith('baseUrl')));
  const certificate = readClientCertificate(
    {
      path: one('clientCert'),
      where: where('clientCert'),
      given: given('clientCert'),
      called: surface.called('clientCert'),
    },
    {
      path: one('clientKey'),
      where: where('clientKey'),
      given: given('clientKey'),
      called: surface.called('clientKey'),
    },
    cwd,
  );
  for (const sentence of certificate.problems) complain(sentence);

  const out = resolve(cwd, one('out') ?? initial(settings.out));
  const unusable = surface.files ? folderProblem(out) : undefined;
  if (unusable !== undefined) {
    complain(problem(where('out'), { ok: false, must: unusable, shown: out }, secrets));
  }

  const file = (name: 'waivers' | 'writeWaivers' | 'baseline') => {
    const path = one(name);
    return path === undefined ? {} : { [name]: resolve(cwd, path) };
  };

  const named = (name: 'product' | 'vendor') => {
    const text = one(name);
    return text === undefined ? {} : { [name]: text };
  };

  const common = {
    categoryIds: Object.freeze(one('categoryIds') ?? initial(settings.categoryIds)),
    categoryIdsGiven: given('categoryIds'),
    consistencyMs: one('consistencyMs') ?? initial(settings.consistencyMs),
    timeoutMs: one('timeoutMs') ?? initial(settings.timeoutMs),
    concurrency: one('concurrency') ?? initial(settings.concurrency),
    runs: one('runs') ?? initial(settings.runs),
    seed: one('seed') ?? randomSeed(),
    readOnly: one('readOnly') ?? initial(settings.readOnly),
    maxCreated: one('maxCreated') ?? initial(settings.maxCreated),
    only: Object.freeze(all('only')),
    headers: Object.freeze(all('header').map((header) => Object.freeze(header))),
    clientCertificate: certificate.value,
    waitReady: one('waitReady') ?? initial(settings.waitReady),
    deadline: one('deadline') ?? initial(settings.deadline),
    asOf: one('asOf') ?? new Date().toISOString().slice(0, 10),
    strict: one('strict') ?? initial(settings.strict),
    out,
    ...named('product'),
    ...named('vendor'),
    ...file('waivers'),
    ...file('baseline'),
    ...file('writeWaivers'),
  };
  if (problems.length > 0) throw new UsageError(problems);
  if (baseUrl === undefined || apiKey === undefined) {
    return Object.freeze({ ...common, baseUrl: undefined });
  }
  const messages =
    messagesUrl === undefined ? null : Object.freeze({ url: messagesUrl, apiKey: messagesApiKey ?? apiKey });
  return Object.freeze({ ...common, baseUrl, apiKey, embedded: false, messages });
}

/** The configuration of a run against the reference server that the kit started: both profiles are claimed. */
export function withEmbedded(config: EmbeddedConfig, address: EmbeddedAddress): Config {
  return Object.freeze({
    ...config,
    baseUrl: address.baseUrl,
    apiKey: address.apiKey,
    embedded: true,
    messages: Object.freeze({ url: address.messagesUrl, apiKey: address.messagesApiKey }),
  });
}

/** The settings that mean nothing without a base address. */
const ofTarget = (Object.keys(settings) as SettingName[]).filter(
  (name) => (settings[name] as Setting<unknown>).ofTarget === true,
);

/** One sentence about all of them: what is wrong is one thing, an address that got lost. */
function withoutTarget([first = '', ...others]: readonly string[], how: string): string {
  const rest = others.map((where) => ` and ${where.charAt(0).toLowerCase()}${where.slice(1)}`);
  const need = others.length === 0 ? 'needs' : 'need';
  return `${first}${rest.join('')} ${need} a base address too: give it with ${how}.`;
}

/** What a setting is where nobody gave it. */
function initial<T>(row: Setting<T>): T {
  const parsed = row.initial === undefined ? undefined : row.parse(row.initial);
  if (parsed?.ok !== true) throw new Error(`the initial value of ${row.flag} does not parse`);
  return parsed.value;
}

function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 32) - 2 ** 31;
}
