// Builds `dist`: a file for each entry, shared chunks, and the types of the library. Dependencies are not bundled.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Entries of the package, by file name. */
const ENTRIES = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  vitest: 'src/vitest/index.ts',
  reference: 'reference/index.ts',
};

/**
 * Bundles modules.
 * @param entries paths from the root, by the names of their output files
 * @param replace source texts that replace the modules at these paths
 */
export async function bundle(entries, dir, replace = {}) {
  const instead = new Map(Object.entries(replace).map(([path, code]) => [join(root, path), code]));
  const made = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    // Keeps calls whose result is unused: their purpose may be to throw an error.
    treeshake: false,
    // Packages, and files of the package that are not code.
    external: /^(?:[^./\0]|#)/u,
    plugins: [
      {
        name: 'instead',
        resolveId: (name, from = root) => {
          const path = join(dirname(from), name);
          return name.startsWith('.') && instead.has(path) ? path : undefined;
        },
        load: (id) => instead.get(id),
      },
    ],
  });
  try {
    await made.write({ dir, format: 'esm', minify: false, chunkFileNames: 'chunks/[name]-[hash].js' });
  } finally {
    await made.close();
  }
}

/** Calls `use` with TypeScript modules of the kit, bundled so that node can import them. */
export async function withModules(paths, use) {
  const folder = await mkdtemp(join(root, '.build-'));
  try {
    await bundle(Object.fromEntries(paths.map((path, at) => [String(at), path])), folder);
    const addresses = paths.map((_, at) => pathToFileURL(join(folder, `${at}.js`)));
    return await use(...(await Promise.all(addresses.map((address) => import(address)))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns modules with values computed at build time, which replace modules that compute them at each start. */
async function known() {
  const { default: standalone } = await import('ajv/dist/standalone/index.js');
  const textIn = async (name, path) =>
    `export const ${name} = ${JSON.stringify(await readFile(join(root, path), 'utf8'))};\n`;
  const replaced = {
    'requirements/document-text.ts': await textIn('documentText', 'requirements/document.txt'),
    'reports/render/page/style.ts': await textIn('style', 'reports/render/page/page.css'),
  };
  return withModules(
    ['schemas/ajv.ts', 'schemas/names.ts', 'src/base/kit-digest.ts'],
    ({ createAjv }, { FILE_SCHEMAS, API_SCHEMAS }, { digestOfSources }) => {
      const compiled = (names, isInFull) => {
        const as = (name) => name.replaceAll('-', '_');
        const ajv = createAjv(names, isInFull, true);
        const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [as(name), name])));
        const table = names.map((name) => `${JSON.stringify(name)}: ${as(name)}`).join(', ');
        return `${code}\nconst all = { ${table} };\nexport const validator = (name) => all[name];\n`;
      };
      return {
        'schemas/validators.ts': compiled(API_SCHEMAS, true),
        'schemas/file-validators.ts': compiled(FILE_SCHEMAS, false),
        ...replaced,
        'src/base/kit-digest.ts': `export const kitDigest = () => '${digestOfSources(root)}';\n`,
      };
    },
  );
}

/** Builds the package into a folder; a test may replace further modules. */
export async function build(dir = join(root, 'dist'), replace = {}) {
  await rm(dir, { recursive: true, force: true });
  await bundle(ENTRIES, dir, { ...(await known()), ...replace });
}

/** Writes the type declarations of the library, with the TypeScript compiler. */
export async function types(dir = join(root, 'dist')) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const words = [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', join(dir, 'types')];
  await promisify(execFile)(process.execPath, words);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build();
  await types();
}
