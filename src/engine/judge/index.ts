export { attribute } from './cause-graph.ts';
export { judgeAll, judgeNone, type Judgement, type Scope } from './judgement.ts';
export { profileVerdicts, wholeVerdict } from './verdict.ts';
