import { watch } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { validateReport } from '../../reports/report-json.ts';
import { ended } from '../cli/build.ts';
import { buildCli, FILES, outFolder } from './kit.ts';
import { KEY, relay } from './servers.ts';

const cli = await buildCli();

type Signal = 'SIGINT' | 'SIGTERM';

/** Makes the process signal itself this many milliseconds after it has begun to listen. */
function selfSignalling(signal: Signal, ms: number): string {
  const script = `
    import { isMainThread } from 'node:worker_threads';
    if (isMainThread) process.on('newListener', function listen(event) {
      if (event !== 'SIGTERM') return;
      process.off('newListener', listen);
      setTimeout(() => process.kill(process.pid, '${signal}'), ${String(ms)});
    });`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

/** When the signal comes: so long after the start, with a request, or with a change in the folder of the report. */
type Moment =
  | { readonly after: number }
  | { readonly request: number }
  | { readonly change: number }
  | { readonly said: string };

const MOMENTS: readonly Moment[] = [
  ...[0, 30, 90, 350].map((after) => ({ after })),
  ...[1, 9, 140].map((request) => ({ request })),
  ...[3, 20].map((change) => ({ change })),
  { said: 'Verdict' },
];

/** Runs the command, signals it at that moment, and resolves to how it ended. */
async function signalled(signal: Signal, moment: Moment) {
  const out = await outFolder(cli);
  let kill = (): void => undefined;
  const target = await relay((pass, _, __, number) => {
    if ('request' in moment && number === moment.request) kill();
    pass();
  });
  let changes = 0;
  const watcher = watch(out, () => {
    changes += 1;
    if ('change' in moment && changes === moment.change) kill();
  });
  const env = {
    PETSTORE_API_KEY: KEY,
    ...('after' in moment ? { NODE_OPTIONS: selfSignalling(signal, moment.after) } : {}),
  };
  const child = cli.start(['run', '--out', out, '--base-url', target.baseUrl, '--only', 'list.*'], env);
  kill = () => void child.kill(signal);
  child.stdout.on('data', (text: string) => {
    if ('said' in moment && text.includes(moment.said)) kill();
  });
  const end = await ended(child);
  watcher.close();
  return { ...end, out };
}

// They are heard in the same way: each moment has one of them, and each kind of moment both.
const cases = MOMENTS.map((moment, at) => [at % 2 === 0 ? 'SIGINT' : 'SIGTERM', moment] as const);

test.concurrent.each(cases)('%s at %j: the exit code is what the report says', async (signal, moment) => {
  const { code, stderr, out } = await signalled(signal, moment);
  expect(stderr).toBe('');
  const files = await readdir(out);
  for (const name of files) expect(FILES).toContain(name);
  if (!files.includes('report.json')) {
    // Nothing is claimed where nothing was written.
    expect(code).toBe(3);
    return;
  }
  expect(files.toSorted()).toEqual(FILES);
  for (const name of files.filter((one) => /\.(?:json|har|jsonld)$/u.test(one))) {
    const text = await readFile(join(out, name), 'utf8');
    expect(() => void JSON.parse(text), name).not.toThrow();
  }
  const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as { verdict: string };
  expect(validateReport(report)).toEqual([]);
  // --only leaves the rest out.
  expect({ verdict: report.verdict, code }).toEqual(
    report.verdict === 'inconclusive'
      ? { verdict: 'inconclusive', code: 3 }
      : { verdict: 'partial', code: 0 },
  );
  if ('after' in moment || 'request' in moment) expect(code).toBe(3);
});
