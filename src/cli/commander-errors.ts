import type { Command, CommanderError } from 'commander';
import { didYouMean, nearestWord } from '../config/nearest.ts';

/** True if the command line has only this word, and it looks like a command: after an option it could be a key. */
function isOnlyWord(command: Command, word: string): boolean {
  const isGiven = command.options.some(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  return !isGiven && command.args.length === 1 && /^[a-z-]{1,30}$/u.test(word);
}

/** Turns an error of commander into a sentence. Unknown words are not quoted: a mistyped `--api-key=...` has the key. */
export function commanderErrorSentence(command: Command, { code, message }: CommanderError): string {
  const [, flag = '', argument = 'argument'] = /option '(--?[\w-]*)|argument '([\w-]+)'/u.exec(message) ?? [];
  const called = command.parent === null ? command.name() : `${command.parent.name()} ${command.name()}`;
  const takes = `"${called} --help" shows what it takes.`;
  switch (code) {
    case 'commander.unknownOption': {
      // After a single dash the value follows without a separator, as in `-kSECRET`.
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
      // An unexpected word: a mistyped command, or a value without its option.
      const word = command.args.at(command.registeredArguments.length) ?? '';
      const near = nearestWord(
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
