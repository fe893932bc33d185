import { UsageError } from '../base/usage-error.ts';

/** A command was used as it should be, and refuses what it was given: its sentences, and exit 1. */
export class Objection extends UsageError {}
