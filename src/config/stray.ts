import { distance } from './nearest.ts';
import type { ConfigInput } from './read.ts';
import { settingRows } from './settings.ts';
import { readEnvFiles } from './sources.ts';

const PREFIX = 'PETSTORE_';
const KNOWN: readonly string[] = [
  'PETSTORE_DEBUG',
  ...settingRows.flatMap(([, { environment }]) => environment ?? []),
];

/**
 * One sentence for each name in the environment and its files that looks like a mistyped setting. Others of the prefix
 * are left alone: they may belong to the service itself, and Kubernetes sets `PETSTORE_PORT` and the like for a service
 * of that name.
 */
export function strayNames({ flags, env, cwd }: ConfigInput): readonly string[] {
  const names = [env, ...readEnvFiles(flags, cwd).files.map(({ values }) => values)].flatMap(Object.keys);
  return [...new Set(names)].flatMap((name) => {
    // Nobody mistypes a setting into something longer, and its length is the work.
    if (!name.toUpperCase().startsWith(PREFIX) || KNOWN.includes(name) || name.length > 60) return [];
    const meant = meantBy(bare(name));
    return meant === undefined ? [] : [`The variable ${name} is not read: did you mean ${meant}?`];
  });
}

function bare(name: string): string {
  return name.toUpperCase().slice(PREFIX.length).replaceAll('_', '');
}

/** Short words are near to too much: one letter in four may be wrong, or missing. */
function meantBy(word: string): string | undefined {
  return KNOWN.find((known) => distance(word, bare(known)) <= Math.floor((word.length + 1) / 4));
}
