import { availableParallelism } from 'node:os';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { UsageError } from '../../src/config/usage-error.ts';
import { SEEDS } from './limits.ts';

/** What `npm run trust` was told. */
export interface Options {
  /** Seeds 1 to N. */
  readonly seeds: number;
  /** Globs of fault, variant, requirement and check ids; empty means the whole fleet. */
  readonly only: readonly string[];
  readonly runs: number | undefined;
  /** Whether the power curve is measured, not the matrix. */
  readonly curve: boolean;
  /** For the curve: servers of each family at each share. */
  readonly each: number;
  /** For the curve: one family in so many is measured. */
  readonly every: number;
  /** Threads. */
  readonly jobs: number;
  /** Whether what was judged before is judged again. */
  readonly fresh: boolean;
  /** Where the matrix is written as JSON too. */
  readonly json: string | undefined;
}

function count(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  return Number(text);
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

/**
 * Reads the words behind `npm run trust --`. Undefined where help was asked for; throws a UsageError where they
 * are wrong.
 */
export function readOptions(words: readonly string[], write: (text: string) => void): Options | undefined {
  const command = new Command('npm run trust --')
    .description(
      [
        'Judges the faults and the lawful variants of the reference server, and tries each check for a fault that escapes without it.',
        `What neither server nor kit has changed is not judged again. A clean matrix over ${SEEDS} seeds is written to TRUST.md, tools/trust/trust.json and docs/faults.md.`,
      ].join(' '),
    )
    .option('--seeds <N>', 'judge with each seed from 1 to N', count, 1)
    .option(
      '--only <GLOB>',
      'only what these ids of faults, variants, requirements or checks touch; repeatable',
      collect,
      [],
    )
    .option('--runs <N>', 'inputs drawn for each property (default: as the kit does); writes nothing', count)
    .option('--curve', 'measure the power curve: servers that get a share of their inputs wrong', false)
    .option('--each <N>', 'for the curve: servers of each family at each share', count, 1)
    .option('--every <N>', 'for the curve: one family in N, which is quicker', count, 1)
    .option('--fresh', 'judge again what was judged before', false)
    .option('--jobs <N>', 'threads', count, availableParallelism())
    .option('--json <FILE>', 'write the matrix there too')
    .allowExcessArguments(false)
    .configureOutput({ writeOut: write, outputError: () => {} })
    .exitOverride();
  try {
    command.parse(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return undefined;
    const message =
      error instanceof Error ? error.message.replace(/^error: /, '').replaceAll('\n', ' ') : String(error);
    throw new UsageError([`${message} "npm run trust -- --help" lists the options.`]);
  }
  const given = command.opts<
    Partial<Options> & Pick<Options, 'seeds' | 'only' | 'jobs' | 'fresh' | 'curve' | 'each' | 'every'>
  >();
  return { ...given, runs: given.runs, json: given.json };
}
