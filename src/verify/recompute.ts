import { isDeepStrictEqual } from 'node:util';
import type { Report, RequirementReport } from '../../reports/model.ts';
import { isWeakSecretsNote } from '../client/secrets.ts';
import type { Exchange } from '../client/types.ts';
import { UsageError } from '../config/usage-error.ts';
import { requirementReport } from '../run/assemble.ts';
import { applyWaivers } from '../waivers/apply.ts';
import type { Waiver } from '../waivers/types.ts';
import { unless, type Disagreement } from './disagreement.ts';
import { replay } from './replay/replay.ts';
import { StuckError } from './replay/schedule.ts';

/** Lines of a kind that are told before the others are counted. */
const TOLD = 10;

/**
 * Computes every verdict again from the evidence alone, by the checks and the judge of this kit, and tells where the report
 * says something else.
 */
export async function recompute(
  report: Report,
  evidence: readonly Exchange[],
): Promise<readonly Disagreement[]> {
  const unfit = unfitness(report, evidence);
  if (unfit.length > 0) return unfit;
  try {
    const { report: found, judgements, missing, unasked, crashes } = await replay(report, evidence);
    const day = { today: report.startedAt.slice(0, 10), strict: report.scope.strict };
    const rows = applyWaivers(judgements, waiversIn(report), day).map(requirementReport);
    return [
      ...report.requirements.flatMap((row, at) => differences(row, rows[at])),
      ...facts(report, found),
      ...few(missing, 'evidence.har', (line) => line),
      ...few(unasked, 'evidence.har', (id) => `has ${id}, which no check of this kit sends`),
      ...few(crashes, 'the kit', (crash) => `failed: ${crash.split('\n', 1)[0] ?? ''}`),
    ];
  } catch (error) {
    if (error instanceof StuckError) {
      return [{ kind: 'replay', where: 'evidence.har', message: `cannot be gone through: ${error.message}` }];
    }
    if (!(error instanceof UsageError)) throw error;
    return error.problems.map((message) => ({ kind: 'replay', where: 'report.json', message }));
  }
}

/** Why a run cannot be gone through again at all. */
function unfitness(report: Report, evidence: readonly Exchange[]): readonly Disagreement[] {
  const old = report.tag === undefined || report.waits === undefined || report.settings === undefined;
  const cutOff = report.aborted !== undefined && evidence.some(({ check }) => check !== 'preflight');
  const cut = evidence.filter(({ response }) => response?.cut === true).map(({ id }) => id);
  const untimed = evidence.some(
    ({ sentAt, ended, attempt, repeats }) =>
      sentAt === undefined || ended === undefined || (attempt > 1 && repeats === undefined),
  );
  return [
    ...unless(
      !old && !untimed,
      'replay',
      'report.json',
      'does not say what a run is gone through again by: an older kit wrote it',
    ),
    ...unless(
      !cutOff,
      'replay',
      'aborted',
      'the run was cut off, and what it had not come to cannot be computed',
    ),
    ...few(
      cut,
      'evidence.har',
      (id) => `has only the beginning of the answer of ${id}, which nothing can be computed from`,
    ),
  ];
}

function few(
  items: readonly string[],
  where: string,
  message: (item: string) => string,
): readonly Disagreement[] {
  const told = items
    .slice(0, TOLD)
    .map((item): Disagreement => ({ kind: 'replay', where, message: message(item) }));
  const rest = items.length - told.length;
  return rest === 0
    ? told
    : [...told, { kind: 'replay', where, message: `and ${String(rest)} more of that kind` }];
}

/** The entries that were used, as the rows tell them. */
function waiversIn({ requirements }: Report): readonly Waiver[] {
  return requirements.flatMap(({ waivers = [] }) =>
    waivers.map(({ state: _state, ...waiver }): Waiver => waiver),
  );
}

function differences(told: RequirementReport, found: RequirementReport | undefined): readonly Disagreement[] {
  if (found === undefined) return [];
  if (told.verdict !== found.verdict) {
    const message = `is ${told.verdict}, and the evidence comes to ${found.verdict}: ${found.reason}`;
    return [{ kind: 'verdict', where: told.id, message }];
  }
  // What became of it since an earlier report is not in this one's evidence.
  const { baseline: _baseline, ...said } = told;
  const mine = membersOf(said);
  const theirs = membersOf(found);
  const other = [...new Set([...mine.keys(), ...theirs.keys()])].filter(
    (name) => !isDeepStrictEqual(mine.get(name), theirs.get(name)),
  );
  return unless(
    other.length === 0,
    'replay',
    told.id,
    `has another ${other.join(' and ')} than the evidence comes to`,
  );
}

/** What a run that is gone through again says as the recorded one does. */
const SAME = [
  'specification',
  'scope',
  'seed',
  'tag',
  'coverage',
  'aborted',
] as const satisfies (keyof Report)[];

/** What a report says besides its rows, and the evidence comes to as well. */
function facts(told: Report, found: Report): readonly Disagreement[] {
  const created = [told.created, found.created].map((list) =>
    list.map(({ id, name }) => `${id} ${name}`).toSorted(),
  );
  const settings = [told, found].map((one) => (one.settings ?? []).filter(({ flag }) => !UNTOLD.has(flag)));
  return [
    ...unless(
      isDeepStrictEqual(told.traffic, found.traffic),
      'traffic',
      'traffic',
      'is not what the evidence comes to',
    ),
    ...unless(
      isDeepStrictEqual(created[0], created[1]),
      'evidence',
      'created',
      'is not what the evidence comes to',
    ),
    ...unless(
      isDeepStrictEqual(pausesOf(told), pausesOf(found)),
      'replay',
      'waits',
      'are not those that the run has',
    ),
    ...SAME.flatMap((name) =>
      unless(isDeepStrictEqual(told[name], found[name]), 'replay', name, 'is not what the run comes to'),
    ),
    ...unless((told.notes ?? []).every(isWeakSecretsNote), 'replay', 'notes', 'is no note of this kit'),
    ...unless(
      told.tool.digest !== found.tool.digest || told.tool.version === found.tool.version,
      'catalogue',
      'tool.version',
      `is ${told.tool.version}, with the digest of ${found.tool.version}`,
    ),
    ...unless(isDeepStrictEqual(settings[0], settings[1]), 'scope', 'settings', 'is not what scope says'),
    ...unless(
      isDeepStrictEqual(told.target, found.target),
      'scope',
      'target',
      'is not as this kit writes it',
    ),
  ];
}

/**
 * Which pauses the run made. Among how many answers each was over, and which answer was taken up only after others had come,
 * hangs on how busy the machine was; what they change, if anything, shows in the verdicts.
 */
function pausesOf({ waits = [] }: Report): readonly number[] {
  return waits.flatMap(([what]) => (typeof what === 'number' ? [what] : [])).toSorted((a, b) => a - b);
}

/** Options whose values are not in a report, and those that judge nothing. */
const UNTOLD = new Set<string>([
  '--header',
  '--client-cert',
  '--client-key',
  '--out',
  '--base-url',
  '--messages-url',
]);

/** The members of a value as they are once it was written as JSON and read back. */
function membersOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(JSON.parse(JSON.stringify(value)) as Record<string, unknown>));
}
