// `npm run bench`: measures the cost of a run, as ratios to other programs measured alongside; CPU time too, since
// wall time is wrong on a busy machine. With --write, writes the table to BENCH.md.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { bare, command, emptyVitest, median } from './measure.mjs';
import { listOf, target } from './targets.mjs';

const RUNS = Number(process.env.BENCH_RUNS ?? 9);
const SIZES = [100, 1000, 10_000, 100_000, 1_000_000];
const LATENCY = 100;
const CONCURRENCY = 8;
const MANY = 60_000;
const folder = await mkdtemp(join(tmpdir(), 'petstore-bench-'));
const rows = [];

function row(what, value, aim) {
  rows.push([what, value, aim]);
  console.log(`${what.padEnd(62)}${value}${aim === '' ? '' : `  (aim: ${aim})`}`);
}

async function against(options, words = [], codes = [0]) {
  const one = await target(options);
  try {
    return await command(folder, [...one.words, ...words], codes);
  } finally {
    await one.close();
  }
}

const load = loadavg()[0];
/** Returns a wall time, or a note with the load if the machine is too busy to measure it. */
const wall = (value) =>
  load > availableParallelism()
    ? `not told: load ${load.toFixed(0)} on ${availableParallelism()} cores`
    : value;
try {
  const turns = [];
  for (let run = 0; run <= RUNS; run += 1) {
    const one = await command(folder);
    turns.push([one, await bare(one.traffic.requests), await emptyVitest(folder)]);
  }
  // The first round of measurements does not count, because the system's caches were still empty.
  turns.shift();
  const ratio = (other, of) => median(turns.map((turn) => of(turn[0]) / of(turn[other]))).toFixed(2);
  const [wallOf, cpuOf] = [(one) => one.ms, (one) => one.cpu];
  row('embedded server, wall, of as many bare requests', wall(`${ratio(1, wallOf)} x`), 'at most 2.0 x');
  row('embedded server, CPU, of as many bare requests', `${ratio(1, cpuOf)} x`, 'at most 2.0 x');
  row('embedded server, wall, of an empty vitest', wall(`${ratio(2, wallOf)} x`), 'at most 2.0 x');
  const mib = median(turns.map(([one]) => one.mib)).toFixed(0);
  row('embedded server, peak memory', `${mib} MiB`, 'at most 140 MiB');

  const starts = [];
  for (let run = 0; run < 3; run += 1) starts.push(await against({}, ['--only', 'version.prefix']));
  const start = median(starts.map(({ ms }) => ms));
  const late = await against({ latency: LATENCY }, ['--concurrency', String(CONCURRENCY)]);
  const least = (late.traffic.requests * LATENCY) / CONCURRENCY + start;
  row(
    `${LATENCY} ms a request, wall, of requests x latency / ${CONCURRENCY} and start-up`,
    wall(`${(late.ms / least).toFixed(2)} x`),
    'at most 1.15 x',
  );

  const many = await against({ list: listOf(MANY) }, [], [1]);
  row(`${MANY} animals in every list, peak memory`, `${many.mib.toFixed(0)} MiB`, 'at most 250 MiB');

  const sized = [];
  for (const animals of SIZES) sized.push(await against({ animals }));
  const [first] = sized;
  for (const [at, one] of sized.entries()) {
    const { requests, created } = one.traffic;
    row(
      `${SIZES[at]} animals: requests, animals added, CPU of the first row`,
      `${requests}, ${created}, ${(one.cpu / first.cpu).toFixed(2)} x`,
      'flat',
    );
  }
  if (process.argv.includes('--write')) await write();
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Writes the table into BENCH.md, between its marks. */
async function write() {
  const file = fileURLToPath(new URL('../../BENCH.md', import.meta.url));
  const text = await readFile(file, 'utf8');
  const table = [
    '| What | Measured | Aim |',
    '| --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ];
  const where = `Measured on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, ${availableParallelism()} cores, ${RUNS} turns, load ${load.toFixed(1)} at the start.`;
  const marked = /(<!-- bench -->\n)[\s\S]*(<!-- \/bench -->)/u;
  const written = text.replace(marked, `$1\n${where}\n\n${table.join('\n')}\n\n$2`);
  await writeFile(file, await format(written, { ...(await resolveConfig(file)), filepath: file }));
}
