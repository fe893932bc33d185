// @ts-check
import { parseSync, Visitor } from 'oxc-parser';

/**
 * One small change of a module.
 * @typedef {object} Mutant
 * @property {number} start where the text that is replaced begins
 * @property {number} end
 * @property {string} text what stands there instead
 * @property {number} line from 1
 * @property {string} where the check, or else the function, that it lies in; empty for neither
 */

/** Operators, and what they are changed to. */
const OPERATORS = new Map([
  ['<', ['<=']],
  ['<=', ['<']],
  ['>', ['>=']],
  ['>=', ['>']],
  ['===', ['!==']],
  ['!==', ['===']],
  ['+', ['-']],
  ['-', ['+']],
  ['*', ['/']],
  ['/', ['*']],
  ['%', ['*']],
  ['**', ['*']],
]);
/** Methods, and what they are changed to. */
const METHODS = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['filter', 'slice'],
]);

/**
 * Every change of a module that a test should see: a bound or constant one more and one less, a comparison with or
 * without its bound, the other operator, a clause, a condition or an element of a list left out. In the order of the text.
 * @param {string} file its name tells the language
 * @param {string} text
 * @returns {readonly Mutant[]}
 */
export function mutantsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  /** @type {Mutant[]} */
  const found = [];
  const spans = namedSpans(program);
  /** @type {(node: { start: number, end: number }, instead: string) => void} */
  const replace = ({ start, end }, instead) => {
    if (text.slice(start, end) === instead) return;
    const within = spans.filter((span) => span.start <= start && end <= span.end);
    const where = (within.findLast(({ isCheck }) => isCheck) ?? within.at(-1))?.name ?? '';
    const line = text.slice(0, start).split('\n').length;
    found.push({ start, end, text: instead, line, where });
  };
  /** @type {(node: { start: number, end: number }) => string} */
  const textOf = ({ start, end }) => text.slice(start, end);
  new Visitor({
    Literal(node) {
      const { value } = node;
      const suffix = typeof value === 'bigint' ? 'n' : '';
      if (typeof value === 'boolean') replace(node, String(!value));
      if (typeof value === 'number' && Number.isSafeInteger(value)) {
        for (const other of [value + 1, value - 1]) replace(node, `(${other})`);
      } else if (typeof value === 'bigint') {
        for (const other of [value + 1n, value - 1n]) replace(node, `(${other}${suffix})`);
      }
    },
    BinaryExpression(node) {
      const between = { start: node.left.end, end: node.right.start };
      const at = textOf(between).lastIndexOf(node.operator);
      const operator = {
        start: between.start + at,
        end: between.start + at + node.operator.length,
      };
      for (const other of OPERATORS.get(node.operator) ?? []) replace(operator, other);
    },
    LogicalExpression(node) {
      if (node.operator === '??') {
        replace(node, textOf(node.left));
        return;
      }
      replace(node, textOf(node.left));
      replace(node, textOf(node.right));
    },
    ConditionalExpression(node) {
      replace(node.test, 'true');
      replace(node.test, 'false');
    },
    IfStatement(node) {
      replace(node.test, 'true');
      replace(node.test, 'false');
    },
    UnaryExpression(node) {
      if (node.operator === '!' || node.operator === '-') replace(node, textOf(node.argument));
    },
    ArrayExpression({ elements }) {
      if (elements.length < 2) return;
      elements.forEach((element, index) => {
        const after = elements[index + 1];
        const before = elements[index - 1];
        if (element === null) return;
        if (after !== undefined && after !== null) replace({ start: element.start, end: after.start }, '');
        else if (before !== undefined && before !== null)
          replace({ start: before.end, end: element.end }, '');
      });
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const other = METHODS.get(callee.property.name);
      if (other !== undefined) replace(callee.property, other);
    },
  }).visit(program);
  const types = typeSpans(program);
  return found
    .filter(({ start, end }) => !types.some((span) => span.start <= start && end <= span.end))
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * What can be named: checks by their ids (`each('list/limit', ...)`, `defineCheck({ id: 'list/limit' })`), functions and constants.
 * @param {import('oxc-parser').Program} program
 */
function namedSpans(program) {
  /** @type {{ name: string, isCheck: boolean, start: number, end: number }[]} */
  const spans = [];
  new Visitor({
    CallExpression(node) {
      const [first] = node.arguments;
      const id = first?.type === 'ObjectExpression' ? idOf(first) : first;
      if (id?.type !== 'Literal' || typeof id.value !== 'string') return;
      if (!/^[a-z]+\/[a-z0-9-]+$/u.test(id.value)) return;
      spans.push({ name: id.value, isCheck: true, start: node.start, end: node.end });
    },
    FunctionDeclaration({ id, start, end }) {
      if (id !== null) spans.push({ name: id.name, isCheck: false, start, end });
    },
    MethodDefinition({ key, start, end }) {
      if (key.type === 'Identifier') spans.push({ name: key.name, isCheck: false, start, end });
    },
    VariableDeclarator({ id, start, end }) {
      if (id.type === 'Identifier') spans.push({ name: id.name, isCheck: false, start, end });
    },
  }).visit(program);
  return spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

/** @param {import('oxc-parser').ObjectExpression} node */
function idOf({ properties }) {
  for (const property of properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    if (property.key.name === 'id') return property.value;
  }
  return undefined;
}

/**
 * Where types stand: nothing there is run.
 * @param {import('oxc-parser').Program} program
 */
function typeSpans(program) {
  /** @type {{ start: number, end: number }[]} */
  const spans = [];
  const add = (/** @type {{ start: number, end: number }} */ { start, end }) => {
    spans.push({ start, end });
  };
  new Visitor({
    TSTypeAnnotation: add,
    TSTypeAliasDeclaration: add,
    TSInterfaceDeclaration: add,
    TSTypeParameterInstantiation: add,
    TSTypeParameterDeclaration: add,
    TSLiteralType: add,
    ImportDeclaration: add,
  }).visit(program);
  return spans;
}
