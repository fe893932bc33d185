import { sep } from 'node:path';
import { watch } from 'chokidar';

/** Milliseconds without a change before a file counts as written: editors and compilers write in several steps. */
const SETTLED_MS = 100;
/** Folders that contain no sources and change constantly. */
const LEFT_OUT = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', '__pycache__', 'target']);

/** Watches absolute paths recursively; resolves to a stop function after the initial scan. `changed` gets each changed path. */
export async function watchFiles(
  paths: readonly string[],
  changed: (path: string) => void,
): Promise<() => Promise<void>> {
  // With no paths, chokidar never emits `ready`.
  if (paths.length === 0) return () => Promise.resolve();
  const watcher = watch([...paths], {
    ignoreInitial: true,
    awaitWriteFinish: { stabilityThreshold: SETTLED_MS, pollInterval: 20 },
    // A folder that the user named is watched, even if it is in LEFT_OUT.
    ignored: (path) =>
      !paths.includes(path) &&
      paths.some((root) => path.startsWith(`${root}${sep}`) && isLeftOut(path.slice(root.length))),
  });
  for (const event of ['add', 'change', 'unlink'] as const) watcher.on(event, changed);
  // An error of one path, such as a removed folder, must not stop watching the other paths.
  watcher.on('error', () => undefined);
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return () => watcher.close();
}

function isLeftOut(below: string): boolean {
  return below.split(sep).some((name) => LEFT_OUT.has(name));
}
