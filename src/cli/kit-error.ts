/** The kit itself failed in a check: what is reported says nothing about the requirement. */
export class KitError extends Error {
  constructor(stack: string) {
    // Where a module does not load, its place stands before the error.
    const lines = stack.split('\n');
    super(lines.find((line) => /^\w*Error\b/u.test(line)) ?? lines[0]);
    this.name = 'KitError';
    this.stack = stack;
  }
}
