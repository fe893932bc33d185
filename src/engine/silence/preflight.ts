import { attributeRequestsTo } from '../../http/request-scope.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import type { Cause } from '../../../reports/model.ts';
import {
  NEXT_STEP_BY_CAUSE,
  causeOfNoAnswer,
  type Reply,
  statusText,
  noAnswerOf,
  type RunContext,
} from '../target/index.ts';
import { attemptEndingKind } from '../../http/retry.ts';
import { nextStepIfUnreachable } from '../../http/reasons.ts';
import type { NoAnswer } from '../../http/types.ts';
import { isHtmlPage, describePage } from './page.ts';

/** Why a run cannot begin or go on: configuration or network, never a verdict on the target. */
export interface AbortReason {
  readonly cause: Cause;
  readonly message: string;
  /** Set if the run was cut off: the reason and next step for each requirement that was still undecided. */
  readonly undecided?: { readonly reason: string; readonly next: string };
  /** True if the target refuses the run from some request on: failures found before it stand. */
  readonly isLockout?: true;
}

type PreflightFailure =
  'none' | 'silent' | 'refused' | 'forbidden' | 'absent' | 'page' | 'gateway' | 'elsewhere';

/** Failures that mean that there is no API; two operations may fail in different ways for this one reason. */
const NOTHING_THERE: ReadonlySet<PreflightFailure> = new Set(['absent', 'page', 'gateway', 'elsewhere']);

function isAlike(first: PreflightFailure, second: PreflightFailure): boolean {
  return first === second || (NOTHING_THERE.has(first) && NOTHING_THERE.has(second));
}

function trouble(reply: Reply): PreflightFailure {
  const { answer } = reply;
  if (answer === undefined) return 'silent';
  const { status } = answer;
  if (status >= 300 && status <= 399) return 'elsewhere';
  if (status === 404) return 'absent';
  // A media type of HTML does not prove a page, because a service may send its JSON with a wrong media type.
  if (!answer.body.ok && status >= 400 && status <= 499) return isForeign(reply) ? 'gateway' : 'refused';
  if (status === 401) return 'refused';
  if (status === 403) return 'forbidden';
  return answer.mediaType === 'text/html' && !answer.body.ok && status <= 299 ? 'page' : 'none';
}

/** True if a gateway sent the 4xx. A plain-text 401 may be the service's own, but not a page or a Basic challenge. */
function isForeign({ answer, outcome }: Reply): boolean {
  if (answer?.status !== 401) return true;
  const { response } = outcome.exchange;
  return (
    /^\s*basic\b/iu.test(answer.header('www-authenticate') ?? '') ||
    (response !== null && isHtmlPage(response))
  );
}

/** A fixed id that hardly any target uses: its GET only shows whether the target responds and accepts the key. */
const SOME_ID = '7263540182736451928';

export async function preflight(world: RunContext): Promise<AbortReason | undefined> {
  const list = await world.baseline.unfilteredList();
  const first = trouble(list);
  if (first === 'none') return undefined;
  const second = await attributeRequestsTo('preflight', () => crossCheck(world, noAnswerOf(list)?.why));
  if (second !== undefined && !isAlike(first, trouble(second))) return undefined;
  const silence = noAnswerOf(list);
  const cause = silence === undefined ? 'configuration' : causeOfNoAnswer(silence).cause;
  return { cause, message: WORDS[first](world.config.baseUrl, list) };
}

const ADDRESS = 'Set --base-url or PETSTORE_BASE_URL';
const KEY = 'Set --api-key or PETSTORE_API_KEY to a';

const WORDS: Readonly<Record<Exclude<PreflightFailure, 'none'>, (where: string, list: Reply) => string>> = {
  silent: (where, list) => unreachedWords(noAnswerOf(list), where),
  refused: (where) => `The target at ${where} rejected the key (401). ${KEY} valid key.`,
  forbidden: (where, list) =>
    `The target at ${where} denies access with this key (${statusText(list)}). ${KEY} key that may list and create animals, or --header to what a gateway requires.`,
  absent: (where, { outcome: { exchange } }) =>
    `No Pet Store API at ${where}: /pets returned 404${exchange.response !== null && isHtmlPage(exchange.response) ? ` and ${pageOf(exchange)}` : ''}. Check --base-url or PETSTORE_BASE_URL: it ends with the version prefix, as in https://host/v1.`,
  page: (where, { outcome: { exchange } }) =>
    `A web page, not the Pet Store API, is at ${where}: /pets returned HTML, ${pageOf(exchange)}. ${ADDRESS} to the API itself, or --header to what a gateway requires.`,
  gateway: (where, list) =>
    `A gateway at ${where} blocked the run: /pets returned ${statusText(list)} and ${pageOf(list.outcome.exchange)}. ${gatewayHint(list)}`,
  elsewhere: (where, { answer }) =>
    `The target at ${where} redirects /pets (${String(answer?.status)}). Redirects are not followed: set --base-url or PETSTORE_BASE_URL to the new address.`,
};

function pageOf({ response }: Exchange): string {
  return response === null ? 'nothing' : describePage(response);
}

function unreachedWords(found: NoAnswer | undefined, where: string): string {
  const said =
    found?.why === 'too-large'
      ? `The first response of ${where} cannot be read`
      : `The target could not be reached at ${where}`;
  if (found === undefined) return `${said}: no response.`;
  const { response } = found.exchange;
  const page = response !== null && isHtmlPage(response) ? `, with ${describePage(response)}` : '';
  return `${said}: ${found.message}${page}. ${nextStepIfUnreachable(found, where)}`;
}

function gatewayHint({ answer, outcome }: Reply): string {
  const said = outcome.exchange.response?.body ?? '';
  if (/plain HTTP|HTTP request (?:was sent )?to an HTTPS/iu.test(said)) {
    return 'The port expects TLS: start the address with https://.';
  }
  if (/(?:SSL|client|TLS) certificate/iu.test(said)) {
    return 'The gateway requires a client certificate: set --client-cert and --client-key.';
  }
  if (/^\s*basic\b/iu.test(answer?.header('www-authenticate') ?? '')) {
    return 'The gateway requires a user and a password in the Authorization header, where the API key has to be: let the run bypass the gateway, or send the password in another header with --header.';
  }
  return 'Allow this machine in the gateway, or send what it requires with --header or --client-cert.';
}

export function stoppedRespondingAbort(last: NoAnswer, exchanges: readonly Exchange[]): AbortReason {
  const { cause } = causeOfNoAnswer(last);
  // What asks to come back later is a response too, and its words tell how long to wait.
  const refusal = last.exchange.response?.status;
  const [stopped, before, after] =
    refusal === undefined
      ? ['responding', 'Last response', 'First request without one']
      : ['accepting requests', 'Last answered request', 'Next one'];
  const at = exchanges.findLastIndex(
    ({ response }) =>
      response !== null && (refusal === undefined || attemptEndingKind(response, false) === 'answer'),
  );
  const [answer, silence] = [exchanges[at], exchanges[at + 1]];
  const since =
    answer === undefined
      ? 'during the run'
      : `${(((answer.sentAt ?? 0) + answer.durationMs) / 1000).toFixed(1)} s into the run. ${before}: ${requestLineWithId(answer)}${
          silence === undefined ? '' : `. ${after}: ${requestLineWithId(silence)}`
        }`;
  const again =
    cause === 'rate-limit' ? NEXT_STEP_BY_CAUSE[cause] : 'Check its log, restart it, and run again.';
  return {
    cause,
    message: `The target stopped ${stopped} ${since}. Error: ${last.message}. ${again}`,
    undecided: {
      reason:
        refusal === undefined
          ? 'the target stopped responding before this was decided'
          : `before this was decided, ${last.message}`,
      next: cause === 'rate-limit' ? again : 'See in the server log why the target stopped, then run again.',
    },
  };
}

export function requestLineWithId({ id, request: { method, url } }: Exchange): string {
  const { pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  return `${method} ${path.length > 80 ? `${path.slice(0, 80)}…` : path} (${id})`;
}

export function deadlineAbort(seconds: number): AbortReason {
  const longer = 'Raise --deadline, or see why the target is slow.';
  const passed = `the deadline of ${String(seconds)} s passed before`;
  return {
    cause: 'configuration',
    message: `T${passed.slice(1)} the run was done: the report holds the results so far. ${longer}`,
    undecided: { reason: `${passed} this was decided`, next: longer },
  };
}

async function crossCheck(world: RunContext, why?: NoAnswer['why']): Promise<Reply | undefined> {
  const { api, config, creates } = world;
  // If no connection can be made, a create is no use: it would fail like a read.
  const isUnreached = why === 'connection' || why === 'tls';
  const mayCreate = !config.readOnly && config.maxCreated > 0 && !isUnreached;
  if (mayCreate) return creates.plain('available');
  const get = await api.get(SOME_ID);
  return get.answer?.status === 404 ? undefined : get;
}
