// Findings in, verdicts and the graph of causes out. Pure: no request, no clock.
// This file is the surface of the room: code outside imports nothing else of it.

export { attribute } from './cause-graph.ts';
export { judgeAll, judgeNone, type Judgement, type Scope } from './judgement.ts';
export { profileVerdicts, wholeVerdict } from './verdict.ts';
