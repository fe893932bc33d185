import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { settingRows } from '../../src/config/settings.ts';

// vitest -u writes both documents from the table of settings.
const rows = settingRows.map(([, row]) => row);

/** What the help says of a setting, and what it has no room for. */
function sentence({ why, detail }: Pick<(typeof rows)[number], 'why' | 'detail'>): string {
  const sentences = [why, ...(detail === undefined ? [] : [detail])];
  return sentences.map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`).join(' ');
}

test('.env.example is what the table of settings says', async () => {
  const blocks = rows.flatMap(({ environment, initial, otherwise, ...row }) => {
    const byDefault = otherwise === undefined ? '' : ` Default: ${otherwise}.`;
    return environment === undefined
      ? []
      : [`# ${sentence(row)}${byDefault}\n# ${environment}=${initial ?? ''}\n`];
  });
  const head =
    '# Settings of petstore-conformance: copy this file to .env, and take the # from the lines that you set.\n' +
    '# A flag wins over the environment, and the environment over this file. What stands here is the default.\n';
  await expect([head, ...blocks].join('\n')).toMatchFileSnapshot('../../.env.example');
});

test('docs/running.md has the options as the table of settings says', async () => {
  const code = (text: string): string => `\`${text}\``;
  const cells = rows.map(({ flag, argument, environment, initial, otherwise, repeatable, ...row }) => [
    code(argument === undefined ? flag : `${flag} ${argument}`),
    environment === undefined ? '-' : code(environment),
    (initial === 'false' ? 'off' : initial === undefined ? (otherwise ?? '') : code(initial)) +
      (repeatable === true ? '; may be repeated' : ''),
    sentence(row),
  ]);
  const head = ['Option', 'Environment', 'Default', 'Does'];
  const table = [head, head.map(() => '---'), ...cells]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |\n`)
    .join('');
  const path = '../../docs/running.md';
  const file = fileURLToPath(new URL(path, import.meta.url));
  const guide = readFileSync(file, 'utf8');
  const found = /^\| Option +\|.*\n(?:\|.*\n)+/mu.exec(guide)?.[0];
  expect(found, 'docs/running.md has a table of options').toBeTypeOf('string');
  const whole = guide.replace(found ?? '', () => table);
  await expect(await format(whole, { ...(await resolveConfig(file)), filepath: file })).toMatchFileSnapshot(
    path,
  );
});

test('every setting says what leaving it out means, and a default that is a text is a right one', () => {
  for (const { flag, initial, otherwise, parse } of rows) {
    expect(initial ?? otherwise, flag).toBeTypeOf('string');
    if (initial !== undefined) expect(parse(initial)).toHaveProperty('ok', true);
  }
});
