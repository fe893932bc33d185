import { readFile } from 'node:fs/promises';

/** A block of commands of a guide. */
export interface Block {
  /** In what line of the file it begins, from 1. */
  readonly line: number;
  readonly text: string;
  /** The fault that the target shows meanwhile. */
  readonly fault?: string;
  /** The exit code that at least one of its commands has, and no other but 0. */
  readonly exit: number;
}

/**
 * The blocks of commands in a guide, those marked `sh`. A comment before a block tells what its reader's server does:
 * `<!-- fault ID, exit N -->`.
 */
export async function blocksOf(file: URL): Promise<readonly Block[]> {
  const text = await readFile(file, 'utf8');
  const found = text.matchAll(/(?:<!-- ([^>]*) -->\s+)?^( *)```sh\n(.*?)^\2```$/gmsu);
  return [...found].map(({ 1: comment = '', 3: body = '', index }) => {
    const fault = /fault (\S+?)(?:,|$)/u.exec(comment)?.[1];
    return {
      line: text.slice(0, index).split('\n').length,
      text: body,
      ...(fault === undefined ? {} : { fault }),
      exit: Number(/exit (\d)/u.exec(comment)?.[1] ?? 0),
    };
  });
}

/** Commands that go on until they are stopped. */
const STAYS = /petstore-conformance (serve|watch)\b/u;

/**
 * A block as a script: each command that goes on runs in the background, and the next waits until it has said something.
 * What watches is stopped then, as a reader does who goes on: it would judge again at every file that the next ones write.
 */
export function scriptOf(block: string): string {
  const lines = block.replaceAll(/\\\n\s*/gu, '').split('\n');
  return lines
    .map((line) => {
      const [, stays] = STAYS.exec(line) ?? [];
      if (stays === undefined) return line;
      const command = line.replace(/\s+#.*$/u, '');
      // Of a group of its own, so that all of it is stopped; to signal what has ended by itself fails either way. What has
      // just said why it ends may not have ended yet.
      const [before, after] = stays === 'watch' ? ['set -m; ', 'kill -- -$!; set +m'] : ['', 'kill -0 $!'];
      return `said=$(mktemp); ${before}{ ${command}; } > "$said" 2>&1 < /dev/null &
for i in $(seq 300); do [ -s "$said" ] && break; sleep 0.1; done; cat "$said"
[ -z "$(grep '^error:' "$said")" ]; ${after}`;
    })
    .join('\n');
}
