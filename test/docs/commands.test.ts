import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import { compiled } from '../compiled.ts';
import { buildCli } from '../cli/build.ts';
import { packed } from '../e2e/packed.ts';
import { KEY, target } from '../e2e/servers.ts';
import { freePort } from '../free-port.ts';
import { scratch } from '../later.ts';
import { blocksOf, scriptOf, type Block } from './guide.ts';
import { standIns } from './stand-ins.ts';
const root = new URL('../../', import.meta.url);
const GUIDES = ['README.md', 'docs/running.md', 'docs/implementing.md', 'docs/gating.md'];

const read = (name: string) => readFile(new URL(name, root), 'utf8');
/** Every page of Markdown that git knows. */
async function pages(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '*.md'], { cwd: fileURLToPath(root) });
  return stdout.trim().split('\n');
}

const cli = await buildCli();
const commands = await standIns(await packed());

/** A clone as `npm ci` leaves it. */
async function clone(): Promise<string> {
  const folder = join(await scratch('guide'), 'petstore-conformance');
  const from = fileURLToPath(root);
  // A file that git knows may have been removed since.
  const script = `mkdir "$0" && git ls-files --cached --others --exclude-standard |
    tar -c --ignore-failed-read -T - | tar -x -C "$0"`;
  await promisify(execFile)('bash', ['-o', 'pipefail', '-c', script, folder], { cwd: from });
  await cp(await compiled(), join(folder, 'dist'), { recursive: true });
  await symlink(join(from, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

interface Ran {
  /** Commands that failed, with their exit codes before them. */
  readonly failed: readonly string[];
  readonly log: string;
}

/** Runs all blocks of a guide one after the other, in one shell, each from the folder of the clone. */
async function run(blocks: readonly Block[], folder: string): Promise<readonly Ran[]> {
  const files = await scratch('blocks');
  const file = (name: string) => join(files, name);
  const good = await target();
  const ports = new Map<string, string>();
  const scripts = [];
  for (const [i, { text, fault }] of blocks.entries()) {
    const served = fault === undefined ? good : await target(fault);
    for (const [, port = ''] of text.matchAll(/--port (\d+)/gu)) {
      if (!ports.has(port)) ports.set(port, String(await freePort()));
    }
    let own = text
      .replaceAll(/https:\/\/\w+\.example\.com/gu, new URL(served.baseUrl).origin)
      .replaceAll('127.0.0.1:8080', new URL(served.baseUrl).host)
      .replaceAll('KEY=...', `KEY=${KEY}`);
    for (const [port, free] of ports) own = own.replaceAll(port, free);
    const before = fault === undefined ? '' : `PETSTORE_BASE_URL=${served.baseUrl}\n`;
    const after = fault === undefined ? '' : `\nPETSTORE_BASE_URL=${good.baseUrl}`;
    const block = file(`block-${String(i)}`);
    await writeFile(block, `cd "$CLONE"\n${before}${scriptOf(own)}${after}\n`);
    await writeFile(file(`failed-${String(i)}`), '');
    scripts.push(`FAILED=${file(`failed-${String(i)}`)}; . ${block} > ${file(`log-${String(i)}`)} 2>&1`);
  }
  // A block as a whole is a command too, and not one of the guide.
  const trap = `trap 'code=$?; [[ $BASH_COMMAND == ". /"* ]] || echo "$code $BASH_COMMAND" >> "$FAILED"' ERR`;
  await writeFile(file('guide'), [trap, ...scripts].join('\n'));
  const env = {
    PATH: `${commands}:${process.env.PATH ?? ''}`,
    HOME: files,
    CLONE: folder,
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
    NO_COLOR: '1',
    // What is judged is the guide.
    PETSTORE_RUNS: '1',
  };
  const shell = spawn('bash', ['--norc', file('guide')], {
    env,
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  });
  await new Promise((resolve) => shell.once('exit', resolve));
  // What goes on in the background is of the shell's group.
  try {
    process.kill(-(shell.pid ?? 0), 'SIGKILL');
  } catch {
    // Nothing does.
  }
  return Promise.all(
    blocks.map(async (_block, i) => ({
      failed: (await readFile(file(`failed-${String(i)}`), 'utf8')).split('\n').filter((line) => line !== ''),
      log: await readFile(file(`log-${String(i)}`), 'utf8'),
    })),
  );
}

/** The blocks of a guide, but for those that stand in a later one word for word: nothing is run twice. */
async function blocksToRun(guide: string): Promise<readonly Block[]> {
  const [own = [], ...later] = await Promise.all(
    GUIDES.slice(GUIDES.indexOf(guide)).map((name) => blocksOf(new URL(name, root))),
  );
  const told = ({ text, fault, exit }: Block): string => JSON.stringify([text, fault, exit]);
  const elsewhere = new Set(later.flat().map(told));
  return own.filter((block) => !elsewhere.has(told(block)));
}

test.concurrent.each(GUIDES)('every command of %s works as it stands there', async (guide) => {
  const blocks = await blocksToRun(guide);
  expect(blocks.length).toBeGreaterThan(0);
  const ran = await run(blocks, await clone());
  for (const [i, { failed, log }] of ran.entries()) {
    const { line, exit } = blocks[i] ?? { line: 0, exit: 0 };
    const codes = failed.map((one) => Number(one.split(' ')[0]));
    const place = `${guide}:${String(line)}\n${failed.join('\n')}\n${log}`;
    expect(
      codes.filter((code) => code !== exit),
      place,
    ).toEqual([]);
    if (exit !== 0) expect(codes, place).toContain(exit);
    expect(log, place).not.toContain(KEY);
  }
});

test('every command that a guide names in its text is there, with its options', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  let named = 0;
  for (const guide of await pages()) {
    const text = await read(guide);
    for (const [, script = ''] of text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/gu)) {
      expect(scripts, `${guide}: npm run ${script}`).toHaveProperty([script]);
      named += 1;
    }
    for (const [whole, command = '', rest = ''] of text.matchAll(
      /\bpetstore-conformance (run|serve|watch|requirements|faults|report|compare|keygen|attest|verify)\b([^`\n]*)/gu,
    )) {
      const options = rest.replace(/ #.*| -- .*/u, '').match(/(?<= )--[\w-]+/gu) ?? [];
      const { stdout } = await cli.run([command, '--help']);
      for (const option of options) expect(stdout, `${guide}: ${whole}`).toContain(`${option} `);
      named += 1;
    }
  }
  expect(named).toBeGreaterThan(20);
});

test('the guides count the requirements as the catalogue does', async () => {
  const told: { readonly where: string; readonly count: number }[] = [];
  for (const guide of [...GUIDES, 'CHANGELOG.md']) {
    const text = await read(guide);
    for (const [whole, count] of text.matchAll(/(?:of|all|:)\s+(\d+)\s+requirements\b/gu))
      told.push({ where: `${guide}: ${whole}`, count: Number(count) });
  }
  expect(told.length).toBeGreaterThan(3);
  expect(told.filter(({ count }) => count !== requirements.length)).toEqual([]);
});

test('what the guides show of a file stands there', async () => {
  let shown = 0;
  for (const guide of GUIDES) {
    const text = await read(guide);
    for (const [, name = '', body = ''] of text.matchAll(/<!-- (\S+\/\S+) -->\s+```\w+\n(.*?)^```$/gmsu)) {
      const bare = (lines: string) => lines.replaceAll(/^ +/gmu, '');
      expect(bare(await read(name)), `${guide}: ${name}`).toContain(bare(body).trim());
      shown += 1;
    }
  }
  expect(shown).toBeGreaterThan(1);
});

test('every link between the guides leads somewhere', async () => {
  for (const name of await pages()) {
    for (const [, path = ''] of (await read(name)).matchAll(/(?<!\\)\]\((?!https?:)([^)#\s]+)[^)]*\)/gu)) {
      expect(existsSync(new URL(path, new URL(name, root))), `${name}: ${path}`).toBe(true);
    }
  }
});
