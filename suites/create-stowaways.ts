import type { RequirementId } from '../requirements/index.ts';
import type { Check } from '../src/kit/check.ts';
import { subject, type Flaw } from '../src/kit/flaw.ts';
import type { Lab } from '../src/kit/lab.ts';
import { isList } from '../src/kit/lists.ts';
import { isObject, itemId, type CreateReply, type ListReply } from '../src/kit/replies.ts';
import { isStowaway } from '../src/kit/stowaways.ts';
import { after } from '../src/kit/verbs/after.ts';
import { always } from '../src/kit/verbs/always.ts';

/** Whether a request with a valid key was refused for what it asked for. */
function isFaulty({ answer, intent, outcome }: CreateReply): boolean {
  return answer?.status === 400 && intent !== 'intruder' && outcome.ask.credential.valid;
}

/** Whether a request without a valid key was refused. */
function isIntruder({ answer, intent }: CreateReply): boolean {
  return answer?.status === 401 && intent === 'intruder';
}

/** The requirement that is broken if what a request asked for was stored all the same. */
function brokenIfStored(reply: CreateReply): RequirementId | undefined {
  if (isFaulty(reply)) return 'create.rejected-not-stored';
  return isIntruder(reply) ? 'auth.no-effect' : undefined;
}

interface Refused {
  readonly requirement: RequirementId;
  readonly reply: CreateReply;
}

/** Requests that were refused with a name of their own, each time that they were sent. */
function refusedNames({ api }: Lab): readonly Refused[] {
  const creates = api.log.filter((reply): reply is CreateReply => reply.operation === 'create');
  const told = creates.map((reply) => ({ reply, requirement: brokenIfStored(reply), marker: reply.marker }));
  const others = new Set(
    told.filter(({ requirement }) => requirement === undefined).map(({ marker }) => marker),
  );
  return told.flatMap(({ reply, requirement, marker }): readonly Refused[] =>
    requirement === undefined || marker === undefined || others.has(marker) ? [] : [{ requirement, reply }],
  );
}

/** Animals on a list that only a refused request asked for. */
function stowaways({ items = [], query }: ListReply, refused: readonly Refused[], lab: Lab): readonly Flaw[] {
  return items.flatMap((item, at) => {
    const name = isObject(item) ? item['name'] : undefined;
    if (!isObject(item) || typeof name !== 'string' || !lab.names.isOurs(name)) return [];
    const found = refused.find(({ reply }) => isStowaway(item, reply));
    if (found === undefined) return [];
    const id = String(itemId(item) ?? 'unknown');
    const status = String(found.reply.answer?.status);
    return [
      {
        requirement: found.requirement,
        message: `a request to add an animal was answered with ${status}, and a list shows the animal all the same, as ${id}`,
        expected: 'nothing stored',
        actual: `the animal exists (${id})`,
        input: query,
        beside: [found.reply],
        places: [{ part: 'body' as const, pointer: `/${String(at)}` }],
        about: [subject.animal(id)],
      },
    ];
  });
}

export const stowawayChecks: readonly Check[] = [
  after('list/read-back', {
    title: 'the widest lists after the refused requests: nothing of those was stored',
    pulls: ['create/*', 'auth/*'],
    nothing: {
      'create.rejected-not-stored': {
        of: isFaulty,
        none: {
          reason: 'no faulty request to add an animal was answered with 400',
          because: 'create.missing.name',
        },
      },
      'auth.no-effect': {
        of: isIntruder,
        none: {
          reason: 'no request to add an animal without a valid key was answered with 401',
          because: 'auth.missing',
        },
      },
    },
  }),

  always('list/stowaways', {
    title: 'every list of the run: none shows what a refused request asked for, however late it was stored',
    decides: ['create.rejected-not-stored', 'auth.no-effect'],
    needs: ['list', 'create'],
    pulls: ['create/*', 'auth/*'],
    of: isList,
    given: refusedNames,
    wrong: stowaways,
    telling: ({ items }, refused) => items !== undefined && refused.length > 0,
    passes: (lists, refused) =>
      `${String(lists.length)} lists, none with what ${String(refused.length)} refused requests asked for`,
  }),
];
