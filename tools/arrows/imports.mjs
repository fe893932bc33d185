// @ts-check
import { parseSync, Visitor } from 'oxc-parser';

/**
 * One arrow out of a module.
 * @typedef {object} Import
 * @property {string | undefined} specifier as written, up to the first hole of a template; undefined where it is computed
 * @property {boolean} typeOnly gone once it is compiled
 * @property {number} line from 1
 */

/**
 * Every import of a module, in its order: `import`, `export ... from`, `import()`, `import('...')` among types, and
 * `require()`. Types are told from values as `verbatimModuleSyntax` has it: by the word before the braces, since
 * `import { type A }` still loads the module. Throws one sentence where the text does not parse.
 * @param {string} file its name tells the language
 * @param {string} text
 * @returns {readonly Import[]}
 */
export function importsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file} cannot be parsed: ${error.message}`);
  /** @type {Import[]} */
  const found = [];
  /** @type {(node: { start: number }, specifier: string | undefined, typeOnly?: boolean) => void} */
  const add = ({ start }, specifier, typeOnly = false) => {
    found.push({ specifier, typeOnly, line: text.slice(0, start).split('\n').length });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node, node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration(node) {
      if (node.source !== null) add(node, node.source.value, node.exportKind === 'type');
    },
    TSImportType: (node) => add(node, node.source.value, true),
    TSExternalModuleReference: (node) => add(node, node.expression.value),
    ImportExpression: (node) => add(node, textOf(node.source)),
    CallExpression(node) {
      const [first] = node.arguments;
      const isRequire = node.callee.type === 'Identifier' && node.callee.name === 'require';
      if (isRequire && first !== undefined) add(node, textOf(first));
    },
  }).visit(program);
  return found;
}

/**
 * The text that an expression stands for; of a template what comes before its first hole, which tells the folder.
 * @param {import('oxc-parser').Expression | import('oxc-parser').SpreadElement} node
 */
function textOf(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return node.quasis[0]?.value.cooked || undefined;
}
