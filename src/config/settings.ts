import { relative } from 'node:path';
import { headerVariable } from '../extra-headers.ts';
import { pattern } from './only.ts';
import * as parsers from './parsers.ts';
import type { Parser } from './parsers.ts';
import type { Config } from './types.ts';

/** The heading of the help under which a setting stands. */
export type Group = 'Target' | 'Pace' | 'Scope' | 'Generated input' | 'Gate' | 'Output' | 'Configuration';

/** One option of `run`: the flag, its name in the environment and in .env files, and how its text is read. */
export interface Setting<T> {
  readonly group: Group;
  readonly flag: `--${string}`;
  /** What follows the flag; absent for a switch. */
  readonly argument?: string;
  /** True where the flag may be given several times, and each counts. */
  readonly repeatable?: true;
  /** Absent where only the flag exists. */
  readonly environment?: `PETSTORE_${string}`;
  /** The text that means the same as leaving it out, read like any other; absent where no text does. */
  readonly initial?: string;
  /** What leaving it out means, in words; the help shows `initial` where this is absent. */
  readonly otherwise?: string;
  /** One line: what it is for. */
  readonly why: string;
  /** True for keys: the text is shown nowhere. */
  readonly secret?: true;
  /** True where it is about other files than those of a target, or about what is shown: the library has no such option. */
  readonly commandOnly?: true;
  /** True where it speaks of somebody's server, and so means nothing without a base address. */
  readonly ofTarget?: true;
  /**
   * What a run that repeats one with this configuration says for it, once for each value: nothing where it says nothing, or
   * the text that means the same as leaving it out. Absent where a repetition never says it.
   */
  readonly again?: (config: Config, startedAt: Date) => readonly Again[];
  readonly parse: Parser<T>;
}

/** The text that follows a flag; true for a switch; as an object it is said even where it is what leaving it out means. */
type Again = string | true | { readonly text?: string; readonly variable?: string };

function setting<const Row extends Setting<unknown>>(row: Row): Row {
  return row;
}

/** A path from here, unless that would lead out of here first. */
function shortened(path: string): string {
  const way = relative(process.cwd(), path);
  return way.startsWith('..') ? path : way || '.';
}

/**
 * Every option of `run`, in the order of the help. The command line, the environment and .env.example all derive from
 * this table. Each name is the one that commander gives the flag.
 */
export const settings = {
  baseUrl: setting({
    group: 'Target',
    flag: '--base-url',
    argument: 'URL',
    environment: 'PETSTORE_BASE_URL',
    otherwise: 'the embedded reference server',
    why: 'Base address of the animals interface, version prefix included, such as https://example.com/v1.',
    again: ({ embedded, baseUrl }) => (embedded ? [] : [baseUrl]),
    parse: parsers.address,
  }),
  apiKey: setting({
    group: 'Target',
    flag: '--api-key',
    argument: 'KEY',
    environment: 'PETSTORE_API_KEY',
    otherwise: "the embedded server's",
    why: 'A valid key of the target; prefer the environment, since other users can see a command line.',
    secret: true,
    ofTarget: true,
    parse: parsers.key,
  }),
  messagesUrl: setting({
    group: 'Target',
    flag: '--messages-url',
    argument: 'URL',
    environment: 'PETSTORE_MESSAGES_URL',
    otherwise: 'messages are not claimed; with the embedded server they are',
    why: 'Address of the messages interface; /messages is added unless that is its last segment.',
    ofTarget: true,
    again: ({ embedded, messages }) => (embedded || messages === null ? [] : [messages.url]),
    parse: parsers.messagesAddress,
  }),
  messagesApiKey: setting({
    group: 'Target',
    flag: '--messages-api-key',
    argument: 'KEY',
    environment: 'PETSTORE_MESSAGES_API_KEY',
    otherwise: 'the API key',
    why: 'A valid key of the messages interface, where it has one of its own.',
    secret: true,
    ofTarget: true,
    parse: parsers.key,
  }),
  categoryIds: setting({
    group: 'Target',
    flag: '--category-ids',
    argument: 'IDS',
    environment: 'PETSTORE_CATEGORY_IDS',
    initial: '1',
    why: 'Categories that the target knows, such as 1,2; animals that must be accepted are drawn from them.',
    ofTarget: true,
    again: ({ categoryIdsGiven, categoryIds }) => (categoryIdsGiven ? [{ text: categoryIds.join(',') }] : []),
    parse: parsers.categoryIds,
  }),
  header: setting({
    group: 'Target',
    flag: '--header',
    argument: "'Name: value'",
    repeatable: true,
    otherwise: 'none',
    why: 'A header to add to every request, for a gateway that asks for one; its value is a secret like the key.',
    secret: true,
    ofTarget: true,
    again: ({ headers }) =>
      headers.map(([name], index) => ({ text: `${name}: `, variable: headerVariable(index + 1) })),
    parse: parsers.header,
  }),
  clientCert: setting({
    group: 'Target',
    flag: '--client-cert',
    argument: 'FILE',
    environment: 'PETSTORE_CLIENT_CERT',
    otherwise: 'none',
    why: 'A client certificate in PEM, its chain below it, for a target that asks for one.',
    ofTarget: true,
    again: ({ clientCertificate }) =>
      clientCertificate === null ? [] : [{ variable: 'PETSTORE_CLIENT_CERT' }],
    parse: parsers.path,
  }),
  clientKey: setting({
    group: 'Target',
    flag: '--client-key',
    argument: 'FILE',
    environment: 'PETSTORE_CLIENT_KEY',
    otherwise: 'none',
    why: 'The private key of that certificate in PEM, without a passphrase.',
    ofTarget: true,
    again: ({ clientCertificate }) =>
      clientCertificate === null ? [] : [{ variable: 'PETSTORE_CLIENT_KEY' }],
    parse: parsers.path,
  }),
  consistencyMs: setting({
    group: 'Pace',
    flag: '--consistency-ms',
    argument: 'N',
    environment: 'PETSTORE_CONSISTENCY_MS',
    initial: '2000',
    why: 'Milliseconds that a created animal may take to be readable before a missing one counts.',
    again: ({ consistencyMs }) => [String(consistencyMs)],
    parse: parsers.integer(0, 600_000),
  }),
  timeoutMs: setting({
    group: 'Pace',
    flag: '--timeout-ms',
    argument: 'N',
    environment: 'PETSTORE_TIMEOUT_MS',
    initial: '10000',
    why: 'Milliseconds that one request may take, to its last byte.',
    again: ({ timeoutMs }) => [String(timeoutMs)],
    parse: parsers.integer(1, 600_000),
  }),
  concurrency: setting({
    group: 'Pace',
    flag: '--concurrency',
    argument: 'N',
    environment: 'PETSTORE_CONCURRENCY',
    initial: '8',
    why: 'Requests under way at once, never more.',
    again: ({ concurrency }) => [String(concurrency)],
    parse: parsers.integer(1, 256),
  }),
  waitReady: setting({
    group: 'Pace',
    flag: '--wait-ready',
    argument: 'SECONDS',
    environment: 'PETSTORE_WAIT_READY',
    initial: '0',
    why: 'Seconds to wait for a target that is just starting, before the run begins.',
    again: ({ waitReady }) => [String(waitReady)],
    parse: parsers.integer(0, 86_400),
  }),
  deadline: setting({
    group: 'Pace',
    flag: '--deadline',
    argument: 'SECONDS',
    environment: 'PETSTORE_DEADLINE',
    initial: '300',
    why: 'Seconds that the whole run may take once the target is ready; what is undecided then stays so.',
    again: ({ deadline }) => [String(deadline)],
    parse: parsers.integer(1, 86_400),
  }),
  runs: setting({
    group: 'Generated input',
    flag: '--runs',
    argument: 'N',
    environment: 'PETSTORE_RUNS',
    initial: '1',
    why: 'Values of each class of input; more find more and send more requests.',
    again: ({ runs }) => [String(runs)],
    parse: parsers.integer(1, 10_000),
  }),
  seed: setting({
    group: 'Generated input',
    flag: '--seed',
    argument: 'N',
    environment: 'PETSTORE_SEED',
    otherwise: 'random, printed and in the report',
    why: 'A 32-bit integer; the seed of an earlier run draws the same inputs again.',
    again: ({ seed }) => [String(seed)],
    parse: parsers.integer(-(2 ** 31), 2 ** 31 - 1),
  }),
  readOnly: setting({
    group: 'Scope',
    flag: '--read-only',
    environment: 'PETSTORE_READ_ONLY',
    initial: 'false',
    why: 'Send nothing but GET; what needs more is not tested.',
    again: ({ readOnly }) => (readOnly ? [true] : []),
    parse: parsers.boolean,
  }),
  maxCreated: setting({
    group: 'Scope',
    flag: '--max-created',
    argument: 'N',
    environment: 'PETSTORE_MAX_CREATED',
    initial: '150',
    why: 'Animals that the run may add to the target at most; there is no way to delete one.',
    again: ({ maxCreated }) => [String(maxCreated)],
    parse: parsers.integer(0, 100_000),
  }),
  only: setting({
    group: 'Scope',
    flag: '--only',
    argument: 'PATTERN',
    repeatable: true,
    otherwise: 'all',
    why: 'Judge these requirements alone: an id, or a pattern such as list.limit.*.',
    parse: pattern,
  }),
  asOf: setting({
    group: 'Scope',
    flag: '--as-of',
    argument: 'DATE',
    environment: 'PETSTORE_AS_OF',
    otherwise: 'today in UTC',
    why: 'The day, YYYY-MM-DD, that the target is taken to run on: getting an animal ends on 5 December 2030.',
    again: ({ asOf }, startedAt) => (asOf === startedAt.toISOString().slice(0, 10) ? [] : [asOf]),
    parse: parsers.day,
  }),
  strict: setting({
    group: 'Scope',
    flag: '--strict',
    environment: 'PETSTORE_STRICT',
    initial: 'false',
    why: 'Let a warning make the whole non-conformant.',
    again: ({ strict }) => (strict ? [true] : []),
    parse: parsers.boolean,
  }),
  waivers: setting({
    group: 'Gate',
    flag: '--waivers',
    argument: 'FILE',
    environment: 'PETSTORE_WAIVERS',
    otherwise: 'none',
    why: 'Failures that are known and accepted, as JSON or YAML; a run with one that is used ends partial at best.',
    parse: parsers.path,
  }),
  baseline: setting({
    group: 'Gate',
    flag: '--baseline',
    argument: 'REPORT',
    otherwise: 'none',
    why: 'An earlier report, or its folder: every format shows what is new, fixed or the same since.',
    commandOnly: true,
    parse: parsers.path,
  }),
  onlyFailed: setting({
    group: 'Gate',
    flag: '--only-failed',
    argument: 'REPORT',
    otherwise: 'all',
    why: 'Judge again what failed in an earlier report, or its folder, and nothing else.',
    commandOnly: true,
    parse: parsers.path,
  }),
  writeWaivers: setting({
    group: 'Gate',
    flag: '--write-waivers',
    argument: 'FILE',
    otherwise: 'none',
    why: 'Write a new waiver file with an entry for each failure of this run, as JSON where its name ends in .json, else YAML.',
    commandOnly: true,
    parse: parsers.path,
  }),
  out: setting({
    group: 'Output',
    flag: '--out',
    argument: 'DIR',
    environment: 'PETSTORE_OUT',
    initial: 'conformance-report',
    again: ({ out }) => (out === '' ? [] : [{ text: shortened(out) }]),
    why: 'Folder that the report is written to; it is made where it does not exist.',
    commandOnly: true,
    parse: parsers.path,
  }),
  product: setting({
    group: 'Output',
    flag: '--product',
    argument: 'NAME',
    environment: 'PETSTORE_PRODUCT',
    otherwise: 'none',
    why: 'Name and version of what is judged, for the report and its print-out.',
    parse: parsers.line,
  }),
  vendor: setting({
    group: 'Output',
    flag: '--vendor',
    argument: 'NAME',
    environment: 'PETSTORE_VENDOR',
    otherwise: 'none',
    why: 'Who answers for what is judged, for the report and its print-out.',
    parse: parsers.line,
  }),
  envFile: setting({
    group: 'Configuration',
    flag: '--env-file',
    argument: 'FILE',
    repeatable: true,
    otherwise: '.env where it exists',
    why: 'A file of NAME=value lines with these settings; of several, the later one wins.',
    commandOnly: true,
    parse: parsers.path,
  }),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;

/** What a setting is once its text is read. */
export type Value<Name extends SettingName> = (typeof settings)[Name] extends Setting<infer T> ? T : never;

/** What the flags said, by the names of the table; a repeatable one is a list, a switch is true. */
export type Flags = { readonly [Name in SettingName]?: string | readonly string[] | boolean };
