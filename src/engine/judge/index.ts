// Turns findings into verdicts and the graph of causes. Pure: no request, no clock. Code outside this folder imports only
// this file.

export { attributeCauses } from './cause-graph.ts';
export { judgeRequirements, type Judgement, type JudgingScope } from './judgement.ts';
export { profileVerdicts, wholeRunVerdict } from './verdict.ts';
