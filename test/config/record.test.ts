import { describe, expect, it } from 'vitest';
import { settingsAsOptions } from '../../reports/settings.ts';
import { defineRunOptions } from '../../src/cli/run-options.ts';
import { readConfig } from '../../src/config/read.ts';
import { reusableOptions, settingsToRecord } from '../../src/config/record.ts';
import type { Config } from '../../src/config/types.ts';
import { configOf } from '../engine/config.ts';

const TODAY = new Date('2026-11-21T23:59:59.000Z');

const recorded = (config: Config) => settingsToRecord(config, TODAY, (text) => text);

/** The recorded settings as words of a command line; a variable stands as its name. */
const words = (config: Config): readonly string[] =>
  settingsAsOptions(recorded(config)).flatMap(({ flag, text, variable }) =>
    text === undefined ? [flag] : [flag, `${text}${variable === undefined ? '' : `$${variable}`}`],
  );

/** What the command makes of a command line. */
function configFrom(line: readonly string[]): Config {
  const flags = Object.fromEntries(
    defineRunOptions().map((option) => {
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

const TARGET = '--base-url https://pets.example/v1 --seed 7'.split(' ');

describe('the settings that a report records', () => {
  it('are those that differ from their defaults', () => {
    const config = configFrom([...TARGET, '--as-of', '2026-11-21', '--timeout-ms', '10000']);
    expect(recorded(config)).toEqual({
      baseUrl: 'https://pets.example/v1',
      apiKey: '${PETSTORE_API_KEY}',
      seed: 7,
    });
    expect(recorded({ ...config, embedded: true })).toEqual({ embedded: true, seed: 7 });
  });

  const line = [
    ...TARGET,
    ...'--messages-url https://pets.example/m/messages --category-ids 1,9007199254740993'.split(' '),
    ...'--consistency-ms 5 --timeout-ms 6 --concurrency 9 --wait-ready 1 --deadline 2 --runs 4'.split(' '),
    ...'--read-only --max-created 0 --only list.* --only get.success --as-of 2030-12-05 --strict'.split(' '),
    '--header',
    'X-A: $PETSTORE_HEADER_1',
    '--header',
    'X-A: $PETSTORE_HEADER_2',
    '--out',
    'a/b c',
  ];

  it('come to the same configuration as options, whatever was said', () => {
    const config = configFrom(line);
    const again = words(config);
    expect(new Set(again)).toEqual(new Set(line));
    expect(configFrom(again)).toEqual(config);
  });

  it('are read back, but never an address, a secret or a file', () => {
    const settings = { ...recorded(configFrom([...line, '--waivers', '/etc/passwd'])), challenge: 'x' };
    expect(reusableOptions({ settings })).toEqual({
      categoryIds: '1,9007199254740993',
      consistencyMs: 5,
      timeoutMs: 6,
      concurrency: 9,
      waitReady: 1,
      deadline: 2,
      runs: 4,
      seed: 7,
      readOnly: true,
      maxCreated: 0,
      only: ['list.*', 'get.success'],
      asOf: '2030-12-05',
      strict: true,
    });
  });

  it('count where nothing else is said, and are read like flags', () => {
    const env = { PETSTORE_RUNS: '3', PETSTORE_CHALLENGE: 'of another run' };
    const read = (more: object) =>
      readConfig({ flags: { deadline: '9' }, env, cwd: '.', flagOnly: ['challenge'], ...more });
    const settings = { runs: 2, deadline: 8, seed: 7 };
    expect(read({ recorded: settings })).toMatchObject({
      runs: 3,
      deadline: 9,
      seed: 7,
      challenge: undefined,
    });
    expect(() => read({ recorded: { seed: '7', timeoutMs: 0 } })).toThrow(
      'The option seed must be a number.\nThe setting timeoutMs of the report must be an integer from 1 to 600000, not "0".',
    );
  });

  it('name the categories even where they are the default: to name one is to say that the target knows it', () => {
    expect(recorded(configOf({ categoryIdsGiven: true }))).toHaveProperty('categoryIds', '1');
    expect(recorded(configOf())).not.toHaveProperty('categoryIds');
  });

  it('hold no secret', () => {
    const config = configOf({
      apiKey: 'secret-key',
      messagesApiKey: 'secret-too',
      header: [['X-Gateway', 'secret-gateway']],
      clientCert: 'secret-cert',
      clientKey: 'secret-pem',
    });
    expect(JSON.stringify(recorded(config))).not.toContain('secret');
    expect(recorded(config)).toMatchObject({
      messagesApiKey: '${PETSTORE_MESSAGES_API_KEY}',
      header: ['X-Gateway: ${PETSTORE_HEADER_1}'],
      clientCert: '${PETSTORE_CLIENT_CERT}',
      clientKey: '${PETSTORE_CLIENT_KEY}',
    });
  });
});
