import { expect, test } from 'vitest';
import { settings } from '../../src/config/settings.ts';
import type { Setting } from '../../src/config/setting.ts';

/** The whole of .env.example, from the table of settings. */
function envExample(): string {
  const rows = Object.values<Setting<unknown>>(settings).filter((row) => row.environment !== undefined);
  const blocks = rows.map((row) => {
    const otherwise = row.otherwise === undefined ? '' : ` Default: ${row.otherwise}.`;
    return `# ${row.why}${otherwise}\n# ${row.environment}=${row.initial ?? ''}\n`;
  });
  return [
    '# Settings of petstore-conformance: copy this file to .env, and take the # from the lines that you set.\n' +
      '# A flag wins over the environment, and the environment over this file. What stands here is the default.\n',
    ...blocks,
  ].join('\n');
}

test('.env.example is what the table of settings says (vitest -u writes it)', async () => {
  await expect(envExample()).toMatchFileSnapshot('../../.env.example');
});

test('every default that is a text is a right one', () => {
  const rows = Object.values<Setting<unknown>>(settings).filter((row) => row.initial !== undefined);
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) expect(row.parse(row.initial ?? '')).toHaveProperty('ok', true);
});

test('every setting says what leaving it out means', () => {
  for (const row of Object.values<Setting<unknown>>(settings)) {
    expect(row.initial ?? row.otherwise, row.flag).toBeTypeOf('string');
  }
});
