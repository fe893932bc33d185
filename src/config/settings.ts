import { headerVariable } from '../base/extra-headers.ts';
import { pattern } from './only.ts';
import * as parsers from './parsers.ts';
import type { Header, Parser } from './parsers.ts';
import * as pem from './pem.ts';
import { label, withNames, type Setting } from './setting.ts';

const whole = (text: string): readonly string[] => [text];
const today = (): string => new Date().toISOString().slice(0, 10);
const randomSeed = (): number => Math.floor(Math.random() * 2 ** 32) - 2 ** 31;

/**
 * Every option of `run`, in the order of the help: all that there is to know of it. The command line, the environment, the
 * options of the library, Config, .env.example and docs/running.md follow from this table, and so does what a report
 * records of a run.
 */
export const settings = withNames({
  baseUrl: {
    group: 'Target',
    argument: 'URL',
    otherwise: 'the embedded reference server',
    why: 'Base address of the animals interface, version prefix included, such as https://example.com/v1.',
    secret: parsers.userOf,
    ofTarget: true,
    parse: parsers.address,
  },
  apiKey: {
    group: 'Target',
    argument: 'KEY',
    otherwise: "the embedded server's",
    why: 'A valid key of the target; prefer the environment, since other users can see a command line.',
    secret: whole,
    ofTarget: true,
    parse: parsers.key,
  },
  messagesUrl: {
    group: 'Target',
    argument: 'URL',
    otherwise: 'messages are not claimed; with the embedded server they are',
    why: 'Address of the messages interface; /messages is added unless that is its last segment.',
    secret: parsers.userOf,
    ofTarget: true,
    parse: parsers.messagesAddress,
  },
  messagesApiKey: {
    group: 'Target',
    argument: 'KEY',
    otherwise: 'the API key',
    why: 'A valid key of the messages interface, where it has one of its own.',
    secret: whole,
    ofTarget: true,
    parse: parsers.key,
  },
  categoryIds: {
    group: 'Target',
    argument: 'IDS',
    initial: '1',
    why: 'Categories that the target knows, such as 1,2; animals that must be accepted are drawn from them.',
    ofTarget: true,
    parse: parsers.categoryIds,
    // To name even the default is to say that the target knows it.
    record: (ids: readonly bigint[], { categoryIdsGiven }) => (categoryIdsGiven ? ids.join(',') : undefined),
  },
  header: {
    group: 'Target',
    argument: "'Name: value'",
    flagOnly: true,
    repeatable: true,
    why: 'A header to add to every request, for a gateway that asks for one; its value is a secret like the key.',
    secret: (text) => [text.slice(text.indexOf(':') + 1).trim()],
    ofTarget: true,
    parse: parsers.header,
    record: ([name]: Header, { which }) => `${name}: ${label(headerVariable(which))}`,
  },
  clientCert: {
    group: 'Target',
    argument: 'FILE',
    why: 'A client certificate in PEM, followed by its chain, for a target that asks for one.',
    ofTarget: true,
    parse: pem.certificate,
  },
  clientKey: {
    group: 'Target',
    argument: 'FILE',
    why: 'The private key of that certificate in PEM, without a passphrase.',
    ofTarget: true,
    parse: pem.privateKey,
  },
  embedded: {
    group: 'Target',
    initial: 'false',
    otherwise: 'off; where CI is set, a run without an address needs it',
    why: 'Judge the embedded reference server where no address is given.',
    commandOnly: true,
    parse: parsers.boolean,
  },
  consistencyMs: {
    group: 'Pace',
    argument: 'N',
    initial: '2000',
    why: 'Milliseconds that an added animal may stay unreadable; only after that does its absence count.',
    parse: parsers.integer(0, 600_000),
  },
  timeoutMs: {
    group: 'Pace',
    argument: 'N',
    initial: '10000',
    why: 'Milliseconds that one request may take, to its last byte.',
    parse: parsers.integer(1, 600_000),
  },
  concurrency: {
    group: 'Pace',
    argument: 'N',
    initial: '8',
    why: 'Requests under way at once, never more.',
    parse: parsers.integer(1, 256),
  },
  waitReady: {
    group: 'Pace',
    argument: 'SECONDS',
    initial: '0',
    why: 'Seconds to wait for a target that is just starting, before the run begins.',
    parse: parsers.integer(0, 86_400),
  },
  deadline: {
    group: 'Pace',
    argument: 'SECONDS',
    initial: '300',
    why: 'Seconds that the whole run may take once the target is ready; what is undecided then stays so.',
    parse: parsers.integer(1, 86_400),
  },
  runs: {
    group: 'Generated input',
    argument: 'N',
    initial: '1',
    why: 'Values to try of each class of input; more of them find more, and send more requests.',
    scope: true,
    parse: parsers.integer(1, 1000),
  },
  seed: {
    group: 'Generated input',
    argument: 'N',
    fallback: randomSeed,
    otherwise: 'random, printed and in the report',
    why: 'A 32-bit integer; the seed of an earlier run draws the same inputs again.',
    parse: parsers.integer(-(2 ** 31), 2 ** 31 - 1),
  },
  challenge: {
    group: 'Scope',
    argument: 'TEXT',
    why: 'A text from a certifier: the seed and the names of the run are derived from it, so that nobody knows them beforehand.',
    scope: true,
    parse: parsers.line,
  },
  readOnly: {
    group: 'Scope',
    initial: 'false',
    why: 'Send nothing but GET; what needs more is not tested.',
    scope: true,
    parse: parsers.boolean,
  },
  maxCreated: {
    group: 'Scope',
    argument: 'N',
    initial: '150',
    why: 'Animals that the run may add to the target at most; there is no way to delete one.',
    scope: true,
    parse: parsers.integer(0, 100_000),
  },
  only: {
    group: 'Scope',
    argument: 'PATTERN',
    flagOnly: true,
    repeatable: true,
    otherwise: 'all',
    why: 'Judge these requirements alone: an id, or a pattern such as list.limit.*.',
    scope: true,
    parse: pattern,
  },
  asOf: {
    group: 'Scope',
    argument: 'DATE',
    fallback: today,
    otherwise: 'today in UTC',
    why: 'The day, YYYY-MM-DD, that the target is taken to run on: getting an animal ends on 5 December 2030.',
    scope: true,
    parse: parsers.day,
    record: (day: string, { startedAt }) => (startedAt.toISOString().startsWith(day) ? undefined : day),
  },
  strict: {
    group: 'Scope',
    initial: 'false',
    why: 'Let a warning make the whole non-conformant.',
    scope: true,
    parse: parsers.boolean,
  },
  waivers: {
    group: 'Gate',
    argument: 'FILE',
    why: 'Failures that are known and accepted, as JSON or YAML; a run that uses one is partial at best.',
    parse: parsers.path,
  },
  baseline: {
    group: 'Gate',
    argument: 'REPORT',
    flagOnly: true,
    why: 'An earlier report, or its folder: every format shows what is new, fixed or the same since.',
    commandOnly: true,
    parse: parsers.path,
  },
  onlyFailed: {
    group: 'Gate',
    argument: 'REPORT',
    flagOnly: true,
    otherwise: 'all',
    why: 'Judge again what failed in an earlier report, or its folder, and nothing else.',
    commandOnly: true,
    parse: parsers.path,
  },
  writeWaivers: {
    group: 'Gate',
    argument: 'FILE',
    flagOnly: true,
    why: 'Write a new waiver file with an entry for each check that fails in this run, as JSON where its name ends in .json, else YAML.',
    commandOnly: true,
    parse: parsers.path,
  },
  out: {
    group: 'Output',
    argument: 'DIR',
    initial: 'conformance-report',
    why: 'Folder that the report is written to; it is created if it does not exist.',
    commandOnly: true,
    parse: parsers.path,
  },
  product: {
    group: 'Output',
    argument: 'NAME',
    why: 'Name and version of what is judged, for the report and its print-out.',
    parse: parsers.line,
  },
  vendor: {
    group: 'Output',
    argument: 'NAME',
    why: 'Who answers for what is judged, for the report and its print-out.',
    parse: parsers.line,
  },
  envFile: {
    group: 'Configuration',
    argument: 'FILE',
    flagOnly: true,
    repeatable: true,
    otherwise: '.env where it exists',
    why: 'A file of NAME=value lines with these settings; of several, the later one wins.',
    commandOnly: true,
    parse: parsers.path,
  },
});

export type SettingName = keyof typeof settings;

/** What a text is once it is read. */
export type Value<Name extends SettingName> = (typeof settings)[Name] extends {
  readonly parse: Parser<infer T>;
}
  ? T
  : never;

/** Every setting as a run has it: a list where it is repeatable, undefined where it was left out and nothing stands for that. */
export type Values = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends { readonly repeatable: true }
    ? readonly Value<Name>[]
    : (typeof settings)[Name] extends { readonly initial: string } | { readonly fallback: () => unknown }
      ? Value<Name>
      : Value<Name> | undefined;
};

/** The rows with their names, as a list. */
export const settingRows = Object.entries(settings) as readonly (readonly [SettingName, Setting<unknown>])[];

/** What the flags said, by the names of the table; a repeatable one is a list, a switch is true. */
export type Flags = { readonly [Name in SettingName]?: string | readonly string[] | boolean };
