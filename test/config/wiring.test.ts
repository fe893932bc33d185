import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { settings, type SettingName } from '../../src/config/settings.ts';
import { SELF_SIGNED } from '../http/certificate.ts';
import { buildCli, judged, outFolder, reportIn, type Judged } from '../e2e/kit.ts';
import { KEY, refuse, relay, type Between } from '../e2e/servers.ts';
import { listening } from '../later.ts';
import { waiverFile } from '../waivers/entries.ts';

const cli = await buildCli();
const LITTLE = ['--only', 'version.prefix'];

/** What came to the target; its body, where it went on. */
interface Came {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A run of the command, and what came to its target. */
interface Seen extends Judged {
  readonly came: readonly Came[];
  /** Requests that were under way at once, at most. */
  readonly widest: number;
}

/** Judges a server with these words, as little of it as they leave. */
async function seenWith(
  words: readonly string[],
  { env = {}, messages = false, between = (pass) => pass() }: Options = {},
): Promise<Seen> {
  const came: Came[] = [];
  let underWay = 0;
  let widest = 0;
  const target = await relay((pass, incoming, response, number) => {
    underWay += 1;
    widest = Math.max(widest, underWay);
    response.on('close', () => void (underWay -= 1));
    const { url = '', method = '', headers } = incoming;
    const one = { url, method, headers, body: '' };
    came.push(one);
    const passOn = (): void => {
      incoming.on('data', (chunk: Buffer) => (one.body += chunk.toString()));
      pass();
    };
    between(passOn, incoming, response, number);
  });
  const address = ['--base-url', target.baseUrl, ...(messages ? ['--messages-url', target.messagesUrl] : [])];
  const told = await judged(cli, [...address, ...words], { PETSTORE_API_KEY: KEY, ...env });
  return { ...told, came, widest };
}

interface Options {
  readonly env?: NodeJS.ProcessEnv;
  /** Whether the messages address is named. */
  readonly messages?: boolean;
  readonly between?: Between;
}

/** Judges a server with a fault. */
async function faulty(fault: string, words: readonly string[]): Promise<Judged> {
  const { baseUrl } = await relay((pass) => pass(), { faults: [fault] });
  return judged(cli, ['--base-url', baseUrl, ...words], { PETSTORE_API_KEY: KEY });
}

const slowly: Between = (pass) => void setTimeout(pass, 30);
const never: Between = () => undefined;
const verdictOf = ({ report }: Judged, id: string) =>
  report.requirements.find((row) => row.id === id)?.verdict;
const file = async (name: string, text: string): Promise<string> => {
  const path = join(cli.cwd, name);
  await writeFile(path, text);
  return path;
};

/**
 * What each option does to a run, seen from outside. A new option does not compile without its row, and a row fails where
 * nothing is done with what the user said.
 */
const effects = {
  baseUrl: async () => {
    const { came, report } = await seenWith(LITTLE);
    expect(came.map(({ url }) => url)).toEqual(['/v1/pets']);
    expect(report.target.embedded).toBe(false);
  },
  apiKey: async () => {
    const { came } = await seenWith([...LITTLE, '--api-key', 'another-key-1234'], { env: {} });
    expect(came[0]?.headers.authorization).toBe('Bearer another-key-1234');
  },
  messagesUrl: async () => {
    const { came } = await seenWith(['--only', 'messages.success'], { messages: true });
    expect(came.some(({ url }) => url === '/messages')).toBe(true);
  },
  messagesApiKey: async () => {
    const words = ['--only', 'messages.success', '--messages-api-key', 'messages-key-5678'];
    const { came } = await seenWith(words, { messages: true });
    const messages = came.filter(({ url }) => url === '/messages');
    expect(messages.map(({ headers }) => headers.authorization)).toContain('Bearer messages-key-5678');
  },
  categoryIds: async () => {
    const { came } = await seenWith(['--only', 'create.status.values', '--category-ids', '3']);
    const bodies = came.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(3);
    for (const body of bodies) expect(body).toMatch(/"categoryId"\s*:\s*3/u);
  },
  header: async () => {
    const { came, report } = await seenWith([...LITTLE, '--header', 'X-Gate: open-sesame-99']);
    expect(came[0]?.headers['x-gate']).toBe('open-sesame-99');
    expect(JSON.stringify(report)).not.toContain('open-sesame-99');
  },
  // One is nothing without the other.
  clientCert: () => (certificate ??= shownCertificate()),
  clientKey: () => (certificate ??= shownCertificate()),
  embedded: async () => {
    const stderr =
      'error: No target is named, and CI is set: give its address with --base-url or PETSTORE_BASE_URL, or --embedded to judge the reference server.\n';
    expect(await cli.run(['run', ...LITTLE], { CI: 'true' })).toMatchObject({ code: 2, stderr });
    const asked = await cli.run(['run', ...LITTLE, '--embedded'], { CI: 'true' });
    expect(asked.stdout).toContain('Judging the embedded reference server');
    expect(asked.code).toBe(0);
  },
  consistencyMs: async () => {
    // An animal that no get finds is waited for.
    const lost: Between = (pass, { url }, response) => {
      if (/\/pets\/\d+$/u.test(url ?? '')) refuse(response, 404);
      else pass();
    };
    const words = ['--only', 'get.removed', '--consistency-ms'];
    const quick = await seenWith([...words, '1'], { between: lost });
    const patient = await seenWith([...words, '1500'], { between: lost });
    expect(patient.came.length).toBeGreaterThan(quick.came.length);
  },
  timeoutMs: async () => {
    const { report } = await seenWith([...LITTLE, '--timeout-ms', '150'], { between: never });
    expect(report.aborted?.message).toContain('no complete answer within 0.15 s');
  },
  concurrency: async () => {
    const { widest } = await seenWith(['--only', 'auth.missing', '--concurrency', '3'], { between: slowly });
    expect(widest).toBe(3);
  },
  waitReady: async () => {
    let since = 0;
    const starting: Between = (pass, { socket }) => {
      since ||= performance.now();
      if (performance.now() - since < 600) socket.destroy();
      else pass();
    };
    expect((await seenWith([...LITTLE, '--wait-ready', '30'], { between: starting })).code).toBe(0);
  },
  deadline: async () => {
    const { report } = await seenWith(['--only', 'auth.*', '--deadline', '1'], {
      between: (pass) => void setTimeout(pass, 400),
    });
    expect(report.aborted?.message).toContain('The deadline of 1 s passed');
  },
  runs: async () => {
    const words = ['--only', 'get.not-found', '--runs'];
    const few = await seenWith([...words, '1']);
    const many = await seenWith([...words, '40']);
    expect(many.came.length).toBeGreaterThan(few.came.length + 20);
    expect(many.report.scope.runs).toBe(40);
  },
  seed: async () => {
    // Names carry the tag of the run, drawn anew each time; limits are the seed's alone.
    const limits = async (seed: string) =>
      (await seenWith(['--only', 'auth.missing', '--seed', seed])).came
        .flatMap(({ url }) => /limit=\d+/u.exec(url) ?? [])
        .toSorted();
    expect(await limits('7')).toEqual(await limits('7'));
    expect(await limits('7')).not.toEqual(await limits('8'));
  },
  challenge: async () => {
    const words = ['--only', 'create.id.assigned', '--challenge'];
    const runs = [await seenWith([...words, 'acme 7f3a']), await seenWith([...words, 'acme 7f3b'])];
    const [one, other] = runs.map(({ report: { scope, seed, tag } }) => ({ scope, seed, tag }));
    expect(one).toMatchObject({ scope: { challenge: 'acme 7f3a' }, seed: -1_215_900_870, tag: 'wkgsgn' });
    expect([other?.seed, other?.tag]).not.toEqual([one?.seed, one?.tag]);
    expect(runs[0]?.report.created[0]?.name).toContain('wkgsgn');
    const refused = await cli.run(['run', '--embedded', '--challenge', 'acme 7f3a', '--seed', '7']);
    const stderr = 'error: The option --seed must be left out: the seed is derived from --challenge.\n';
    expect(refused).toMatchObject({ code: 2, stderr });
  },
  readOnly: async () => {
    const { came } = await seenWith(['--only', 'list.limit.*', '--read-only']);
    expect(new Set(came.map(({ method }) => method))).toEqual(new Set(['GET']));
  },
  maxCreated: async () => {
    const { came, report } = await seenWith(['--only', 'list.limit.*', '--max-created', '3']);
    expect(came.filter(({ method }) => method === 'POST').length).toBeLessThan(30);
    expect(report.traffic.created).toBeLessThanOrEqual(3);
  },
  only: async () => {
    const { report } = await seenWith(LITTLE);
    const tested = report.requirements.filter(({ verdict }) => verdict !== 'not-tested');
    expect(tested.map(({ id }) => id)).toEqual(['version.prefix']);
  },
  asOf: async () => {
    const seen = await seenWith(['--only', 'get.removed', '--as-of', '2031-01-01']);
    expect(verdictOf(seen, 'get.removed')).toBe('fail');
  },
  strict: async () => {
    const words = ['--only', 'get.deprecation'];
    const lenient = await faulty('get/not-announced', words);
    const strict = await faulty('get/not-announced', [...words, '--strict']);
    expect([lenient.code, strict.code]).toEqual([0, 1]);
  },
  waivers: async () => {
    const waivers = await waiverFile({ requirement: 'list.limit.default', reason: 'known' });
    const waived = await faulty('list/default-10', ['--only', 'list.limit.default', '--waivers', waivers]);
    expect(verdictOf(waived, 'list.limit.default')).toBe('waived');
  },
  baseline: async () => {
    const { out } = await seenWith(LITTLE);
    const { report } = await seenWith([...LITTLE, '--baseline', out]);
    expect(report.baseline).toBeDefined();
  },
  onlyFailed: async () => {
    const { out } = await seenWith(['--only', 'get.*', '--as-of', '2031-01-01']);
    const { report } = await seenWith(['--only-failed', out]);
    expect(report.scope.only).toEqual(['get.removed']);
  },
  writeWaivers: async () => {
    const path = join(cli.cwd, 'new.json');
    await seenWith(['--only', 'get.removed', '--as-of', '2031-01-01', '--write-waivers', path]);
    expect(await readFile(path, 'utf8')).toContain('"requirement": "get.removed"');
  },
  out: async () => {
    const { out, files } = await seenWith(LITTLE);
    expect(await readdir(out)).toEqual(files);
    expect(files).toContain('report.json');
  },
  history: async () => {
    const path = join(cli.cwd, 'runs.jsonl');
    await seenWith([...LITTLE, '--history', path]);
    const { report } = await seenWith([...LITTLE, '--history', path]);
    expect(report.history).toHaveLength(1);
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(3);
  },
  product: async () => {
    expect((await seenWith([...LITTLE, '--product', 'Pets 1.2'])).report.product?.name).toBe('Pets 1.2');
  },
  vendor: async () => {
    expect((await seenWith([...LITTLE, '--vendor', 'Acme'])).report.product?.vendor).toBe('Acme');
  },
  envFile: async () => {
    const path = await file('other.env', 'PETSTORE_SEED=4711\n');
    expect((await seenWith([...LITTLE, '--env-file', path])).report.seed).toBe(4711);
  },
} satisfies Record<SettingName, () => Promise<void>>;

let certificate: Promise<void> | undefined;

/** A server that asks for a certificate is shown the one that was given, by a process that knows its authority. */
async function shownCertificate(): Promise<void> {
  const shown: string[] = [];
  const server = createServer(
    { ...SELF_SIGNED, ca: SELF_SIGNED.cert, requestCert: true, rejectUnauthorized: true },
    ({ socket }, response) => {
      if (socket instanceof TLSSocket) shown.push(socket.getPeerCertificate().fingerprint256);
      response.setHeader('content-type', 'application/json').end('[]');
    },
  );
  const port = await listening(server);
  const [cert, key] = [await file('cert.pem', SELF_SIGNED.cert), await file('key.pem', SELF_SIGNED.key)];
  const out = await outFolder(cli);
  const words = ['--base-url', `https://127.0.0.1:${String(port)}/v1`, '--out', out, ...LITTLE];
  const env = { PETSTORE_API_KEY: KEY, NODE_EXTRA_CA_CERTS: cert };
  expect((await cli.spawn(['run', ...words], env)).code).toBe(3);
  expect(shown).toEqual([]);
  const given = await cli.spawn(['run', ...words, '--client-cert', cert, '--client-key', key], env);
  expect(given).toMatchObject({ code: 0, stderr: '' });
  expect(shown.length).toBeGreaterThan(0);
  expect((await reportIn(out)).report.aborted).toBeUndefined();
}

test.each(Object.entries(effects))('%s does what it says', async (_, effect) => effect());

test('every option has its row', () => {
  expect(Object.keys(effects).toSorted()).toEqual(Object.keys(settings).toSorted());
});
