import { editDistance } from './nearest.ts';
import type { ConfigInput } from './read.ts';
import { settingRows } from './settings.ts';
import { readEnvFiles } from './sources.ts';

const PREFIX = 'PETSTORE_';
const KNOWN: readonly string[] = [
  'PETSTORE_DEBUG',
  ...settingRows.flatMap(([, { environment }]) => environment ?? []),
];

/** Returns a warning for each variable like a mistyped setting; others may be the service's, or Kubernetes' (`PETSTORE_PORT`). */
export function mistypedVariableWarnings({ flags, env, cwd }: ConfigInput): readonly string[] {
  const names = [env, ...readEnvFiles(flags, cwd).files.map(({ values }) => values)].flatMap(Object.keys);
  return [...new Set(names)].flatMap((name) => {
    // Longer names are not typos, and the cost grows with the length.
    if (!name.toUpperCase().startsWith(PREFIX) || KNOWN.includes(name) || name.length > 60) return [];
    const meant = meantBy(bare(name));
    return meant === undefined ? [] : [`The variable ${name} is not read: did you mean ${meant}?`];
  });
}

function bare(name: string): string {
  return name.toUpperCase().slice(PREFIX.length).replaceAll('_', '');
}

/** Returns the setting that a mistyped name means: one wrong letter in every four, since short words resemble many others. */
function meantBy(word: string): string | undefined {
  return KNOWN.find((known) => editDistance(word, bare(known)) <= Math.floor((word.length + 1) / 4));
}
