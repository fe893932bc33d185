/** The document that the kit judges by (document.txt), its own version (section Versioning), and the digest of its text in UTF-8. */
export const specification = {
  name: 'Pet Store Service: Animals Interface',
  version: '1.0.0',
  digest: 'sha256:c752bd972e818082e00162630dcdad9123b2d9cda9731a2953c4b80935605d24',
} as const;

/** The first and the last line of each section that says something of a server, in the text with that digest. */
const LINES: ReadonlyMap<string, readonly [first: number, last: number]> = new Map([
  ['Resources and their fields', [22, 62]],
  ['Endpoints', [76, 78]],
  ['List animals', [80, 97]],
  ['Add an animal', [99, 110]],
  ['Get an animal', [112, 125]],
  ['Quickstart message request', [127, 138]],
  ['Authentication', [147, 154]],
  ['Errors', [160, 172]],
  ['Limits', [174, 182]],
  ['Versioning', [184, 190]],
]);

export const sectionTitles: readonly string[] = [...LINES.keys()];

/** A section, and the lines on which it stands: `Limits, lines 174-182`; a title that there is none of comes back as it is. */
export function sectionAt(title: string): string {
  const lines = LINES.get(title);
  return lines === undefined ? title : `${title}, lines ${lines.join('-')}`;
}

/** The same for the sections of a row of a report, whose titles stand with commas between them. */
export function sectionsAt(section: string): string {
  return section.split(', ').map(sectionAt).join('; ');
}
