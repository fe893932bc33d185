// The exports of the package: `import { judge } from 'petstore-conformance'`.
export { judge, type Judged, type JudgeHooks } from './judge.ts';
export type { Options } from './config/options.ts';
export { UsageError } from './base/usage-error.ts';
export { requirements } from '../requirements/index.ts';
export type { Area, Level, Profile, Requirement, RequirementId } from '../requirements/index.ts';
export { schemas, type Schema, type SchemaName } from '../schemas/index.ts';
export type { Exchange } from '../reports/exchange.ts';
export type { RunEvent, RunListener } from './run/events.ts';
export type { Cause, CheckReport, Report, RequirementReport, RunVerdict, Verdict } from '../reports/model.ts';
