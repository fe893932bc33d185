import type { Command, CommanderError } from 'commander';
import { nearest } from '../config/nearest.ts';
import { UsageError } from '../config/usage-error.ts';

/**
 * What commander refused, as one sentence. The words of the command line are not quoted as they are: after a typo in
 * `--api-key=...` they hold the key.
 */
export function refusal(command: Command, error: CommanderError): UsageError {
  return new UsageError([sentence(command, error)]);
}

function sentence(command: Command, error: CommanderError): string {
  const flag = /option '(--?[\w-]*)/u.exec(error.message)?.[1] ?? '';
  const help = `"${name(command)} --help" lists them`;
  switch (error.code) {
    case 'commander.unknownOption': {
      // After a single dash the value follows without a mark.
      const shown = flag.startsWith('--') ? flag : flag.slice(0, 2);
      const options = optionsOf(command);
      if (options.includes(shown)) return `The option ${shown} takes no value.`;
      const near = nearest(shown, options);
      return `There is no option ${shown}: ${near === undefined ? `${help}.` : `did you mean ${near}?`}`;
    }
    case 'commander.optionMissingArgument':
      return `The option ${/--[\w-]+/u.exec(error.message)?.[0] ?? flag} needs a value after it.`;
    case 'commander.missingMandatoryOptionValue':
      return `The command ${command.name()} needs the option ${/--[\w-]+/u.exec(error.message)?.[0] ?? 'that is missing'}: "${name(command)} --help" shows what it takes.`;
    case 'commander.missingArgument':
      return `The command ${command.name()} needs its ${/'([\w-]+)'/u.exec(error.message)?.[1] ?? 'argument'}: "${name(command)} --help" shows what it takes.`;
    case 'commander.excessArguments':
    case 'commander.unknownCommand':
      return stray(command);
    default:
      return `${error.message.replace(/^error: /u, '').replace(/\.$/u, '')}.`;
  }
}

/** A word where none belongs: most likely a mistyped command, else a value without its option. */
function stray(command: Command): string {
  const commands = (command.parent ?? command).commands.map((each) => each.name());
  const word = command.args.at(command.registeredArguments.length) ?? '';
  const near = nearest(word, commands);
  return near === undefined || near === word
    ? `There is an unexpected word on the command line: "${name(command)} --help" shows what it takes.`
    : `There is no command ${word}: did you mean ${near}?`;
}

function optionsOf(command: Command): string[] {
  return ['--help', ...command.options.flatMap((option) => option.long ?? [])];
}

function name(command: Command): string {
  return command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`;
}
