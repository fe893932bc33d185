import { once } from 'node:events';
import type { Fault, RequiredRunSettings, Variant } from '../../../reference/index.ts';
import { loadAllFaults, loadVariants, startReference } from '../../../reference/index.ts';
import { systemErrorReason } from '../../base/files.ts';
import { shellWord } from '../../../reports/shell.ts';
import { didYouMean } from '../../config/nearest.ts';
import { integer, key as readKey } from '../../config/parsers.ts';
import { settings } from '../../config/settings.ts';
import { UsageError } from '../../base/usage-error.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { hideInCrashReports } from '../crash.ts';
import { parseFlagValue } from '../option-values.ts';
import { abortOnInterrupt } from '../interrupt.ts';
import type { Io } from '../io.ts';

export interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly key?: string;
  readonly fault?: readonly string[];
  readonly variant?: readonly string[];
}

/** Runs the reference server until SIGINT or SIGTERM, and prints addresses and key. Throws a UsageError for a wrong option. */
export async function serve(io: Io, flags: ServeFlags): Promise<void> {
  const port = parseFlagValue('--port', integer(0, 65_535), flags.port) ?? 0;
  const key = parseFlagValue('--key', readKey, flags.key);
  if (flags.host === '') throw new UsageError(['The option --host must not be empty.']);
  hideInCrashReports(key);
  const faults = await choose('fault', flags.fault ?? [], () => loadAllFaults(flags.fault));
  const variants = await choose('variant', flags.variant ?? [], loadVariants);
  const reference = await startReference({
    port,
    ...withoutUndefined({ host: flags.host, key }),
    faults: faults.map(({ id }) => id),
    variants: variants.map(({ id }) => id),
  }).catch((error: unknown) => {
    const why = systemErrorReason(error);
    if (why === undefined) throw error;
    throw new UsageError([
      `The server cannot listen on port ${String(port)} of ${JSON.stringify(flags.host ?? '127.0.0.1')}: ${why}. Choose another --port or --host.`,
    ]);
  });
  try {
    // Signals are handled before the addresses are printed, because a process that reads the addresses may stop the server at
    // once.
    const stopped = once(abortOnInterrupt().signal, 'abort');
    io.stdout.write(
      [
        'Reference server of the Pet Store Service API',
        `  Base address      ${reference.baseUrl}`,
        `  Messages address  ${reference.messagesUrl}`,
        `  Key               ${reference.key}`,
        ...faults.map(({ id, title }) => `  Fault             ${id}: ${title}`),
        ...variants.map(({ id, title }) => `  Variant           ${id}: ${title}`),
        '',
        'Judge it:',
        `  PETSTORE_API_KEY=${shellWord(reference.key)} petstore-conformance run --base-url ${reference.baseUrl}` +
          ` --messages-url ${reference.messagesUrl}${hints(reference.hints)}`,
        '',
        'Ctrl-C stops it.',
        '',
      ].join('\n'),
    );
    await stopped;
  } finally {
    await reference.close();
  }
}

async function choose<Item extends Fault | Variant>(
  kind: 'fault' | 'variant',
  ids: readonly string[],
  load: () => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const known = ids.length === 0 ? [] : await load();
  const all = known.map(({ id }) => id);
  const problems = ids
    .filter((id) => !all.includes(id))
    .map((id) => {
      const hint = didYouMean(id, all, 'petstore-conformance faults lists them.');
      return `There is no ${kind} ${JSON.stringify(id.slice(0, 60))}: ${hint}`;
    });
  if (problems.length > 0) throw new UsageError([...new Set(problems)]);
  return [...new Set(ids)].flatMap((id) => known.find((item) => item.id === id) ?? []);
}

function hints(config: RequiredRunSettings): string {
  return (Object.entries(config) as [keyof RequiredRunSettings, unknown][])
    .map(([name, value]) => ` ${settings[name].flag} ${shellWord(String(value))}`)
    .join('');
}
