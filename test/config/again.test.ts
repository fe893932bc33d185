import type { Argument } from '../../reports/model.ts';
import { describe, expect, it } from 'vitest';
import { runOptions } from '../../src/cli/run-options.ts';
import { toldAgain } from '../../src/config/again.ts';
import { readConfig } from '../../src/config/read.ts';
import type { Config } from '../../src/config/types.ts';
import { configOf } from '../engine/config.ts';

const TODAY = new Date('2026-11-21T23:59:59.000Z');

/** What a repetition is told, as words of a command line; a variable stands as its name. */
function words(told: readonly Argument[]): readonly string[] {
  return told.flatMap(({ flag, text, variable }) =>
    text === undefined && variable === undefined
      ? [flag]
      : [flag, `${text ?? ''}${variable === undefined ? '' : `$${variable}`}`],
  );
}

/** What the command makes of a command line. */
function configFrom(line: readonly string[]): Config {
  const flags = Object.fromEntries(
    runOptions().map((option) => {
      const values = line.flatMap((word, at) =>
        word === option.long ? [option.required ? (line[at + 1] ?? '') : true] : [],
      );
      const repeatable = option.parseArg !== undefined;
      return [option.attributeName(), repeatable ? (values.length > 0 ? values : undefined) : values.at(-1)];
    }),
  );
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  const config = readConfig({
    flags: given,
    env: { PETSTORE_API_KEY: 'pk_0123456789abcdef' },
    cwd: process.cwd(),
  });
  if (config.baseUrl === undefined) throw new Error('no target');
  return config;
}

const START = '--base-url https://pets.example/v1 --seed 7'.split(' ');
const END = ['--out', 'conformance-report'];

describe('what a run that repeats another is told', () => {
  it('is nothing of what is the default, save where to and the seed', () => {
    const config = configFrom([...START, '--as-of', '2026-11-21']);
    expect(words(toldAgain(config, TODAY))).toEqual([...START, ...END]);
    expect(words(toldAgain({ ...config, embedded: true }, TODAY))).toEqual(['--seed', '7', ...END]);
  });

  it('comes to the same configuration, whatever was said', () => {
    const line = [
      ...START,
      ...'--messages-url https://pets.example/m/messages --category-ids 1 --consistency-ms 5'.split(' '),
      ...'--timeout-ms 6 --concurrency 9 --wait-ready 1 --deadline 2 --runs 4 --read-only'.split(' '),
      ...'--max-created 0 --as-of 2030-12-05 --strict'.split(' '),
      '--header',
      'X-A: $PETSTORE_HEADER_1',
      '--header',
      'X-A: $PETSTORE_HEADER_2',
      '--out',
      'a/b c',
    ];
    const config = configFrom(line);
    const again = words(toldAgain(config, TODAY));
    expect(new Set(again)).toEqual(new Set(line));
    expect(configFrom(again)).toEqual(config);
  });

  it('is a name of categories even where it is the default: to name one is to say that the target knows it', () => {
    expect(words(toldAgain(configOf({ categoryIdsGiven: true }), TODAY))).toContain('--category-ids');
    expect(words(toldAgain(configOf(), TODAY))).not.toContain('--category-ids');
  });

  it('holds no secret', () => {
    const config = configOf({
      apiKey: 'secret-key',
      header: [['X-Gateway', 'secret-gateway']],
      clientCert: 'secret-cert',
      clientKey: 'secret-pem',
    });
    const told = words(toldAgain(config, TODAY));
    expect(told.join()).not.toContain('secret');
    for (const word of ['X-Gateway: $PETSTORE_HEADER_1', '$PETSTORE_CLIENT_CERT', '$PETSTORE_CLIENT_KEY']) {
      expect(told).toContain(word);
    }
  });
});
