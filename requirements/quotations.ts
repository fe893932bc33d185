import { documentText } from './document-text.ts';
import type { RequirementId } from './index.ts';

/** Line numbers in the document for each requirement, most important first. Advisory requirements have none. */
const CITED: Partial<Record<RequirementId, readonly number[]>> = {
  'media.json': [78],
  'error.object': [162, 54, 55, 56],
  'error.status': [56, 162],
  'version.prefix': [187],
  'auth.accepted': [150, 151, 152],
  'auth.missing': [152, 151],
  'auth.invalid': [152],
  'auth.malformed': [150, 152],
  'auth.first': [151, 152, 167],
  'auth.no-effect': [152, 108, 110],
  'list.success': [96, 48],
  'list.limit.accepted': [88, 179, 180],
  'list.limit.respected': [88],
  'list.limit.default': [178, 88],
  'list.limit.maximum': [180, 88],
  'list.status.accepted': [89, 26],
  'list.status.filter': [89],
  'list.status.with-limit': [88, 89],
  'list.complete': [88, 96],
  'list.agrees': [38, 32, 33, 34, 48],
  'list.distinct': [42, 48],
  'create.success': [108, 103],
  'create.id.assigned': [42],
  'create.id.unique': [42],
  'create.id.by-service': [42, 32, 33, 34],
  'create.echo': [38, 32, 33, 34],
  'create.int64': [33, 38],
  'create.status.optional': [34, 26],
  'create.status.values': [26, 34],
  'create.missing.name': [103, 109],
  'create.missing.category': [103, 109],
  'create.invalid.name': [109, 32],
  'create.invalid.category': [109, 33],
  'create.invalid.status': [109, 34, 26],
  'create.invalid.body': [103, 109],
  'create.malformed-json': [78, 109],
  'create.rejected-not-stored': [108, 109],
  'get.success': [116, 123],
  'get.agrees': [123, 38],
  'get.not-found': [125, 168],
  'get.int64': [116, 42],
  'get.removed': [118, 188],
  'messages.success': [133, 136],
  'messages.created-at': [136],
  'messages.media': [78],
  'messages.invalid-json': [170],
  'messages.missing': [170, 135],
  'messages.content-type': [170, 134],
  'messages.auth.missing': [170],
  'messages.auth.invalid': [170],
  'messages.auth.malformed': [170, 134],
};

const lines = documentText.split('\n');
const textOf = (line: number): string => lines[line - 1] ?? '';
const isOfTable = (line: number): boolean => textOf(line).startsWith('|');

/** For a line in a table, the number of the table's header line. */
function headOf(line: number): readonly number[] {
  if (!isOfTable(line)) return [];
  let head = line;
  while (isOfTable(head - 1)) head -= 1;
  return [head];
}

/** Returns number and exact text of the cited lines of a requirement; for a line in a table, the table's header line too. */
export function citedLines(id: string) {
  const cited = (CITED as Readonly<Record<string, readonly number[]>>)[id] ?? [];
  const all = new Set(cited.flatMap((line) => [...headOf(line), line]));
  return Array.from(all, (line) => ({ line, text: textOf(line) }));
}
