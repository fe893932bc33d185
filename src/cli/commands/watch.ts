import { resolve } from 'node:path';
import { hang } from '../../../reports/render/terminal/layout.ts';
import { inertLine } from '../../../reports/text.ts';
import { secretsOf, weakSecretsNote } from '../../client/secrets.ts';
import { quote } from '../../config/problem.ts';
import { readConfig } from '../../config/read.ts';
import type { Flags } from '../../config/settings.ts';
import { strayNames } from '../../config/stray.ts';
import type { Config } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';
import { checkProxies, waiversOf } from '../../run/prepare.ts';
import { unwatchable, watchFiles } from '../../watch/files.ts';
import { isLocal, listenerAt, placeOf } from '../../watch/listener.ts';
import { openWatchPage } from '../../watch/page.ts';
import { watchPresence } from '../../watch/presence.ts';
import { WatchSession } from '../../watch/session.ts';
import { Triggers } from '../../watch/triggers.ts';
import { keepSecret } from '../crash.ts';
import { exitCode } from '../exit-code.ts';
import { onInterrupt } from '../interrupt.ts';
import type { Io } from '../io.ts';
import { KitError } from '../kit-error.ts';
import { onKeys } from '../watch/keys.ts';
import { createWatchShow } from '../watch/show.ts';

const NOBODY = 'nothing listens at its address';

/** Judges a server again and again until it is told to end; resolves to the exit code. */
export async function watchCommand(flags: Flags, watched: readonly string[], io: Io): Promise<number> {
  const input = { flags, env: io.env, cwd: process.cwd() };
  const config = readConfig(input);
  for (const sentence of strayNames(input)) io.stderr.write(`warning: ${sentence}\n`);
  if (config.baseUrl === undefined) {
    throw new UsageError([
      'To watch is for a server that is being written: give its address with --base-url or PETSTORE_BASE_URL.',
    ]);
  }
  keepSecret(...secretsOf(config));
  checkProxies(io.env);
  const paths = await readPaths(watched);
  return watch(config, paths, io);
}

async function readPaths(watched: readonly string[]): Promise<readonly string[]> {
  const paths = watched.map((path) => resolve(path));
  const problems = await Promise.all(
    watched.map(async (path, index) => {
      const why = path === '' ? 'is empty' : await unwatchable(paths[index] ?? path);
      const named = `The path ${quote(path, []) ?? ''} of --watch-path`;
      return why === undefined ? [] : [`${named} ${why}: name a file or folder that is there.`];
    }),
  );
  if (problems.flat().length > 0) throw new UsageError(problems.flat());
  return paths;
}

async function watch(config: Config, paths: readonly string[], io: Io): Promise<number> {
  const end = new AbortController();
  const ended = new Promise<void>((done) => end.signal.addEventListener('abort', () => done()));
  const release = onInterrupt(() => end.abort());
  const waivers = await waiversOf(config);
  const triggers = new Triggers();
  const show = createWatchShow(io);
  let failed: KitError | undefined;
  const session = new WatchSession(config, triggers, {
    waivers,
    signal: end.signal,
    env: io.env,
    onChange: () => {
      show.change(session.live());
      page.changed();
    },
    onEvent: (event) => show.event(event),
    onRound: ({ crashes: [crash] }, round) => {
      show.round(session.live(), round);
      if (crash === undefined) return;
      failed = new KitError(crash);
      end.abort();
    },
  });
  const page = await openWatchPage(
    () => session.live(),
    () => triggers.judge('somebody asked for it on the page'),
  );
  greet(config, session.live().target, page.url, io);

  const unkey = onKeys(process.stdin, {
    again: () => triggers.judge('a key was pressed'),
    // The same way as by a signal: another one ends the process at once.
    end: () => void process.kill(process.pid, 'SIGINT'),
  });
  const unwatch =
    paths.length === 0
      ? () => Promise.resolve()
      : await watchFiles(paths, (path) => triggers.judge(`${inertLine(path, 200)} changed`));
  const place = placeOf(config.baseUrl);
  const look = listenerAt(place);
  const seen = await look();
  // What is not of this machine may be behind a proxy: a round finds out.
  if (seen === undefined && isLocal(place.host)) triggers.wait(NOBODY);
  else triggers.judge('the first look');
  const presence = watchPresence(
    look,
    seen,
    {
      gone: () => triggers.wait(NOBODY),
      back: () => triggers.judge('the server came back'),
    },
    end.signal,
  );
  try {
    await Promise.race([ended, session.run(), presence]);
    await ended;
  } finally {
    show.stop();
    unkey();
    page.close();
    release();
    void unwatch();
  }
  if (failed !== undefined) throw failed;
  io.stdout.write('\nEnded.\n');
  return exitCode(session.verdict ?? 'interrupted');
}

function greet(config: Config, target: string, url: string, io: Io): void {
  const columns = io.isTTY ? io.columns : 1000;
  const weak = weakSecretsNote(config);
  const lines = [
    `Watching ${target} (seed ${String(config.seed)})`,
    ...(weak === undefined ? [] : [weak]),
    `The page: ${url}`,
    io.isTTY ? 'Enter judges again, q or Ctrl-C ends.' : 'Ctrl-C ends.',
  ];
  for (const line of lines) io.stdout.write(`${line.includes(url) ? line : hang(line, columns, 2, 0)}\n`);
}
