import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Report } from '../../reports/model.ts';
import { reader, writeFolder, type Ran } from '../verify/folders.ts';
import { startProgramme, submissionIn, type Programme } from './programme.ts';

const FILES = ['report.json', 'evidence.har', 'statement.dsse.json', 'product.yaml'];

export const RULES = {
  verdicts: ['conformant'],
  profiles: ['animals'],
  https: false,
  publicHost: false,
  runs: 1,
  concurrency: 8,
  consistencyMs: 2000,
  timeoutMs: 10_000,
  headers: [],
  days: 90,
  seconds: 300,
};

/** Who hands in what: the names of product and vendor, and the key in vendors/. */
export type Names = readonly [product: string, vendor: string, signer: string];

export const INITECH = ['Pets 1.2', 'Initech', 'initech'] as const;

export function productYaml([product, vendor, signer]: Names, address = 'https://pets.example'): string {
  const words = { product, vendor, signer, website: `https://${signer}.example`, address };
  return Object.entries(words)
    .map(([name, text]) => `${name}: ${text}\n`)
    .join('');
}

/** The files of a product, as a pull request names them. */
export const changes = (name: string): readonly string[] => FILES.map((file) => `products/${name}/${file}`);

/** A part of what the rules ask for, for runs of which no more is needed. */
export const PART = { only: ['list.limit.default'], messagesUrl: undefined, seed: undefined } as const;

/** A certifier's repository with three vendors: the key of Globex is in keys/globex, that of the others is the tests' own. */
interface Products extends Programme {
  /** A path in the repository. */
  at(...parts: readonly string[]): string;
  /** What a certifier gives a vendor who wants to hand in a product by that name. */
  challengeFor(product: string): Promise<string>;
  /** Makes a product of a run, signed with the key of the tests. */
  lay(product: string, names: Names, real: Ran, report?: Report): Promise<void>;
  /** A pull request that hands in one product under a name. */
  handIn(made: string, name?: string): Promise<string>;
}

export async function startProducts(): Promise<Products> {
  const vendors = { acme: 'Acme', globex: 'Globex', initech: 'Initech' };
  const programme = await startProgramme(RULES, vendors);
  const at = (...parts: readonly string[]): string => join(programme.folder, ...parts);
  for (const signer of ['acme', 'initech']) {
    await writeFile(at('vendors', `${signer}.pem`), reader.export({ type: 'spki', format: 'pem' }));
  }
  await programme.kit(['keygen', '--out', 'keys/globex', '--type', 'ecdsa']);
  await cp(at('keys', 'globex', 'pub.pem'), at('vendors', 'globex.pem'));
  const challengeFor = async (product: string): Promise<string> => {
    const { code, stdout } = await programme.play('challenge.yml', { product });
    const [, given = ''] = /^Run with: --challenge '([^']+)'$/mu.exec(stdout) ?? [];
    expect({ code, given }).toEqual({
      code: 0,
      given: expect.stringMatching(
        `^${product} \\d{4}-\\d\\d-\\d\\d [0-9a-f]{32} profiles=animals$`,
      ) as string,
    });
    return given;
  };
  return {
    ...programme,
    at,
    challengeFor,
    lay: async (product, names, real, report = real.report) => {
      const [name, vendor] = names;
      await mkdir(at('made', product), { recursive: true });
      await writeFolder(at('made', product), real, { report }, { name, vendor });
      await writeFile(at('made', product, 'product.yaml'), productYaml(names, report.target.baseUrl));
    },
    handIn: async (made, name = made) => {
      const dir = join(await submissionIn(programme), 'products', name);
      await mkdir(dir);
      for (const file of FILES) await cp(at('made', made, file), join(dir, file));
      return dir;
    },
  };
}
