import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportIn } from '../e2e/kit.ts';
import { executed } from '../executed.ts';
import { freePort } from '../free-port.ts';
import { startService } from './service.ts';
const text = await readFile(new URL('../../ci/jenkins/Jenkinsfile', import.meta.url), 'utf8');

const service = await startService();

/** The scripts of all `sh` steps, in their order. */
function scripts(): readonly string[] {
  return [...text.matchAll(/\bsh (?:'''(.*?)'''|'(.*?)'$)/gmsu)].map(
    ([, long, short]) => long ?? short ?? '',
  );
}

/** The block `environment`, with what Jenkins fills in. */
function environment(): Record<string, string> {
  const block = /environment \{(.*?)\n  \}/su.exec(text)?.[1] ?? '';
  const lines = block.matchAll(/^ +(\w+) = (?:'(.*)'|"(.*)"|credentials\('(.*)'\))$/gmu);
  return Object.fromEntries(
    [...lines].map(([, name = '', plain, filled, secret]) => [
      name,
      plain ?? filled?.replace('${WORKSPACE}', service.folder) ?? (secret === undefined ? '' : 'example-key'),
    ]),
  );
}

test('the steps of the Jenkinsfile start the service, wait for it, and judge it', async () => {
  const port = String(await freePort());
  const env = { ...service.env, ...environment() };
  expect(env).toMatchObject({ PETSTORE_API_KEY: 'example-key', PETSTORE_WAIT_READY: '60' });
  const settled = Object.entries(env).map(([name, value]) => [name, value?.replace('8080', port)]);
  expect(scripts()).toHaveLength(3);
  for (const whole of scripts()) {
    // A part is enough to see that it is judged. As Jenkins does: every command is shown, and the first that fails ends it.
    const script = whole.replace(/petstore-conformance run$/mu, '$& --only list.success');
    const options = { cwd: service.folder, env: Object.fromEntries(settled) as NodeJS.ProcessEnv };
    const ended = await executed('sh', ['-xec', script.replace('8080', port)], options);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.text).not.toContain('example-key');
  }
  const { report } = await reportIn(join(service.folder, 'conformance-report'));
  expect(report.verdict).toBe('partial');
});

test('Groovy fills nothing into a script', () => {
  expect(text).not.toMatch(/\bsh\s*\(?\s*"/u);
  expect(text.match(/\bsh /gu)).toHaveLength(scripts().length);
});

test('its brackets and quotes pair', () => {
  const bare = text.replaceAll(/'''.*?'''|'[^'\n]*'|"[^"\n]*"|\/\/.*$/gmsu, '');
  expect(bare).not.toMatch(/['"]/u);
  let depth = 0;
  for (const letter of bare) {
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    expect(depth).toBeGreaterThanOrEqual(0);
  }
  expect(depth).toBe(0);
});
