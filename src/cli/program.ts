import { formatNames } from '../../reports/formats.ts';
import { Command, CommanderError } from 'commander';
import { settingRows, type SettingName } from '../config/settings.ts';
import { version } from '../base/version.ts';
import { exitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { refusal } from './refusal.ts';
import { collect, runOptions } from './run-options.ts';

const EXIT_CODES = `
Exit codes:
  0  conformant, or partial
  1  non-conformant
  2  the command line, configuration or waiver file is wrong; nothing was sent
  3  inconclusive, the target could not be reached, or the run was cut off
  4  the kit itself failed: never a verdict on the target
`;

const WATCHING = `It judges when the server comes back after a restart, when a key is pressed
(Enter judges, q ends), and when files under --watch-path change. All rounds
together add --max-created animals at most. It writes no files. Ctrl-C ends it
at once, with the exit code of the last verdict, or 3 where a round was
under way.`;

/** What watching does by itself: it waits for the server, compares each round with the one before it, and writes nothing. */
const NOT_WATCHED = [
  'product',
  'vendor',
  'embedded',
  'challenge',
  'out',
  'writeWaivers',
  'baseline',
  'onlyFailed',
  'waitReady',
] as const satisfies SettingName[];

const RECERTIFYING = `It judges the addresses that --base-url and --messages-url name, with the settings
of the report, a new seed and the User-Agent of a common client. Keys, headers,
certificates and --concurrency are the certifier's own. The new report goes to
--out (default: recertified), and its statement names the digest of the first.`;

/** What a certifier does not choose: whatever could be known before, and what makes a run of a part. */
const NOT_RECERTIFIED = [
  'seed',
  'challenge',
  'asOf',
  'only',
  'onlyFailed',
  'readOnly',
  'waivers',
  'writeWaivers',
  'baseline',
  'embedded',
  'product',
  'vendor',
] as const satisfies SettingName[];

const NEEDED = {
  baseUrl: 'none; required',
  apiKey: 'none; required',
  messagesUrl: 'messages are not claimed',
};

/** The options of run that a replay takes. */
const OF_REPLAY: readonly SettingName[] = [
  'baseUrl',
  'apiKey',
  'messagesUrl',
  'messagesApiKey',
  'header',
  'clientCert',
  'clientKey',
  'consistencyMs',
  'timeoutMs',
  'envFile',
];
const NOT_REPLAYED = settingRows.flatMap(([name]) => (OF_REPLAY.includes(name) ? [] : [name]));
const AS_REPORTED = {
  baseUrl: 'required, unless the report is of the embedded server',
  apiKey: 'none; required',
  messagesUrl: 'required for a finding about messages',
  consistencyMs: 'as in the run',
  timeoutMs: 'as in the run',
};

const REPLAYED = `
Exit codes:
  0  it does not show any more: each check that failed then passes now
  1  it still shows, or shows in another way
  2  the command line or configuration is wrong, or there is no such finding
  3  undecided now, or the target could not be reached
`;

const ALLOW =
  'accept a change: new-failure, lost-coverage, or a requirement: an id, or a pattern such as list.limit.*; may be repeated';

/** What a command does; resolves to the exit code, where it is not that of what is done. */
type Act<Given extends unknown[]> = (io: Io, ...given: Given) => Promise<number | void> | void;

/**
 * Runs the command that the words (without node and script) name, and resolves to the exit code. Throws a UsageError
 * where they are wrong. Each command loads its own modules, when it is chosen.
 */
export async function runProgram(words: readonly string[], io: Io): Promise<number> {
  let code: number = exitCode('done');
  /** Loads what a command does, and does it with the words and options that were given. */
  const does =
    <Given extends unknown[]>(load: () => Promise<Act<Given>>) =>
    async (...given: Given): Promise<void> => {
      const act = await load();
      const command = given.at(-1);
      const { color } = command instanceof Command ? command.optsWithGlobals<{ color?: boolean }>() : {};
      code = (await act(color === undefined ? io : { ...io, colour: color }, ...given)) ?? code;
    };
  const program = new Command('petstore-conformance')
    .description('Judges any implementation of the Pet Store Service API against its document.')
    .version(version(), '--version', 'print the version')
    .helpCommand(false)
    .addHelpText(
      'after',
      `${EXIT_CODES}\nWithout a command: run. "petstore-conformance run --help" shows its options.`,
    );

  const run = program
    .command('run', { isDefault: true })
    .description('judge a target, or the embedded reference server, and write the report')
    .addHelpText('after', EXIT_CODES)
    .action(does(async () => (await import('./commands/run.ts')).runCommand));
  for (const option of runOptions()) run.addOption(option);

  program
    .command('serve')
    .description('start the reference server, conformant or with faults, and print its addresses')
    .option('--port <N>', 'port to listen on; 0 takes a free one', '0')
    .option('--host <ADDRESS>', 'address to listen on', '127.0.0.1')
    .option('--key <KEY>', 'the key that it accepts (default: a random one)')
    .option('--fault <ID>', 'show this fault; may be repeated', collect)
    .option('--variant <ID>', 'show this lawful variant; may be repeated', collect)
    .action(does(async () => (await import('./commands/serve.ts')).serve));

  program
    .command('requirements')
    .description('print the catalogue, or one requirement in full')
    .argument('[id]', 'a requirement')
    .option('--section <TITLE>', 'what comes from this section of the document, such as Limits')
    .option('--json', 'as JSON')
    .action(does(async () => (await import('./commands/requirements.ts')).printRequirements));

  program
    .command('faults')
    .description('print the faults and variants that the reference server can show')
    .option('--json', 'as JSON')
    .action(does(async () => (await import('./commands/faults.ts')).printFaults));

  program
    .command('report')
    .description('render the files of a report again from its report.json and evidence.har')
    .argument('<dir>', 'the folder that a run wrote its report to')
    .option('--format <LIST>', `some of ${formatNames.join(', ')}, with commas between them (default: all)`)
    .action(does(async () => (await import('./commands/report.ts')).drawReport));

  const replay = program
    .command('replay')
    .description('reproduce one failure of a report: run the checks that it rests on again')
    .argument('<dir>', 'the folder that a run wrote its report to')
    .argument('<id>', 'a requirement that failed, or an exchange such as x61')
    .option('--addresses-of-report', 'use the addresses of the report, where no others are given')
    .addHelpText('after', REPLAYED)
    .action(does(async () => (await import('./commands/replay.ts')).replayFinding));
  for (const option of runOptions(NOT_REPLAYED, AS_REPORTED)) replay.addOption(option);

  program
    .command('compare')
    .description('show what differs from one report to others; exit 1 on a new failure or lost coverage')
    .argument('<reports...>', 'two reports or more, each a file or its folder; the first is the one before')
    .option('--allow <WHAT>', ALLOW, collect)
    .option('--format <NAME>', 'text, json, markdown, html or csv, for standard output', 'text')
    .option('--out <DIR>', 'write it in every format to this folder too')
    .action(does(async () => (await import('./commands/compare.ts')).compareReports));

  const watch = program
    .command('watch')
    .description('judge a server again and again while it is being written, and show it on a local page')
    .addHelpText('after', `\n${WATCHING}\n${EXIT_CODES}`)
    .action(does(async () => (await import('./commands/watch.ts')).watchCommand));
  watch.option(
    '--watch-path <PATH>',
    'judge again when a file there changes: a file or a folder; may be repeated',
    collect,
  );
  for (const option of runOptions(NOT_WATCHED, NEEDED)) watch.addOption(option);

  program
    .command('keygen')
    .description('make a pair of keys for statements: key.pem, for its owner alone, and pub.pem')
    .requiredOption('--out <DIR>', 'the folder to write them to; no key is ever overwritten')
    .option('--type <TYPE>', 'ed25519, or ecdsa on P-256', 'ed25519')
    .action(does(async () => (await import('./commands/keygen.ts')).keygen));

  program
    .command('attest')
    .description('write a signed in-toto statement about the report in a folder, in a DSSE envelope')
    .argument('<dir>', 'the folder that a run wrote its report to')
    .requiredOption('--key <FILE>', 'a private key in PEM: Ed25519, or ECDSA on P-256, P-384 or P-521')
    .option('--product <NAME>', 'name and version of what was judged (default: what the report says)')
    .option('--vendor <NAME>', 'who answers for it (default: what the report says)')
    .option('--allow <VERDICT>', 'sign a report that is partial, inconclusive or non-conformant, and say so')
    .action(does(async () => (await import('./commands/attest.ts')).attest));

  program
    .command('verify')
    .description('check a signed report: signature, digests, and every verdict again from the evidence')
    .argument('<dir>', 'a folder with report.json, evidence.har and statement.dsse.json')
    .requiredOption('--public-key <FILE>', 'the public key of its signer, in PEM')
    .option('--challenge <TEXT>', 'the challenge that was given for this run, which it has to answer')
    .option('--json', 'as JSON')
    .action(does(async () => (await import('./commands/verify.ts')).verifyFolder));

  const recertify = program
    .command('recertify')
    .description(
      'for a certifier: verify a signed report, judge its target again with a new seed, and compare the two',
    )
    .argument('<dir>', 'a folder with report.json, evidence.har and statement.dsse.json')
    .requiredOption('--public-key <FILE>', 'the public key of its signer, in PEM')
    .option('--key <FILE>', "the certifier's own private key, to sign the result")
    .option('--addresses-of-report', 'judge the addresses of the report where no flag names others')
    .option(
      '--allow-any-address',
      'with --addresses-of-report: also one on another origin, plain http, loopback, private or link-local',
    )
    .addHelpText('after', `\n${RECERTIFYING}\n${EXIT_CODES}`)
    .action(does(async () => (await import('./commands/recertify.ts')).recertify));
  const needed = {
    baseUrl: 'none; required',
    messagesUrl: 'none; required where the report claims messages',
  };
  for (const option of runOptions(NOT_RECERTIFIED, needed, ['baseUrl', 'messagesUrl']))
    recertify.addOption(option);

  for (const command of [program, ...program.commands]) prepare(command, io);
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return code;
    throw error;
  }
}

/** Errors become sentences of ours instead of commander's, and texts go where the command is told to write. */
function prepare(command: Command, io: Io): void {
  command
    .option('--color', 'always write in colour [FORCE_COLOR; default: on a terminal]')
    .option('--no-color', 'never write in colour [NO_COLOR]')
    .helpOption('-h, --help', 'show help')
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      outputError: () => {},
      getOutHelpWidth: () => io.columns,
      getOutHasColors: () => io.colour,
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : refusal(command, error);
    });
}
