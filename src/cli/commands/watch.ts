import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { safeLine } from '../../../reports/text.ts';
import { secretsOf, weakSecretsNote } from '../../http/secrets.ts';
import { createOutputFilter } from '../../engine/plan/index.ts';
import { unreadableReason } from '../../base/files.ts';
import { isCi } from '../../base/truthy.ts';
import { readConfig } from '../../config/read.ts';
import type { Flags } from '../../config/settings.ts';
import { mistypedVariableWarnings } from '../../config/mistyped-variables.ts';
import type { Config } from '../../config/types.ts';
import { quotedValue, UsageError } from '../../base/usage-error.ts';
import { prepareRun } from '../../run/prepare.ts';
import { watchFiles } from '../../watch/files.ts';
import { serveWatchPage } from '../../watch/page.ts';
import { watchReachability } from '../../watch/reachability.ts';
import { createWatchSession } from '../../watch/session.ts';
import { hideInCrashReports, errorFromStack } from '../crash.ts';
import { exitCode } from '../exit-code.ts';
import { abortOnInterrupt, stopAbortingOnInterrupt } from '../interrupt.ts';
import { printLine, type Io } from '../io.ts';
import { openSecretUrlInBrowser } from '../open-page.ts';
import { listenForKeys } from '../watch/keys.ts';
import { createWatchView } from '../watch/show.ts';

type WatchFlags = Flags & { readonly watchPath?: readonly string[]; readonly open?: boolean };

/** Judges a server after each change or restart until the user ends it; resolves to the exit code. */
export async function watchCommand(io: Io, given: WatchFlags): Promise<number> {
  // In CI, or without a terminal, nobody looks at a browser.
  const { watchPath: watched = [], open = io.isTTY && !isCi(io.env), ...flags } = given;
  const input = { flags: { ...flags, embedded: true }, env: io.env, cwd: process.cwd() };
  const config = readConfig(input);
  for (const sentence of mistypedVariableWarnings(input)) io.stderr.write(`warning: ${sentence}\n`);
  if (config.baseUrl === undefined) {
    throw new UsageError([
      'The command watch needs the address of your server: give it with --base-url or PETSTORE_BASE_URL.',
    ]);
  }
  hideInCrashReports(...secretsOf(config));
  const problems = await Promise.all(watched.map(unwatchable));
  if (problems.flat().length > 0) throw new UsageError(problems.flat());
  return watch(
    config,
    watched.map((path) => resolve(path)),
    io,
    open,
  );
}

async function unwatchable(path: string): Promise<readonly string[]> {
  const why = path === '' ? 'is empty' : await stat(path).then(() => undefined, unreadableReason);
  const named = `The path ${quotedValue(path)} of --watch-path`;
  return why === undefined ? [] : [`${named} ${why}: name a file or folder that exists.`];
}

async function watch(config: Config, paths: readonly string[], io: Io, open: boolean): Promise<number> {
  const { waivers } = await prepareRun(config, io.env);
  const end = abortOnInterrupt();
  const ended = new Promise<void>((done) => end.signal.addEventListener('abort', () => done()));
  const show = createWatchView(io, config.maxCreated);
  const page = await serveWatchPage();
  let judging = '';
  let failed: Error | undefined;
  const session = createWatchSession(config, {
    waivers,
    signal: end.signal,
    env: io.env,
    onBegin: (number, reason) => {
      show.begun(number, reason);
      judging = `Round ${String(number)}: ${reason}`;
      page.say(judging);
    },
    onEvent: (event) => {
      show.event(event);
      if (event.kind === 'waiting') page.say(`Waiting for the server: ${event.why}`);
      else if (event.kind === 'started') page.say(judging);
    },
    onEnd: (round) => {
      show.ended(round, session.animals());
      if (round.end === 'complete') page.show(round.report, round.evidence);
      else page.say(`No verdict: ${round.why}`);
      const [crash] = round.crashes;
      if (crash === undefined) return;
      failed = errorFromStack(crash);
      end.abort();
    },
  });
  const { own } = createOutputFilter(secretsOf(config));
  printLine(io, `Watching ${own(config.baseUrl)} (seed ${String(config.seed)})`);
  for (const note of [weakSecretsNote(config) ?? []].flat()) printLine(io, note);
  // The URL is not wrapped, so that it can be clicked and copied.
  io.stdout.write(`The page: ${page.url}\n`);
  const unopen = open ? await openSecretUrlInBrowser(page.url, io.env) : () => undefined;
  printLine(io, io.isTTY ? 'Enter judges again, q or Ctrl-C ends.' : 'Ctrl-C ends.');
  const unkey = listenForKeys(process.stdin, {
    again: () => session.judge('a key was pressed'),
    // Sends SIGINT, so that a second press of the key ends the process at once, like a second Ctrl-C.
    end: () => void process.kill(process.pid, 'SIGINT'),
  });
  const unwatch = await watchFiles(paths, (path) => session.judge(`${safeLine(path, 200)} changed`));
  const follow = async (): Promise<void> => {
    let reason = 'the first look';
    for await (const isThere of watchReachability(config.baseUrl, end.signal)) {
      if (isThere) session.judge(reason);
      else session.wait('nothing listens at its address');
      reason = 'the server came back';
    }
  };
  try {
    await Promise.race([ended, session.run(), follow()]);
  } finally {
    show.stop();
    unkey();
    page.close();
    void unopen();
    stopAbortingOnInterrupt();
    void unwatch();
  }
  if (failed !== undefined) throw failed;
  io.stdout.write('\nEnded.\n');
  return exitCode(session.verdict() ?? 'interrupted');
}
