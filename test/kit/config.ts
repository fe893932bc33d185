import type { Config } from '../../src/config/types.ts';

/** A configuration as a run against somebody's server has it. */
export function configOf(different: Partial<Config> = {}): Config {
  return {
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: 'pk_0123456789abcdef',
    embedded: false,
    messages: { url: 'http://127.0.0.1:1/messages', apiKey: 'pk_0123456789abcdef' },
    categoryIds: [1n],
    categoryIdsGiven: false,
    consistencyMs: 0,
    timeoutMs: 1000,
    concurrency: 8,
    runs: 4,
    seed: 7,
    readOnly: false,
    maxCreated: 150,
    only: [],
    headers: [],
    clientCertificate: null,
    waitReady: 0,
    deadline: 300,
    asOf: new Date().toISOString().slice(0, 10),
    strict: false,
    out: '',
    ...different,
  };
}
