import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { Ended } from '../cli/build.ts';
import { installPacked } from '../e2e/packed.ts';
import { executed } from '../executed.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/certifier', import.meta.url));

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { readonly run?: string; readonly uses?: string }[] }>
  >;
}

/** What started a workflow: a pull request that changes files, or somebody who asks for a challenge. */
interface PlayedEvent {
  readonly changed?: readonly string[];
  readonly product?: string;
}

/** A certifier's repository, made from the example, with the packed kit installed in it. */
export interface Programme {
  readonly folder: string;
  /** Runs a script in a folder of it. */
  shell(script: string, within: string): Promise<Ended>;
  /** Runs a command of the kit in it. */
  kit(words: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  /** Runs check.js for a checkout of a pull request that changes these files. */
  check(submission: string, changed: readonly string[]): Promise<Ended>;
  /** Runs each step of a workflow that has a command, as it stands, until one fails; what is used of others is not run. */
  play(workflow: string, event?: PlayedEvent): Promise<Ended>;
  /** What was commented last. */
  comment(): Promise<string>;
}

export async function startProgramme(rules: object, vendors: object): Promise<Programme> {
  const project = await installPacked();
  const { folder } = project;
  await cp(EXAMPLE, folder, { recursive: true });
  for (const name of ['vendors', 'products']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'rules.json'), JSON.stringify(rules));
  await writeFile(join(folder, 'vendors.json'), JSON.stringify(vendors));
  const tools = await fakeTools(folder);
  const env = { ...project.env, PATH: `${tools}:${process.env.PATH ?? ''}` };
  const run = (file: string, words: readonly string[], more: NodeJS.ProcessEnv = {}, input = '') =>
    executed(file, words, { cwd: folder, env: { ...env, ...more } }, input);

  const play = async (name: string, { changed = [], product = '' }: PlayedEvent = {}): Promise<Ended> => {
    const text = await readFile(join(folder, '.github', 'workflows', name), 'utf8');
    const [job] = Object.values((parse(text) as Workflow).jobs);
    const more = {
      CI: 'true',
      GITHUB_REPOSITORY: 'certifier/stores',
      GITHUB_STEP_SUMMARY: '/dev/null',
      NUMBER: '7',
      PRODUCT: product,
      PROFILES: 'animals',
      CHANGED: changed.join('\n'),
    };
    let last: Ended = { code: 0, stdout: '', stderr: '' };
    for (const step of job?.steps ?? []) {
      if (step.run === undefined) continue;
      const isComment = step.run.startsWith('gh pr comment');
      if (last.code !== 0 && !isComment) continue;
      const found = await run('bash', ['-eo', 'pipefail', '-c', step.run], more);
      if (last.code === 0) last = { ...found, stdout: last.stdout + found.stdout };
    }
    return last;
  };
  return {
    folder,
    shell: (script, within) =>
      executed('bash', ['-eo', 'pipefail', '-c', script], { cwd: join(folder, within), env }, ''),
    kit: (words, more) => run('npx', ['petstore-conformance', ...words], more),
    check: (submission, changed) => run(process.execPath, ['check.js', submission], {}, changed.join('\n')),
    play,
    comment: () => readFile(join(tools, 'comment'), 'utf8'),
  };
}

/**
 * A gh that lists the changed files and keeps comments, an npm that has installed everything, an npx without npm around
 * it, which test/e2e/package.test.ts has, and a git that has pushed.
 */
async function fakeTools(folder: string): Promise<string> {
  const tools = await mkdtemp(join(folder, 'tools-'));
  const scripts = {
    gh: `#!/usr/bin/env bash
set -eu
case "$1 $2" in
  'api --paginate') printf '%s\\n' "$CHANGED" ;;
  'pr comment') while [ "$1" != --body-file ]; do shift; done; cp "$2" "$(dirname "$0")/comment" ;;
  *) exit 64 ;;
esac
`,
    git: '#!/usr/bin/env bash\n[[ "$*" =~ ^(add challenges/|-c user.name=.*commit|push$) ]]\n',
    npm: '#!/usr/bin/env bash\n[ "$*" = "ci --ignore-scripts" ]\n',
    npx: `#!/usr/bin/env bash
[ "$1" != --no-install ] || shift
# The reference server, which is judged in everything elsewhere, is judged by a part.
[[ "$*" != *' run --embedded '* ]] || set -- "$@" --only version.prefix
exec "$(dirname "$0")/../node_modules/.bin/$1" "\${@:2}"
`,
  };
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(join(tools, name), text);
    await chmod(join(tools, name), 0o755);
  }
  return tools;
}

/** A folder of products as a pull request has it. */
export async function submissionIn(programme: Programme): Promise<string> {
  const path = join(programme.folder, 'submission');
  await rm(path, { recursive: true, force: true });
  await mkdir(join(path, 'products'), { recursive: true });
  return path;
}
