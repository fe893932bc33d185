import * as fc from 'fast-check';
import type { RequirementId } from '../../../requirements/index.ts';
import {
  type Check,
  defineCheck,
  type Flaw,
  type FlawedReply,
  type CheckContext,
  type CheckStage,
  type OptionalCheckMetadata,
  simplestFirst,
} from '../plan/index.ts';
import { countText, countedNoun, flawFrequencyText } from './counts.ts';
import { reportConfirmedFlaw, confirmByResending, fewestCausesFirst, type ConfirmFlaw } from './confirm.ts';
import type { FailingResponseCount } from '../../../reports/model.ts';
import { groupBy } from '../../base/group-by.ts';
import { isExcusedByRemoval, type CheckPrecondition, type Reply, noAnswerOf } from '../target/index.ts';
import { intermediaryMark } from '../silence/index.ts';
import { resendUnanswered, reportUnanswered } from './resend.ts';
import { sharedTraitText } from './shared-traits.ts';

/** A rule for every matching reply of the run, whichever check sent the request. The default stage is `invariant`. */
export interface InvariantDefinition<R extends Reply, G> extends OptionalCheckMetadata {
  readonly decides: RequirementId;
  readonly mayBreak?: readonly RequirementId[];
  readonly of: (reply: Reply) => reply is R;
  /** The stages whose replies are judged, for a second look, which leaves nothing open. Default: all that came before. */
  readonly sentIn?: readonly CheckStage[];
  /** The facts of the run that responses are compared with; computed once. */
  readonly given?: (context: CheckContext) => Promise<G> | G;
  /** Sends further requests after the other checks, and returns replies to judge. */
  readonly also?: (context: CheckContext, seen: readonly R[]) => Promise<readonly R[]>;
  /** The flaws of a response: none, one, or several. */
  readonly wrong: (reply: R, given: G, context: CheckContext) => Flaw | readonly Flaw[] | undefined;
  /** The input class of a request; an input class without any response leaves the requirement undecided. Default: no class. */
  readonly classOf?: (reply: R, given: G, context: CheckContext) => string | undefined;
  /** True if the reply could have shown a flaw: a pass needs such a reply. Default: true if there is a response. */
  readonly conclusive?: (reply: R, given: G, context: CheckContext) => boolean;
  /** True if the reply could have shown the given flaw; only such replies are counted in its message. Default: `conclusive`. */
  readonly applies?: (reply: R, flaw: Flaw) => boolean;
  /** If true, responses of a gateway are judged too. Default: they prove nothing. */
  readonly isOfAnybody?: true;
  /** The pass message: a plural noun for the judged replies, and the result, as in `lists, none with an id twice`. */
  readonly passMessage: string;
  /** An addition to the pass message. */
  readonly passNote?: (conclusive: readonly R[]) => string | undefined;
  /** The reason if no response proves anything; absent if another check of the requirement reports that. */
  readonly inconclusive?: string | ((context: CheckContext, given: G) => string);
  /** The failed requirement that explains why no response proves anything; used with `inconclusive`. */
  readonly because?: RequirementId;
  /** The operation that the rule judges: if no reply proves anything, the finding says why the operation is unusable. */
  readonly requires?: CheckPrecondition;
  /** True if the rule cannot be tested with the animals of the target, in any run: then it is reported as left out. */
  readonly untestableIf?: (context: CheckContext, seen: readonly R[]) => boolean;
  /** Decides whether a repeated flaw stands. Default: it does, and its request is resent once for the report. */
  readonly confirm?: ConfirmFlaw<R>;
  /** Maximum number of flaws of one kind to repeat until one is confirmed. Default: 3. */
  readonly attempts?: number;
}

/** Maximum number of further replies with the same flaw in a finding, besides the proof. */
const OTHERS = 3;
const WITNESSES = 3;

/** Judges each reply of the run that matches a rule; only sends the requests of `also`, resends and confirmations. */
export function invariant<R extends Reply, G = undefined>(id: string, one: InvariantDefinition<R, G>): Check {
  const { decides } = one;
  return defineCheck({
    id,
    title: one.title ?? one.passMessage,
    decides: [decides],
    mayBreak: one.mayBreak ?? [],
    needs: one.needs ?? [],
    dependsOn: one.dependsOn ?? [],
    stage: one.stage ?? 'invariant',
    probe: async (context) => {
      const given = (await one.given?.(context)) as G;
      const { wrong, isConclusive } = judging(one, given, context);
      const { sentIn } = one;
      const early = context.api.log
        .filter((reply) => sentIn === undefined || sentIn.some((stage) => context.stageOf(reply) === stage))
        .filter((reply) => one.of(reply));
      const further = await one.also?.(context, early);
      const asked = further === undefined ? early : [...new Set([...early, ...further])];
      const { classOf } = one;
      const inputs = classOf ? asked.map((reply) => ({ name: classOf(reply, given, context), reply })) : [];
      const { came, lost, classes } = await resendUnanswered(context, inputs);
      // The request is the same, so the reply has the same type.
      const seen = [...asked, ...came.map(({ reply }) => reply as R)].filter(
        (reply) => !isExcusedByRemoval(reply, decides, context.config.asOf),
      );
      const flawed = seen.flatMap((reply) => wrong(reply).map((flaw) => ({ reply, flaw })));
      const counted = (flaw: Flaw) => seen.filter((reply) => isConclusive(reply, flaw));
      let told = false;
      for (const like of groupBy(flawed, ({ flaw }) => kindOf(flaw)).values()) {
        if (await reportFlaw(context, one, like, wrong, counted)) told = true;
      }
      // A reply with an unconfirmed flaw proves neither a pass nor a failure.
      const failing = new Set<Reply>(flawed.map(({ reply }) => reply));
      const conclusive = seen.filter((reply) => !failing.has(reply) && isConclusive(reply));
      if (seen.some(({ answer }) => answer !== undefined)) reportUnanswered(context, decides, lost, classes);
      if (conclusive.length > 0) {
        const more = one.passNote?.(conclusive);
        const note = countText(conclusive.length, one.passMessage);
        context.witness(
          decides,
          more === undefined ? note : `${note}; ${more}`,
          ...conclusive.slice(0, WITNESSES),
        );
      } else if (!told && sentIn === undefined) await reportInconclusive(context, one, seen, given);
    },
  });
}

type Wrong<R extends Reply> = (reply: R) => readonly Flaw[];

function judging<R extends Reply, G>(
  one: InvariantDefinition<R, G>,
  given: G,
  context: CheckContext,
): { readonly wrong: Wrong<R>; readonly isConclusive: (reply: R, like?: Flaw) => boolean } {
  const isTheServices = (reply: R): boolean =>
    one.isOfAnybody === true || intermediaryMark(reply, context.api) === undefined;
  return {
    wrong: (reply) =>
      [(isTheServices(reply) && one.wrong(reply, given, context)) || []]
        .flat()
        .map((flaw) => ({ requirement: one.decides, ...flaw })),
    isConclusive: (reply, like) => {
      if (!isTheServices(reply)) return false;
      const isAnswered = reply.answer !== undefined;
      if (like !== undefined && one.applies !== undefined) return isAnswered && one.applies(reply, like);
      return one.conclusive?.(reply, given, context) ?? isAnswered;
    },
  };
}

function kindOf({ requirement, kind = '' }: Flaw): string {
  return `${String(requirement)} ${kind}`;
}

/** Repeats flaws of one kind, and reports the simplest one that is confirmed; returns false if none was reported. */
async function reportFlaw<R extends Reply, G>(
  context: CheckContext,
  one: InvariantDefinition<R, G>,
  like: readonly [FlawedReply<R>, ...FlawedReply<R>[]],
  wrong: Wrong<R>,
  countedFor: (flaw: Flaw) => readonly R[],
): Promise<boolean> {
  const replies = simplestFirst([...new Set(like.map(({ reply }) => reply))], (reply) => reply);
  const about = like.flatMap(({ reply, flaw }) => [reply.outcome.exchange.id, ...(flaw.subjects ?? [])]);
  return reportConfirmedFlaw(context, like[0].flaw.requirement ?? one.decides, candidates(like), {
    again: (candidate) =>
      (one.confirm ?? confirmByResending)(context, candidate, (again) =>
        wrong(again).filter((found) => kindOf(found) === kindOf(candidate.flaw)),
      ),
    attempts: one.attempts,
    others: (candidate) => replies.filter((reply) => reply !== candidate.reply).slice(0, OTHERS),
    counted: ({ flaw }, again) => {
      const { groupKey, mayChange, places = [], countedAs } = flaw;
      const others = countedFor(flaw).filter((reply) => !replies.includes(reply));
      // If the data changes during the run, the requests alone cannot explain the failures.
      const common =
        groupKey === undefined && mayChange === undefined
          ? sharedTraitText(replies, others, {
              log: context.api.log,
              animals: new Map(context.population.animals().map((animal) => [String(animal.id), animal])),
              again,
              isAboutStatus: places.length > 0 && places.every(({ part }) => part === 'status'),
            })
          : undefined;
      return flawFrequencyText(
        replies.length,
        replies.length + others.length,
        countedNoun(one.passMessage),
        common,
        countedAs,
      );
    },
    more: { subjects: [...new Set(about)], spread: spreadOf(replies) },
  });
}

/** Returns the flaws to repeat, the simplest first: one for each input, or the latest for each `groupKey`. */
function candidates<R extends Reply>(like: readonly FlawedReply<R>[]): readonly FlawedReply<R>[] {
  const inputs = [...groupBy(like, ({ flaw }) => flaw.groupKey ?? fc.stringify(flaw.input)).values()];
  const isLatest = like.some(({ flaw }) => flaw.groupKey !== undefined);
  const some = isLatest ? inputs.flatMap((alike) => alike.slice(-1)) : like;
  const sorted = fewestCausesFirst(some);
  if (isLatest || inputs.length === 1) return sorted;
  return [...groupBy(sorted, ({ flaw }) => fc.stringify(flaw.input)).values()].map(([first]) => first);
}

function spreadOf(replies: readonly Reply[]): readonly FailingResponseCount[] {
  const statusOf = ({ outcome }: Reply) => outcome.exchange.response?.status ?? 0;
  const kinds = groupBy(replies, (reply) => `${reply.operation} ${String(statusOf(reply))}`);
  return [...kinds.values()].map((alike) => ({
    operation: alike[0].operation,
    status: statusOf(alike[0]),
    count: alike.length,
  }));
}

async function reportInconclusive<R extends Reply, G>(
  context: CheckContext,
  one: InvariantDefinition<R, G>,
  seen: readonly R[],
  given: G,
): Promise<void> {
  const requirement = one.decides;
  if (one.requires !== undefined && !(await context.can(one.requires, requirement))) return;
  const silent = seen.find((reply) => noAnswerOf(reply) !== undefined);
  const why = typeof one.inconclusive === 'function' ? one.inconclusive(context, given) : one.inconclusive;
  // If responses came, another check of the requirement reports that they prove nothing.
  if (why === undefined && seen.some(({ answer }) => answer !== undefined)) return;
  if (silent !== undefined) context.noAnswer(requirement, silent);
  else if (why === undefined) return;
  else if (one.untestableIf?.(context, seen) === true)
    for (const id of [requirement, ...(one.mayBreak ?? [])]) context.leftOut(id, why);
  else if (one.because !== undefined)
    context.undecided(requirement, { reason: why, cause: 'server', because: one.because });
  else context.tooFewAnimals(requirement, why, ...seen.slice(0, 1));
}
