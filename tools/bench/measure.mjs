import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const EMPTY = [file('./empty.mjs')];

/** Runs a script once: wall and CPU time in milliseconds, peak memory in MiB. */
function once(args, codes) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', file('./peak.mjs'), '--', ...args], {
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

/** The whole command once, and its traffic. `codes` are exit codes that are as they should be. */
export async function command(folder, words = [], codes = [0]) {
  const took = await once([file('../../dist/cli.js'), 'run', '--out', folder, ...words], codes);
  const { traffic, verdict } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  return { ...took, traffic, verdict };
}

/** An empty vitest once. */
export function emptyVitest() {
  return once(EMPTY, [0]);
}

/** So many requests without a kit, once. */
export function bare(requests) {
  return once([file('./bare.mjs'), String(requests)], [0]);
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
