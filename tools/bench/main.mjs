// `npm run bench`: the whole command on the embedded server against an empty vitest, in turn, as medians of one run.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNS = Number(process.env.BENCH_RUNS ?? 9);
const AIM = 2;
const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'petstore-bench-'));

/** Runs a script once: wall time in milliseconds, peak memory in MiB. */
function once(args) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', file('./peak.mjs'), ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    let peak = '';
    child.stdio[3].on('data', (chunk) => (peak += chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0) reject(new Error(`${args[0]} ended with exit code ${code}`));
      else resolve({ ms: performance.now() - started, mib: Number(peak) / 1024 });
    });
  });
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const command = [file('../../dist/src/cli/main.js'), 'run', '--out', folder];
const empty = [file('./empty.mjs')];
try {
  await once(command);
  await once(empty);
  const whole = [];
  const idle = [];
  for (let run = 0; run < RUNS; run += 1) {
    whole.push(await once(command));
    idle.push(await once(empty));
  }
  const { traffic } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  const ratios = whole.map(({ ms }, run) => ms / idle[run].ms);
  const row = (name, value) => console.log(`${name.padEnd(28)}${value}`);
  row('whole command, median', `${median(whole.map(({ ms }) => ms)).toFixed(0)} ms`);
  row('empty vitest, median', `${median(idle.map(({ ms }) => ms)).toFixed(0)} ms`);
  row('ratio, median of pairs', `${median(ratios).toFixed(2)} (the aim is ${AIM} at most)`);
  row('requests', traffic.requests);
  row('animals created', traffic.created);
  row('peak memory, median', `${median(whole.map(({ mib }) => mib)).toFixed(0)} MiB`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
