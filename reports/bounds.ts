/** Largest report file that is read; --runs 1000 writes less. `parts`: members and items, also of JSON inside strings. */
export interface FileBounds {
  readonly bytes: number;
  readonly parts: number;
}

export const REPORT_BOUNDS: FileBounds = { bytes: 16e6, parts: 1.5e6 };

/** Returns the bounds of an evidence.har whose report counts `requests` requests. */
export function evidenceBounds(requests: number): FileBounds {
  return { bytes: Math.min(256e6, 64e6 + 4000 * requests), parts: Math.min(20e6, 1e6 + 1000 * requests) };
}

/** Maximum size of all bodies in evidence, in characters: `whole`, plus `each` for every exchange. */
const BODIES = { whole: 34e6, each: 2200 };
/** Deepest nesting of a report file that is read; JSON inside strings, such as a body, does not count. */
const DEEPEST = 40;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Refuses too many values (some megabytes of empty lists take a gigabyte). Throws an Error that continues "The file ...". */
export function checkJsonValueCount(text: string, { parts }: FileBounds): void {
  let found = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === COLON || code === ARRAY || code === OBJECT) found += 1;
    if (isText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isText = false;
    } else if (code === QUOTE) isText = true;
    else if (code === ARRAY || code === OBJECT) depth += 1;
    else if (code === ARRAY_END || code === OBJECT_END) depth -= 1;
    if (depth > DEEPEST) throw new Error('is nested deeper than any file that the kit writes');
  }
  if (found > parts) throw new Error(`has more than ${String(parts)} members and items, and is not read`);
}

/** Throws an Error, whose message continues "The file ...", if the bodies in evidence are longer than any run stores. */
export function checkBodyLengths(lengths: readonly number[]): void {
  const all = lengths.reduce((sum, length) => sum + length, 0);
  if (all > BODIES.whole + BODIES.each * lengths.length)
    throw new Error('has longer bodies than any run records, and is not read');
}
