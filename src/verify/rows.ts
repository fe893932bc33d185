import type { CheckReport, Report, RequirementReport, Verdict } from '../../reports/model.ts';
import { catalogueVersion, requirements } from '../../requirements/index.ts';
import { catalogueDigest } from '../digests.ts';
import { selectedIds } from '../kit/select.ts';
import { unless, type Disagreement } from './disagreement.ts';

/** What does not hold together in the rows of a report: with the catalogue, with their checks, and with their waivers. */
export function rowDisagreements(report: Report): readonly Disagreement[] {
  return [
    ...catalogueOf(report),
    ...report.requirements.flatMap((row) => [...verdictOf(row, report), ...waiversOf(row, report)]),
  ];
}

/** The catalogue is the one that the report says, and this kit's where it has the same version. */
function catalogueOf(report: Report): readonly Disagreement[] {
  const { catalogue } = report;
  if (catalogue === undefined) {
    return unless(false, 'catalogue', 'catalogue', 'is not said: the report was written by an older kit');
  }
  const found = catalogueDigest(report.requirements);
  const own = catalogueDigest();
  return [
    ...unless(
      catalogue.digest === found,
      'catalogue',
      'catalogue.digest',
      `is ${catalogue.digest}, and the rows of the report have ${found}`,
    ),
    ...unless(
      catalogue.digest === own,
      'catalogue',
      'catalogue.version',
      `is ${catalogue.version} with another digest than the catalogue of this kit, ${own}`,
    ),
    ...unless(
      catalogue.digest !== own || catalogue.version === catalogueVersion,
      'catalogue',
      'catalogue.version',
      `is ${catalogue.version}, and what is asked is version ${catalogueVersion}`,
    ),
    ...(catalogue.digest === own ? order(report) : []),
  ];
}

function order(report: Report): readonly Disagreement[] {
  return requirements.flatMap(({ id, level, profile, area, sections }, at) => {
    const row = report.requirements[at];
    const same =
      row?.id === id &&
      row.level === level &&
      row.profile === profile &&
      row.area === area &&
      row.section === sections.join(', ');
    return unless(same, 'catalogue', id, 'does not stand in its place as the catalogue has it');
  });
}

/** The verdict that the checks of a row come to. */
function verdictOf(row: RequirementReport, report: Report): readonly Disagreement[] {
  const expected = expectedVerdicts(row, report);
  return unless(
    expected.includes(row.verdict),
    'verdict',
    row.id,
    `is ${row.verdict}, and its checks come to ${expected.join(' or ')}`,
  );
}

function expectedVerdicts(row: RequirementReport, report: Report): readonly Verdict[] {
  const { scope, aborted } = report;
  if (!scope.profiles.includes(row.profile) || !selectedIds(scope.only).has(row.id)) return ['not-tested'];
  const has = (verdict: Verdict): boolean => row.checks.some((check) => check.verdict === verdict);
  // A run that was cut off claims less than its checks had found out.
  const cut: readonly Verdict[] = aborted === undefined ? [] : ['inconclusive'];
  const broken = row.level === 'advisory' ? 'warn' : 'fail';
  if (has(broken)) return [broken, ...cut];
  if (has('waived')) return ['waived', ...cut];
  if (row.cause === 'kit') return ['inconclusive'];
  if (has('inconclusive')) return followsWaiver(row, report) ? ['waived'] : ['inconclusive'];
  if (has('pass')) return ['pass', ...cut];
  return has('not-tested') ? ['not-tested', ...cut] : ['inconclusive'];
}

/** Whether what is undecided says that it is so because of a requirement that is waived. */
function followsWaiver({ checks }: RequirementReport, { requirements: rows }: Report): boolean {
  const open = checks.filter(({ verdict }) => verdict === 'inconclusive');
  const waived = rows.filter(({ verdict, waivers }) => verdict === 'waived' && waivers !== undefined);
  return open.every(({ message }) =>
    waived.some(({ id }) => message.startsWith(`not decided because ${id} fails`)),
  );
}

/** A waiver does what its day says, and a row is waived by one. */
function waiversOf(row: RequirementReport, report: Report): readonly Disagreement[] {
  const today = report.startedAt.slice(0, 10);
  const uses = row.waivers ?? [];
  const isWaived = (check: CheckReport) => check.verdict === 'waived';
  const applied = uses.filter(({ state }) => state === 'applied');
  return [
    ...uses.flatMap(({ requirement, state, expires }) => {
      const past = expires !== undefined && expires < today;
      return [
        ...unless(requirement === row.id, 'waiver', row.id, `has a waiver of ${requirement}`),
        ...unless(
          state !== 'applied' || !past,
          'waiver',
          row.id,
          `has a waiver applied that had expired on ${expires ?? ''}`,
        ),
        ...unless(state !== 'expired' || past, 'waiver', row.id, 'has a waiver that had not expired'),
      ];
    }),
    ...row.checks.filter(isWaived).flatMap(({ name }) =>
      unless(
        applied.some(({ check }) => check === undefined || check === name),
        'waiver',
        row.id,
        `has the failure of ${name} waived, and no waiver that applies to it`,
      ),
    ),
  ];
}
