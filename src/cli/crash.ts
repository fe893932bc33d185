import { createRedactor } from '../client/redact.ts';
import { settingRows } from '../config/settings.ts';

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
const learnt = new Set<string>();

/** Lets a crash report know of a key, so that it leaves it out. */
export function keepSecret(...keys: readonly (string | undefined)[]): void {
  for (const key of keys) if (key !== undefined) learnt.add(key);
}

/**
 * What the user reads when the kit itself fails: that it is no verdict on the target, and how to see more. Holds no key.
 */
export function crashReport(error: unknown, argv: readonly string[], env: NodeJS.ProcessEnv): string {
  const { text: hide } = createRedactor([...secretsIn(argv, env), ...learnt]);
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
