import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { watchFiles } from '../../src/watch/files.ts';
import { emptyFolder } from '../config/folder.ts';

test('tells what was added, changed and removed, and passes over what nobody writes', async () => {
  const folder = emptyFolder();
  const file = join(folder, 'server.js');
  await writeFile(file, 'one');
  await mkdir(join(folder, 'node_modules'));
  const said = new Set<string>();
  const close = await watchFiles([folder], (path) => void said.add(path));
  const told = (path: string) => vi.waitFor(() => expect(said).toContain(path), { timeout: 60_000 });
  expect(said.size).toBe(0);
  await writeFile(join(folder, 'node_modules', 'left-out.js'), 'x');
  await appendFile(file, 'two');
  await told(file);
  await writeFile(join(folder, 'new.js'), 'x');
  await told(join(folder, 'new.js'));
  said.clear();
  await rm(file);
  await told(file);
  expect([...said].filter((path) => path.includes('node_modules'))).toEqual([]);
  await close();
});

test('a file by itself, and one in a folder that is left out elsewhere', async () => {
  const folder = join(emptyFolder(), 'node_modules');
  await mkdir(folder);
  const file = join(folder, 'mine.js');
  await writeFile(file, 'one');
  const said: string[] = [];
  const close = await watchFiles([file], (path) => void said.push(path));
  await writeFile(file, 'two');
  await vi.waitFor(() => expect(said).toContain(file), { timeout: 60_000 });
  await close();
});
