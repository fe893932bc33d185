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

/** Returns the message of a UsageError; throws any other error again. */
export function usageErrorMessage(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  throw error;
}
