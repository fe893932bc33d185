import type { Variant } from '../define.ts';

/** Combinations of variants: title, variant ids separated by spaces, and the seed of a run that shows the effect. */
const MIXES: Readonly<Record<string, readonly [title: string, ids: string, seed?: number]>> = {
  'bank-gateway': [
    'Stands behind the gateway of a bank: strict, wordy, limited, one answer for every 401.',
    `wire/gateway-headers wire/cookies auth/one-answer rate/seconds input/strict-members input/limit-422
     names/plain-only wire/close-every-third`,
  ],
  serverless: [
    'Runs as functions over an eventually consistent store with random ids.',
    'ids/random lag/one-replica order/random wire/uneven wire/chunked gateway/reads-502 input/bad-id-400',
  ],
  'old-framework': [
    'Runs on a framework of thirty years ago.',
    `wire/ended-by-close wire/headers-upper-case wire/media-type-upper-case json/spaced auth/scheme-by-bytes
     auth/no-challenge input/limit-clamped names/letters-only wire/one-at-a-time`,
  ],
  'legacy-database': [
    'Keeps its animals in an old database: default statuses, one category, many rows, newest first.',
    `population/250 order/newest-first status/default-available categories/one-only names/unique ids/steps
     json/more-members`,
  ],
  'busy-shop': [
    'Serves others at the same time, who add animals and change statuses.',
    'population/100 others/add others/change-statuses order/newest-first wire/slow',
  ],
  'short-queue': [
    'Lets twelve pending animals at a time wait until they are moved on.',
    'quota/of-pending worker/after-a-while',
  ],
  'exact-numbers': [
    'Writes numbers in every lawful way, with ids past 2^53.',
    'ids/past-2-53 json/integers-with-fraction categories/any json/members-reversed json/byte-order-mark',
  ],
  lenient: [
    'Is as lenient as the document allows.',
    `input/limit-ignored input/status-ignored input/media-type-any names/any categories/any status/null-is-none
     auth/key-any-case json/pretty`,
  ],
  'text-gateway': [
    'Answers errors of messages with a text, behind a gateway that answers 415 with a text to other media types.',
    'messages/errors-text front/media-415-text',
  ],
  'lossy-line': [
    'Loses answers to creates, lags, and answers an equal create with the animal that is there.',
    'lag/lists silent/creates-lost equal/answered-200',
  ],
  'shared-demo': [
    'Is emptied half-way, and gives ids from 1 on again, to the animals of others too.',
    'emptied/half-way-anew others/add',
  ],
  'cached-demo': [
    'Is emptied half-way, and gives ids from 1 on again; keeps each list for a second, and moves pending animals on.',
    'emptied/half-way-anew lag/lists-from-a-cache worker/after-a-while',
  ],
  'add-and-get-demo': [
    'Is emptied at every 400th request, and gives ids from 1 on again; the key may not list.',
    'emptied/again-and-again permission/no-list',
  ],
  'add-and-get-window': [
    'Keeps the newest 60 animals alone; the key may not list.',
    'trimmed/to-60 permission/no-list',
  ],
  'review-queue': [
    'Moves pending animals on, and answers an equal create with the animal that is there, as it is now.',
    'worker/at-once equal/answered-200',
    3,
  ],
  'vet-check': [
    'Takes available animals for a check, and answers an equal create with the animal that is there, as it is now.',
    'worker/checks-available-ones equal/answered-200',
  ],
  'vet-check-in-bursts': [
    'Takes available animals for a check, holds 250 others, and is behind a limit that refuses some requests in a row.',
    'worker/checks-available-ones rate/bursts population/250',
  ],
  'vet-check-lossy-line': [
    'Takes available animals for a check, loses answers to creates, and answers an equal create with the animal that is there.',
    'worker/checks-available-ones equal/answered-200 silent/creates-lost',
  ],
  'late-statuses': [
    'Shows a new animal without its status at first, and moves pending ones on.',
    'lag/statuses worker/after-a-while',
  ],
  'outbox-behind-bursts': [
    'Has an outbox that drains, behind a limit that refuses some requests in a row: waiting for one makes room in the other.',
    'messages/outbox-drains-402 rate/bursts',
  ],
  'edge-cache': [
    'Stands behind an edge cache that lags, drops connections and adds headers.',
    `wire/cache-headers lag/lists wire/reads-dropped wire/charset wire/early-hints errors/long-messages`,
  ],
};

/** Makes one variant of each combination of single variants. */
export function combineVariants(singles: readonly Variant[]): readonly Variant[] {
  return Object.entries(MIXES).map(([id, [title, ids, seed]]) => {
    const chosen = singles.filter((variant) => ids.split(/\s+/u).includes(variant.id));
    return {
      id: `mixed/${id}`,
      title,
      warns: [...new Set(chosen.flatMap(({ warns }) => warns))],
      leaves: [...new Set(chosen.flatMap(({ leaves = [] }) => leaves))],
      needs: chosen.map((variant) => variant.id),
      ...(seed !== undefined && { config: { seed } }),
    };
  });
}
