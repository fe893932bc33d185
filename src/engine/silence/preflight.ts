import { attributed } from '../../http/attribution.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import type { Cause } from '../../../reports/model.ts';
import { type Reply, statusText, unanswered, type RunContext } from '../target/index.ts';
import { nextStep } from '../../http/reasons.ts';
import type { NoAnswer } from '../../http/types.ts';
import { isPage, pageWords } from './page.ts';

/** Why a run cannot begin: configuration or network, never a verdict on the target. */
export interface Abort {
  readonly cause: Cause;
  /** One sentence that says which it is and what to do. */
  readonly message: string;
  /** Where the run was cut off: the outcome of a requirement that was not decided until then, and the next step. */
  readonly undecided?: { readonly reason: string; readonly next: string };
}

/** What a first answer shows in the place of the interface. */
type PreflightFailure =
  'none' | 'silent' | 'refused' | 'forbidden' | 'absent' | 'page' | 'gateway' | 'elsewhere';

/** Ways in which nothing of the interface shows: where no operation shows anything, it need not be in the same way. */
const NOTHING_THERE: ReadonlySet<PreflightFailure> = new Set(['absent', 'page', 'gateway', 'elsewhere']);

/** Whether two operations show the same trouble: then it belongs to neither of them. */
function isAlike(first: PreflightFailure, second: PreflightFailure): boolean {
  return first === second || (NOTHING_THERE.has(first) && NOTHING_THERE.has(second));
}

/** What an answer to a request that is good but for its key shows. */
function trouble(reply: Reply): PreflightFailure {
  const { answer } = reply;
  if (answer === undefined) return 'silent';
  const { status } = answer;
  if (status >= 300 && status <= 399) return 'elsewhere';
  if (status === 404) return 'absent';
  // HTML alone is not enough: a service may send its JSON under a wrong name.
  if (!answer.body.ok && status >= 400 && status <= 499) return isForeign(reply) ? 'gateway' : 'refused';
  if (status === 401) return 'refused';
  if (status === 403) return 'forbidden';
  return answer.mediaType === 'text/html' && !answer.body.ok && status <= 299 ? 'page' : 'none';
}

/** Whether a refusal that is not JSON is not about the key: a service may refuse that in plain text. */
function isForeign({ answer, outcome }: Reply): boolean {
  if (answer?.status !== 401) return true;
  const { response } = outcome.exchange;
  return (
    /^\s*basic\b/iu.test(answer.header('www-authenticate') ?? '') || (response !== null && isPage(response))
  );
}

/** An id that no target has by chance: the question is only whether somebody answers and takes the key. */
const SOME_ID = '7263540182736451928';

/** Tells configuration from conformance before the first check: undefined where the run can begin. */
export async function preflight(world: RunContext): Promise<Abort | undefined> {
  const list = await world.baseline.unfilteredList();
  const first = trouble(list);
  if (first === 'none') return undefined;
  const second = await attributed('preflight', () => crossCheck(world, unanswered(list)?.why));
  if (second !== undefined && !isAlike(first, trouble(second))) return undefined;
  return abortFor(first, list, world.config.baseUrl);
}

function abortFor(first: Exclude<PreflightFailure, 'none'>, list: Reply, where: string): Abort {
  const silence = unanswered(list);
  if (first !== 'silent') return { cause: 'configuration', message: WORDS[first](where, list) };
  return {
    cause: silence?.why === 'rate-limit' ? 'rate-limit' : 'network',
    message: unreachedWords(silence, where),
  };
}

const ADDRESS = 'Set --base-url or PETSTORE_BASE_URL';
const KEY = 'Set --api-key or PETSTORE_API_KEY to a key that';

/** What is said of what shows in the place of the interface, and what to do about it. */
const WORDS: Readonly<
  Record<Exclude<PreflightFailure, 'none' | 'silent'>, (where: string, list: Reply) => string>
> = {
  refused: (where) => `The key was refused: ${where} answers 401 to it. ${KEY} the target accepts.`,
  forbidden: (where, list) =>
    `The key gives no access: ${where} answers ${statusText(list)} to listing and adding animals alike. ${KEY} may do both, or give what a gateway asks for with --header.`,
  absent: (where, { outcome: { exchange } }) =>
    `There is no Pet Store interface at ${where}: /pets is answered with 404${exchange.response !== null && isPage(exchange.response) ? ` and ${pageOf(exchange)}` : ''}. Check --base-url or PETSTORE_BASE_URL; it ends with the version prefix, as in https://host/v1.`,
  page: (where, { outcome: { exchange } }) =>
    `There is a web page at ${where}, and no Pet Store interface: /pets is answered with HTML, ${pageOf(exchange)}, as by a log-in page or a web site. ${ADDRESS} to the interface itself, or give what a gateway in front asks for with --header.`,
  gateway: (where, list) =>
    `Something in front of the interface at ${where} does not let the run in: /pets is answered with ${statusText(list)} and ${pageOf(list.outcome.exchange)}. ${gatewayHint(list)}`,
  elsewhere: (where, { answer }) =>
    `There is only a redirect at ${where}: /pets is answered with ${String(answer?.status)}, which is not followed. ${ADDRESS} to the address that it leads to.`,
};

function pageOf({ response }: Exchange): string {
  return response === null ? 'nothing' : pageWords(response);
}

/** One sentence or two on a target that was not reached: what happened, and what to do. */
function unreachedWords(found: NoAnswer | undefined, where: string): string {
  const said = `The target could not be reached at ${where}`;
  if (found === undefined) return `${said}: no answer came.`;
  const { response } = found.exchange;
  // What a gateway showed in the place of an answer.
  const page = response !== null && isPage(response) ? `, with ${pageWords(response)}` : '';
  return `${said}: ${found.message}${page}. ${nextStep(found, where)}`;
}

/** What to do about a gateway, by what it says. */
function gatewayHint({ answer, outcome }: Reply): string {
  const said = outcome.exchange.response?.body ?? '';
  if (/plain HTTP|HTTP request (?:was sent )?to an HTTPS/iu.test(said)) {
    return 'That port speaks TLS: begin the address with https://.';
  }
  if (/(?:SSL|client|TLS) certificate/iu.test(said)) {
    return 'It asks for a client certificate that it knows: give one with --client-cert and --client-key.';
  }
  if (/^\s*basic\b/iu.test(answer?.header('www-authenticate') ?? '')) {
    return 'It asks for a user and a password in the Authorization header, which carries the key: let the run reach the interface past it, or have it take them in another header, given with --header.';
  }
  return 'Let it take requests from this machine, or give it what it asks for with --header or --client-cert.';
}

/**
 * Why a run could not go on: the target answered for a while, and then no more.
 * @param last the outcome of the last try
 * @param exchanges all of the run: since when, and after what
 */
export function stopped(last: NoAnswer, exchanges: readonly Exchange[]): Abort {
  const rate = last.why === 'rate-limit';
  return {
    cause: rate ? 'rate-limit' : 'network',
    message: `The target stopped answering ${since(exchanges)}: ${last.message}. ${
      rate
        ? 'Run again later, with a lower --concurrency or a key that may send more.'
        : 'Look into its log, start it again, and run again.'
    }`,
    undecided: {
      reason: 'the target stopped answering before this was decided',
      next: 'Find out why the target ended, then run again.',
    },
  };
}

function since(exchanges: readonly Exchange[]): string {
  const at = exchanges.findLastIndex(({ response }) => response !== null);
  const [answer, silence] = [exchanges[at], exchanges[at + 1]];
  if (answer === undefined) return 'while the run went on';
  const seconds = ((answer.sentAt ?? 0) + answer.durationMs) / 1000;
  const next =
    silence === undefined ? '' : `, and none to ${requestOf(silence)} nor to what was sent after it`;
  return `${seconds.toFixed(1)} s into the run, where its last answer came to ${requestOf(answer)}${next}`;
}

/** A request in a sentence. */
export function requestOf({ id, request: { method, url } }: Exchange): string {
  const { pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  return `${method} ${path.length > 80 ? `${path.slice(0, 80)}…` : path} (${id})`;
}

/** Why a run was ended: it took as long as it may. */
export function deadlinePassed(seconds: number): Abort {
  const longer = 'Give the run longer with --deadline, or see what makes the target that slow.';
  const passed = `the deadline of ${String(seconds)} s passed before`;
  return {
    cause: 'network',
    message: `T${passed.slice(1)} the run was done: what it had found out until then is in the report. ${longer}`,
    undecided: { reason: `${passed} this was decided`, next: longer },
  };
}

/** A second operation: creating where the scope allows it, else getting an animal. */
async function crossCheck(world: RunContext, why?: NoAnswer['why']): Promise<Reply | undefined> {
  const { api, config, creates } = world;
  // Where not even a connection came about, a second read tells as much as an animal would.
  const isUnreached = why === 'connection' || why === 'tls';
  const mayCreate = !config.readOnly && config.maxCreated > 0 && !isUnreached;
  if (mayCreate) return creates.plain('available');
  const get = await api.get(SOME_ID);
  return get.answer?.status === 404 ? undefined : get;
}
