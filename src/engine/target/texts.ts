import type { Reply } from './replies.ts';

export function isClientError(code: number): boolean {
  return code >= 400 && code < 500;
}

/** The reason why a check is undecided if the target accepted no valid animal. */
export const ALL_CREATES_REFUSED = 'every valid create was refused';

/** Describes a body that is not JSON, with the reason. */
export function notJsonText({ problem }: { readonly problem: string }): string {
  return `a body that is not JSON: ${problem.replace(/^the body/u, 'it')}`;
}

export function statusText(reply: Reply): string {
  const response = reply.outcome.exchange.response;
  if (response === null) return 'no answer';
  return `${String(response.status)}${response.statusText === '' ? '' : ` ${response.statusText}`}`;
}

const MOST_BODY = 120;

/** Formats a request in one line: `POST /v1/pets {"name":"x"} (no Authorization header)`. */
export function requestText({ outcome: { ask, exchange } }: Reply): string {
  const { body, chunked, contentType, credential, method } = ask;
  const { pathname, search } = new URL(exchange.request.url);
  const characters = [...(body ?? '')];
  const shown = characters.slice(0, MOST_BODY).join('') + (characters.length > MOST_BODY ? '…' : '');
  const unusual = [
    ...(body === '' ? ['empty body'] : []),
    ...(credential.kind === 'valid'
      ? []
      : [headerText('Authorization', credential.value && credential.label)]),
    ...(chunked === true ? ['in chunks'] : []),
    ...(method === 'GET' || contentType === 'application/json'
      ? []
      : [headerText('Content-Type', contentType ?? null)]),
  ];
  const note = unusual.length === 0 ? '' : `(${unusual.join(', ')})`;
  return [`${method} ${pathname}${search}`, shown, note].filter((part) => part !== '').join(' ');
}

function headerText(name: string, value: string | null): string {
  return value === null ? `no ${name} header` : `${name}: ${value}`;
}
