/** Returns the command-line flag of an option: `maxCreated` gives `--max-created`. */
export function flagOf(option: string): `--${string}` {
  return `--${option.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}
