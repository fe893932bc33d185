import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../later.ts';

/** What we use of action.yml. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}
export interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

/** What a composite action did, played as GitHub's runner does it. */
export interface Played {
  /** Of the step that failed first; 0 where none did. */
  readonly code: number;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The actions that were used, with what they were given. */
  readonly used: readonly { readonly action: string; readonly with: Readonly<Record<string, string>> }[];
}

/** The address of the page that was uploaded. */
export const PAGE = 'https://github.com/o/r/actions/runs/1/artifacts/2';

type Contexts = Readonly<Record<string, unknown>>;

/**
 * Plays the steps: expressions filled in before bash sees a script, defaults for inputs that are not set, a file for outputs
 * and one for the summary. Steps of other actions are noted, and not run.
 * @param env what the job has besides
 */
export async function play(
  action: Action,
  inputs: Readonly<Record<string, string>>,
  place: { readonly workspace: string; readonly actionPath: string },
  env: NodeJS.ProcessEnv,
): Promise<Played> {
  const temp = await scratch('runner');
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  const contexts: Contexts = {
    inputs: { ...Object.fromEntries(defaults), ...inputs },
    runner: { temp, os: 'Linux' },
    github: { token: 'token-of-the-job' },
    steps,
  };
  const used: { action: string; with: Record<string, string> }[] = [];
  const summary = join(temp, 'summary');
  await writeFile(summary, '');
  let log = '';
  let code = 0;
  for (const step of action.runs.steps) {
    if (!holds(step.if ?? 'success()', contexts, code === 0)) continue;
    const given = filledIn(step.with ?? {}, contexts);
    if (step.uses !== undefined) {
      used.push({ action: step.uses, with: given });
      if (step.id === 'page') steps.page = { outputs: { 'artifact-url': PAGE } };
    }
    if (step.run === undefined) continue;
    const output = join(temp, 'output');
    const script = join(temp, 'script.sh');
    await writeFile(output, '');
    await writeFile(script, fill(step.run, contexts));
    const ended = await bash(script, place.workspace, {
      ...env,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: place.actionPath,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_WORKSPACE: place.workspace,
      RUNNER_TEMP: temp,
      ...filledIn(step.env ?? {}, contexts),
    });
    log += ended.log;
    if (code === 0) code = ended.code;
    if (step.id !== undefined) steps[step.id] = { outputs: readOutputs(await readFile(output, 'utf8')) };
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, contexts)]);
  return {
    code,
    log,
    outputs: Object.fromEntries(outputs) as Record<string, string>,
    summary: await readFile(summary, 'utf8'),
    used,
  };
}

function bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number; log: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], { cwd, env });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (t) => (log += t));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, log }));
  });
}

function filledIn(texts: Readonly<Record<string, string>>, contexts: Contexts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, contexts)]));
}

function fill(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/gu, (_whole, path: string) => look(path, contexts));
}

/** The text that a path such as `steps.judge.outputs.verdict` leads to; empty where it leads nowhere, as on GitHub. */
function look(path: string, contexts: Contexts): string {
  let value: unknown = contexts;
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? (value as Contexts)[name] : undefined;
  }
  return typeof value === 'string' ? value : '';
}

/** Whether a condition of the few forms that we write holds. */
function holds(condition: string, contexts: Contexts, succeeded: boolean): boolean {
  const terms = condition.replace(/^\$\{\{ (.*) \}\}$/u, '$1').split(' && ');
  return terms.every((term) => {
    if (term === 'always()') return true;
    if (term === 'success()') return succeeded;
    const [, path, text] = /^([\w.-]+) != '([^']*)'$/u.exec(term) ?? [];
    if (path === undefined) throw new Error(`the runner of the tests does not know the condition ${term}`);
    return look(path, contexts) !== text;
  });
}

/** The two forms that GITHUB_OUTPUT takes. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, long, end] = /^([\w-]+)<<(.+)$/u.exec(line) ?? [];
    const [, short, value] = /^([\w-]+)=(.*)$/u.exec(line) ?? [];
    if (long !== undefined && end !== undefined) {
      outputs[long] = lines.splice(0, lines.indexOf(end)).join('\n');
      lines.shift();
    } else if (short !== undefined) outputs[short] = value ?? '';
    else if (line !== '') throw new Error(`no output: ${line}`);
  }
  return outputs;
}
