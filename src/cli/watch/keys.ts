export type Keyboard = NodeJS.ReadableStream & {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
};

const AGAIN = new Set(['\r', '\n', ' ', 'r']);
/** Ctrl-C and Ctrl-D are included: in raw mode they arrive as characters. */
const END = new Set(['q', '\u0003', '\u0004']);

/** Calls `again` or `end` when their keys are pressed on a terminal. Returns a function that stops listening. */
export function listenForKeys(input: Keyboard, keys: { again(): void; end(): void }): () => void {
  if (input.isTTY !== true || input.setRawMode === undefined) return () => undefined;
  const hear = (chunk: Buffer | string): void => {
    for (const key of String(chunk)) {
      if (AGAIN.has(key)) keys.again();
      if (END.has(key)) keys.end();
    }
  };
  input.setRawMode(true);
  input.on('data', hear);
  input.resume();
  return () => {
    input.off('data', hear);
    input.setRawMode?.(false);
    input.pause();
  };
}
