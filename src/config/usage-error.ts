/** The command line, the configuration or a file that it names is wrong: exit 2, and nothing was sent. */
export class UsageError extends Error {
  /** One sentence for each thing that is wrong: which setting, where it came from, what to do. Never holds a key. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'UsageError';
    this.problems = problems;
  }
}
