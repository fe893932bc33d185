// The step of action.yml that judges. Inputs become settings, and the outcome of the run becomes outputs. Nothing that
// somebody gave is ever a part of a script: it comes in the environment, and goes on in the environment or as one word.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

/** Options without a name in the environment; of those that may be repeated each line is one. */
const FLAGS = new Map([
  ['BASELINE', '--baseline'],
  ['HEADER', '--header'],
  ['ONLY', '--only'],
  ['ONLY_FAILED', '--only-failed'],
  ['WRITE_WAIVERS', '--write-waivers'],
]);

/** What the inputs ask for; an input that is empty was not set. */
function settings(inputs) {
  const env = { ...process.env };
  // A .env of the checkout would be a way to send the key somewhere else.
  const words = ['run', `--env-file=${devNull}`];
  for (const [name, text] of inputs) {
    const flag = FLAGS.get(name);
    if (flag === undefined) env[`PETSTORE_${name}`] = text;
    else words.push(...text.split(/\r?\n/u).flatMap((line) => (line === '' ? [] : [`${flag}=${line}`])));
  }
  return { env, words };
}

/** The verdict of the report in a folder; empty where this run wrote none. */
function verdictIn(folder, since) {
  try {
    const { verdict, finishedAt } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    return Date.parse(finishedAt) >= since ? verdict : '';
  } catch {
    return '';
  }
}

/** A name that no other use of the action has in this run of a workflow: two artifacts of one name are refused. */
function artifactName() {
  const { KIT_ARTIFACT: name = '', GITHUB_JOB: job = 'job' } = process.env;
  if (name === 'none') return '';
  return name === '' ? `conformance-report-${job}-${randomUUID().slice(0, 8)}` : name;
}

/** Copies the page to a file with a name of its own, since an artifact of one file has the name of the file. */
function pageFor(artifact, folder) {
  if (artifact === '') return '';
  const copies = join(process.env.RUNNER_TEMP, 'petstore-pages');
  mkdirSync(copies, { recursive: true });
  const page = join(copies, `page-of-${artifact}.html`);
  copyFileSync(join(folder, 'report.html'), page);
  return page;
}

function output(name, value) {
  const end = randomUUID();
  appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`);
}

const inputs = Object.entries(process.env).flatMap(([name, text]) =>
  name.startsWith('INPUT_') && text !== '' ? [[name.slice('INPUT_'.length), text]] : [],
);
const { env, words } = settings(inputs);
for (const name of Object.keys(env)) if (name.startsWith('INPUT_')) delete env[name];

if ((env.PETSTORE_BASE_URL ?? '') === '') {
  // The command alone would judge the embedded reference server, and be green.
  console.log(
    '::error::No target: give the action the input base-url, or the job the variable PETSTORE_BASE_URL.',
  );
  process.exit(2);
}

const since = Date.now();
const child = spawn(process.execPath, ['--', process.env.KIT_MAIN, ...words], { env, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (code) => {
  const folder = env.PETSTORE_OUT ?? 'conformance-report';
  const verdict = verdictIn(folder, since);
  output('verdict', verdict);
  output('report', verdict === '' ? '' : folder);
  const artifact = verdict === '' ? '' : artifactName();
  output('artifact', artifact);
  output('page', pageFor(artifact, folder));
  const isTooLittle = verdict === 'partial' && process.env.KIT_FAIL_ON_PARTIAL === 'true';
  if (isTooLittle) console.log('::error::The verdict is partial, and fail-on-partial is set.');
  process.exitCode = code === 0 && isTooLittle ? 1 : (code ?? 3);
});
