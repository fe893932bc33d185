import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BASE, digestOf, digestOfAll, ENDING, loadedBy, PACKAGE } from './modules.ts';
import { takeApart } from './rows.ts';

/** What the verdict on a server of the fleet depends on, as digests: as long as they stay, it is not judged again. */
export interface Digests {
  /** Of the kit, the conformant server, the packages and Node: every module that a run loads, wherever it lies. */
  readonly kit: string;
  /** Of each fault by its id: of its own row, and of what its module holds for all rows. */
  readonly faults: ReadonlyMap<string, string>;
  /** Of each variant by its id. */
  readonly variants: ReadonlyMap<string, string>;
  /** Of each family by its id. */
  readonly families: ReadonlyMap<string, string>;
}

/** A folder of servers, and how a module of it is loaded. */
interface Folder {
  readonly name: string;
  readonly load: (file: string) => Promise<unknown>;
}

const FAULTS: Folder = {
  name: 'reference/faults/',
  load: (file) => import(/* @vite-ignore */ `../../reference/faults/${file}`),
};
const VARIANTS: Folder = {
  name: 'reference/variants/',
  load: (file) => import(/* @vite-ignore */ `../../reference/variants/${file}`),
};
const FAMILIES: Folder = {
  name: 'reference/families/',
  load: (file) => import(/* @vite-ignore */ `../../reference/families/${file}`),
};

/** Reads every module that a run loads, as they stand in this moment. */
export async function readDigests(): Promise<Digests> {
  // Each server of the fleet loads its own.
  const isOfFleet = (name: string): boolean =>
    [FAULTS, VARIANTS, FAMILIES].some((folder) => name.startsWith(folder.name));
  const runs = await loadedBy(join(BASE, 'tools', 'trust', `run-one${ENDING}`), isOfFleet);
  const kit = digestOf(digestOfAll(runs), await packages(), process.version.split('.')[0] ?? '');
  return {
    kit,
    faults: await ownOf(FAULTS, runs),
    variants: await ownOf(VARIANTS, runs),
    families: await ownOf(FAMILIES, runs),
  };
}

/** The digest of the kit and of all that a server is made of. */
export function subjectDigest(
  { kit, faults, variants, families }: Digests,
  server: { readonly faults: readonly string[]; readonly variants: readonly string[] },
): string {
  const ofFault = (id: string): string | undefined => {
    const [family = id, which] = id.split('@');
    const digest = which === undefined ? faults.get(id) : families.get(family);
    return digest === undefined ? undefined : `${digest} ${which ?? ''}`;
  };
  const own = [...server.faults.map(ofFault), ...server.variants.map((id) => variants.get(id))];
  // What is not known is never the same twice.
  return digestOf(kit, ...own.map((digest) => digest ?? randomUUID()));
}

/** The packages that a user of the kit has too, with their versions. Unknown ones are never the same twice. */
async function packages(): Promise<string> {
  const lock = join(PACKAGE, 'node_modules', '.package-lock.json');
  const text = await readFile(lock, 'utf8').catch(() => undefined);
  if (text === undefined) return randomUUID();
  const { packages: all } = JSON.parse(text) as {
    packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>;
  };
  const used = Object.entries(all).filter(([, { dev }]) => dev !== true);
  return digestOf(...used.map(([name, { version = '' }]) => `${name}@${version}`));
}

async function ownOf(
  { name: folder, load }: Folder,
  runs: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const index = `index${ENDING}`;
  const textsOf = (file: string): Promise<ReadonlyMap<string, string>> =>
    loadedBy(join(BASE, folder, file), (name) => runs.has(join(BASE, name)));
  const own = new Map<string, string>();
  const files = (await readdir(join(BASE, folder))).filter((name) => name.endsWith(ENDING));
  for (const file of files.filter((name) => name !== index)) {
    const path = join(BASE, folder, file);
    const texts = await textsOf(file);
    const text = texts.get(path) ?? '';
    const others = digestOfAll(new Map([...texts].filter(([other]) => other !== path)));
    const ids = idsOf(await load(file));
    const { rest, rows } = takeApart(file, text, ids);
    for (const id of ids) own.set(id, digestOf(others, rest, rows.get(id) ?? text));
  }
  // What no module has by itself is put together from the others in the index.
  const whole = digestOfAll(await textsOf(index));
  for (const id of idsOf(await load(index))) if (!own.has(id)) own.set(id, whole);
  return own;
}

/** The ids of the faults or variants in the lists that a module exports. */
function idsOf(exported: unknown): readonly string[] {
  return Object.values(exported as Record<string, unknown>).flatMap((list) =>
    Array.isArray(list) ? list.map((item: { readonly id: string }) => item.id) : [],
  );
}
