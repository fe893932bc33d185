import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DockerfileParser } from 'dockerfile-ast';
import { Job, type IJob } from 'kubernetes-models/batch/v1';
import { PersistentVolumeClaim, Secret } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parse as parseEnv } from 'dotenv';
import { buildCli } from '../cli/build.ts';
import { reportIn } from '../e2e/kit.ts';
import { KEY, target } from '../e2e/servers.ts';
import { executed } from '../executed.ts';
import { scratch } from '../later.ts';
import { present } from '../present.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'ci', 'kubernetes');
const docker = DockerfileParser.parse(await readFile(join(root, 'Dockerfile'), 'utf8'));
const MODELS = { Job, PersistentVolumeClaim, Secret };

interface Manifest {
  readonly kind: keyof typeof MODELS;
  readonly stringData?: Readonly<Record<string, string>>;
}

const cli = await buildCli();

async function manifests(name: string): Promise<readonly Manifest[]> {
  const text = await readFile(join(folder, name), 'utf8');
  return parseAllDocuments(text).map((part) => part.toJS() as Manifest);
}

async function job(name: string): Promise<IJob> {
  return (await manifests(name)).find(({ kind }) => kind === 'Job') as IJob;
}

const container = ({ spec }: IJob) => present(spec?.template.spec?.containers[0]);

test('every manifest is what the schemas of Kubernetes ask for', async () => {
  const found = [...(await manifests('job.yaml')), ...(await manifests('compare.yaml'))];
  for (const manifest of found) new MODELS[manifest.kind](manifest).validate();

  // The schemas let members through that they do not know; the types that go with them do not.
  const cwd = await scratch('manifests');
  await symlink(join(root, 'node_modules'), join(cwd, 'node_modules'));
  const lines = found.map(
    (manifest, i) => `export const m${String(i)}: I${manifest.kind} = ${JSON.stringify(manifest)};`,
  );
  const types = `import type { IJob } from 'kubernetes-models/batch/v1';
    import type { IPersistentVolumeClaim, ISecret } from 'kubernetes-models/v1';`;
  await writeFile(join(cwd, 'manifests.ts'), [types, ...lines].join('\n'));
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', '--types', ''];
  const words = [tsc, ...options, '--module', 'nodenext', 'manifests.ts'];
  expect(await executed(process.execPath, words, { cwd })).toMatchObject({ code: 0, stdout: '' });
});

test.each(['job.yaml', 'compare.yaml'])(
  '%s runs without rights, on a read-only file system',
  async (name) => {
    const spec = (await job(name)).spec?.template.spec;
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container(await job(name)).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  },
);

test('each pod of the Indexed Job judges its target, and the reports are joined', async () => {
  const [secret] = await manifests('job.yaml');
  const judging = await job('job.yaml');
  const targets = Object.entries(secret?.stringData ?? {});
  expect(judging.spec?.completions).toBe(targets.length);

  const mounted = await scratch('pods');
  const inside = (words: readonly string[] = [], index = ''): string[] =>
    words.map((word) =>
      word
        .replaceAll('$(TARGET)', index)
        .replaceAll(/\/(targets|reports)\//gu, (_path, volume: string) => `${join(mounted, volume)}/`),
    );
  for (const name of ['targets', 'reports']) await mkdir(join(mounted, name));
  for (const [index, [file, text]] of targets.entries()) {
    expect(file).toBe(`${String(index)}.env`);
    const server = await target(...(index === 1 ? ['list/default-10'] : []));
    const settings = { ...parseEnv(text), PETSTORE_BASE_URL: server.baseUrl, PETSTORE_API_KEY: KEY };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(mounted, 'targets', file), lines.join(''));
    const ended = await cli.run(inside(container(judging).args, String(index)));
    expect(ended.code, ended.stdout + ended.stderr).toBe(index);
  }
  expect((await reportIn(join(mounted, 'reports', '1'))).report.verdict).toBe('non-conformant');

  const compared = await cli.run(inside(container(await job('compare.yaml')).args));
  expect(compared.stdout).toContain('list.limit.default');
  expect(compared.code).toBe(1);
});

test('what ends for good is not tried again, and what could not be reached is', async () => {
  const { podFailurePolicy } = (await job('job.yaml')).spec ?? {};
  const [rule] = podFailurePolicy?.rules ?? [];
  expect(rule).toMatchObject({ action: 'FailIndex', onExitCodes: { operator: 'In', values: [1, 2, 4] } });
  expect(rule?.onExitCodes?.containerName).toBe(container(await job('job.yaml')).name);
});

test('the image is small, of a user without rights, and starts the command of the package', async () => {
  const said = docker.getInstructions().map((one) => [one.getKeyword(), one.getArgumentsContent() ?? '']);
  const words = (keyword: string) => said.filter(([name]) => name === keyword).map(([, rest]) => rest);
  // One image of others, by its digest.
  expect(words('FROM').filter((from = '') => from.includes(':'))).toEqual([
    expect.stringMatching(/^node:22\.\d+\.\d+-slim@sha256:[0-9a-f]{64} AS base$/u),
  ]);
  expect(words('FROM').at(-1)).toBe('base');
  expect(words('USER')).toEqual(['1000']);
  const { bin } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const main = bin['petstore-conformance'] ?? '';
  expect(JSON.parse(words('ENTRYPOINT')[0] ?? '')).toEqual(['node', '--', `/kit/${main}`]);
  expect(words('CMD')).toEqual(['["run"]']);
  const lost = await cli.run(['run'], parseEnv((words('ENV')[0] ?? '').replaceAll(' ', '\n')));
  expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining('No target is named')]);
  // What is built there has to be sent there.
  const sent = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
  const folders = ['requirements', 'schemas', 'generators', 'suites', 'reports', 'reference', 'src'];
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
  for (const name of [...folders, 'tools/build.mjs', ...files]) expect(sent).toContain(`!${name}`);
});

test('the image is built again only where something changed, and has what a package has', async () => {
  const all = docker.getInstructions();
  const said = all.map((one) => `${one.getKeyword()} ${one.getArgumentsContent() ?? ''}`);
  const locked = said.indexOf('COPY package.json package-lock.json ./');
  const sources = said.indexOf('COPY . .');
  const installs = said.flatMap((line, at) => (line.startsWith('RUN npm ci') ? [at] : []));
  expect(installs.length).toBe(2);
  expect(locked).toBeLessThan(installs[0] ?? 0);
  expect(installs[0]).toBeLessThan(sources);
  expect(said[installs[1] ?? 0]).toContain('--omit=dev');
  // Of the stages before, what is copied; no sources, no tools, no types.
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const copied = [...text.matchAll(/^COPY --from=\w+ (\S+)/gmu)].map(([, from]) => from);
  const names = ['package.json', 'node_modules', 'dist', 'schemas/*.json'];
  expect(copied).toEqual(names.map((name) => `/kit/${name}`));
});

test('the command judges without a home, and without a folder for what is temporary', async () => {
  const { baseUrl } = await target();
  const out = await scratch('report');
  const words = ['run', '--base-url', baseUrl, '--only', 'list.success', '--out', out];
  const ended = await cli.spawn(words, { PETSTORE_API_KEY: KEY, TMPDIR: '/nowhere', HOME: '/nowhere' });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
});
