import type { Exchange, SentHeader } from '../exchange.ts';
import { shownCredential } from './credential.ts';
import { inertLine } from '../text.ts';
import { acts, joined, printfCommand, shellWord } from './shell.ts';

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

/** A word of the command; pasted as it stands. */
type Word = string;

function headerWords([name, value, variable]: SentHeader, exchange: Exchange): Word[] {
  const lower = name.toLowerCase();
  if (variable !== undefined && TOKEN.test(name) && VARIABLE.test(variable))
    return [`-H ${joined([{ text: `${name}: ` }, { expansion: `\${${variable}}` }])}`];
  if (LEFT_OUT.has(lower) || !TOKEN.test(name)) return [];
  if (lower === 'authorization') return [shownCredential(value, exchange).option];
  // An empty value is written with a semicolon: a colon with nothing after it takes the header out.
  return [`-H ${shellWord(value === '' ? `${name};` : `${name}: ${value}`)}`];
}

function bodyWords(exchange: Exchange): { before: string; words: Word[] } {
  const { body, headers } = exchange.request;
  if (body === null) return { before: '', words: [] };
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  // curl would name a form's media type where the request had none.
  const words = typed ? [] : ["-H 'Content-Type:'"];
  // Only what is written by printf keeps a line end at its end, and a NUL at all.
  if (acts(body)) return { before: `${printfCommand(body)} | `, words: [...words, '--data-binary @-'] };
  return { before: '', words: [...words, `--data-raw ${shellWord(body)}`] };
}

function methodWords({ request }: Exchange): Word[] {
  const implied = request.body === null ? 'GET' : 'POST';
  return request.method === implied ? [] : [`-X ${shellWord(request.method)}`];
}

function urlWords({ request }: Exchange): Word[] {
  const exact = /\/\.{1,2}(?:[/?#]|$)/u.test(request.url) ? ['--path-as-is'] : [];
  const literal = /[[\]{}]/u.test(request.url) ? ['--globoff'] : [];
  return [...exact, ...literal, `--url ${shellWord(request.url)}`];
}

/** The parts of the command, each of which may stand on a line of its own after a backslash. */
export function curlWords(exchange: Exchange): readonly string[] {
  const body = bodyWords(exchange);
  return [
    `${body.before}curl -sSi`,
    ...methodWords(exchange),
    ...exchange.request.headers.flatMap((header) => headerWords(header, exchange)),
    ...body.words,
    ...urlWords(exchange),
  ];
}

/** What a person has to know, as a sentence, before pasting the command; undefined where it can be pasted as it is. */
export function curlNote(exchange: Exchange): string | undefined {
  const found = exchange.request.headers.find(([name]) => name.toLowerCase() === 'authorization');
  const note = found && shownCredential(found[1], exchange).note;
  return note && `The credential that was sent is not kept (${inertLine(note, 80)}): put one like it there.`;
}

/**
 * The exchange as a curl command that can be pasted in sh, bash and zsh: the key stands as `$PETSTORE_API_KEY`,
 * everything else is quoted. A credential that evidence does not keep is one like it, which {@link curlNote} says.
 */
export function curlLine(exchange: Exchange): string {
  return curlWords(exchange).join(' ');
}
