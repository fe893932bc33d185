import { instant } from '../../../measures.ts';
import type { Report } from '../../../model.ts';
import { visible } from '../../../text.ts';

/** What stands on every page of paper: target, day and run at its head, and the number of the page at its foot. */
export function pageStyle({ target, product, startedAt, tool }: Report, run: string): string {
  const what = [product?.vendor, product?.name, target.baseUrl].filter((text) => text !== undefined);
  return `
  @page {
    @top-left {
      content: ${quoted(what.join(', ').slice(0, 110))};
    }
    @top-right {
      content: ${quoted(instant(startedAt))};
    }
    @bottom-left {
      content: ${quoted(`Run ${run}, ${tool.name} ${tool.version}`)};
    }
  }
`;
}

/** A text as a string of CSS: what is not a plain letter or digit stands as its code point (css-syntax-3, section 4.3.7). */
function quoted(text: string): string {
  const safe = Array.from(visible(text), (character) =>
    /[A-Za-z0-9 ]/u.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `'${safe.join('')}'`;
}
