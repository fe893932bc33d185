import { safeLine } from '../../reports/text.ts';
import { createRedactor } from '../http/redact.ts';
import { settingRows } from '../config/settings.ts';
import { RefusedInputError, UsageError } from '../base/usage-error.ts';
import { exitCode } from './exit-code.ts';
import type { Io } from './io.ts';

/** The option --key of serve, which is not in the table of settings. */
const SERVE_KEY = { flag: '--key', environment: undefined, secret: (text: string) => [text] } as const;

/** Returns the secrets in the command line and the environment; files are not read. */
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

/** Secrets read from files, or made for the embedded server. */
const knownSecrets = new Set<string>();

/** Registers secrets, so that crash reports leave them out. */
export function hideInCrashReports(...keys: readonly (string | undefined)[]): void {
  for (const key of keys) if (key !== undefined) knownSecrets.add(key);
}

/** Returns an Error with the stack of a crashed check; throwing it ends the command with the exit code for a bug of the kit. */
export function errorFromStack(stack: string): Error {
  const lines = stack.split('\n');
  // In an error from loading a module, the stack begins with the file name, and the line with the error comes later.
  const error = new Error(lines.find((line) => /^\w*Error\b/u.test(line)) ?? lines[0]);
  return Object.assign(error, { stack });
}

/** Prints why a command failed, without secrets; returns the exit code. */
export function printCommandError(error: unknown, words: readonly string[], { stderr, env }: Io): number {
  if (!(error instanceof UsageError)) {
    stderr.write(crashReport(error, words, env));
    return exitCode('bug');
  }
  for (const problem of error.problems) stderr.write(`error: ${problem}\n`);
  return exitCode(error instanceof RefusedInputError ? 'objection' : 'usage');
}

/** Returns the message for a bug of the kit; with PETSTORE_DEBUG=1, its stack too. */
function crashReport(error: unknown, words: readonly string[], env: NodeJS.ProcessEnv): string {
  const { text: hide } = createRedactor([...secretsIn(words, env), ...knownSecrets]);
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const paragraph =
    'petstore-conformance failed: this is a bug of the kit, not a verdict on the target. ' +
    `It says: ${safeLine(hide(message).replaceAll(/\s+/gu, ' ').trim(), 1000) || 'nothing'}. `;
  return env.PETSTORE_DEBUG === '1'
    ? `${paragraph}Please report it with this stack:\n${hide(stack)}\n`
    : `${paragraph}Set PETSTORE_DEBUG=1 to see the stack, and please report it.\n`;
}
