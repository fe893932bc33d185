import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import type { Setting } from '../../src/config/setting.ts';

const GUIDE = '../../docs/running.md';
const file = fileURLToPath(new URL(GUIDE, import.meta.url));
const HEAD = ['Option', 'Environment', 'Default', 'For'];

function code(text: string): string {
  return `\`${text}\``;
}

function cells({
  flag,
  argument,
  environment,
  initial,
  otherwise,
  repeatable,
  why,
}: Setting<unknown>): readonly string[] {
  const byDefault = initial === 'false' ? 'off' : initial === undefined ? otherwise : code(initial);
  return [
    code(argument === undefined ? flag : `${flag} ${argument}`),
    environment === undefined ? '-' : code(environment),
    `${byDefault ?? ''}${repeatable === true ? '; may be repeated' : ''}`,
    why,
  ];
}

/** The table of options, as the settings say it. */
function table(): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...Object.values<Setting<unknown>>(settings).map(cells)];
  return rows
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`)
    .join('\n');
}

test('docs/running.md has the options as the table of settings says (vitest -u writes it)', async () => {
  const guide = readFileSync(file, 'utf8');
  const found = /^\| Option +\|.*\n(?:\|.*\n)+/mu.exec(guide)?.[0];
  expect(found, 'docs/running.md has a table of options').toBeTypeOf('string');
  const whole = guide.replace(found ?? '', () => `${table()}\n`);
  const written = await format(whole, { ...(await resolveConfig(file)), filepath: file });
  await expect(written).toMatchFileSnapshot(GUIDE);
});
