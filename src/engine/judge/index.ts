// Turns findings into verdicts and the graph of causes. Pure: no request, no clock. Code outside this folder imports only
// this file.

export { attribute } from './cause-graph.ts';
export { judgeAll, judgeNone, type Judgement, type Scope } from './judgement.ts';
export { profileVerdicts, wholeVerdict } from './verdict.ts';
