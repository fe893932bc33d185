/** The specification (document.txt): name, version (section Versioning), and SHA-256 of its text in UTF-8. */
export const specification = {
  name: 'Pet Store Service: Animals Interface',
  version: '1.0.0',
  digest: 'sha256:c752bd972e818082e00162630dcdad9123b2d9cda9731a2953c4b80935605d24',
} as const;

/** First and last line of each section of document.txt that has requirements for a server. */
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

/** Returns a section title with its line numbers, such as `Limits, lines 174-182`; an unknown title unchanged. */
export function sectionWithLines(title: string): string {
  const lines = LINES.get(title);
  return lines === undefined ? title : `${title}, lines ${lines.join('-')}`;
}

/** Adds line numbers to the comma-separated section titles of a report row. */
export function sectionsWithLines(section: string): string {
  return section.split(', ').map(sectionWithLines).join('; ');
}
