import { inertLine } from '../../reports/text.ts';
import { createRedactor } from '../http/redact.ts';
import { settingRows } from '../config/settings.ts';
import { UsageError } from '../base/usage-error.ts';
import { exitCode } from './exit-code.ts';
import type { Io } from './io.ts';
import { Objection } from './objection.ts';

/** What the key of serve has in the place of a row. */
const SERVE_KEY = { flag: '--key', environment: undefined, secret: (text: string) => [text] } as const;

/** Every text of a command line and an environment that is a secret, as far as they can be told without reading files. */
function secretsIn(argv: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const rows = [SERVE_KEY, ...settingRows.map(([, row]) => row)];
  return rows.flatMap(({ flag, environment, secret }) => {
    const said = argv.flatMap((word, at) => {
      if (word === flag) return [argv[at + 1] ?? ''];
      return word.startsWith(`${flag}=`) ? [word.slice(flag.length + 1)] : [];
    });
    const texts = environment === undefined ? said : [...said, env[environment] ?? ''];
    return texts.flatMap((text) => secret?.(text) ?? []);
  });
}

/** Keys that were read from files, or made for the embedded server. */
const knownSecrets = new Set<string>();

/** Lets a crash report know of a key, so that it leaves it out. */
export function addSecret(...keys: readonly (string | undefined)[]): void {
  for (const key of keys) if (key !== undefined) knownSecrets.add(key);
}

/** What stopped the kit in a check, from its stack: what is reported says nothing about the requirement. */
export function kitError(stack: string): Error {
  const lines = stack.split('\n');
  // Where a module does not load, its place stands before the error.
  const error = new Error(lines.find((line) => /^\w*Error\b/u.test(line)) ?? lines[0]);
  return Object.assign(error, { stack });
}

/** Says why a command could not be carried out, without any key; returns the exit code. */
export function explain(error: unknown, words: readonly string[], { stderr, env }: Io): number {
  if (!(error instanceof UsageError)) {
    stderr.write(crashReport(error, words, env));
    return exitCode('bug');
  }
  for (const problem of error.problems) stderr.write(`error: ${problem}\n`);
  return exitCode(error instanceof Objection ? 'objection' : 'usage');
}

/** What the user reads when the kit itself fails: that it is no verdict on the target, and how to see more. */
function crashReport(error: unknown, words: readonly string[], env: NodeJS.ProcessEnv): string {
  const { text: hide } = createRedactor([...secretsIn(words, env), ...knownSecrets]);
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const paragraph =
    'petstore-conformance failed: this is a bug of the kit, not a verdict on the target. ' +
    `It says: ${inertLine(hide(message).replaceAll(/\s+/gu, ' ').trim(), 1000) || 'nothing'}. `;
  return env.PETSTORE_DEBUG === '1'
    ? `${paragraph}Please report it with this stack:\n${hide(stack)}\n`
    : `${paragraph}Set PETSTORE_DEBUG=1 to see the stack, and please report it.\n`;
}
