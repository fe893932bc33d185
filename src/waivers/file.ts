import { readFile } from 'node:fs/promises';
import { isRequirementId, requirements } from '../../requirements/index.ts';
import type { ErrorObject } from 'ajv';
import { validator } from '../../schemas/validators.ts';
import { nearest } from '../config/nearest.ts';
import { quote } from '../config/problem.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Waiver } from '../../reports/model.ts';

/** The checks that there are, as far as a waiver may name them. */
export type KnownChecks = readonly { readonly id: string; readonly decides: readonly string[] }[];

/** Bytes; nobody waives more by hand. */
const MOST = 1024 * 1024;

/**
 * Reads a waiver file, JSON or YAML, and checks it as a whole: its schema, and that each entry names a requirement and a
 * check that there is, once.
 * @param checks loads the checks; asked only where an entry names one
 * @throws UsageError with a sentence for each thing that is wrong
 */
export async function readWaivers(
  path: string,
  checks: () => Promise<KnownChecks>,
): Promise<readonly Waiver[]> {
  const where = `The waiver file ${quote(path, []) ?? ''}`;
  const value = await parse(await text(path, where), where);
  const entries = shaped(value, where);
  const known = entries.some(({ check }) => check !== undefined) ? await checks() : [];
  const problems = entries.flatMap((entry, at) => {
    const sentence = misnamed(entry, known) ?? repeated(entry, entries.slice(0, at));
    return sentence === undefined ? [] : [`${where}, entry ${String(at + 1)}, ${sentence}`];
  });
  if (problems.length > 0) throw new UsageError(problems);
  return entries;
}

async function text(path: string, where: string): Promise<string> {
  try {
    const content = await readFile(path);
    if (content.length <= MOST) return content.toString('utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const what = code === 'ENOENT' ? 'does not exist' : code === 'EISDIR' ? 'is a folder' : 'cannot be read';
    throw new UsageError([
      `${where} ${what}: name a readable file with --waivers, or start one with --write-waivers.`,
    ]);
  }
  throw new UsageError([`${where} is larger than 1 MiB: it cannot be a list of waivers.`]);
}

/** JSON is YAML too. */
async function parse(content: string, where: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(content, { logLevel: 'silent' });
  const [error] = document.errors;
  const place = error?.linePos?.[0];
  if (error !== undefined) {
    const line = place === undefined ? '' : `, line ${String(place.line)}`;
    throw new UsageError([`${where}${line}, is neither JSON nor YAML: ${firstLine(error.message)}.`]);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw new UsageError([
      `${where} cannot be read: ${firstLine(cause instanceof Error ? cause.message : String(cause))}.`,
    ]);
  }
}

function firstLine(message: string): string {
  return (message.split('\n', 1)[0] ?? '').replace(/(?: at line \d+, column \d+)?[:.]?$/u, '').slice(0, 200);
}

function shaped(value: unknown, where: string): readonly Waiver[] {
  const validate = validator<readonly Waiver[] | { readonly waivers: readonly Waiver[] }>('waivers');
  if (validate(value)) return 'waivers' in value ? value.waivers : value;
  // What follows from the first is left out: that the schema's "then" or "else" does not hold.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').slice(0, 10);
  throw new UsageError(errors.map((error) => `${where}${placeOf(error)} ${wrong(error)}`));
}

function placeOf({ instancePath }: ErrorObject): string {
  const [, at, member] = /^(?:\/waivers)?\/(\d+)(?:\/(\w+))?/u.exec(instancePath) ?? [];
  if (at === undefined) return instancePath === '/waivers' ? ': its waivers' : '';
  return `, entry ${String(Number(at) + 1)}${member === undefined ? '' : `: its ${member}`}`;
}

const KINDS = new Map([
  ['array', 'a list'],
  ['object', 'an object'],
  ['string', 'a text'],
]);
const MEMBERS = ['requirement', 'check', 'reason', 'owner', 'link', 'expires'];

function wrong({ keyword, params, message, instancePath }: ErrorObject): string {
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    return missing === 'waivers' ? 'must have a list of entries under waivers.' : `must have a ${missing}.`;
  }
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    const near = nearest(name, instancePath === '' ? ['waivers'] : MEMBERS);
    const hint = near === undefined ? `it takes ${MEMBERS.join(', ')}.` : `did you mean ${near}?`;
    return `must not have a member ${quote(name, []) ?? ''}: ${hint}`;
  }
  if (keyword === 'format') return 'must be a day of the calendar as YYYY-MM-DD.';
  if (keyword === 'pattern')
    return instancePath.endsWith('link')
      ? 'must be an address that begins with http:// or https://.'
      : 'must not be empty.';
  if (keyword === 'type') {
    if (instancePath === '') return 'must hold a list of entries under waivers.';
    return `must be ${KINDS.get(String(params['type'])) ?? 'of another type'}.`;
  }
  return `${message ?? 'is wrong'}.`;
}

const ids = requirements.map(({ id }) => id);

/** What is wrong with the names of an entry; undefined where nothing is. */
function misnamed(entry: Waiver, checks: KnownChecks): string | undefined {
  // The schema knows that it is a text, and no more.
  const id: string = entry.requirement;
  if (!isRequirementId(id)) {
    const near = nearest(id, ids);
    const hint =
      near === undefined ? 'petstore-conformance requirements lists the ids.' : `did you mean ${near}?`;
    return `must name a requirement, not ${quote(id, []) ?? 'this'}: ${hint}`;
  }
  const { check } = entry;
  if (check === undefined) return undefined;
  const deciding = checks.filter(({ decides }) => decides.includes(id)).map((one) => one.id);
  if (deciding.includes(check)) return undefined;
  const near = nearest(check, deciding);
  const hint = near === undefined ? `${deciding.join(', ')} do.` : `did you mean ${near}?`;
  return `must name a check that decides ${id}, not ${quote(check, []) ?? 'this'}: ${hint}`;
}

function repeated(entry: Waiver, earlier: readonly Waiver[]): string | undefined {
  const { requirement, check } = entry;
  const before = earlier.findIndex((one) => one.requirement === requirement && one.check === check);
  return before === -1 ? undefined : `repeats entry ${String(before + 1)}: remove one of them.`;
}
