// The kinds of checks; each sends requests, compares the replies and confirms violations. Code outside this folder imports
// only this file.

export { invariant } from './invariant.ts';
export * from './confirm.ts';
export { flawFrequencyText } from './counts.ts';
export { property, shownInput } from './property.ts';
export * from './expect.ts';
export { onlyOverlappingText } from './shared-traits.ts';
export { reproduceBrokenResponses, resendUnanswered, reportUnanswered } from './resend.ts';
export type { ConfirmationResult, FlawedReply } from '../plan/index.ts';
export type { PropertyDefinition, InputBatch } from './trials.ts';
export { sequence, type SequenceState, type StepFlaw } from './sequence.ts';
