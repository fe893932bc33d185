/** One row of the catalogue as it stands in the project's list of requirements. */
export interface Row {
  readonly id: string;
  readonly level: string;
  readonly profile: string;
}

/** Reads the tables of the list: the id, the level, and the profile under whose heading the row stands. */
export function rowsOf(markdown: string): readonly Row[] {
  const rows: Row[] = [];
  let profile = '';
  for (const line of markdown.split('\n')) {
    profile = /^## Profile `(\w+)`/.exec(line)?.[1] ?? profile;
    const [, id, level] = /^\| `([^`]+)` \| (\w+) \|/.exec(line) ?? [];
    if (id !== undefined && level !== undefined) rows.push({ id, level, profile });
  }
  return rows;
}

/** Every heading of the document, without its level. */
export function headingsOf(document: string): readonly string[] {
  return document.split('\n').flatMap((line) => /^#{1,6} (.+)$/.exec(line)?.slice(1) ?? []);
}
