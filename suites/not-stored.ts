import type { RequirementId } from '../requirements/index.ts';
import {
  type Check,
  type CheckContext,
  defineCheck,
  type Flaw,
  flawSubjectKey,
} from '../src/engine/plan/index.ts';
import { confirmByResending, flawFrequencyText, reportConfirmedFlaw } from '../src/engine/verbs/index.ts';
import {
  type CreateReply,
  isAuthenticatedPetGet,
  listLength,
  type ListReply,
  requestText,
  statusText,
} from '../src/engine/target/index.ts';
import {
  type Accounted,
  type Found,
  inGaps,
  isBehind,
  knownFrom,
  onGets,
  onPages,
  recognisable,
  shows,
  showsLast,
  wouldShow,
} from './wrongly-stored.ts';

/** A requirement that rejected creates store nothing. `none`: the reason if no create was rejected; `because`: its cause. */
interface Refused extends Pick<Check, 'id' | 'title' | 'stage' | 'dependsOn'> {
  readonly requirement: RequirementId;
  readonly of: (reply: CreateReply) => boolean;
  readonly none: string;
  readonly because: RequirementId;
  /** Reads the lists that would contain a stored animal. */
  readonly read: (context: CheckContext) => Promise<readonly ListReply[]>;
  /** If true, an animal is added before the lists are read, not only where they are full. */
  readonly addsAnimal?: true;
}

function flawOf({ refused, where, id, pointer }: Found): Flaw {
  const place = where.operation === 'list' ? 'is in the list' : 'can be got';
  return {
    message: `${requestText(refused)}: ${statusText(refused)}, and its animal ${place} as animal ${String(id)}`,
    expected: 'nothing stored',
    actual: `animal ${String(id)}, stored`,
    comparedWith: [refused],
    places: [{ part: 'body', pointer }],
    subjects: [flawSubjectKey.animal(id)],
  };
}

/** Reports the first of the animals found, if any. */
async function report(
  context: CheckContext,
  requirement: RequirementId,
  told: readonly CreateReply[],
  found: readonly Found[],
): Promise<void> {
  const [one] = found;
  if (one === undefined) return;
  const flaw = flawOf(one);
  const stored = new Set(found.map(({ refused }) => refused)).size;
  await reportConfirmedFlaw(context, requirement, [{ reply: one.where, flaw }], {
    again: (flawed) =>
      confirmByResending(context, flawed, (again) => (shows(again, one, context.names.isOurs) ? [flaw] : [])),
    counted: () => flawFrequencyText(stored, told.length, 'refused requests'),
  });
}

function createsOf({ api }: CheckContext): readonly CreateReply[] {
  return api.log.filter((reply) => reply.operation === 'create');
}

async function look(
  context: CheckContext,
  { requirement, of, none, because }: Refused,
  sent: readonly CreateReply[],
  pages: readonly ListReply[],
  known: Accounted,
): Promise<void> {
  const refusals = sent.filter(of);
  const told = refusals.filter(recognisable);
  if (told.length === 0) {
    const reason = 'animals of the refused requests could not be told from other animals';
    if (context.api.budget.left <= 0) context.outOfBudget(requirement);
    else if (refusals.length === 0)
      context.undecided(requirement, { reason: none, cause: 'server', because });
    else context.undecided(requirement, { reason, cause: 'server' });
    return;
  }
  const [first] = pages;
  if (first !== undefined && pages.every(({ items }) => items === undefined)) {
    context.noEvidence(requirement, [first]);
    return;
  }
  const conclusivePages = pages.filter((page) => showsLast(page, context.population.animals()));
  const visible = told.filter((refused) => wouldShow(refused, conclusivePages));
  const listed = onPages(context, told, pages, known);
  const { found, conclusive } =
    listed.length > 0 || visible.length === told.length
      ? { found: listed, conclusive: true }
      : await inGaps(context, told, known);
  if (found.length > 0) {
    await report(context, requirement, told, found);
    return;
  }
  if (conclusive || visible.length > 0) {
    const looked = conclusive ? told : visible;
    const note = `${String(looked.length)} refused requests, none of which stored an animal`;
    context.witness(requirement, note, ...pages);
  } else {
    const silent = pages.find((page) => page.items === undefined);
    const reason = 'the lists are too full to show for certain what the refused requests may have added';
    if (silent === undefined) context.leftOut(requirement, reason);
    else context.noEvidence(requirement, [silent]);
  }
}

/** Makes a check that looks for animals of rejected creates: in the widest lists, and by ids between those of the run. */
function readBack(refused: Refused): Check {
  const { id, title, stage, dependsOn, requirement } = refused;
  return defineCheck({
    id,
    title,
    decides: [requirement],
    stage,
    dependsOn,
    needs: ['list', 'create'],
    probe: async (context) => {
      const sent = createsOf(context);
      let pages = await refused.read(context);
      const own = context.population.animals().map((animal) => animal.id);
      let mustWait = isBehind(pages, undefined, own);
      const isFull = pages.some((page) => page.query.status === undefined && listLength(page) === 100);
      if (isFull || refused.addsAnimal === true) {
        // Creates an animal after the rejected creates, so that ids of wrongly stored animals lie between two known ids, and so
        // that lists without it are known to lag.
        const status = await context.pages.rarestStatus();
        const made = await context.creates.plain(status);
        pages = await context.pages.widest();
        if (made?.id !== undefined) mustWait = isBehind(pages, status, [made.id]);
        // Only sends the request: get/shape judges the response, or get/at-the-end if it comes too late for that.
        if (made?.id !== undefined && (await context.baseline.of('get')).usable)
          await context.baseline.getMade(made.id, made.answer?.receivedAt);
      }
      if (mustWait) {
        await context.quiet();
        pages = await context.pages.widest();
      }
      const known = knownFrom(await context.pages.at('snapshot'), createsOf(context));
      await look(context, refused, sent, pages, known);
    },
  });
}

const isRefusedWithKey = ({ answer, intent, outcome }: CreateReply): boolean =>
  answer?.status === 400 && intent !== 'unauthenticated' && outcome.ask.credential.valid;

export const rejectedNotStoredChecks: readonly Check[] = [
  readBack({
    id: 'list/read-back',
    title: 'the widest lists after the refused requests: none of them was stored',
    stage: 'read-back',
    dependsOn: ['create/*'],
    read: ({ pages }) => pages.at('read-back'),
    requirement: 'create.rejected-not-stored',
    of: isRefusedWithKey,
    none: 'no faulty request to add an animal was answered with 400',
    because: 'create.missing.name',
  }),

  // Gets between the ids of the run look for animals of keyless creates, and may show those of refused ones.
  defineCheck({
    id: 'create/refused-by-id',
    title: 'animals that were found between those of the run: none of a refused request',
    mayBreak: ['create.rejected-not-stored'],
    stage: 'last',
    probe: async (context) => {
      const sent = createsOf(context);
      const told = sent.filter((one) => isRefusedWithKey(one) && one.marker !== undefined);
      const gets = context.api.log
        .filter(isAuthenticatedPetGet)
        .filter((reply) => context.stageOf(reply) === 'after-keys');
      await report(
        context,
        'create.rejected-not-stored',
        told,
        onGets(context, told, gets, knownFrom([], sent)),
      );
    },
  }),
];

export const keylessNotStoredChecks: readonly Check[] = [
  readBack({
    id: 'auth/read-back',
    title: 'the widest lists after the requests with a wrong key: none of them was stored',
    stage: 'after-keys',
    addsAnimal: true,
    dependsOn: ['auth/*'],
    read: ({ pages }) => pages.widest(),
    requirement: 'auth.no-effect',
    of: ({ answer, intent }) => answer?.status === 401 && intent === 'unauthenticated',
    none: 'no request to add an animal without a valid key was answered with 401',
    because: 'auth.missing',
  }),
];
