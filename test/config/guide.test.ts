import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import type { Setting } from '../../src/config/settings.ts';

const GUIDE = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8');

/** Option and variable of each row of the table of options. */
function rows(): readonly string[] {
  const cells = [...GUIDE.matchAll(/^\| (`--[^|]+`) +\| (`PETSTORE_\w+`|-) +\| ([^|]+) +\|$/gmu)];
  return cells.map(([, option = '', variable = '']) => `${option.trim()} ${variable}`);
}

test('docs/running.md has every option of run with its variable, in the order of the help', () => {
  const expected = Object.values<Setting<unknown>>(settings).map(({ flag, argument, environment }) => {
    const option = argument === undefined ? flag : `${flag} ${argument}`;
    return `\`${option}\` ${environment === undefined ? '-' : `\`${environment}\``}`;
  });
  expect(rows()).toEqual(expected);
});

test('and the default of each one that is a text', () => {
  for (const { flag, initial } of Object.values<Setting<unknown>>(settings)) {
    if (initial === undefined || initial === 'false') continue;
    expect(GUIDE).toMatch(new RegExp(`^\\| \`${flag} [^|]+\\|[^|]+\\| \`${initial}\``, 'mu'));
  }
});
