import { createRedactor } from '../client/redact.ts';
import { settings, type Setting } from '../config/settings.ts';

/** Every text of a command line and an environment that is a key, as far as they can be told without reading files. */
function keysIn(argv: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const secret = Object.values<Setting<unknown>>(settings).filter((row) => row.secret === true);
  // The key of serve has no row.
  const flags = ['--key', ...secret.map(({ flag }) => flag)];
  const inline = argv.flatMap((word) =>
    flags.flatMap((flag) => (word.startsWith(`${flag}=`) ? [word.slice(flag.length + 1)] : [])),
  );
  const after = argv.flatMap((word, index) => (flags.includes(word) ? [argv[index + 1] ?? ''] : []));
  // Of a header, the value alone is a secret.
  const values = [...inline, ...after].map((text) => text.replace(/^[\w-]+:\s+/u, ''));
  const variables = secret.flatMap(({ environment }) =>
    environment === undefined ? [] : [env[environment] ?? ''],
  );
  return [...values, ...variables];
}

/** Keys that were read from files, or made for the embedded server. */
const learnt = new Set<string>();

/** Lets a crash report know of a key, so that it leaves it out. */
export function keepSecret(...keys: readonly (string | undefined)[]): void {
  for (const key of keys) if (key !== undefined) learnt.add(key);
}

/**
 * What the user reads when the kit itself fails: that it is no verdict on the target, and how to see more. Holds no key.
 */
export function crashReport(error: unknown, argv: readonly string[], env: NodeJS.ProcessEnv): string {
  const { text: hide } = createRedactor([...keysIn(argv, env), ...learnt]);
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error && error.stack !== undefined ? error.stack : message;
  const paragraph =
    'petstore-conformance failed: this is a bug of the kit, not a verdict on the target. ' +
    `It says: ${hide(visible(message)).trim() || 'nothing'}. `;
  return env.PETSTORE_DEBUG === '1'
    ? `${paragraph}Please report it with this stack:\n${hide(stack)}\n`
    : `${paragraph}Set PETSTORE_DEBUG=1 to see the stack, and please report it.\n`;
}

/** One line without control characters: a message may quote a server. */
function visible(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/gu, ' ').slice(0, 1000);
}
