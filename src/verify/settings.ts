import { isDeepStrictEqual } from 'node:util';
import type { Argument } from '../../reports/model.ts';
import { settings } from '../config/settings.ts';
import { unless, type Disagreement } from './disagreement.ts';

/** Names of files that a run wrote, or took entries from that stand in the rows: nobody opens what a report calls so. */
const FILES: readonly string[] = [settings.out.flag, settings.waivers.flag];
/** Files of whoever ran it, of which a report has the variable alone. */
const OWN = new Map<string, string>(
  [settings.clientCert, settings.clientKey].map(({ flag, environment }) => [flag, environment ?? '']),
);

/**
 * What the settings of a report name otherwise than its run was told: each option once, the addresses of its target, and no
 * key or file in words.
 * @param found of the run gone through again
 */
export function settingsDisagreements(
  told: readonly Argument[],
  found: readonly Argument[],
): readonly Disagreement[] {
  const of = (all: readonly Argument[], flag: string) => all.filter((one) => one.flag === flag);
  const flags = new Set([...told, ...found].map(({ flag }) => flag));
  return [...flags].flatMap((flag) => {
    const said = of(told, flag);
    const variable = OWN.get(flag);
    if (FILES.includes(flag)) {
      const isName = said.length <= 1 && said.every((one) => one.text !== undefined);
      return unless(isName, 'scope', 'settings', `names ${flag} otherwise than as one path`);
    }
    const comes = variable === undefined ? of(found, flag) : said.slice(0, 1).map(() => ({ flag, variable }));
    return unless(isDeepStrictEqual(said, comes), 'scope', 'settings', otherwise(flag, said, comes));
  });
}

function otherwise(flag: string, said: readonly Argument[], comes: readonly Argument[]): string {
  const texts = (all: readonly Argument[]) =>
    all
      .map(({ text = '', variable }) => `"${text}${variable === undefined ? '' : `\${${variable}}`}"`)
      .join(', ');
  // What no run is told may be a key.
  if (comes.length === 0) return `names ${flag}, which the run that it is about was not told`;
  if (said.length === 0) return `lacks ${flag} ${texts(comes)}`;
  return `names ${flag} ${texts(said)}, and has to name ${texts(comes)}`;
}
