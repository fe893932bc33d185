import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ended, type Ended } from '../cli/build.ts';
import { buildCli, FILES, outFolder, reportIn } from './kit.ts';

const cli = await buildCli();

const LINUX = process.platform === 'linux';
const ROOT = process.getuid?.() === 0;
/** A run that sends a request, and the least that a machine has to bear of one. */
const LEAST = '--only version.prefix';
const MORE = '--only list.limit.default';

/** Runs the command from a shell that does something first, with nothing in the environment but the way to programs. */
async function shell(first: string, out: string, more: string, who?: number): Promise<Ended> {
  const main = join(cli.folder, 'dist', 'cli.js');
  const command = `${first}\nexec "$0" -- "$1" run --out "$2" --seed 1 ${more}`;
  const child = spawn('bash', ['-c', command, process.execPath, main, out], {
    cwd: cli.cwd,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(who === undefined ? {} : { uid: who, gid: who }),
  });
  return ended(child);
}

/** Whether every file in a folder can be read to its end; half-written ones and temporary ones are none of a report's. */
async function whole(out: string): Promise<readonly string[]> {
  const names = readdirSync(out).toSorted();
  for (const name of names) {
    const text = await readFile(join(out, name), 'utf8');
    if (/\.(?:json|har|jsonld)$/u.test(name)) JSON.parse(text);
    else if (name === 'report.html') expect(text.trimEnd()).toMatch(/<\/html>$/u);
    else if (name === 'junit.xml') expect(text.trimEnd()).toMatch(/<\/testsuites>$/u);
  }
  return names;
}

describe.skipIf(!LINUX)('standard output that takes nothing', () => {
  test.each([
    ['is full', '> /dev/full'],
    ['is closed', '>&-'],
    ['and standard error are full', '> /dev/full 2> /dev/full'],
    ['and the others are closed', '<&- >&- 2>&-'],
  ])('it %s: the report is written, and the exit code is as judged', async (_what, more) => {
    const out = await outFolder(cli);
    const { code, stderr } = await shell('', out, `${LEAST} ${more}`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { files, report } = await reportIn(out);
    expect(files).toEqual(FILES);
    expect(report.verdict).toBe('partial');
  });
});

describe.skipIf(!LINUX)('a disk that is full', () => {
  const full = async (first: string, out: string) => {
    const { code, stderr } = await shell(first, out, LEAST);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^error: .+ could not be written: .+\. Name a folder that can be written with --out\.\n$/u,
    );
    const names = await whole(out);
    expect(names.length).toBeLessThan(FILES.length);
    for (const name of names) expect(FILES).toContain(name);
  };

  test('no file may be larger than so much', async () => {
    // A file that grows beyond the limit gets an error, where the signal is ignored.
    await full("trap '' XFSZ; ulimit -f 64", await outFolder(cli));
  });

  test.each(['100k', '300k'])('a file system of %s', async (size) => {
    const out = await outFolder(cli);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', out], { stdio: 'pipe' });
    } catch {
      console.warn('NO MOUNT: a small file system needs root; a full one is not tried.');
      return;
    }
    onTestFinished(() => void execFileSync('umount', [out]));
    await full('', out);
  });
});

describe('a machine that gives little', () => {
  test.each([
    ['128 open files', LINUX ? 'ulimit -n 128' : ''],
    ['64 MB of heap, and no HOME', 'export NODE_OPTIONS=--max-old-space-size=64; unset HOME'],
  ])('%s are enough', async (_what, first) => {
    const out = await outFolder(cli);
    expect(await shell(first, out, MORE)).toMatchObject({ code: 0, stderr: '' });
    expect(await whole(out)).toEqual(FILES);
  });

  test.skipIf(!LINUX)('a package that cannot be written to', async () => {
    const all = (folder: string): string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    for (const path of all(join(cli.folder, 'dist'))) {
      chmodSync(path, statSync(path).isDirectory() ? 0o555 : 0o444);
    }
    const folders = [cli.folder, join(cli.folder, 'dist')];
    for (const path of folders) chmodSync(path, 0o555);
    onTestFinished(() => {
      for (const path of [...folders, ...all(join(cli.folder, 'dist'))]) chmodSync(path, 0o755);
    });
    const out = await outFolder(cli);
    chmodSync(join(cli.cwd, '..'), 0o755);
    for (const path of [cli.cwd, out]) chmodSync(path, 0o777);
    // For root nothing is read-only.
    const ran = await shell('', out, LEAST, ROOT ? 65_534 : undefined);
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(await whole(out)).toEqual(FILES);
  });
});

test('two runs into one folder leave whole files', async () => {
  const out = await outFolder(cli);
  const both = await Promise.all([shell('', out, MORE), shell('', out, MORE)]);
  for (const one of both) expect(one).toMatchObject({ code: 0, stderr: '' });
  expect(await whole(out)).toEqual(FILES);
});
