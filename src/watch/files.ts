import { sep } from 'node:path';
import { watch } from 'chokidar';

/** Milliseconds that a file has to stay as it is: an editor or a compiler writes it in several steps. */
const SETTLED_MS = 100;
/** Folders that no one writes a server in, and that change without end. */
const LEFT_OUT = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', '__pycache__', 'target']);

/**
 * Watches files and folders, and what is below them.
 * @param paths absolute
 * @param changed called with the path of a file that was added, changed or removed
 * @returns how to end it, once all that is there is known
 */
export async function watchFiles(
  paths: readonly string[],
  changed: (path: string) => void,
): Promise<() => Promise<void>> {
  // Of nothing it would never say that it knows all.
  if (paths.length === 0) return () => Promise.resolve();
  const watcher = watch([...paths], {
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: 20 },
    // A folder that was named is watched, whatever it is called.
    ignored: (path) =>
      !paths.includes(path) &&
      paths.some((root) => path.startsWith(`${root}${sep}`) && isLeftOut(path.slice(root.length))),
  });
  for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, changed);
  // What cannot be watched any more, such as a folder that was removed, changes nothing of the rest.
  watcher.on('error', () => undefined);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return () => watcher.close();
}

function isLeftOut(below: string): boolean {
  return below.split(sep).some((name) => LEFT_OUT.has(name));
}
