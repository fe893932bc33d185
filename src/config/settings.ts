import { headerEnvVariable } from '../base/extra-headers.ts';
import { requirementPattern } from './only.ts';
import * as parsers from './parsers.ts';
import type { Header, Parser } from './parsers.ts';
import * as pem from './pem.ts';
import { secretPlaceholder, withFlagNames, type Setting } from './setting.ts';

const whole = (text: string): readonly string[] => [text];
const today = (): string => new Date().toISOString().slice(0, 10);
const randomSeed = (): number => Math.floor(Math.random() * 2 ** 32) - 2 ** 31;

/**
 * All options of `run`, in the order of the help. The command line, the environment, the library's options, Config,
 * .env.example, docs/running.md and the settings in a report are derived from this table.
 */
export const settings = withFlagNames({
  baseUrl: {
    group: 'Target',
    otherwise: 'the embedded reference server',
    why: 'judge the API at this URL, such as http://host/v1',
    secret: parsers.userInfoOf,
    ofTarget: true,
    parse: parsers.address,
  },
  apiKey: {
    group: 'Target',
    otherwise: "the embedded server's",
    why: 'use this valid key; better: set PETSTORE_API_KEY',
    detail: 'other users of the machine can see the command line',
    secret: whole,
    ofTarget: true,
    parse: parsers.key,
  },
  messagesUrl: {
    group: 'Target',
    otherwise: 'not judged, except with the embedded server',
    why: 'judge the messages API at this URL too',
    detail: '/messages is added unless the path ends in messages',
    secret: parsers.userInfoOf,
    ofTarget: true,
    parse: parsers.messagesAddress,
  },
  categoryIds: {
    group: 'Target',
    initial: '1',
    why: 'use these category ids, such as 1,2',
    detail: 'valid animals are created in these categories',
    ofTarget: true,
    parse: parsers.categoryIds,
    // The report records the ids if the user set them, even to the default: then the user says that they exist on the target.
    record: (ids: readonly bigint[], { categoryIdsGiven }) => (categoryIdsGiven ? ids.join(',') : undefined),
  },
  out: {
    group: 'Target',
    argument: 'DIR',
    initial: 'conformance-report',
    why: 'write the report here',
    commandOnly: true,
    parse: parsers.path,
  },
  messagesApiKey: {
    group: 'Access',
    otherwise: 'the API key',
    why: 'use another key for the messages API',
    secret: whole,
    ofTarget: true,
    parse: parsers.key,
  },
  header: {
    group: 'Access',
    flagOnly: true,
    repeatable: true,
    why: 'add a header to every request',
    detail: 'the value is kept secret, like the key',
    secret: (text) => [text.slice(text.indexOf(':') + 1).trim()],
    ofTarget: true,
    parse: parsers.header,
    record: ([name]: Header, { which }) => `${name}: ${secretPlaceholder(headerEnvVariable(which))}`,
  },
  clientCert: {
    group: 'Access',
    why: 'present this client certificate (PEM, with chain)',
    ofTarget: true,
    parse: pem.certificateFile,
  },
  clientKey: {
    group: 'Access',
    why: 'use this private key of --client-cert (PEM)',
    detail: 'it must not have a passphrase',
    ofTarget: true,
    parse: pem.privateKeyFile,
  },
  consistencyMs: {
    group: 'Timing',
    initial: '2000',
    why: 'allow N ms of replication delay',
    detail: 'how long a new animal may stay invisible',
    parse: parsers.integer(0, 600_000),
  },
  timeoutMs: {
    group: 'Timing',
    initial: '10000',
    why: 'give up on a request after N ms',
    detail: 'measured to the last byte of the response',
    parse: parsers.integer(1, 600_000),
  },
  concurrency: {
    group: 'Timing',
    initial: '8',
    why: 'send at most N requests at once',
    parse: parsers.integer(1, 256),
  },
  waitReady: {
    group: 'Timing',
    argument: 'SECONDS',
    initial: '0',
    why: 'wait up to this long for the target',
    parse: parsers.integer(0, 86_400),
  },
  deadline: {
    group: 'Timing',
    argument: 'SECONDS',
    initial: '300',
    why: 'end the run after this time',
    detail: 'counted from when the target is ready; requirements not decided by then stay undecided',
    parse: parsers.integer(1, 86_400),
  },
  runs: {
    group: 'Inputs',
    initial: '1',
    why: 'try N values of each class of input',
    scope: true,
    parse: parsers.integer(1, 1000),
  },
  seed: {
    group: 'Inputs',
    fallback: randomSeed,
    otherwise: 'random, shown in the report',
    why: 'draw the same inputs as an earlier run',
    detail: 'a 32-bit integer',
    parse: parsers.integer(-(2 ** 31), 2 ** 31 - 1),
  },
  challenge: {
    group: 'Inputs',
    why: "derive the seed and names from a certifier's text",
    detail: 'nobody can know the inputs before the challenge',
    scope: true,
    parse: parsers.singleLine,
  },
  readOnly: {
    group: 'Scope',
    initial: 'false',
    why: 'send only GET requests',
    detail: 'requirements that need other requests are not tested',
    scope: true,
    parse: parsers.boolean,
  },
  maxCreated: {
    group: 'Scope',
    initial: '150',
    why: 'create at most N animals',
    detail: 'the API cannot delete animals',
    scope: true,
    parse: parsers.integer(0, 100_000),
  },
  only: {
    group: 'Scope',
    flagOnly: true,
    repeatable: true,
    otherwise: 'all',
    why: 'judge only this requirement or pattern',
    detail: 'an id, or a pattern such as list.limit.*',
    scope: true,
    parse: requirementPattern,
  },
  onlyFailed: {
    group: 'Scope',
    argument: 'REPORT',
    flagOnly: true,
    otherwise: 'all',
    why: 'judge only what failed in this earlier report',
    detail: 'a file or its folder',
    commandOnly: true,
    parse: parsers.path,
  },
  asOf: {
    group: 'Scope',
    fallback: today,
    otherwise: 'today in UTC',
    why: 'judge as on this day instead of today (YYYY-MM-DD)',
    detail: 'the document removes GET /pets/{petId} on 5 December 2030',
    scope: true,
    parse: parsers.day,
    record: (day: string, { startedAt }) => (startedAt.toISOString().startsWith(day) ? undefined : day),
  },
  strict: {
    group: 'Scope',
    initial: 'false',
    why: 'treat warnings as failures',
    scope: true,
    parse: parsers.boolean,
  },
  embedded: {
    group: 'CI',
    initial: 'false',
    otherwise: 'off',
    why: 'judge the reference server if no URL is given',
    detail: 'needed only if CI is set',
    commandOnly: true,
    parse: parsers.boolean,
  },
  waivers: {
    group: 'CI',
    why: 'accept the known failures in this JSON or YAML file',
    detail: 'a run that uses a waiver is at best partial',
    parse: parsers.path,
  },
  baseline: {
    group: 'CI',
    argument: 'REPORT',
    flagOnly: true,
    why: 'show what changed since this earlier report',
    detail: 'a file or its folder',
    commandOnly: true,
    parse: parsers.path,
  },
  writeWaivers: {
    group: 'CI',
    flagOnly: true,
    why: 'write a waiver file for the failures of this run',
    detail: 'JSON if its name ends in .json, otherwise YAML',
    commandOnly: true,
    parse: parsers.path,
  },
  history: {
    group: 'CI',
    why: 'add this run to FILE, show the last 50 in the page',
    detail: 'one JSON object per line: id, date, commit and a letter for each requirement',
    commandOnly: true,
    parse: parsers.path,
  },
  product: {
    group: 'Report',
    argument: 'NAME',
    why: 'name the product and version in the report',
    parse: parsers.singleLine,
  },
  vendor: {
    group: 'Report',
    argument: 'NAME',
    why: 'name the vendor of the product in the report',
    parse: parsers.singleLine,
  },
  envFile: {
    group: 'Other',
    flagOnly: true,
    repeatable: true,
    otherwise: '.env, if it exists',
    why: 'read this file instead of .env',
    detail: 'lines of NAME=value; a later file overrides an earlier file',
    commandOnly: true,
    parse: parsers.path,
  },
});

export type SettingName = keyof typeof settings;

export type SettingValue<Name extends SettingName> = (typeof settings)[Name] extends {
  readonly parse: Parser<infer T>;
}
  ? T
  : never;

/** All settings, parsed: a list if repeatable, undefined if neither given nor defaulted. */
export type SettingValues = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends { readonly repeatable: true }
    ? readonly SettingValue<Name>[]
    : (typeof settings)[Name] extends { readonly initial: string } | { readonly fallback: () => unknown }
      ? SettingValue<Name>
      : SettingValue<Name> | undefined;
};

export const settingRows = Object.entries(settings) as readonly (readonly [SettingName, Setting<unknown>])[];

/** Command-line flags by setting name: a list if repeatable, true for a switch. */
export type Flags = { readonly [Name in SettingName]?: string | readonly string[] | boolean };
