import { isRequirementId, requirements } from '../../requirements/index.ts';
import { schemaProblems, type SchemaProblem } from '../../schemas/validate.ts';
import { errorMessageOf, readRegularFile } from '../base/files.ts';
import { didYouMean } from '../config/nearest.ts';
import { quotedValue, UsageError } from '../base/usage-error.ts';
import type { Check } from '../engine/plan/index.ts';
import type { Waiver } from '../../reports/model.ts';

/** The checks, and the requirements that a waiver may name with them. */
export type WaivableChecks = readonly Pick<Check, 'id' | 'decides' | 'mayBreak'>[];

/** Largest waiver file, in bytes. */
const MOST = 1_000_000;
const MOST_TOLD = 10;

/**
 * Reads a waiver file (JSON or YAML) and validates it: its schema, and that each entry names an existing requirement
 * and check, without duplicates.
 * @throws UsageError with a sentence for each problem
 */
export async function readWaivers(path: string, checks: WaivableChecks): Promise<readonly Waiver[]> {
  const where = `The waiver file ${quotedValue(path)}`;
  const refused = (why: string): UsageError =>
    new UsageError([`${where} ${why}: name a readable file, or start one with run --write-waivers.`]);
  const content = await readRegularFile(path, MOST, refused);
  const entries = shaped(await parse(content.toString('utf8'), where), where);
  const wrong = entries.flatMap((entry, at) => {
    const sentence = misnamed(entry, checks) ?? repeated(entry, entries.slice(0, at));
    return sentence === undefined ? [] : [`${where}, entry ${String(at + 1)}, ${sentence}`];
  });
  if (wrong.length > 0) throw new UsageError(wrong);
  return entries;
}

/** Parses YAML, and so JSON too. */
async function parse(content: string, where: string): Promise<unknown> {
  const yaml = await import('yaml');
  try {
    return yaml.parse(content, { logLevel: 'error', maxAliasCount: 100 });
  } catch (error) {
    if (!(error instanceof yaml.YAMLParseError))
      throw new UsageError([`${where} cannot be read: ${firstLine(error)}.`]);
    const place = error.linePos?.[0];
    const line = place === undefined ? '' : `, line ${String(place.line)}`;
    throw new UsageError([`${where}${line}, is neither JSON nor YAML: ${firstLine(error)}.`]);
  }
}

function firstLine(error: unknown): string {
  const [line = ''] = errorMessageOf(error).split('\n', 1);
  return line.replace(/(?: at line \d+, column \d+)?[:.]?$/u, '').slice(0, 200);
}

function shaped(value: unknown, where: string): readonly Waiver[] {
  const found = schemaProblems('waivers', value);
  if (found.length > 0)
    throw new UsageError(found.slice(0, MOST_TOLD).map((one) => `${where}${problemText(one)}`));
  return Array.isArray(value) ? value : (value as { readonly waivers: readonly Waiver[] }).waivers;
}

/** The expected form of members that have a pattern in the schema. */
const FORMS: Readonly<Record<string, string>> = {
  reason: 'must be filled in',
  owner: 'must be filled in',
  link: 'must be an address that begins with http:// or https://',
  expires: 'must be a day of the calendar as YYYY-MM-DD',
};
const MEMBERS = ['requirement', 'check', 'operations', ...Object.keys(FORMS)];

/** Returns the part of an error message that names the entry, the member and the problem in a waiver file. */
function problemText({ path, message, wants, kind }: SchemaProblem): string {
  if (path.length === 0) return ' must hold a list of entries under waivers.';
  const inEntry = path[0] === 'waivers' ? path.slice(1) : path;
  const isEntry = /^\d+$/u.test(inEntry[0] ?? '');
  const [member] = isEntry ? inEntry.slice(1) : path;
  const place = `${isEntry ? `, entry ${String(Number(inEntry[0]) + 1)}` : ''}${member === undefined ? '' : `: ${quotedValue(member)}`}`;
  if (kind === 'unknown') {
    const known = isEntry ? MEMBERS : ['waivers'];
    return `${place} is not a member: ${didYouMean(member ?? '', known, `it takes ${known.join(', ')}.`)}`;
  }
  if (kind === 'form') return `${place} ${FORMS[member ?? ''] ?? message}.`;
  return wants === undefined ? `${place} ${message}.` : `${place} must be ${wants}.`;
}

function misnamed({ requirement, check }: Waiver, checks: WaivableChecks): string | undefined {
  // At run time the id may be any string, because the schema does not check that it exists.
  const id: string = requirement;
  if (!isRequirementId(id)) {
    const ids = requirements.map((row) => row.id);
    return `must name a requirement, not ${quotedValue(id)}: ${didYouMean(id, ids, 'petstore-conformance requirements lists the ids.')}`;
  }
  const deciding = checks
    .filter(({ decides, mayBreak }) => [...decides, ...mayBreak].includes(id))
    .map((one) => one.id);
  if (check === undefined || deciding.includes(check)) return undefined;
  return `must name a check that decides ${id}, not ${quotedValue(check)}: ${didYouMean(check, deciding, `${deciding.join(', ')} do.`)}`;
}

function repeated({ requirement, check }: Waiver, earlier: readonly Waiver[]): string | undefined {
  const before = earlier.findIndex((one) => one.requirement === requirement && one.check === check);
  return before === -1 ? undefined : `repeats entry ${String(before + 1)}: remove one of the two.`;
}
