import { anyStep, stepSequences, type SequenceStep } from '../generators/sequences.ts';
import type { Check, Flaw, CheckContext } from '../src/engine/plan/index.ts';
import { type SequenceState, type StepFlaw, wrongStatusFlaw, sequence } from '../src/engine/verbs/index.ts';
import {
  type Animal,
  isClientError,
  isSuccess,
  type ListReply,
  type Reply,
} from '../src/engine/target/index.ts';
import { intermediaryMark } from '../src/engine/silence/index.ts';
import { listDiffersFromCreateFlaws, getDiffersFromCreateFlaws } from './agreement.ts';
import { wrongEchoFlaws } from './create-answers.ts';
import { knownAnimals, wrongGetFlaws } from './get-known.ts';
import { missingAnimalFlaws, animalsMissingFrom } from './list-complete.ts';
import { animalIn, isBelowLimit } from './lists.ts';
import { tooLongFlaws } from './list-limit.ts';
import { mayBeQuota, mayMeanQuota, withQuotaControl } from './quotas.ts';
import { statusFilterFlaws } from './list-status.ts';
import { sendSequenceStep, expectedHttpStatusOf, INVALID_OBJECT_BODIES } from './sequence-steps.ts';

/** True if a response before this list was requested showed the animal. */
function wasSeen({ api }: CheckContext, { id }: Animal, page: ListReply): boolean {
  const sentAt = page.answer?.sentAt ?? 0;
  return api.log.some(
    (reply) => (reply.answer?.receivedAt ?? Infinity) <= sentAt && animalIn(reply, id) !== undefined,
  );
}

/** A violation in a response; `settles` means that the consistency time must pass before it is confirmed. */
type Judged = Flaw & Pick<StepFlaw, 'settles'>;

/** Violations of list.complete in an unfiltered list: missing animals that were created long before, or were shown before. */
function incomplete(page: ListReply, { again }: SequenceState, context: CheckContext): readonly Judged[] {
  if (page.query.status !== undefined || !isBelowLimit(page)) return [];
  const settled = (page.answer?.sentAt ?? 0) - context.config.consistencyMs;
  const absent = animalsMissingFrom(context, page).filter(
    (animal) => animal.since <= settled || (!again && wasSeen(context, animal, page)),
  );
  return missingAnimalFlaws(page, absent, context).map((flaw) => ({ ...flaw, settles: true }));
}

/** Violations in the response, by the rules for its operation. */
function byRules(reply: Reply, path: SequenceState, context: CheckContext): readonly Judged[] {
  switch (reply.operation) {
    case 'list': {
      const strangers = reply.query.status === undefined ? [] : statusFilterFlaws(reply, true);
      return [
        ...tooLongFlaws(reply),
        ...strangers,
        ...incomplete(reply, path, context),
        ...listDiffersFromCreateFlaws(reply, context),
      ];
    }
    case 'create':
      return wrongEchoFlaws(reply);
    case 'get':
      return [
        ...wrongGetFlaws(reply, knownAnimals(context), context),
        ...getDiffersFromCreateFlaws(reply, context),
      ];
    case 'message':
      return [];
  }
}

/** True if a valid create may be rejected: none was accepted so far, or the status may mean a used-up quota. */
function mayBeRefused(reply: Reply, { population }: CheckContext): boolean {
  const worked = population.animals().some(({ isValid }) => isValid);
  return reply.operation === 'create' && (!worked || mayMeanQuota(reply));
}

/** Violations in the response to a step. A rejected valid key is left to the authentication checks. */
function wrong(
  step: SequenceStep,
  reply: Reply,
  path: SequenceState,
  context: CheckContext,
): readonly StepFlaw[] {
  const { answer } = reply;
  const isKeyRefused = answer?.status === 401 && reply.outcome.ask.credential.valid;
  if (answer === undefined || step.kind === 'next' || isKeyRefused) return [];
  if (intermediaryMark(reply, context.api) !== undefined) return [];
  const due = expectedHttpStatusOf(step);
  const isMet =
    due === undefined || answer.status === due.status || (due.status === 201 && isSuccess(answer));
  const isRefusal = due !== undefined && isClientError(due.status);
  if (!isMet) {
    const { requirement, status } = due;
    if (isRefusal ? mayBeQuota(reply) : mayBeRefused(reply, context)) return [];
    const expected = `${String(status)}${isRefusal ? ' with an Error object' : ''}`;
    const kind = isRefusal ? reply.operation : 'status';
    // No other check of the run judges this response.
    return [
      { requirement, kind, ...wrongStatusFlaw(reply, expected, status), ...(isRefusal && { own: true }) },
    ];
  }
  if (isRefusal) return [];
  return (
    byRules(reply, path, context)
      // A missing member may be lag: get/agreement and list/agreement also judge the response, and read again after that.
      .filter(({ isMissing }) => isMissing !== true)
      // Only animals of this sequence count, and no pending ones, because other clients or the service may change a status.
      .filter(
        ({ mayChange, comparedWith }) =>
          mayChange !== true ||
          path.made.some((made) => made === comparedWith?.[0] && made.pet?.['status'] !== 'pending'),
      )
      .map((flaw) => ({ requirement: 'list.success', ...flaw }))
  );
}

export const sequenceChecks: readonly Check[] = [
  sequence('walk/any-order', {
    title: 'lists, creates, gets and refused requests, in any order, some at the same time',
    mayBreak: [
      'list.success',
      'list.limit.accepted',
      'list.limit.respected',
      'list.limit.default',
      'list.status.accepted',
      'list.status.filter',
      'list.complete',
      'list.agrees',
      'create.success',
      'create.echo',
      'create.int64',
      ...new Set(INVALID_OBJECT_BODIES.map(({ breaks }) => breaks)),
      'create.invalid.body',
      'get.success',
      'get.agrees',
      'get.not-found',
      'auth.missing',
      'auth.invalid',
    ],
    draw: stepSequences,
    step: anyStep,
    ask: async (step, path, context) =>
      withQuotaControl(context, await sendSequenceStep(step, path, context)),
    wrong,
  }),
];
