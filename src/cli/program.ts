import { Command, CommanderError, Option } from 'commander';
import { settingRows, type SettingName } from '../config/settings.ts';
import { UsageError } from '../base/usage-error.ts';
import { version } from '../base/version.ts';
import { exitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { commanderErrorSentence } from './commander-errors.ts';
import { collectOptionValues, environmentHelpText, defineRunOptions } from './run-options.ts';

const EXIT_CODES = `
Exit codes:
  0  conformant, or partial
  1  non-conformant
  2  the command line, configuration or waiver file is wrong; nothing was sent
  3  inconclusive, the target could not be reached, or the run was cut off
  4  the kit itself failed: never a verdict on the target
`;

const WATCHING = `Required: --base-url and --api-key.

A round starts when the server comes back after a restart, when you press Enter,
and when a file under --watch-path changes; q ends the session. All rounds
together create at most --max-created animals. No files are written. Ctrl-C ends
at once, with the exit code of the last verdict, or 3 during a round.`;

/**
 * Options of run that watch does not have: it waits for the server, compares rounds by itself and writes no files. So it has
 * none that only a command reads, but for the .env file.
 */
const NOT_WATCHED: readonly SettingName[] = [
  ...settingRows.flatMap(([name, row]) => (row.commandOnly === true && name !== 'envFile' ? [name] : [])),
  'product',
  'vendor',
  'challenge',
  'waitReady',
];

const RECERTIFYING = `Required: --base-url or --addresses-of-report; --messages-url if the report
judges messages.

The target is judged with the settings of the report, a new seed and the
User-Agent of a common client. Keys, headers, certificates and --concurrency are
your own. The new statement names the digest of the first report.`;

/** Options of `run` that `recertify` does not offer: a vendor could know their values, or they limit the scope. */
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

/** Options of run that replay has. */
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
const AS_REPORTED = { consistencyMs: undefined, timeoutMs: undefined };

const REPLAYED = `
Required: --api-key, and --base-url or --addresses-of-report; --messages-url for
a failure of messages. A report of the reference server needs none of them.
--consistency-ms and --timeout-ms default to those of the run.
`;

const REPLAY_CODES = `
Exit codes:
  0  fixed: each check that failed passes now
  1  not fixed: it fails in the same way, or in another
  2  the command line or configuration is wrong, or no such failure exists
  3  undecided, or the target could not be reached
`;

/** The action of a command; resolves to its exit code, or to undefined for 0. */
type Act<Given extends unknown[]> = (io: Io, ...given: Given) => Promise<number | void> | void;

/**
 * Runs the command line (without node and script), and resolves to the exit code. A command's modules load only when
 * it is chosen.
 * @throws UsageError if the command line is wrong
 */
export async function runProgram(words: readonly string[], io: Io): Promise<number> {
  let code: number = exitCode('done');
  /** Returns an action for commander that loads and runs the action of a command. */
  const does =
    <Given extends unknown[]>(load: () => Promise<Act<Given>>) =>
    async (...given: Given): Promise<void> => {
      const act = await load();
      const command = given.at(-1);
      const { color } = command instanceof Command ? command.optsWithGlobals<{ color?: boolean }>() : {};
      code = (await act(color === undefined ? io : { ...io, colour: color }, ...given)) ?? code;
    };
  const program = new Command('petstore-conformance')
    .description('Tests whether a server conforms to the Pet Store Service API.')
    .version(version(), '--version', 'print the version')
    .configureHelp({
      subcommandTerm: (command) =>
        [command.name(), command.usage().replace('[options]', '').trim()].join(' ').trim(),
    })
    .helpCommand(false)
    .addHelpText(
      'after',
      `${EXIT_CODES}\nThe default command is run: "petstore-conformance run --help" shows its options.`,
    );

  const run = program
    .command('run', { isDefault: true })
    .description('judge a server and write a report')
    .addHelpText('after', `\n${environmentHelpText()}\n${EXIT_CODES}`)
    .action(does(async () => (await import('./commands/run.ts')).judgeAndReport));
  for (const option of defineRunOptions()) run.addOption(option);
  run
    .optionsGroup('Report:')
    .option('--open', 'open the page in the browser at the end')
    .option('--no-open', 'open nothing (default)');

  program
    .command('serve')
    .description('start the reference server, conformant or with faults')
    .option('--port <N>', 'listen on this port; 0: a free one', '0')
    .option('--host <ADDRESS>', 'listen on this address', '127.0.0.1')
    .option('--key <KEY>', 'accept this key (default: a random key)')
    .option('--fault <ID>', 'show this fault (repeatable)', collectOptionValues)
    .option('--variant <ID>', 'show this lawful variant (repeatable)', collectOptionValues)
    .action(does(async () => (await import('./commands/serve.ts')).serve));

  program
    .command('requirements')
    .description('print all requirements, or one in full')
    .argument('[id]', 'id of a requirement')
    .option('--section <TITLE>', 'print one section of the document, such as Limits')
    .option('--json', 'print as JSON')
    .action(does(async () => (await import('./commands/requirements.ts')).printRequirements));

  program
    .command('faults')
    .description('print the faults and variants of the reference server')
    .option('--json', 'print as JSON')
    .action(does(async () => (await import('./commands/faults.ts')).printFaultsAndVariants));

  program
    .command('report')
    .description('render a report again, in all or some formats')
    .argument('<dir>', 'folder of a report')
    .option('--format <LIST>', 'write only these formats, such as html,junit')
    .action(does(async () => (await import('./commands/report.ts')).renderReportAgain));

  const replay = program
    .command('replay')
    .description('reproduce one failure of a report')
    .argument('<dir>', 'folder of a report')
    .argument('<id>', 'failed requirement, or an exchange such as x61')
    .option('--addresses-of-report', 'judge the addresses in the report')
    .addHelpText('after', `${REPLAYED}\n${environmentHelpText(NOT_REPLAYED)}\n${REPLAY_CODES}`)
    .action(does(async () => (await import('./commands/replay.ts')).replayFinding));
  for (const option of defineRunOptions(NOT_REPLAYED, AS_REPORTED)) replay.addOption(option);

  program
    .command('compare')
    .description('compare reports (exit 1: new failure, lost coverage)')
    .argument('<reports...>', 'files or folders, the oldest first')
    .option('--allow <WHAT>', 'accept this change: new-failure, lost-coverage or an id', collectOptionValues)
    .option('--format <NAME>', 'print text, json, markdown, html or csv', 'text')
    .option('--out <DIR>', 'also write every format to this folder')
    .action(does(async () => (await import('./commands/compare.ts')).compareReports));

  const watch = program
    .command('watch')
    .description('judge a server after every restart, with a live page')
    .addHelpText('after', `\n${WATCHING}\n\n${environmentHelpText(NOT_WATCHED)}\n${EXIT_CODES}`)
    .action(does(async () => (await import('./commands/watch.ts')).watchCommand));
  watch.option('--watch-path <PATH>', 'judge again when this path changes (repeatable)', collectOptionValues);
  for (const option of defineRunOptions(NOT_WATCHED)) watch.addOption(option);
  watch
    .option('--open', 'open the page (default on a terminal without CI)')
    .option('--no-open', 'open nothing');

  program
    .command('keygen')
    .description('create a key pair to sign with: key.pem, pub.pem')
    .requiredOption('--out <DIR>', 'write the keys to this folder; never overwrite a key')
    .option('--type <TYPE>', 'create ed25519 or ecdsa (P-256) keys', 'ed25519')
    .action(does(async () => (await import('./commands/keygen.ts')).keygen));

  program
    .command('attest')
    .description('sign a report (in-toto statement in a DSSE envelope)')
    .argument('<dir>', 'folder of a report')
    .requiredOption('--key <FILE>', 'sign with this private key (PEM; Ed25519 or ECDSA)')
    .option('--product <NAME>', 'name the product and version (default: as reported)')
    .option('--vendor <NAME>', 'name the vendor of the product (default: as reported)')
    .option('--allow <VERDICT>', 'also sign a report with this verdict')
    .action(does(async () => (await import('./commands/attest.ts')).attest));

  program
    .command('verify')
    .description('verify the signature, and derive every verdict again')
    .argument('<dir>', 'folder of a signed report')
    .requiredOption('--public-key <FILE>', "verify with the signer's public key (PEM)")
    .option('--challenge <TEXT>', 'require the challenge that you gave for this run')
    .option('--json', 'print as JSON')
    .action(does(async () => (await import('./commands/verify.ts')).verifyFolder));

  const recertify = program
    .command('recertify')
    .description('verify a signed report, and judge its target again')
    .argument('<dir>', 'folder of a signed report')
    .requiredOption('--public-key <FILE>', "verify with the signer's public key (PEM)")
    .option('--key <FILE>', 'sign the result with your own private key (PEM)')
    .option('--addresses-of-report', 'judge the addresses in the report')
    .option('--allow-any-address', 'allow private, http or cross-origin addresses')
    .addHelpText(
      'after',
      `\n${RECERTIFYING}\n\n${environmentHelpText(NOT_RECERTIFIED, ['baseUrl', 'messagesUrl'])}\n${EXIT_CODES}`,
    )
    .action(does(async () => (await import('./commands/recertify.ts')).recertify));
  for (const option of defineRunOptions(NOT_RECERTIFIED, { out: 'recertified' })) recertify.addOption(option);

  for (const command of [program, ...program.commands]) prepare(command, io);
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return code;
    throw error;
  }
}

/** Adds the options of every command, the error messages of commander-errors.ts, and the streams of `io`. */
function prepare(command: Command, io: Io): void {
  command
    .addOption(new Option('--color').hideHelp())
    .optionsGroup('Other:')
    .option('--no-color', 'write without colour (--color: always in colour)')
    .helpOption('-h, --help', 'show help')
    .allowExcessArguments(false)
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      outputError: () => {},
      getOutHelpWidth: () => io.columns,
      getOutHasColors: () => io.colour,
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : new UsageError([commanderErrorSentence(command, error)]);
    });
}
