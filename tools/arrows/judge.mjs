// @ts-check
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { aliased } from './alias.mjs';
import { circles } from './circles.mjs';
import { ANYTHING } from './table.mjs';

/** @typedef {import('./imports.mjs').Import} Import */
/** @typedef {import('./table.mjs').Row} Row */
/** @typedef {Import & { readonly file: string, readonly place: string, readonly to: string }} Arrow */

/**
 * Everything that is wrong with the imports of a project, a sentence each, with file and line: an arrow that the table
 * does not allow, a circle of places (types count as well: nobody could read one before the other), a circle of files, a
 * row of nothing.
 * @param {readonly Row[]} rows
 * @param {ReadonlyMap<string, readonly Import[]>} modules paths from the root, and what each imports
 * @param {Readonly<Record<string, string>>} aliases the `imports` of package.json
 * @returns {readonly string[]}
 */
export function wrongArrows(rows, modules, aliases) {
  const own = [...modules].flatMap(([file, imports]) =>
    imports.map((one) => ({ ...one, file, place: placeOf(file, rows), to: leadsTo(file, one, aliases) })),
  );
  const inner = own.filter(({ to }) => isPath(to));
  const used = new Set(
    [...modules.keys(), ...inner.map(({ to }) => to.slice(2))].map((path) => placeOf(path, rows)),
  );
  return [
    ...own.flatMap((arrow) => refusal(arrow, rows)),
    ...circlesOf('places', inner, ({ place, to }) => [place, placeOf(to.slice(2), rows)]),
    ...circlesOf(
      'files',
      inner.filter(({ typeOnly }) => !typeOnly),
      ({ file, to }) => [file, to.slice(2)],
    ),
    ...rows
      .filter(({ place }) => !used.has(place))
      .map(({ place }) => `ARCHITECTURE.md: nothing lies in ${place}. Take its row out of the table.`),
  ];
}

/**
 * The row that a path belongs to: the longest that holds it; empty where there is none.
 * @param {string} path
 * @param {readonly Row[]} rows
 */
function placeOf(path, rows) {
  const holding = rows.filter(
    ({ place }) => path === place || (place.endsWith('/') && path.startsWith(place)),
  );
  return holding.reduce((longest, { place }) => (place.length > longest.length ? place : longest), '');
}

/** @param {string} to */
const isPath = (to) => to.startsWith('./');

/**
 * Where an import leads: a path from the root that begins with `./`, or the name of a package; empty where it is computed.
 * @param {string} file
 * @param {Import} one
 * @param {Readonly<Record<string, string>>} aliases
 */
function leadsTo(file, { specifier }, aliases) {
  if (specifier === undefined) return '';
  if (specifier.startsWith('.')) {
    const path = `./${posix.normalize(posix.join(posix.dirname(file), specifier))}`;
    // What is compiled is held to the arrows of what it is made of.
    return path.replace(/^\.\/dist\//u, './');
  }
  const path = aliased(specifier, aliases);
  if (path !== undefined) return path;
  if (specifier.startsWith('node:') || isBuiltin(specifier)) return `node:${specifier.replace(/^node:/, '')}`;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * @param {Arrow} arrow
 * @param {readonly Row[]} rows
 * @returns {readonly string[]}
 */
function refusal({ file, line, specifier, typeOnly, place, to }, rows) {
  const at = `${file}:${line}:`;
  if (to === '')
    return [`${at} the import is computed, so nobody can say where it leads. Write its path out.`];
  const row = rows.find((one) => one.place === place);
  if (row === undefined) {
    return [
      `${at} ${file} stands in no row of the table in ARCHITECTURE.md, so it may import nothing, "${specifier}" neither. Give its folder a row.`,
    ];
  }
  if (!isPath(to)) {
    return row.packages.includes(ANYTHING) || row.packages.includes(to)
      ? []
      : [
          `${at} ${place} may not import the package ${to}. Leave that to another place, or add it to the row.`,
        ];
  }
  const target = placeOf(to.slice(2), rows);
  if (target === place || row.values.includes(target)) return [];
  if (!row.types.includes(target)) {
    return [
      `${at} ${place} may not import ${target || to} ("${specifier}"). Turn the arrow round, or change the table in ARCHITECTURE.md.`,
    ];
  }
  return typeOnly
    ? []
    : [`${at} ${place} may import the types of ${target} alone ("${specifier}"). Write "import type".`];
}

/**
 * The circles of places, or of files, a sentence for each: it stands at the first arrow of the circle.
 * @param {string} what
 * @param {readonly Arrow[]} arrows
 * @param {(arrow: Arrow) => readonly [string, string]} endsOf
 * @returns {readonly string[]}
 */
function circlesOf(what, arrows, endsOf) {
  /** @type {Map<string, Map<string, Arrow>>} */
  const graph = new Map();
  for (const arrow of arrows) {
    const [from, to] = endsOf(arrow);
    if (from === to) continue;
    const out = graph.get(from) ?? new Map();
    if (!out.has(to)) out.set(to, arrow);
    graph.set(from, out);
  }
  return circles(new Map([...graph].map(([from, out]) => [from, new Set(out.keys())]))).map((way) => {
    const steps = way.slice(1).flatMap((to, index) => graph.get(way[index] ?? '')?.get(to) ?? []);
    const at = steps.map(({ file, line }) => `${file}:${line}`);
    return `${at[0]}: the ${what} ${way.join(' -> ')} stand in a circle (${at.join(', ')}). Take one arrow out.`;
  });
}
