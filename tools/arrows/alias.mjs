// @ts-check

/**
 * The path that a `#name` stands for, from the root with `./` before it; undefined where package.json has no such name.
 * @param {string} specifier whole, or the beginning of one
 * @param {Readonly<Record<string, string>>} aliases the `imports` of package.json
 * @returns {string | undefined}
 */
export function aliased(specifier, aliases) {
  for (const [name, path] of Object.entries(aliases)) {
    const [start = '', end] = name.split('*');
    const fits = end === undefined ? specifier === name : specifier.startsWith(start);
    if (fits) return path.replace('*', specifier.slice(start.length));
  }
  return undefined;
}
