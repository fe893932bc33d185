import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));

const ONE_THREAD = ['--pool=threads', '--no-isolate', '--no-file-parallelism', '--no-cache'];

/** Loaded before a script: when the script ends, writes its CPU time (ms) and peak memory (KiB) to descriptor 3. */
const TELLS = `data:text/javascript,import { writeSync } from 'node:fs'; process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, kib: maxRSS }));
});`;

/** Runs a script; resolves to wall and CPU time in milliseconds, and peak memory in MiB. */
function once(args, codes) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', TELLS, '--', ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    let told = '';
    child.stdio[3].on('data', (chunk) => (told += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (!codes.includes(code)) reject(new Error(`${args.join(' ')} ended with exit code ${code}`));
      else {
        const { cpu, kib } = JSON.parse(told);
        resolve({ ms: performance.now() - started, cpu, mib: kib / 1024 });
      }
    });
  });
}

/** Runs the whole command once; the result has its traffic and verdict too. `codes`: the allowed exit codes. */
export async function command(folder, words = [], codes = [0]) {
  const took = await once([file('../../dist/cli.js'), 'run', '--out', folder, ...words], codes);
  const { traffic, verdict } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  return { ...took, traffic, verdict };
}

/** Runs vitest with one empty test in one thread: the fixed cost of every vitest run. */
export async function emptyVitest(folder) {
  await writeFile(join(folder, 'empty.test.js'), "test('nothing', () => {});\n");
  const vitest = file('../../node_modules/vitest/vitest.mjs');
  return once([vitest, 'run', '--root', folder, '--globals', ...ONE_THREAD], [0]);
}

/** Sends this many requests without the kit. */
export const bare = (requests) => once([file('./bare.mjs'), String(requests)], [0]);

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
