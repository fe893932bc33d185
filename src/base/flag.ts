/** The flag of an option: `maxCreated` is `--max-created`. */
export function flagOf(option: string): `--${string}` {
  return `--${option.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
}
