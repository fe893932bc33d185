import type { CredentialPiece, Exchange, SentHeader } from '../exchange.ts';
import { inertLine } from '../text.ts';
import { acts, joined, printfCommand, shellWord, type WordPart } from './shell.ts';

/** curl writes these itself, or they belong to the connection that is gone. */
const LEFT_OUT = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'user-agent',
  'accept-encoding',
]);
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
const VARIABLE = /^[A-Z][A-Z0-9_]*$/u;

/** The option of a header. An empty value is written with a semicolon: a colon with nothing after it takes the header out. */
function header(name: string, value: string): string {
  return `-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`;
}

function headerWords([name, value, variable]: SentHeader, exchange: Exchange): string[] {
  const lower = name.toLowerCase();
  if (variable !== undefined && TOKEN.test(name) && VARIABLE.test(variable))
    return [`-H ${joined([{ text: `${name}: ` }, { expansion: `\${${variable}}` }])}`];
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

/** Where a command that makes a credential may go on in another line. */
const BREAKS = / (?=\| (?:sed|awk|rev|base64|tr)\b)|(?<=\$\(printf '%s\\n') /u;

/** Two other characters at a part of the length. */
function altered(part: string): string {
  return `awk '{n=int(length*${part}); print substr($0,1,n) "~~" substr($0,n+3)}'`;
}

/** How a wrong token that evidence does not keep is made of the key, by the label of the credential. */
const MADE: ReadonlyMap<string, string> = new Map([
  ['Bearer with the key, altered in its middle', altered('1/2')],
  ['Bearer with the key, altered towards its end', altered('3/4')],
  ['Bearer with the key, altered in its first half', altered('1/4')],
  ['Bearer with the first character of the key changed', "sed 's/^./~/'"],
  ['Bearer with a wildcard for each character', "sed 's/./_/g'"],
  ['Bearer with one character of the key changed', String.raw`sed 's/^\(.....\)./\1~/'`],
  ['Bearer with a character towards the end of the key changed', String.raw`sed 's/.\(....\)$/~\1/'`],
  ['Bearer with half of the key', "awk '{print substr($0, 1, length($0) / 2)}'"],
  ['Bearer with the other half of the key', "awk '{print substr($0, length($0) / 2 + 1)}'"],
  ['Bearer with the key, cut', "sed 's/....$//'"],
  ['Bearer with the key backwards', 'rev'],
]);

/** The pieces one after the other as a word. Messages may have a key of their own. */
function quoted(pieces: readonly CredentialPiece[], operation: Exchange['operation'], made?: string): string {
  const key =
    operation === 'message' ? '${PETSTORE_MESSAGES_API_KEY:-$PETSTORE_API_KEY}' : '${PETSTORE_API_KEY}';
  return joined(
    pieces.map((piece): WordPart => {
      if ('text' in piece) return piece;
      if ('key' in piece) return { expansion: key };
      if ('alike' in piece)
        return made === undefined
          ? { text: piece.alike }
          : { expansion: `$(printf '%s\\n' ${joined([{ expansion: key }])} | ${made})` };
      const inner = quoted(piece.base64, operation);
      return { expansion: String.raw`$(printf %s ${inner} | base64 | tr -d '\n')` };
    }),
  );
}

function isKept(piece: CredentialPiece): boolean {
  return 'base64' in piece ? piece.base64.every(isKept) : !('alike' in piece);
}

/**
 * The exchange as a curl command that can be pasted in sh, bash and zsh, in parts that may each stand on a line of its own
 * after a backslash: the key stands as `$PETSTORE_API_KEY`, everything else is quoted. A credential that evidence does not
 * keep is one like it, which {@link curlNote} says.
 */
export function curlText(exchange: Exchange): readonly string[] {
  const { body } = exchange.request;
  // Only what is written by printf keeps a line end at its end, and a NUL at all.
  return body !== null && acts(body)
    ? [`${printfCommand(body)} | curl -sSi`, ...requestWords(exchange, '--data-binary @-')]
    : ['curl -sSi', ...requestWords(exchange)];
}

/**
 * Several requests as one command, in such parts: it sends one after the other, or all at the same time. Undefined where a body
 * can stand in no word of a shell.
 */
export function curlSequence(
  exchanges: readonly Exchange[],
  isAtOnce = false,
): readonly string[] | undefined {
  if (exchanges.some(({ request }) => request.body?.includes('\0') === true)) return undefined;
  const groups: { readonly urls: string[]; readonly options: readonly string[]; readonly isRead: boolean }[] =
    [];
  for (const exchange of exchanges) {
    const options = optionWords(exchange);
    const isRead = exchange.request.body === null;
    const last = groups.at(-1);
    // Reads that differ in their addresses alone need their headers once.
    if (isRead && last?.isRead === true && last.options.join(' ') === options.join(' '))
      last.urls.push(urlWord(exchange));
    else groups.push({ urls: [urlWord(exchange)], options, isRead });
  }
  const begin = isAtOnce ? 'curl -sSiZ --parallel-immediate' : 'curl -sSi';
  return groups.flatMap(({ urls, options }, at) => [at === 0 ? begin : '--next -i', ...urls, ...options]);
}

/** All but what begins the command, what is asked first; `data` is where the body comes from. */
function requestWords(exchange: Exchange, data?: string): readonly string[] {
  return [urlWord(exchange), ...optionWords(exchange, data)];
}

function urlWord({ request }: Exchange): string {
  return `--url ${shellWord(request.url)}`;
}

function optionWords(exchange: Exchange, data?: string): readonly string[] {
  const { method, url, absolute, body, headers } = exchange.request;
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return [
    ...(method === (body === null ? 'GET' : 'POST') ? [] : [`-X ${shellWord(method)}`]),
    ...headers.flatMap((one) => headerWords(one, exchange)),
    // curl would name a form's media type where the request had none.
    ...(body === null || isTyped ? [] : ["-H 'Content-Type:'"]),
    ...(body === null ? [] : [data ?? `--data-raw ${shellWord(body)}`]),
    ...(absolute === true ? [`--request-target ${shellWord(url)}`] : []),
    ...(/\/\.{1,2}(?:[/?#]|$)/u.test(url) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/u.test(url) ? ['--globoff'] : []),
  ];
}

/** A warning before pasting the command; undefined if it can be pasted as it is. */
export function curlNote({ request: { credential: form } }: Exchange): string | undefined {
  if (form.pieces === null || form.pieces.every(isKept)) return undefined;
  const label = inertLine(form.label, 80);
  return MADE.has(form.label)
    ? `The token that was sent is not recorded (${label}): the command makes one like it of the key.`
    : `The credential that was sent is not recorded (${label}): put one like it in its place.`;
}
