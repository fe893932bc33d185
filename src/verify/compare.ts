import { isDeepStrictEqual } from 'node:util';
import type { Report, RequirementReport } from '../../reports/model.ts';
import { isWeakSecretsNote } from '../http/secrets.ts';
import { inconsistencyUnless, type ReportInconsistency } from './inconsistency.ts';
import { settingRows } from '../config/settings.ts';

type Kind = ReportInconsistency['kind'];

/** The kind of inconsistency if a member differs, and a conversion before comparing; or why it is not compared (`left`). */
type Member<T> =
  Kind | { readonly kind: Kind; readonly as: (value: T | undefined) => unknown } | { readonly left: string };

/** Every member of the type must be listed, or this file does not compile. */
type Members<T> = { readonly [K in keyof T]-?: Member<Exclude<T[K], undefined>> };

const ROW: Members<RequirementReport> = {
  id: 'catalogue',
  profile: 'catalogue',
  level: 'catalogue',
  area: 'catalogue',
  section: 'catalogue',
  statement: 'catalogue',
  verdict: 'verdict',
  waivers: 'waiver',
  reason: 'replay',
  cause: 'replay',
  next: 'replay',
  because: 'replay',
  follows: 'replay',
  checks: 'replay',
  baseline: { left: 'the evidence has no earlier report' },
};

const REPORT: Members<Omit<Report, 'requirements'>> = {
  schemaVersion: 'schema',
  tool: { left: 'another version of the kit may give the same verdicts' },
  catalogue: 'catalogue',
  specification: 'replay',
  target: 'scope',
  product: 'scope',
  startedAt: { left: 'the replay takes it from the report' },
  finishedAt: { left: 'see consistency.ts' },
  durationMs: { left: 'see consistency.ts' },
  seed: 'replay',
  scope: 'scope',
  settings: { left: 'compared one by one' },
  // The evidence is redacted, so a replay cannot tell which secrets were weak.
  notes: { kind: 'replay', as: (notes = []) => notes.filter((note) => !isWeakSecretsNote(note)) },
  verdict: 'verdict',
  aborted: 'replay',
  profiles: 'verdict',
  totals: 'count',
  traffic: 'traffic',
  keysLack: 'replay',
  tag: 'replay',
  // Compares only timer numbers: how many exchanges had ended when a timer fired depends on the load of the machine.
  waits: {
    kind: 'replay',
    as: (waits = []) =>
      waits.flatMap(([what]) => (typeof what === 'number' ? [what] : [])).toSorted((a, b) => a - b),
  },
  created: { kind: 'evidence', as: (list = []) => list.map(({ id, name }) => `${id} ${name}`).toSorted() },
  baseline: { left: 'the evidence has no earlier report' },
  context: { left: 'the evidence does not have the CI job' },
  history: { left: 'the evidence has no earlier runs' },
  coverage: 'replay',
};

/**
 * Returns the differences between a report and the replay of its run, by member and by requirement.
 * @param replayed report of the replay, by this kit and as of the day of the run
 */
export function replayInconsistencies(reported: Report, replayed: Report): readonly ReportInconsistency[] {
  const { tool, catalogue } = replayed;
  const isOther = reported.tool.digest === tool.digest && reported.tool.version !== tool.version;
  const members = [
    ...inconsistencyUnless(
      !isOther,
      'catalogue',
      'tool.version',
      `is ${reported.tool.version}, with the digest of ${tool.version}`,
    ),
    ...differences(REPORT, reported, replayed),
    ...settingsDifferences(reported.settings, replayed.settings),
  ];
  // The requirements can only be compared if both reports have the same catalogue.
  if (!isDeepStrictEqual(reported.catalogue, catalogue)) return members;
  return [
    ...members,
    ...inconsistencyUnless(
      reported.requirements.length === replayed.requirements.length,
      'catalogue',
      'requirements',
      `has ${String(reported.requirements.length)} rows, and the catalogue ${String(replayed.requirements.length)}`,
    ),
    ...reported.requirements.flatMap((row, at) => rowDisagreements(row, replayed.requirements[at])),
  ];
}

function rowDisagreements(
  reported: RequirementReport,
  found?: RequirementReport,
): readonly ReportInconsistency[] {
  if (found === undefined) return [];
  const other = differences(ROW, reported, found);
  const isOther = other.some(({ where }) => where === 'verdict');
  return other.flatMap(({ where: name, kind, message }): readonly ReportInconsistency[] => {
    // If the verdicts differ, differences in the texts are a consequence, and are not reported.
    if (isOther && kind === 'replay') return [];
    const text = name === 'verdict' ? `${message}: ${found.reason}` : `${name} ${message}`;
    return [{ kind, where: reported.id, message: text }];
  });
}

/** Settings that are not compared: a report has only labels of keys and names of files. */
const OWN: ReadonlySet<string> = new Set(
  settingRows
    .filter(([name, { parse }]) => parse.kind === 'file' || (parse.kind === 'secret' && name !== 'header'))
    .map(([name]) => name),
);

function settingsDifferences(
  reported: Report['settings'],
  found: Report['settings'],
): readonly ReportInconsistency[] {
  const names = Object.keys({ ...reported, ...found }).filter((name) => !OWN.has(name));
  const members = Object.fromEntries(names.map((name) => [name, 'scope' as const]));
  return differences(members, reported, found).map((one) => ({ ...one, where: `settings.${one.where}` }));
}

function differences<T extends object>(
  members: Members<T>,
  reported: T,
  found: T,
): readonly ReportInconsistency[] {
  const [mine, theirs] = [jsonMembers(reported), jsonMembers(found)];
  return Object.entries<Member<never>>(members).flatMap(([name, member]): readonly ReportInconsistency[] => {
    if (typeof member === 'object' && 'left' in member) return [];
    const { kind, as } =
      typeof member === 'string' ? { kind: member, as: (value: unknown) => value } : member;
    const [said, comes] = [as(mine.get(name) as undefined), as(theirs.get(name) as undefined)];
    return inconsistencyUnless(isDeepStrictEqual(said, comes), kind, name, otherwise(said, comes));
  });
}

/** Returns the members of an object, after conversion to JSON. */
export function jsonMembers(one: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(JSON.parse(JSON.stringify(one)) as object));
}

function otherwise(said: unknown, comes: unknown): string {
  return [said, comes].every((value) => typeof value === 'string' || typeof value === 'number')
    ? `is ${String(said)}, and the evidence gives ${String(comes)}`
    : 'is not what the evidence gives';
}
