import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The command that opens an address in the browser of the user, by platform; it goes through no shell. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the browser of the user, and does not wait for it.
 * @returns why it could not be opened, as the end of a sentence; undefined where it was handed on
 */
export function openPage(url: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
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
 * Opens an address that is a secret: other users of the machine can read the words of a command, but not this file, which
 * leads there.
 * @returns removes the file
 */
export async function openSecretPage(url: string, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-watch-'));
  const file = join(folder, 'watch.html');
  await writeFile(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${url}">\n`, {
    mode: 0o600,
  });
  // Where there is no browser, the address stands in the terminal.
  await openPage(pathToFileURL(file).href, env);
  return () => rm(folder, { recursive: true, force: true });
}

/** Names of terminals, or variables that they set, that show a link as one (OSC 8). */
const LINKING = ['WT_SESSION', 'KONSOLE_VERSION', 'KITTY_WINDOW_ID', 'WEZTERM_PANE', 'DOMTERM'];
const PROGRAMS = ['iTerm.app', 'vscode', 'WezTerm', 'ghostty', 'Hyper', 'mintty', 'Tabby'];

/** Whether a terminal with this environment takes links (OSC 8). */
export function takesLinks(env: NodeJS.ProcessEnv): boolean {
  return (
    LINKING.some((name) => env[name] !== undefined) ||
    PROGRAMS.includes(env['TERM_PROGRAM'] ?? '') ||
    Number(env['VTE_VERSION'] ?? 0) >= 5000 ||
    /^(?:alacritty|foot|xterm-kitty|xterm-ghostty)/u.test(env['TERM'] ?? '')
  );
}
