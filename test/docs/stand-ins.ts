import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../later.ts';

/**
 * Stand-ins for the commands of a guide that fetch something, take minutes, or want what no machine of ours has. Each
 * does what the next command needs, and refuses what could not work: a script that package.json does not have, a file
 * that is not there.
 * @param tarball what `npm pack` results in
 * @returns the folder to put at the front of PATH
 */
export async function standIns(tarball: string): Promise<string> {
  const path = await scratch('commands');
  await writeFile(join(path, 'package.json'), '{ "type": "commonjs" }');
  for (const [name, body] of Object.entries(bodies(tarball))) {
    await writeFile(join(path, name), body.startsWith('#!') ? body : `${HEAD}${body}`);
    await chmod(join(path, name), 0o755);
  }
  return path;
}

const HEAD = `#!/usr/bin/env node
const fs = require('node:fs');
const { spawnSync } = require('node:child_process');
const [first, ...rest] = process.argv.slice(2);
const refuse = (why) => {
  console.error(why);
  process.exit(1);
};
`;

const bodies = (tarball: string) => ({
  npm: `
const { name, scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const own = name === 'petstore-conformance';
const script = first === 'run' ? rest.find((word) => !word.startsWith('-')) : first;
if (first === 'ci' || first === 'install') {
  const file = rest.find((word) => word.endsWith('.tgz'));
  if (file !== undefined && !fs.existsSync(file)) refuse('no such tarball: ' + file);
} else if (first === 'pack') {
  fs.copyFileSync(${JSON.stringify(tarball)}, require('node:path').basename(${JSON.stringify(tarball)}));
} else if (scripts[script] === undefined) {
  refuse('no such script: ' + script);
} else if (own && script === 'start') {
  const words = ['dist/cli.js', 'run', '--only', 'list.limit.default', ...rest.filter((word) => word !== '--')];
  process.exit(spawnSync(process.execPath, words, { stdio: 'inherit' }).status);
}
`,
  // In a clone the true one builds the kit first, and asks a registry for its own news.
  npx: `#!/usr/bin/env bash
kit=(node -- dist/cli.js)
# Commands judge a part alone, and sign it: their exit codes and files are what counts here.
part=()
case "$1 $2" in
  'petstore-conformance run' | 'petstore-conformance watch') part=(--only list.limit.default) ;;
  'petstore-conformance attest') part=(--allow partial) ;;
  vitest*) kit=(node -- node_modules/vitest/vitest.mjs); part=(-t list.limit.default) ;;
esac
case " $* " in *' -t '* | *' --only-failed '*) part=() ;; esac
words=("\${@:2}" "\${part[@]}")
# The part alone may make two commands of a guide the same: vitest, which loads all of the kit anew, is started for one.
asked="$PETSTORE_BASE_URL \${words[*]}"
[ "$1" != vitest ] || [ "$asked" != "$(cat "$HOME/asked" 2> /dev/null)" ] || exit 0
echo "$asked" > "$HOME/asked"
exec "\${kit[@]}" "\${words[@]}"
`,
  docker: `
const words = rest.filter((word) => !word.startsWith('-'));
if (first === 'build' && !fs.existsSync(words.at(-1) + '/Dockerfile')) refuse('no Dockerfile there');
if (first === 'run' && !rest.includes('petstore-conformance')) refuse('another image than was built');
`,
  kubectl: `
if (first === 'apply' && !fs.existsSync(rest[1])) refuse('no such manifest: ' + rest[1]);
`,
});
