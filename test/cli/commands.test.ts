import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { entriesOf } from '../entries.ts';
import { buildCli, type Cli, type Ended } from './build.ts';
import { requirements } from '../../requirements/index.ts';

const cli = await buildCli();

function shown({ code, stdout, stderr }: Ended): string {
  return `exit ${code}\n-- stdout\n${stdout}-- stderr\n${stderr}`;
}

/** Command lines, and below each the sentences by which it is refused. */
const REFUSED = entriesOf(`
--base-url http://127.0.0.1/v1
  The option --base-url needs a key too: give a valid one with --api-key or PETSTORE_API_KEY.
--base-urll http://127.0.0.1/v1
  There is no option --base-urll: did you mean --base-url?
--only list.limit
  The option --only must match a requirement, not "list.limit": did you mean list.limit.accepted?
faults --jsn
  There is no option --jsn: did you mean --json?
http://127.0.0.1:3000/v1
  An address needs an option before it, such as --base-url: "petstore-conformance run --help" shows what it takes.
nothing-like-a-command
  There is an unexpected word on the command line, nothing-like-a-command: "petstore-conformance run --help" shows what it takes.
report
  The command report needs its dir: "petstore-conformance report --help" shows what it takes.
report no-such-folder --format html,pdf
  "pdf" is not a format. Use some of json, har, html, junit, ctrf, summary, badge, earl, with commas between them.
report no-such-folder
  no-such-folder/report.json does not exist. Name a folder that a run wrote its report to.
report one two
  There is an unexpected word on the command line: "petstore-conformance report --help" shows what it takes.
requirements --section Limit
  There is no section "Limit". The document has these: Resources and their fields, Endpoints, List animals, Add an animal, Get an animal, Quickstart message request, Authentication, Errors, Limits, Versioning.
requirements list.limit.defualt
  There is no requirement "list.limit.defualt": did you mean list.limit.default?
requirements one two
  There is an unexpected word on the command line: "petstore-conformance requirements --help" shows what it takes.
requirements something-else-altogether
  There is no requirement "something-else-altogether": petstore-conformance requirements lists them.
requirments
  There is no command requirments: did you mean requirements?
run --api-key
  The option --api-key needs a value after it.
run --no-such-thing-at-all
  There is no option --no-such-thing-at-all: "petstore-conformance run --help" lists them.
run --read-onyl
  There is no option --read-onyl: did you mean --read-only?
run --seed 1.5 --timeout-ms 0
  The option --timeout-ms must be an integer from 1 to 600000, not "0".
  The option --seed must be an integer from -2147483648 to 2147483647, not "1.5".
run --strict=false
  The option --strict takes no value.
run --read-only aword
  There is an unexpected word on the command line: "petstore-conformance run --help" shows what it takes.
run Pk4711
  There is an unexpected word on the command line: "petstore-conformance run --help" shows what it takes.
run -k
  There is no option -k: "petstore-conformance run --help" lists them.
serve --fault no-such-fault-as-this-one
  There is no fault "no-such-fault-as-this-one": petstore-conformance faults lists them.
serve --port 65536
  The option --port must be an integer from 0 to 65535, not "65536".
`);

describe('what each command prints, and its exit code', () => {
  test.each([
    '--help',
    'run --help',
    'serve --help',
    'requirements list.limit.default',
    'requirements --section limits',
    'requirements create.int64',
    'requirements get.deprecation',
    'requirements get.invalid-id --json',
    'report --help',
  ])('%s', async (line) => {
    expect(shown(await cli.run(line.split(' ')))).toMatchSnapshot();
  });

  test.each([
    ['--color run', { NO_COLOR: '1' }, true],
    ['run --no-color', { FORCE_COLOR: '1' }, false],
    ['--no-color faults', {}, false],
  ])('%s with %j writes in colour: %s', async (line, env, inColour) => {
    const out = line.includes('run') ? ['--only', 'version.prefix', '--out', 'colour'] : [];
    const { code, stdout } = await cli.run([...line.split(' '), ...out], env);
    expect([code, stdout.includes('\u001b[')]).toEqual([0, inColour]);
  });

  test.each(REFUSED)('%s is refused: %s', async (line, ...sentences) => {
    const stderr = sentences.map((sentence) => `error: ${sentence}\n`).join('');
    expect(await cli.run(line.split(' '))).toEqual({ code: 2, stdout: '', stderr });
  });

  test('watch --help: what it has beyond run --help', async () => {
    const lines = async (command: string) => (await cli.run([command, '--help'])).stdout.split('\n');
    const known = new Set(await lines('run'));
    expect((await lines('watch')).filter((line) => !known.has(line)).join('\n')).toMatchSnapshot();
    const options = (await lines('watch')).flatMap((line) => /^ {2}(--[\w-]+)/u.exec(line)?.[1] ?? []);
    const notWatched = [
      'product',
      'vendor',
      'out',
      'write-waivers',
      'baseline',
      'history',
      'only-failed',
      'wait-ready',
    ];
    for (const name of notWatched) expect(options).not.toContain(`--${name}`);
  });

  test('the help of every command has one line for each command and option', async () => {
    const { stdout } = await cli.run(['--help']);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+)\b.*$/gmu)].flatMap(([, name]) => name ?? []);
    expect(commands.length).toBeGreaterThan(10);
    const helps = await Promise.all(commands.map((name) => cli.run([name, '--help'])));
    for (const text of [stdout, ...helps.map((help) => help.stdout)]) expect(text).not.toMatch(/^ {12,}\S/mu);
  });

  test('--version', async () => {
    const { version } = createRequire(import.meta.url)('#package.json') as { version: string };
    expect(await cli.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('requirements: every id, once, with its level', async () => {
    const { code, stdout } = await cli.run(['requirements']);
    expect(code).toBe(0);
    const rows = stdout.split('\n').flatMap((line) => {
      const [, id, level] = /^ {2}(\S+) +(stated|implied|advisory) /u.exec(line) ?? [];
      return id === undefined ? [] : [`${id} ${level}`];
    });
    expect(rows.toSorted()).toEqual(requirements.map(({ id, level }) => `${id} ${level}`).toSorted());
  });

  test('requirements --json: the catalogue', async () => {
    const { code, stdout } = await cli.run(['requirements', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject(requirements);
  });

  test('faults: each that the reference server can show, as text and as JSON', async () => {
    const [text, json] = await Promise.all([cli.run(['faults']), cli.run(['faults', '--json'])]);
    expect([text.code, json.code]).toEqual([0, 0]);
    const list = JSON.parse(json.stdout) as Record<'faults' | 'variants', { id: string; title: string }[]>;
    for (const { id, title } of [...list.faults, ...list.variants]) {
      expect(text.stdout).toContain(`  ${id} `);
      expect(text.stdout).toContain(title);
    }
    expect(text.stdout).toContain(`${list.faults.length} faults, ${list.variants.length} variants.`);
  });
});

describe('a key on a wrong command line is not shown', () => {
  const key = 'sk-7f3a9c21';
  test.each([
    [['run', `--api-kye=${key}`]],
    [['run', `-k${key}`]],
    [['run', '--api-key', key, key]],
    [['run', '--api-key', key, '--seed', key]],
    [['run', '--api-key', `${key} `]],
    [['serve', '--key', `${key}\t`]],
    [[key]],
    [['--base-url', `http://${key}@127.0.0.1/v1`]],
  ])('%j', async (words) => {
    const { code, stdout, stderr } = await cli.run(words);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^error: .*[.?]\n$/mu);
    expect(stderr).not.toContain(key);
  });
});

test('the environment and .env reach the command', async () => {
  await writeFile(join(cli.cwd, '.env'), 'PETSTORE_RUNS=none\n');
  const { code, stderr } = await cli.run([], { PETSTORE_SEED: 'none' });
  await writeFile(join(cli.cwd, '.env'), '');
  expect(code).toBe(2);
  expect(stderr).toContain('PETSTORE_RUNS in the file ".env" must be');
  expect(stderr).toContain('The environment variable PETSTORE_SEED must be');
});

describe('a bug of the kit', () => {
  const key = 'sk/7f3a9c21';
  let broken: Cli;
  beforeAll(async () => {
    broken = await buildCli({
      'src/cli/commands/run.ts': `export async function judgeAndReport() { throw new Error('no way with ${key}\\nat all'); } export const judgeWithConfigInput = judgeAndReport;`,
      'src/cli/commands/faults.ts': `export async function printFaultsAndVariants() { setTimeout(() => { throw new Error('later'); }); }`,
    });
  });

  test('is said as such, without a stack or a key', async () => {
    expect(shown(await broken.run(['run', '--api-key', key]))).toMatchSnapshot();
  });

  test('shows its stack on demand', async () => {
    const { code, stderr } = await broken.run([], { PETSTORE_DEBUG: '1', PETSTORE_API_KEY: key });
    expect(code).toBe(4);
    expect(stderr).toMatch(/^ +at .*judgeAndReport/mu);
    expect(stderr).not.toContain(key);
  });

  test('counts outside of the command too', async () => {
    const { code, stderr } = await broken.run(['faults']);
    expect(code).toBe(4);
    expect(stderr).toContain('a bug of the kit, not a verdict on the target. It says: later.');
  });
});
