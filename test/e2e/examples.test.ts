import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { executed } from '../executed.ts';
import { buildCli, judged } from './kit.ts';
import { installPacked, packed } from './packed.ts';
import { startExample } from './example.ts';
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'examples');
/** Those that are servers. */
const names = ['express', 'node'];

const cli = await buildCli();
const project = await installPacked();
// As in a clone, where vitest would find the kit's own configuration.
await cp(join(root, 'vitest.config.ts'), join(project.folder, 'vitest.config.ts'));
const own = (path: string): boolean => !path.includes('node_modules');
await cp(folder, join(project.folder, 'examples'), { recursive: true, filter: own });

test.each(names)('the server in examples/%s is short, and conformant in everything', async (name) => {
  const text = await readFile(join(folder, name, 'server.js'), 'utf8');
  expect(text.split('\n').length).toBeLessThan(150);
  const server = await startExample(join(project.folder, 'examples', name), 'key-of-the-example');
  const { code, report } = await judged(
    cli,
    ['--base-url', server.baseUrl, '--messages-url', server.messagesUrl, '--category-ids', '1,2,3'],
    { PETSTORE_API_KEY: 'key-of-the-example' },
  );
  expect(report.requirements.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
  expect({ code, verdict: report.verdict }).toEqual({ code: 0, verdict: 'conformant' });
});

test.each(names)('the tests of examples/%s are green, with the package as it is packed', async (name) => {
  const cwd = join(project.folder, 'examples', name);
  const env = { ...project.env, NO_COLOR: '1' };
  // A part: the test before has judged the server in everything.
  const { stdout } = await executed('npm', ['test', '--', '-t', 'list.limit.default'], { cwd, env });
  expect(stdout).toMatch(/Tests {2}[1-9]\d* passed \| \d+ skipped \(\d+\)/u);
});

test.each(names)('examples/%s installs the tarball that npm pack makes', async (name) => {
  const manifest = JSON.parse(await readFile(join(folder, name, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const tarball = (await packed()).split('/').at(-1) ?? '';
  expect(manifest.devDependencies).toEqual({ 'petstore-conformance': `file:../../${tarball}` });
});
