import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The command that opens a URL in the browser, by platform (default: xdg-open); started without a shell. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the user's browser, without waiting for it; resolves to a phrase that says why it did not start, if so. */
export function openInBrowser(url: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true, env });
    child.once('error', () => resolve(`${command} cannot be run`));
    child.once('spawn', () => {
      child.unref();
      resolve(undefined);
    });
  });
}

/**
 * Opens a secret URL by way of a private file that redirects to it: other users of the machine can see the arguments
 * of a process, but not this file.
 * @returns a function that removes the file
 */
export async function openSecretUrlInBrowser(
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-watch-'));
  const file = join(folder, 'watch.html');
  await writeFile(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${url}">\n`, {
    mode: 0o600,
  });
  // If no browser opens, the user still has the URL in the terminal.
  await openInBrowser(pathToFileURL(file).href, env);
  return () => rm(folder, { recursive: true, force: true });
}
