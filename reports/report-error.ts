/** A report folder or file that cannot be read or written as it is: one sentence that says what to do. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}
