import type { RequirementId } from '../requirements/index.ts';
import { exactProblems, problemText } from '../schemas/exact.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import type { Lab } from '../src/kit/lab.ts';
import { itemId, isSuccess, type ListReply } from '../src/kit/replies.ts';
import type { Json } from '../src/json/types.ts';
import { isDocumented } from './list-queries.ts';
import { lists } from './log.ts';
import { silence, statusText } from './trials.ts';

/** Requirements whose failure puts animals into the list that no valid request made. */
const LETS_IN: readonly RequirementId[] = [
  'create.missing.name',
  'create.missing.category',
  'create.invalid.name',
  'create.invalid.category',
  'create.invalid.status',
  'create.invalid.body',
  'create.malformed-json',
  'create.rejected-not-stored',
];

interface Flaw {
  readonly reply: ListReply;
  readonly text: string;
  readonly explainedBy: readonly RequirementId[];
}

function shapeFlaws(lab: Lab, reply: ListReply): readonly Flaw[] {
  const { answer } = reply;
  if (!isSuccess(answer)) return [];
  if (!answer.body.ok)
    return [{ reply, text: `a body that is no JSON: ${answer.body.problem}`, explainedBy: [] }];
  if (reply.items === undefined) return [{ reply, text: 'a body that is no array', explainedBy: [] }];
  const items = reply.items;
  return exactProblems('pets', items).map((problem) => {
    const item = items[Number(problem.path[0])];
    return { reply, text: problemText(problem), explainedBy: wellBorn(lab, reply, item) ? [] : LETS_IN };
  });
}

/** Whether an item was there before the first faulty body was sent, or came from a valid one. */
function wellBorn(lab: Lab, reply: ListReply, item: Json | undefined): boolean {
  const faulty = lab.api.log.find((other) => other.operation === 'create' && other.intent === 'faulty');
  if (faulty === undefined) return true;
  const firstFault = faulty.outcome.exchange.startedAt;
  if (reply.outcome.exchange.startedAt < firstFault) return true;
  const id = item === undefined ? undefined : itemId(item);
  if (id === undefined) return false;
  const made = lab.api.log.find((other) => other.operation === 'create' && other.id === id);
  if (made !== undefined) return made.operation === 'create' && made.intent !== 'faulty';
  return lab.api.log.some(
    (other) =>
      other.operation === 'list' &&
      other.outcome.exchange.startedAt < firstFault &&
      other.items?.some((one) => itemId(one) === id) === true,
  );
}

const success = defineCheck({
  id: 'list/shape',
  title: 'status and body of the lists of the run',
  decides: ['list.success'],
  stage: 'invariant',
  over: ['list/*', 'auth/scheme-in-other-case'],
  pulls: ['list/limit-default', 'list/limit-in-range'],
  probe: async (lab) => {
    const bare = await lab.baseline.bareList();
    const all = lists(lab);
    const { answer } = bare;
    if (answer === undefined) {
      lab.silent('list.success', bare);
      return;
    }
    if (answer.status === 401) {
      lab.undecided('list.success', 'the key was refused, see auth.accepted', 'server', bare);
      return;
    }
    const otherStatus = [bare, ...all].find((reply) =>
      reply === bare
        ? answer.status !== 200
        : isDocumented(reply.query) && isSuccess(reply.answer) && reply.answer.status !== 200,
    );
    if (otherStatus !== undefined) {
      const { status } = otherStatus.answer ?? answer;
      await lab.confirm('list.success', otherStatus, (again) => again.answer?.status === status, {
        message: `listing animals was answered with ${statusText(otherStatus)} instead of 200`,
        expected: '200 with an array of Pet objects',
        actual: statusText(otherStatus),
        ...(otherStatus === bare ? {} : { input: otherStatus.query }),
      });
    }
    const documented = [...new Set([bare, ...all])].filter((reply) => isDocumented(reply.query));
    const flaws = documented.flatMap((reply) => shapeFlaws(lab, reply));
    const flaw = flaws.find(({ explainedBy }) => explainedBy.length === 0) ?? flaws[0];
    if (flaw !== undefined) {
      await lab.confirm('list.success', flaw.reply, (again) => shapeFlaws(lab, again).length > 0, {
        message: `a list is not an array of Pet objects: ${flaw.text}`,
        expected: 'an array of Pet objects, each with an integer id, a string name and an integer categoryId',
        actual: flaw.text,
        input: flaw.reply.query,
        ...(flaw.explainedBy.length === 0 ? {} : { explainedBy: flaw.explainedBy }),
      });
    }
    const good = all.filter(
      (reply) => reply.items !== undefined && !flaws.some((one) => one.reply === reply),
    );
    if (good.length > 0)
      lab.held(
        'list.success',
        `${String(good.length)} lists, each an array of Pet objects`,
        ...good.slice(0, 3),
      );
  },
});

function twice(reply: ListReply): bigint | undefined {
  const seen = new Set<bigint>();
  for (const item of reply.items ?? []) {
    const id = itemId(item);
    if (id === undefined) continue;
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}

const distinct = defineCheck({
  id: 'list/distinct-ids',
  title: 'the ids within every list of the run',
  decides: ['list.distinct'],
  stage: 'invariant',
  over: ['list/*'],
  pulls: ['list/limit-default', 'list/limit-in-range'],
  needs: ['list'],
  probe: async (lab) => {
    const early = lists(lab);
    const isTelling = (reply: ListReply) => (reply.items?.length ?? 0) > 1;
    const all = early.some(isTelling) ? early : [...early, ...(await lab.settledLists())];
    const wrong = all.find((reply) => twice(reply) !== undefined);
    if (wrong !== undefined) {
      const id = String(twice(wrong));
      await lab.confirm('list.distinct', wrong, (again) => twice(again) !== undefined, {
        message: `the id ${id} stands twice in one list`,
        expected: 'each id once',
        actual: `${id} twice`,
        input: wrong.query,
        explainedBy: ['create.id.unique', 'create.id.by-service'],
      });
      return;
    }
    const telling = all.filter(isTelling);
    if (telling.length > 0)
      lab.held('list.distinct', `${String(telling.length)} lists, no id twice`, ...telling.slice(0, 3));
    else if (all.some((reply) => reply.outcome.kind === 'no-answer')) silence(lab, 'list.distinct', all);
    else lab.scarce('list.distinct', 'no list held more than one animal', ...all.slice(0, 1));
  },
});

export const contentChecks: readonly Check[] = [success, distinct];
