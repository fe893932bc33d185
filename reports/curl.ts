import type { CredentialPiece, Exchange, SentHeader } from './exchange.ts';
import { safeLine } from './text.ts';
import {
  hasUnsafeCharacters,
  doubleQuotedWord,
  printfCommand,
  shellWord,
  type ShellWordPart,
} from './shell.ts';

/** Headers that curl sets itself, or that belong to the original connection. */
const LEFT_OUT = new Set(['host', 'content-length', 'connection', 'user-agent', 'accept-encoding']);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
const VARIABLE = /^[A-Z][A-Z0-9_]*$/u;

/** Returns curl's option for a header. For an empty value curl needs `Name;`: `Name:` would remove the header. */
function header(name: string, value: string): string {
  return `-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

function headerWords([name, value, variable]: SentHeader, exchange: Exchange): string[] {
  const lower = name.toLowerCase();
  if (variable !== undefined && TOKEN.test(name) && VARIABLE.test(variable))
    return [`-H ${doubleQuotedWord([{ text: `${name}: ` }, { expansion: `\${${variable}}` }])}`];
  if (LEFT_OUT.has(lower) || !TOKEN.test(name)) return [];
  return lower === 'authorization' ? credential(exchange) : [header(name, value)];
}

function credential({ operation, request }: Exchange): string[] {
  const { pieces, label } = request.credential;
  if (pieces === null) return [];
  if (pieces.length === 0) return [header('Authorization', '')];
  const made = MADE.get(label);
  const word = `-H ${quoted([{ text: 'Authorization: ' }, ...pieces], operation, made)}`;
  const isPlain = pieces.every((piece) => 'key' in piece || 'text' in piece);
  return isPlain ? [word] : word.split(BREAKS);
}

/** Matches places where a line may be broken inside a command that computes a credential. */
const BREAKS = / (?=\| (?:sed|awk|rev|base64|tr)\b)|(?<=\$\(printf '%s\\n') /u;

/** Returns an awk command that replaces two characters of a text, at a position given as a fraction of its length. */
function altered(part: string): string {
  return `awk '{n=int(length*${part}); print substr($0,1,n) "~~" substr($0,n+3)}'`;
}

/** For each wrong token that the evidence does not keep, by label: the shell command that makes it from the key. */
const MADE: ReadonlyMap<string, string> = new Map([
  ['Bearer with the key, altered in its middle', altered('1/2')],
  ['Bearer with the key, altered towards its end', altered('3/4')],
  ['Bearer with the key, altered in its first half', altered('1/4')],
  ['Bearer with the key, its first character changed', "sed 's/^./~/'"],
  ['Bearer with a wildcard for each character', "sed 's/./_/g'"],
  ['Bearer with the key, one character changed', String.raw`sed 's/^\(.....\)./\1~/'`],
  ['Bearer with the key, one character near its end changed', String.raw`sed 's/.\(....\)$/~\1/'`],
  ['Bearer with the first half of the key', "awk '{print substr($0, 1, length($0) / 2)}'"],
  ['Bearer with the second half of the key', "awk '{print substr($0, length($0) / 2 + 1)}'"],
  ['Bearer with the key, cut', "sed 's/....$//'"],
  ['Bearer with the key backwards', 'rev'],
]);

/** Returns the parts of a credential as one shell word. The messages API may have its own key. */
function quoted(pieces: readonly CredentialPiece[], operation: Exchange['operation'], made?: string): string {
  const key =
    operation === 'message' ? '${PETSTORE_MESSAGES_API_KEY:-$PETSTORE_API_KEY}' : '${PETSTORE_API_KEY}';
  return doubleQuotedWord(
    pieces.map((piece): ShellWordPart => {
      if ('text' in piece) return piece;
      if ('key' in piece) return { expansion: key };
      if ('alike' in piece)
        return made === undefined
          ? { text: piece.alike }
          : { expansion: `$(printf '%s\\n' ${doubleQuotedWord([{ expansion: key }])} | ${made})` };
      const inner = quoted(piece.base64, operation);
      return { expansion: String.raw`$(printf %s ${inner} | base64 | tr -d '\n')` };
    }),
  );
}

function isKept(piece: CredentialPiece): boolean {
  return 'base64' in piece ? piece.base64.every(isKept) : !('alike' in piece);
}

/**
 * Returns an exchange as a curl command for sh, bash and zsh, in parts between which a line may be broken. Reads the key from
 * `$PETSTORE_API_KEY`, and puts everything else in quotes. A token that is not recorded is replaced by a similar one: see
 * {@link curlCredentialNote}.
 */
export function curlCommandParts(exchange: Exchange): readonly string[] {
  const { body } = exchange.request;
  const url = urlWord(exchange);
  // Only printf preserves a final line feed, and NUL.
  return body !== null && hasUnsafeCharacters(body)
    ? [`${printfCommand(body)} | curl -sSi`, url, ...optionWords(exchange, '--data-binary @-')]
    : ['curl -sSi', url, ...optionWords(exchange)];
}

/**
 * Returns one curl command for several requests, in parts between which a line may be broken; curl sends the requests in turn,
 * or in parallel with `isAtOnce`. Undefined if a body contains NUL: no argument of a command can contain it.
 */
export function curlSequenceParts(exchanges: readonly Exchange[], isAtOnce = false) {
  if (exchanges.some(({ request }) => request.body?.includes('\0') === true)) return undefined;
  const groups: { readonly urls: string[]; readonly options: readonly string[]; readonly isRead: boolean }[] =
    [];
  for (const exchange of exchanges) {
    const options = optionWords(exchange);
    const isRead = exchange.request.body === null;
    const last = groups.at(-1);
    // Reads that differ only in the URL share their headers.
    if (isRead && last?.isRead === true && last.options.join(' ') === options.join(' '))
      last.urls.push(urlWord(exchange));
    else groups.push({ urls: [urlWord(exchange)], options, isRead });
  }
  const begin = isAtOnce ? 'curl -sSiZ --parallel-immediate' : 'curl -sSi';
  return groups.flatMap(({ urls, options }, at) => [at === 0 ? begin : '--next -i', ...urls, ...options]);
}

function urlWord({ request }: Exchange): string {
  return `--url ${shellWord(request.url)}`;
}

/** Returns the options of the command; `data` is the option for the body, if it is not quoted. */
function optionWords(exchange: Exchange, data?: string): readonly string[] {
  const { method, url, absolute, body, headers } = exchange.request;
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    ...(method === (body === null ? 'GET' : 'POST') ? [] : [`-X ${shellWord(method)}`]),
    ...headers.flatMap((one) => headerWords(one, exchange)),
    // Without this empty header, curl sends the content type of an HTML form.
    ...(body === null || isTyped ? [] : ["-H 'Content-Type:'"]),
    ...(body === null ? [] : [data ?? `--data-raw ${shellWord(body)}`]),
    ...(absolute === true ? [`--request-target ${shellWord(url)}`] : []),
    ...(/\/\.{1,2}(?:[/?#]|$)/u.test(url) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/u.test(url) ? ['--globoff'] : []),
  ];
}

/** Returns a warning about the command's credential; undefined if the recorded one is exact. */
export function curlCredentialNote({ request: { credential: form } }: Exchange): string | undefined {
  if (form.pieces === null || form.pieces.every(isKept)) return undefined;
  const label = safeLine(form.label, 80);
  return MADE.has(form.label)
    ? `The token that was sent is not recorded (${label}): the command builds a similar one from the key.`
    : `The credential that was sent is not recorded (${label}): put a similar one into the command.`;
}
