import { DOMImplementation, XMLSerializer, type Document, type Element } from '@xmldom/xmldom';

/** An element of a document that is yet to be written: either elements within it or text, never both. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly inside?: readonly XmlElement[] | string;
}

/**
 * An XML document as text, an element on each line. What has no place in XML (control characters, lone surrogates) must
 * have been made visible before.
 * @throws Error where a name or a text cannot stand in XML.
 */
export function xmlText(root: XmlElement): string {
  const document = new DOMImplementation().createDocument(null, root.name, null);
  const element = document.documentElement;
  if (element === null) throw new Error(`the document has no element ${root.name}`);
  fill(document, element, root, 0);
  const text = new XMLSerializer().serializeToString(document, { requireWellFormed: true });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
}

function fill(
  document: Document,
  element: Element,
  { attributes = {}, inside = [] }: XmlElement,
  depth: number,
): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (typeof inside === 'string') {
    element.appendChild(document.createTextNode(inside));
    return;
  }
  const line = (level: number) => document.createTextNode(`\n${'  '.repeat(level)}`);
  for (const child of inside) {
    const made = document.createElement(child.name);
    fill(document, made, child, depth + 1);
    element.appendChild(line(depth + 1));
    element.appendChild(made);
  }
  if (inside.length > 0) element.appendChild(line(depth));
}
