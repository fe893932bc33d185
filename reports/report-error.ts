/** A report folder or file that cannot be read or written as it is: one sentence that says what to do. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

/** What a ReportError says; whatever else went wrong is thrown again. */
export function reportProblem(error: unknown): string {
  if (error instanceof ReportError) return error.message;
  throw error;
}
