import { exactSchemaProblems, problemText } from '../schemas/exact.ts';
import { type Check, type Flaw, type CheckContext, flawSubjectKey } from '../src/engine/plan/index.ts';
import { confirmByResending, invariant, wrongStatusFlaw } from '../src/engine/verbs/index.ts';
import {
  isAuthenticatedList,
  isObject,
  isSuccess,
  itemId,
  listLength,
  type ListReply,
  notJsonText,
  idPositionsOf,
  hasDocumentedQuery,
} from '../src/engine/target/index.ts';
import { INVALID_CREATE_REQUIREMENTS } from './create-answers.ts';
import { isAuthenticatedListThat } from './lists.ts';

const EXPECTED = 'an array of Pet objects, each with an integer id, a string name and an integer categoryId';

function isBare({ query }: ListReply): boolean {
  return query.limit === undefined && query.status === undefined;
}

/**
 * The violation if a list was not answered with 200. If a query with parameters was rejected, the checks of these parameters
 * judge it.
 */
function wrongStatus(page: ListReply): Flaw | undefined {
  const status = page.answer?.status;
  if (status === undefined || status === 200 || status === 401) return undefined;
  if (!isBare(page) && !isSuccess(page.answer)) return undefined;
  return { kind: 'status', ...wrongStatusFlaw(page, '200 with an array of Pet objects'), input: page.query };
}

function wrongShape(page: ListReply, context: CheckContext): readonly Flaw[] {
  const { answer, items } = page;
  if (!isSuccess(answer)) return [];
  const flaw = { kind: 'shape', expected: EXPECTED, input: page.query };
  const actual = answer.body.ok ? 'a body that is not an array' : notJsonText(answer.body);
  if (items === undefined) return [{ ...flaw, actual, places: [{ part: 'body', pointer: '' }] }];
  return exactSchemaProblems('pets', items).map((problem) => {
    const item = items[Number(problem.path[0])];
    const id = item === undefined ? undefined : itemId(item);
    return {
      ...flaw,
      actual: problemText(problem),
      places: [{ part: 'body', pointer: `/${problem.path.join('/')}` }],
      ...(!createdValidly(context, page, id) && {
        subjects: [flawSubjectKey.animal(id)],
        possibleCauses: INVALID_CREATE_REQUIREMENTS,
      }),
    };
  });
}

/** True if the animal existed before the first invalid create, or a valid create made it. */
function createdValidly({ api }: CheckContext, page: ListReply, id: bigint | undefined): boolean {
  const creates = api.log.filter((reply) => reply.operation === 'create');
  const faulty = creates.find(({ intent }) => intent === 'invalid');
  const isEarly = ({ outcome: { exchange } }: ListReply) =>
    faulty === undefined || exchange.startedAt < faulty.outcome.exchange.startedAt;
  if (isEarly(page)) return true;
  if (id === undefined) return false;
  const made = creates.find((reply) => reply.id === id);
  if (made !== undefined) return made.intent !== 'invalid';
  return api.log.some(
    (reply) => reply.operation === 'list' && isEarly(reply) && idPositionsOf(reply.items).of.has(id),
  );
}

const MOVED = 'moved on';
const MOVED_IN_LIST =
  'Either an animal got another status while the list was read, or the service lists an animal twice at times';

/** True if a list shows one animal with several statuses: it may have got another one while the list was read. */
function showsMove({ items = [] }: ListReply, id: bigint): boolean {
  const shown = items.filter(isObject).filter((item) => itemId(item) === id);
  const values = (member: string): number => new Set(shown.map((item) => item[member])).size;
  return values('status') > 1 && values('name') === 1;
}

export const listContentChecks: readonly Check[] = [
  invariant('list/shape', {
    decides: 'list.success',
    dependsOn: ['list/limit-default', 'list/limit-in-range'],
    of: isAuthenticatedListThat(hasDocumentedQuery),
    classOf: (page) => (isBare(page) ? 'no parameters' : undefined),
    also: async ({ baseline }) => [await baseline.unfilteredList()],
    wrong: (page, _, context) =>
      [wrongStatus(page), ...wrongShape(page, context)].filter((flaw) => flaw !== undefined),
    conclusive: ({ items }) => items !== undefined,
    applies: (page) => isBare(page) || isSuccess(page.answer),
    passMessage: 'lists, each an array of Pet objects',
    passNote: (pages) => (pages.some((page) => listLength(page) === 0) ? undefined : 'no list was empty'),
    inconclusive: 'no list was answered, or the key was refused: see auth.accepted',
  }),

  invariant('list/distinct-ids', {
    decides: 'list.distinct',
    needs: ['list'],
    dependsOn: ['list/limit-default', 'list/limit-in-range'],
    of: isAuthenticatedList,
    also: async (context, seen) => (seen.some((page) => listLength(page) > 1) ? [] : context.settledLists()),
    wrong: (page) => {
      const found = idPositionsOf(page.items).twice;
      if (found === undefined) return undefined;
      const id = String(found.id);
      return {
        kind: showsMove(page, found.id) ? MOVED : 'twice',
        countedAs: 'an id twice',
        expected: 'each id once',
        actual: `${id} twice`,
        input: page.query,
        places: [{ part: 'body', pointer: `/${String(found.at)}/id` }],
        subjects: [flawSubjectKey.animal(found.id)],
        possibleCauses: ['create.id.unique', 'create.id.by-service'],
      };
    },
    confirm: async (context, flawed, wrongs) => {
      const { kind, actual } = flawed.flaw;
      if (kind === MOVED) await context.quiet();
      const found = await confirmByResending(context, flawed, (again) =>
        wrongs(again).filter((flaw) => kind !== MOVED || flaw.actual === actual),
      );
      return kind === MOVED && found.times === 0 ? { why: MOVED_IN_LIST } : found;
    },
    conclusive: (page) => listLength(page) > 1,
    passMessage: 'lists, none with an id twice',
    inconclusive: 'no list held more than one animal',
  }),
];
