import { expect, test } from 'vitest';
import { buildCli, judged } from '../e2e/kit.ts';
import { KEY, relay } from '../e2e/servers.ts';

const cli = await buildCli();

test('the reference server takes the day of the run', async () => {
  const { report } = await judged(cli, ['--only', 'get.removed', '--as-of', '2031-01-01']);
  expect(report.scope.asOf).toBe('2031-01-01');
  expect(report.requirements.find(({ id }) => id === 'get.removed')?.verdict).toBe('pass');
});

test('a mistyped variable is told, and is no error', async () => {
  const { code, stderr } = await judged(cli, ['--only', 'version.prefix'], { PETSTORE_READONLY: '1' });
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'warning: The variable PETSTORE_READONLY is not read: did you mean PETSTORE_READ_ONLY?\n',
  });
});

test('with a base address that one is the target, and `run` can be left out', async () => {
  const target = await relay((pass) => pass());
  const words = ['--base-url', `${target.baseUrl}/`, '--only', 'version.*', '--header', 'A: b-b-b-b-b'];
  const env = { PETSTORE_API_KEY: KEY, CI: 'true', FORCE_COLOR: '1' };
  const { report, stdout } = await judged(cli, [...words, '--only', 'list.limit.maximum'], env);
  expect(report).toMatchObject({
    target: { embedded: false, baseUrl: target.baseUrl, messagesUrl: null },
    scope: { profiles: ['animals'], only: ['version.*', 'list.limit.maximum'] },
  });
  expect(stdout).toContain('\u001b[');
  const short = await cli.run(words, env);
  expect(short).toMatchObject({ code: 0, stderr: '' });
  expect(short.stdout).toContain(`Judging ${target.baseUrl} (seed `);
});
