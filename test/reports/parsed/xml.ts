import { SaxesParser } from 'saxes';

/** An element read back from XML. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** All text within it, that of its children included. */
  readonly text: string;
}

/** An element and all that is within it. */
export function elementsOf(root: Element): readonly Element[] {
  return [root, ...root.children.flatMap(elementsOf)];
}

/** Reads XML with a parser that is not the writer's; throws where it is not well-formed. */
export function parseXml(xml: string): Element {
  interface Open extends Element {
    readonly children: Element[];
    text: string;
  }
  const parser = new SaxesParser();
  const open: Open[] = [];
  let root: Element | undefined;
  const read = (text: string) => {
    for (const element of open) element.text += text;
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ name, attributes, children: [], text: '' });
  });
  parser.on('text', read);
  parser.on('cdata', read);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed === undefined) return;
    const parent = open.at(-1);
    if (parent === undefined) root = closed;
    else parent.children.push(closed);
  });
  parser.write(xml).close();
  if (root === undefined) throw new Error('the document has no element');
  return root;
}
