import { parse, type DefaultTreeAdapterTypes as Tree, type ParserError } from 'parse5';

/** A page as a browser would read it. */
export interface Page {
  /** Where the page is not what the standard asks for. */
  readonly errors: readonly ParserError['code'][];
  readonly elements: readonly Tree.Element[];
}

/** Reads HTML as the standard says. */
export function parseHtml(html: string): Page {
  const errors: ParserError['code'][] = [];
  const document = parse(html, { onParseError: ({ code }) => void errors.push(code) });
  const elements: Tree.Element[] = [];
  const walk = (node: Tree.Node): void => {
    if ('tagName' in node) elements.push(node);
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(document);
  return { errors, elements };
}

/** All text of a node, as `textContent` has it. */
export function textOf(node: Tree.Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

export function attribute(element: Tree.Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}
