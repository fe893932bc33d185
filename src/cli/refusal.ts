import type { Command, CommanderError } from 'commander';
import { didYouMean, nearest } from '../config/nearest.ts';
import { UsageError } from '../base/usage-error.ts';

/**
 * What commander refused, as one sentence. The words of the command line are not quoted as they are: after a typo in
 * `--api-key=...` they hold the key.
 */
export function refusal(command: Command, error: CommanderError): UsageError {
  return new UsageError([sentence(command, error)]);
}

/** Whether a word stands alone, and is one that commands are called by: behind an option it may be a key. */
function isOnlyWord(command: Command, word: string): boolean {
  const isGiven = command.options.some(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  return !isGiven && command.args.length === 1 && /^[a-z-]{1,30}$/u.test(word);
}

function sentence(command: Command, { code, message }: CommanderError): string {
  const [, flag = '', argument = 'argument'] = /option '(--?[\w-]*)|argument '([\w-]+)'/u.exec(message) ?? [];
  const called = command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`;
  const takes = `"${called} --help" shows what it takes.`;
  switch (code) {
    case 'commander.unknownOption': {
      // After a single dash the value follows without a mark.
      const shown = flag.startsWith('--') ? flag : flag.slice(0, 2);
      const options = ['--help', ...command.options.flatMap((option) => option.long ?? [])];
      if (options.includes(shown)) return `The option ${shown} takes no value.`;
      return `There is no option ${shown}: ${didYouMean(shown, options, `"${called} --help" lists them.`)}`;
    }
    case 'commander.optionMissingArgument':
      return `The option ${flag} needs a value after it.`;
    case 'commander.missingMandatoryOptionValue':
      return `The command ${command.name()} needs the option ${flag}: ${takes}`;
    case 'commander.missingArgument':
      return `The command ${command.name()} needs its ${argument}: ${takes}`;
    case 'commander.excessArguments':
    case 'commander.unknownCommand': {
      // A word where none belongs: most likely a mistyped command, else a value without its option.
      const word = command.args.at(command.registeredArguments.length) ?? '';
      const near = nearest(
        word,
        (command.parent ?? command).commands.map((each) => each.name()),
      );
      if (near !== undefined && near !== word) return `There is no command ${word}: did you mean ${near}?`;
      if (/^https?:/iu.test(word))
        return `An address needs an option before it, such as --base-url: ${takes}`;
      const named = isOnlyWord(command, word) ? `, ${word}` : '';
      return `There is an unexpected word on the command line${named}: ${takes}`;
    }
    default:
      return `${message.replace(/^error: /u, '').replace(/\.$/u, '')}.`;
  }
}
