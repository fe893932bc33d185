import type { RequirementId } from '../requirements/index.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import type { Lab } from '../src/kit/lab.ts';
import { isSuccess, STATUSES, type ListQuery, type ListReply } from '../src/kit/replies.ts';
import { lists } from './log.ts';
import { statusText } from './trials.ts';

/** Whether a query has nothing but values that the document allows. */
export function isDocumented({ limit, status }: ListQuery): boolean {
  const number = limit === undefined || /^\d{1,3}$/.test(limit) ? Number(limit ?? 1) : 0;
  return number >= 1 && number <= 100 && (status === undefined || STATUSES.some((one) => one === status));
}

/** Whether an answer refuses a query, in a way that is not about the key. */
function isRefused({ answer }: ListReply): boolean {
  return answer !== undefined && answer.status !== 200 && answer.status !== 401;
}

function words({ limit, status }: ListQuery): string {
  return [
    ...(status === undefined ? [] : [`status=${status}`]),
    ...(limit === undefined ? [] : [`limit=${limit}`]),
  ].join(' and ');
}

/** The requirements that the refusal of a query breaks: of the parameter that is refused alone too, else of both. */
async function blamed(lab: Lab, { limit, status }: ListQuery): Promise<readonly RequirementId[]> {
  if (limit === undefined) return ['list.status.accepted'];
  if (status === undefined) return ['list.limit.accepted'];
  // Taken by now, with more animals there: it was the filter that found nothing.
  if (!isRefused(await lab.api.list({ limit, status }))) return ['list.status.accepted'];
  const limitAlone = await lab.api.list({ limit });
  if (isRefused(limitAlone)) return ['list.limit.accepted'];
  const statusAlone = await lab.api.list({ status });
  if (isRefused(statusAlone)) return ['list.status.accepted'];
  return ['list.status.with-limit', 'list.status.accepted', 'list.limit.accepted'];
}

const documented = defineCheck({
  id: 'list/documented-queries',
  title: 'the status of the answer to every documented query of the run',
  decides: ['list.status.accepted', 'list.limit.accepted', 'list.status.with-limit'],
  stage: 'invariant',
  over: ['list/*'],
  pulls: ['list/limit-in-range', 'list/limit-default', 'list/status-with-limit'],
  needs: ['list'],
  probe: async (lab) => {
    const refused = lists(lab).filter(
      (reply) => isDocumented(reply.query) && words(reply.query) !== '' && isRefused(reply),
    );
    const reported = new Set<RequirementId>();
    for (const reply of refused.slice(0, 12)) {
      for (const requirement of await blamed(lab, reply.query)) {
        if (reported.has(requirement)) continue;
        reported.add(requirement);
        await report(lab, requirement, reply);
      }
    }
    const taken = lists(lab).filter((reply) => isDocumented(reply.query) && isSuccess(reply.answer));
    for (const requirement of ['list.status.accepted', 'list.limit.accepted'] as const) {
      const member = requirement === 'list.status.accepted' ? 'status' : 'limit';
      const telling = taken.filter((reply) => reply.query[member] !== undefined);
      if (telling.length > 0) {
        lab.held(
          requirement,
          `${String(telling.length)} lists with a documented ${member}, each 200`,
          ...telling.slice(0, 3),
        );
      }
    }
  },
});

function report(lab: Lab, requirement: RequirementId, reply: ListReply): Promise<void> {
  return lab.confirm(requirement, reply, isRefused, {
    message: `listing with ${words(reply.query)} was answered with ${statusText(reply)}; expected 200`,
    expected: '200: the document allows this query',
    actual: statusText(reply),
    input: reply.query,
  });
}

export const queryChecks: readonly Check[] = [documented];
