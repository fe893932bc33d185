/** What a user gave is wrong, or cannot be read or written: the command line, the configuration, or a file that it names. */
export class UsageError extends Error {
  /** One sentence for each thing that is wrong: which setting, where it came from, what to do. Never holds a key. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.name = 'UsageError';
    this.problems = problems;
  }
}

/** What a UsageError says; whatever else went wrong is thrown again. */
export function problemIn(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  throw error;
}
