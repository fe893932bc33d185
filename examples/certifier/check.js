// Checks a pull request against the rules of this programme, and writes the result to comment.md.
//   node check.js SUBMISSION < names of the files that the pull request changes, one a line
// SUBMISSION is a checkout of the pull request: untrusted data, never executed. Rules and keys come from our own checkout.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { lstat, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

const FILES = ['evidence.har', 'product.yaml', 'report.json', 'statement.dsse.json'];
const KIT = 'node_modules/petstore-conformance/dist/cli.js';
const ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./~%-]*)?$/iu;
const NAME = /^[a-z0-9][a-z0-9.-]{1,60}$/u;
/** Text for a verified product: what the evidence proves, and what remains for us to do. */
const GOOD = `Signature, digests and every verdict hold, and it answers our challenge, as our rules ask. That the target itself
gave these answers is for us to find out, by judging it again:`;
const rules = JSON.parse(await readFile('rules.json', 'utf8'));
/** Vendor names by signer, which is the name of a file in vendors/ without .pem. */
const vendors = JSON.parse(await readFile('vendors.json', 'utf8'));
const [submission = '.'] = process.argv.slice(2);
const changed = readFileSync(0, 'utf8').split('\n').filter(Boolean);

/** Returns the problems with a folder's files, without reading them. */
async function misfiled(dir) {
  const found = await readdir(dir).catch(() => []);
  if (found.length === 0) return ['The folder is not there, or empty: only we take a product out.'];
  const other = found.filter((name) => !FILES.includes(name));
  const missing = FILES.filter((name) => !found.includes(name));
  const kinds = await Promise.all([dir, ...found.map((name) => join(dir, name))].map((path) => lstat(path)));
  return [
    ...other.map((name) => `${name} does not belong there.`),
    ...missing.map((name) => `${name} is missing.`),
    ...(kinds[0].isDirectory() && kinds.slice(1).every((kind) => kind.isFile())
      ? []
      : ['Only plain files belong there: no links, and no folders.']),
  ];
}

/** Parses product.yaml: the names of product and vendor, the addresses, and the signer, whose key is in vendors/. */
function productIn(text) {
  if (text.length > 10_000) throw new Error('product.yaml is too long.');
  const { product, vendor, signer, website, address, messages, ...more } =
    parse(text, { maxAliasCount: 0 }) ?? {};
  const wrong = Object.entries({ product, vendor, signer, website, address }).find(
    ([, value]) => typeof value !== 'string' || value.trim() === '',
  );
  if (wrong !== undefined) throw new Error(`product.yaml has to say what its ${wrong[0]} is.`);
  if (!NAME.test(signer) || !existsSync(`vendors/${signer}.pem`))
    throw new Error('product.yaml names a signer whose key we do not have: ask us to add it first.');
  if (vendors[signer] !== vendor)
    throw new Error('product.yaml names a vendor who is not the one that we know by that key.');
  if (!ADDRESS.test(website))
    throw new Error('product.yaml has to give an http or https address as its website.');
  if (![address, messages ?? address].every((one) => ADDRESS.test(one)))
    throw new Error('product.yaml has to give http or https addresses of plain characters.');
  if (Object.keys(more).length > 0) throw new Error('product.yaml says more than we ask for.');
  return { product, vendor, signer, address, messages: messages ?? null };
}

/** Reads the challenge that we gave for a product: one line, `NAME YYYY-MM-DD RANDOM`. */
function challengeFor(name) {
  const path = join('challenges', name);
  if (!existsSync(path)) throw new Error('We gave no challenge for it: ask us for one, and run with it.');
  const text = readFileSync(path, 'utf8').trim();
  return { text, day: text.split(' ')[1] };
}

/** Runs `petstore-conformance verify` and returns its JSON. Started without npx, whose child process would survive a timeout. */
function verify(dir, key, challenge) {
  return new Promise((resolve, reject) => {
    const words = ['verify', dir, '--public-key', key, '--challenge', challenge, '--json'];
    const options = { maxBuffer: 2 ** 26, timeout: rules.seconds * 1000, killSignal: 'SIGKILL' };
    execFile(process.execPath, [KIT, ...words], options, (error, stdout, stderr) => {
      if (error?.killed) {
        reject(new Error(`verify did not end within ${rules.seconds} seconds, and was stopped.`));
        return;
      }
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(stderr.trim() || `verify ended with ${error?.code}.`));
      }
    });
  });
}

/** Returns the reasons why a verified run does not meet our rules. */
function objections({ facts, sameKit, risks }, { product, vendor, address, messages }, challenge) {
  const { target, scope, settings, waivers, verdict, startedAt } = facts;
  // The report records only settings that differ from the default.
  const { concurrency = 8, consistencyMs = 2000, timeoutMs = 10_000, header = [] } = settings;
  const headers = header.map((text) => text.split(':', 1)[0]);
  const age = (Date.now() - Date.parse(startedAt)) / 86_400_000;
  return [
    [sameKit, 'The report was written by another version of the kit than ours.'],
    [facts.product?.name === product, 'The statement is about another product than product.yaml.'],
    [facts.product?.vendor === vendor, 'The statement names another vendor than product.yaml.'],
    [rules.verdicts.includes(verdict), `The verdict is ${verdict}.`],
    [rules.profiles.every((name) => scope.profiles.includes(name)), 'A profile was not claimed.'],
    [!target.embedded, 'It is the reference server that was judged.'],
    [target.baseUrl === address, 'The run judged another address than that of product.yaml.'],
    [target.messagesUrl === messages, 'The run judged another messages address than product.yaml says.'],
    [!rules.https || !risks.includes('is plain http'), 'An address is plain http.'],
    [
      !rules.publicHost || !risks.includes('is loopback, private or link-local'),
      'An address is loopback, private or link-local: nobody else can reach it.',
    ],
    [scope.runs >= rules.runs, `The run had --runs ${scope.runs}: we ask for ${rules.runs}.`],
    // A low concurrency hides races, and long waits hide failures.
    [
      concurrency >= rules.concurrency,
      `The run had --concurrency ${concurrency}: we ask for ${rules.concurrency}.`,
    ],
    [
      consistencyMs <= rules.consistencyMs,
      `The run had --consistency-ms ${consistencyMs}: we allow ${rules.consistencyMs}.`,
    ],
    [timeoutMs <= rules.timeoutMs, `The run had --timeout-ms ${timeoutMs}: we allow ${rules.timeoutMs}.`],
    // The server may be conformant only with this header.
    [
      headers.every((name) => rules.headers.includes(name)),
      `The run had --header ${headers.join(', ')}: we allow ${rules.headers.join(', ') || 'none'}.`,
    ],
    [scope.only.length === 0 && !scope.readOnly, 'The run judged a part only.'],
    [waivers.length === 0, 'The run had waivers.'],
    [
      startedAt.slice(0, 10) >= challenge.day,
      `The run is from before ${challenge.day}, when we gave the challenge.`,
    ],
    [age < rules.days, `The run is older than ${rules.days} days.`],
  ].flatMap(([good, text]) => (good ? [] : [text]));
}

/** Returns a message for each other product, certified or submitted, whose report has the same seed or tag. */
async function alike(name) {
  const dirs = await Promise.all(
    ['.', submission].map(async (root) => {
      const names = await readdir(join(root, 'products')).catch(() => []);
      return names.filter((one) => NAME.test(one)).map((one) => [one, join(root, 'products', one)]);
    }),
  );
  const own = await reported(join(submission, 'products', name));
  const others = dirs.flat().filter(([one]) => one !== name);
  const found = await Promise.all(others.map(async ([one, dir]) => [one, await reported(dir)]));
  const told = found.flatMap(([one, report]) =>
    ['seed', 'tag']
      .filter((member) => own[member] !== undefined && own[member] === report[member])
      .map((member) => `The run has the ${member} of ${one}.`),
  );
  return [...new Set(told)];
}

/** Reads the report.json of a folder; an empty object if it cannot be parsed. */
async function reported(dir) {
  const path = join(dir, 'report.json');
  const kind = await lstat(path).catch(() => undefined);
  if (!kind?.isFile() || kind.size > 2 ** 26) return {};
  try {
    return { ...JSON.parse(await readFile(path, 'utf8')) };
  } catch {
    return {};
  }
}

/** Returns the problems of a submitted product; if there are none, its product data and the summary of `verify`. */
async function judge(name) {
  const dir = join(submission, 'products', name);
  const mine = FILES.filter((file) => changed.includes(`products/${name}/${file}`));
  const problems = [
    ...(await misfiled(dir)),
    // A certified folder must not change: a new run needs a new folder.
    ...((submission !== '.' && existsSync(join('products', name))) || mine.length < FILES.length
      ? ['It changes a folder that is there: hand in a new one, with all of its files.']
      : []),
  ];
  if (problems.length > 0) return { problems };
  try {
    const challenge = challengeFor(name);
    const product = productIn(await readFile(join(dir, 'product.yaml'), 'utf8'));
    const found = await verify(dir, `vendors/${product.signer}.pem`, challenge.text);
    const told = found.disagreements.map(({ kind, where, message }) =>
      [...new Set([kind, where, message])].join(': '),
    );
    const rest = found.verified ? objections(found, product, challenge) : [];
    return { product, summary: found.summary, problems: [...told, ...(await alike(name)), ...rest] };
  } catch (error) {
    return { problems: [error.message] };
  }
}

/** Puts untrusted text into a Markdown code block that it can neither end nor use to mention anyone. */
function block(lines) {
  const shown = lines.slice(0, 30).map((line) => line.replace(/[\p{C}`]/gu, ' ').slice(0, 500));
  const more = lines.length > 30 ? [`and ${lines.length - 30} more`] : [];
  return ['```text', ...shown, ...more, '```'].join('\n');
}

/** The summary of `verify`, one fact per line. */
function factLines(summary) {
  return block(summary.map(([label, text]) => `${label.padEnd(12)} ${text}`));
}

/** The command that judges the product again, at the addresses in product.yaml. */
function recertify(name, { signer, address, messages }) {
  const to = messages === null ? '' : ` --messages-url '${messages}'`;
  return `npx petstore-conformance recertify products/${name} --public-key vendors/${signer}.pem --key key.pem --base-url '${address}'${to}`;
}

const names = [...new Set(changed.map((path) => /^products\/([^/]+)\/[^/]+$/u.exec(path)?.[1]))];
const odd = changed.filter((path) => !NAME.test(/^products\/([^/]+)\/[^/]+$/u.exec(path)?.[1] ?? ''));
const sections = [];
for (const name of names.filter((one) => NAME.test(one ?? ''))) {
  const { problems, product, summary } = await judge(name);
  sections.push(
    problems.length === 0
      ? `### ${name}: verified\n\n${factLines(summary)}\n\n${GOOD}\n\n${block([recertify(name, product)])}`
      : `### ${name}: not verified\n\n${block(problems)}`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
if (odd.length > 0 || changed.length === 0) {
  sections.push(`### For us to look at\n\n${block(odd.length > 0 ? odd : ['Nothing is handed in.'])}`);
  process.exitCode = 1;
}
const comment = `${sections.join('\n\n')}\n`;
await writeFile('comment.md', comment);
console.log(comment);
