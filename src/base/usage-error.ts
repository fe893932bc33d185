/** The command line, the configuration, or a file that it names is wrong, or cannot be read or written. */
export class UsageError extends Error {
  /** One sentence per problem: which setting, where it was given, what to do. Never contains a key. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.name = 'UsageError';
    this.problems = problems;
  }
}

/** A command that was used correctly refuses its input, such as an inconsistent report: exit code 1. */
export class RefusedInputError extends UsageError {}

/** Longest quotation of a wrong text, in characters. */
const LONGEST = 60;

/** Returns a quoted text that contains no secret, escaped and shortened for a terminal. */
export function quotedValue(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const escape = (letter: string): string => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;
  return JSON.stringify(shown).replaceAll(/[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, escape);
}

/** Returns the message of a UsageError; throws any other error again. */
export function usageErrorMessage(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  throw error;
}
