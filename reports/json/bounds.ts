import type { Line } from './line.ts';

/** Lines of anything that are shown at most. */
const MOST_LINES = 40;

/** Where a great many items are marked, the first of them do. */
export function cutEnd(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines;
  const left = lines.length - MOST_LINES;
  return [
    ...lines.slice(0, MOST_LINES - 1),
    { kind: 'gap', indent: 1, text: `${String(left)} more lines` },
    ...lines.slice(-1),
  ];
}

/** Of a long text that is no list, its beginning and what stands around marks. */
export function windowed(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines;
  const isMarked = (index: number) => {
    const line = lines[index];
    return line?.kind === 'line' && (line.note !== undefined || line.pieces.some(({ marked }) => marked));
  };
  const shown: Line[] = [];
  let left = 0;
  const close = () => {
    if (left > 0) shown.push({ kind: 'gap', indent: 1, text: `${String(left)} more lines` });
    left = 0;
  };
  for (const [index, line] of lines.entries()) {
    const near = [-2, -1, 0, 1, 2].some((step) => isMarked(index + step));
    const room = shown.length < MOST_LINES;
    if ((index < MOST_LINES / 2 || near) && room) {
      close();
      shown.push(line);
    } else left += 1;
  }
  close();
  return shown;
}

/** How deep brackets go in a text, strings taken for what they are. */
export function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 0x22) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== 0x22) at += text.charCodeAt(at) === 0x5c ? 2 : 1;
    } else if (character === 0x5b || character === 0x7b) most = Math.max(most, (depth += 1));
    else if (character === 0x5d || character === 0x7d) depth -= 1;
  }
  return most;
}
