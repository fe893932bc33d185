import { isPage } from './page.ts';
import type { Reply } from './replies.ts';

/** What a first answer shows in the place of the interface. */
export type Trouble =
  'none' | 'silent' | 'refused' | 'forbidden' | 'absent' | 'page' | 'gateway' | 'elsewhere';

/** Ways in which nothing of the interface shows: where no operation shows anything, it need not be in the same way. */
const NOTHING_THERE: ReadonlySet<Trouble> = new Set(['absent', 'page', 'gateway', 'elsewhere']);

/** Whether two operations show the same trouble: then it is none of one of them. */
export function isAlike(first: Trouble, second: Trouble): boolean {
  return first === second || (NOTHING_THERE.has(first) && NOTHING_THERE.has(second));
}

/** What an answer to a request that is good but for its key shows. */
export function trouble(reply: Reply): Trouble {
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

/** Whether a refusal that is no JSON is not about the key: a service may refuse that in plain text. */
function isForeign({ answer, outcome }: Reply): boolean {
  if (answer?.status !== 401) return true;
  const { response } = outcome.exchange;
  return (
    /^\s*basic\b/iu.test(answer.header('www-authenticate') ?? '') || (response !== null && isPage(response))
  );
}
