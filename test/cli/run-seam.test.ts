import { expect, test } from 'vitest';
import { buildCli, judged } from '../e2e/kit.ts';
import { KEY, relay } from '../e2e/servers.ts';

const cli = await buildCli();
const LITTLE = ['--only', 'version.prefix'];

test('without a base address the reference server is started, and claims both profiles', async () => {
  const { code, report } = await judged(cli, LITTLE);
  expect(code).toBe(0);
  expect(report).toMatchObject({
    target: { embedded: true, baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/u) as unknown },
    scope: { profiles: ['animals', 'messages'] },
  });
});

test('the reference server takes the day of the run', async () => {
  const { report } = await judged(cli, ['--only', 'get.removed', '--as-of', '2031-01-01']);
  expect(report.scope.asOf).toBe('2031-01-01');
  expect(report.requirements.find(({ id }) => id === 'get.removed')?.verdict).toBe('pass');
});

test('what speaks of a target is refused where its address got lost', async () => {
  const { code, stdout, stderr } = await cli.run(['--category-ids', '900'], { PETSTORE_API_KEY: 'abc' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: The environment variable PETSTORE_API_KEY and .+ need a base address too/u);
});

test('a mistyped variable is told, and is no error', async () => {
  const { code, stderr } = await judged(cli, LITTLE, { PETSTORE_READONLY: '1' });
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
