// @ts-check

/**
 * What one folder, or one file, may import.
 * @typedef {object} Row
 * @property {string} place a folder with its slash at the end (`src/kit/`), or a file; paths from the root
 * @property {readonly string[]} values places that it may import
 * @property {readonly string[]} types places of which it may import types alone
 * @property {readonly string[]} packages packages and built-ins of Node that it may import
 */

/** Written in a cell for every package. */
export const ANYTHING = 'anything';
const ABOVE = 'all above';
const NOTHING = 'nothing';
const HEADS = ['Place', 'Holds', 'May import', 'Packages'];

/**
 * Reads the table of places out of a Markdown text: the one whose heads are Place, Holds, May import, Packages. Throws
 * one sentence that names the line where it cannot be read.
 * @param {string} markdown
 * @returns {readonly Row[]}
 */
export function readTable(markdown) {
  const lines = markdown.split('\n').map((line) => line.trim());
  const head = lines.findIndex((line) => HEADS.every((name, column) => cells(line)[column] === name));
  if (head < 0) throw new Error(`There is no table with the heads ${HEADS.join(', ')}.`);
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
  /** @type {Row[]} */
  const rows = [];
  for (const line of lines.slice(head + 2, end < 0 ? lines.length : end)) rows.push(rowOf(line, rows));
  const places = rows.map(({ place }) => place);
  const twice = places.find((place, index) => places.indexOf(place) !== index);
  if (twice !== undefined) throw new Error(`${twice} has two rows in the table.`);
  for (const { place, values, types } of rows) {
    const unknown = [...values, ...types].find((name) => !places.includes(name));
    if (unknown !== undefined) throw new Error(`The row of ${place} allows ${unknown}, which has no row.`);
  }
  return rows;
}

/** @param {string} line */
function cells(line) {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/**
 * @param {string} line
 * @param {readonly Row[]} above
 * @returns {Row}
 */
function rowOf(line, above) {
  const [place = '', , allowed = '', packages = ''] = cells(line);
  const [values = '', types = ''] = allowed.split(/;? *types of /);
  const [name = ''] = names(place, line);
  return {
    place: name,
    values: values === ABOVE ? above.map((row) => row.place) : names(values, line),
    types: names(types, line),
    packages: names(packages, line),
  };
}

/**
 * The names of a cell: in backticks, separated by commas; or one of the words for all and none.
 * @param {string} cell
 * @param {string} line
 * @returns {readonly string[]}
 */
function names(cell, line) {
  if (cell === '' || cell === NOTHING) return [];
  if (cell === ANYTHING) return [ANYTHING];
  return cell.split(',').map((part) => {
    const name = /^ *`([^`]+)` *$/.exec(part)?.[1];
    if (name !== undefined) return name;
    throw new Error(
      `Cannot read "${part.trim()}" in the row ${line}. Write names in backticks, with commas between them.`,
    );
  });
}
