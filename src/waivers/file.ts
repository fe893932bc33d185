import { isRequirementId, requirements } from '../../requirements/index.ts';
import type { ErrorObject } from 'ajv';
import { validator } from '../../schemas/validators.ts';
import { readRegular } from '../base/files.ts';
import { didYouMean } from '../config/nearest.ts';
import { quoted } from '../config/problem.ts';
import { UsageError } from '../config/usage-error.ts';
import type { Waiver } from '../../reports/model.ts';

/** The checks that there are, as far as a waiver may name them. */
export type KnownChecks = readonly {
  readonly id: string;
  readonly decides: readonly string[];
  readonly mayBreak: readonly string[];
}[];

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
  const where = `The waiver file ${quoted(path)}`;
  const entries = shaped(await parse(await text(path, where), where), where);
  const known = entries.some(({ check }) => check !== undefined) ? await checks() : [];
  const problems = entries.flatMap((entry, at) => {
    const sentence = misnamed(entry, known) ?? repeated(entry, entries.slice(0, at));
    return sentence === undefined ? [] : [`${where}, entry ${String(at + 1)}, ${sentence}`];
  });
  if (problems.length > 0) throw new UsageError(problems);
  return entries;
}

async function text(path: string, where: string): Promise<string> {
  const content = await readRegular(path, MOST).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : 'cannot be read';
    throw new UsageError([
      `${where} ${why}: name a readable file with --waivers, or start one with --write-waivers.`,
    ]);
  });
  return content.toString('utf8');
}

/** JSON is YAML too. */
async function parse(content: string, where: string): Promise<unknown> {
  const { parseDocument } = await import('yaml');
  const document = parseDocument(content, { logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) {
    const place = error.linePos?.[0];
    const line = place === undefined ? '' : `, line ${String(place.line)}`;
    throw new UsageError([`${where}${line}, is neither JSON nor YAML: ${firstLine(error)}.`]);
  }
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    throw new UsageError([`${where} cannot be read: ${firstLine(cause)}.`]);
  }
}

function firstLine(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
  return line.replace(/(?: at line \d+, column \d+)?[:.]?$/u, '').slice(0, 200);
}

function shaped(value: unknown, where: string): readonly Waiver[] {
  const validate = validator<readonly Waiver[] | { readonly waivers: readonly Waiver[] }>('waivers');
  if (validate(value)) return 'waivers' in value ? value.waivers : value;
  // What follows from the first is left out: that the schema's "then" or "else" does not hold.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  const others = errors.filter((error) => !Object.keys(BLANKS).some((member) => isBlank(error, member)));
  throw new UsageError([
    ...unfilled(errors, where),
    ...others
      .slice(0, 10)
      .map((error) => `${where}${placeOf(error)} ${wrong(error)}.`.replace(/\?\.$/u, '?')),
  ]);
}

/** What --write-waivers leaves empty. */
const BLANKS = { reason: 'a reason', owner: 'an owner' } as const;

function isBlank({ keyword, instancePath }: ErrorObject, member: string): boolean {
  return keyword === 'pattern' && instancePath.endsWith(`/${member}`);
}

/** Which entries of a draft nobody has given a reason or an owner, in one sentence. */
function unfilled(errors: readonly ErrorObject[], where: string): readonly string[] {
  const blanks = Object.entries(BLANKS).flatMap(([member, what]) => {
    const blank = errors.filter((error) => isBlank(error, member)).map(entryOf);
    if (blank.length === 0) return [];
    return [`${blank.length === 1 ? 'entry' : 'entries'} ${blank.join(', ')} without ${what}`];
  });
  return blanks.length === 0 ? [] : [`${where} is not filled in: ${blanks.join('; ')}.`];
}

/** The entry that an error is about, counted from 1; undefined where it is about none. */
function entryOf({ instancePath }: ErrorObject): number | undefined {
  const [, at] = /^(?:\/waivers)?\/(\d+)/u.exec(instancePath) ?? [];
  return at === undefined ? undefined : Number(at) + 1;
}

function placeOf(error: ErrorObject): string {
  const entry = entryOf(error);
  if (entry === undefined) return error.instancePath === '/waivers' ? ': its waivers' : '';
  const [member] = /[a-z]+(?:\/\d+)?$/u.exec(error.instancePath.replace(/^\/waivers/u, '')) ?? [];
  return `, entry ${String(entry)}${member === undefined ? '' : `: its ${member.replace(/\/\d+$/u, '')}`}`;
}

const KINDS: Readonly<Record<string, string>> = { array: 'a list', object: 'an object', string: 'a text' };
const MEMBERS = ['requirement', 'check', 'operations', 'reason', 'owner', 'link', 'expires'];

function wrong({ keyword, params, message, instancePath }: ErrorObject): string {
  switch (keyword) {
    case 'required':
    case 'dependencies': {
      const missing = String(params['missingProperty']);
      return `must have a ${missing === 'waivers' ? 'list of entries under waivers' : missing}`;
    }
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const known = instancePath === '' ? ['waivers'] : MEMBERS;
      return `must not have a member ${quoted(name)}: ${didYouMean(name, known, `it takes ${MEMBERS.join(', ')}`)}`;
    }
    case 'format':
      return 'must be a day of the calendar as YYYY-MM-DD';
    case 'pattern':
      return 'must be an address that begins with http:// or https://';
    case 'enum':
      return 'must be of list, create, get and message';
    case 'type':
      if (instancePath === '') return 'must hold a list of entries under waivers';
      return `must be ${KINDS[String(params['type'])] ?? 'of another type'}`;
    default:
      return message ?? 'is wrong';
  }
}

/** What is wrong with the names of an entry; undefined where nothing is. */
function misnamed({ requirement, check }: Waiver, checks: KnownChecks): string | undefined {
  // The schema knows that it is a text, and no more.
  const id: string = requirement;
  if (!isRequirementId(id)) {
    const ids = requirements.map((row) => row.id);
    return `must name a requirement, not ${quoted(id)}: ${didYouMean(id, ids, 'petstore-conformance requirements lists the ids.')}`;
  }
  const deciding = checks
    .filter(({ decides, mayBreak }) => [...decides, ...mayBreak].includes(id))
    .map((one) => one.id);
  if (check === undefined || deciding.includes(check)) return undefined;
  return `must name a check that decides ${id}, not ${quoted(check)}: ${didYouMean(check, deciding, `${deciding.join(', ')} do.`)}`;
}

function repeated({ requirement, check }: Waiver, earlier: readonly Waiver[]): string | undefined {
  const before = earlier.findIndex((one) => one.requirement === requirement && one.check === check);
  return before === -1 ? undefined : `repeats entry ${String(before + 1)}: remove one of them.`;
}
