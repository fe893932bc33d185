import { UsageError } from '../base/usage-error.ts';

/** A command that was used correctly refuses its input, such as an inconsistent report: exit code 1. */
export class RefusedInputError extends UsageError {}
